//! A program text, and places in that text for error messages.
//!
//! ```text
//! checkers.cpl:12:7: expected `)`, found the name `Next`
//!    12 |       Next(L)
//!       |       ^^^^
//! ```

use std::fmt;

use super::fault::Fault;

/// The largest number of complaints that are recorded for one text.
pub const MAX_COMPLAINTS: usize = 1000;

/// A range of bytes in a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Place {
    /// The offset of the first byte of the range.
    pub(crate) start: usize,
    /// The offset of the first byte after the range.
    pub(crate) end: usize,
}

impl Place {
    /// Returns the range from the start of `self` to the end of `other`.
    pub(crate) fn to(self, other: Place) -> Place {
        Place { start: self.start, end: other.end }
    }
}

/// A program text, with the name of the text for error messages.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Source {
    name: String,
    text: String,
    /// The offset of each line in the text, in bytes.
    line_starts: Vec<usize>,
}

impl Source {
    /// Creates a source. `name` is the name of the text in error messages, such as a file name.
    pub(crate) fn new(name: &str, text: &str) -> Source {
        let starts = text.match_indices('\n').map(|(newline, _)| newline + 1);
        Source { name: name.to_owned(), text: text.to_owned(), line_starts: std::iter::once(0).chain(starts).collect() }
    }

    /// Returns the text.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Returns the line and the column of a byte, both counted from 1. Columns count characters.
    pub(crate) fn position(&self, byte: usize) -> (usize, usize) {
        let line = self.line_starts.partition_point(|start| *start <= byte);
        let column = self.text[self.line_starts[line - 1]..byte].chars().count() + 1;
        (line, column)
    }

    /// Returns a complaint about a fault at a place.
    pub(crate) fn complain(&self, place: Place, fault: Fault) -> Complaint {
        let (line, column) = self.position(place.start);
        let text = self.text[self.line_starts[line - 1]..].lines().next().unwrap_or("");
        let width = self.text[place.start..place.end].lines().next().map_or(0, |stretch| stretch.chars().count());
        // A complaint keeps only the part of a long line around the fault, because in some copies a whole program is
        // one line.
        let is_short = text.chars().nth(MAX_WHOLE_CHARACTERS).is_none();
        let (cut, window) = match is_short {
            true => (0, MAX_WHOLE_CHARACTERS),
            false if column <= WINDOW => (0, WINDOW),
            false => (column - WINDOW / 2, WINDOW),
        };
        let mut rest = text.chars().skip(cut);
        let mut text: String = rest.by_ref().take(window).collect();
        let width = width.clamp(1, (cut + window + 1).saturating_sub(column).max(1));
        let shown_at = if cut > 0 { column - cut + CUT.len() } else { column };
        if cut > 0 {
            text.insert_str(0, CUT);
        }
        if rest.next().is_some() {
            text.push_str(CUT);
        }
        Complaint { name: self.name.clone(), line, column, shown_at, width, text, fault, within: Vec::new() }
    }
}

/// The length, in characters, of the longest line that a complaint shows without a cut.
const MAX_WHOLE_CHARACTERS: usize = 100;
/// The number of characters that a complaint shows of a line longer than `MAX_WHOLE_CHARACTERS`.
const WINDOW: usize = 80;
/// The text that replaces an omitted part of a line.
const CUT: &str = "...";

/// A fault, and its place in the text. The message shows the line of the text, with carets under the fault.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Complaint {
    /// The name of the program text, such as a file name.
    pub(crate) name: String,
    /// The line number of the fault, counted from 1.
    pub line: usize,
    /// The column of the fault in the whole line, counted from 1 in characters.
    pub column: usize,
    /// The column of the fault in the field `text`, counted from 1. The field may contain only a part of the line.
    shown_at: usize,
    /// The length of the faulty text in characters, at least 1.
    pub(crate) width: usize,
    /// The line of the text. A long line is cut to the part around the fault.
    pub text: String,
    /// The fault.
    pub fault: Fault,
    /// If the fault occurred at run time, the names of up to four active functions of the program, innermost first.
    pub within: Vec<String>,
}

impl std::error::Error for Complaint {}

impl fmt::Display for Complaint {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Complaint { name, line, column, shown_at, width, text, fault, within } = self;
        writeln!(formatter, "{name}:{line}:{column}: {fault}")?;
        writeln!(formatter, "{line:5} | {text}")?;
        // A tab before the caret must be as wide as the tab above it.
        let indent: String = text.chars().take(shown_at - 1).map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
        write!(formatter, "      | {indent}{}", "^".repeat(*width))?;
        if let Some((innermost, callers)) = within.split_first() {
            write!(formatter, "\n      = in {innermost}")?;
            for caller in callers {
                write!(formatter, ", called by {caller}")?;
            }
        }
        Ok(())
    }
}

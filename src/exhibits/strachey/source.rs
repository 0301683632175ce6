//! A text and the places in it: what an error needs to point at its cause.
//!
//! ```text
//! checkers.cpl:12:7: expected `)`, found the name `Next`
//!    12 |       Next(L)
//!       |       ^^^^
//! ```

use std::fmt;

use super::fault::Fault;

/// After so many complaints of one text no more are taken: it is hardly a program.
pub(super) const MOST_COMPLAINTS: usize = 1000;

/// A stretch of a text, in bytes from its start.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Place {
    /// The first byte.
    pub(crate) start: usize,
    /// The byte after the last.
    pub(crate) end: usize,
}

impl Place {
    /// The stretch from the start of this place to the end of another.
    pub(crate) fn to(self, other: Place) -> Place {
        Place { start: self.start, end: other.end }
    }
}

/// A program text and the name that errors call it by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Source {
    name: String,
    text: String,
}

impl Source {
    /// A text under a name, such as that of the file it came from.
    pub(crate) fn new(name: &str, text: &str) -> Source {
        Source { name: name.to_owned(), text: text.to_owned() }
    }

    /// The text.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Line and column of a byte, both counted from 1, columns in characters.
    pub(crate) fn position(&self, byte: usize) -> (usize, usize) {
        let before = &self.text[..byte];
        let line = before.matches('\n').count() + 1;
        let column = before[before.rfind('\n').map_or(0, |newline| newline + 1)..].chars().count() + 1;
        (line, column)
    }

    /// What is wrong at a place, ready to be shown.
    pub(crate) fn complain(&self, place: Place, fault: Fault) -> Complaint {
        let (line, column) = self.position(place.start);
        let text = self.text.lines().nth(line - 1).unwrap_or("").to_owned();
        let width = self.text[place.start..place.end].lines().next().map_or(0, |stretch| stretch.chars().count());
        Complaint { name: self.name.clone(), line, column, width: width.max(1), text, fault, within: Vec::new() }
    }
}

/// A fault with its place, showing the line and a caret under it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Complaint {
    /// The name of the text.
    pub(crate) name: String,
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted from 1 in characters.
    pub column: usize,
    /// How many characters are at fault, at least 1.
    pub(crate) width: usize,
    /// The whole line.
    pub text: String,
    /// What is wrong there.
    pub fault: Fault,
    /// For a fault met while running: the functions being called, innermost first.
    pub within: Vec<String>,
}

impl std::error::Error for Complaint {}

impl fmt::Display for Complaint {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Complaint { name, line, column, width, text, fault, within } = self;
        writeln!(formatter, "{name}:{line}:{column}: {fault}")?;
        writeln!(formatter, "{line:5} | {text}")?;
        // A tab before the caret must be as wide as the tab above it.
        let indent: String = text.chars().take(column - 1).map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
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

//! The map from the lines of files to FOCAL's lines, and back.

use serde_json::{Value, json};

use super::launch::SourceText;
use crate::debugger::LineOrGroup;
use crate::focal::LineNumber;
use crate::focal::inspect::{Inspect, Place};
use crate::listing::is_numbered;

/// A FOCAL line in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Row {
    number: LineNumber,
    /// The index of the text.
    source: usize,
    /// The line in the text, from 0.
    line: usize,
    /// The column of the first character that FOCAL stores, counted from 0 in the line of the text.
    column: usize,
}

/// The texts of a program.
#[derive(Clone, Debug)]
pub struct SourceMap {
    sources: Vec<SourceText>,
    rows: Vec<Row>,
}

impl SourceMap {
    /// Finds, in the texts, the lines that FOCAL has stored. Of two lines with the same number, FOCAL stores the later
    /// line.
    pub fn new(sources: Vec<SourceText>, focal: &dyn Inspect) -> Self {
        let mut rows: Vec<Row> = Vec::new();
        for (source, text) in sources.iter().enumerate() {
            for (line, text) in text.text.lines().enumerate() {
                let Some(number) = number_of(text) else { continue };
                let Some(kept) = focal.text(Some(number)) else { continue };
                let column = text.chars().count().saturating_sub(kept.len());
                rows.retain(|row| row.number != number);
                rows.push(Row { number, source, line, column });
            }
        }
        SourceMap { sources, rows }
    }

    /// Creates a map without texts.
    pub fn empty() -> Self {
        SourceMap { sources: Vec::new(), rows: Vec::new() }
    }

    /// Returns the text for which the adapter has sent this reference.
    pub fn by_reference(&self, reference: i64) -> Option<&SourceText> {
        self.sources.get(usize::try_from(reference).ok()?.checked_sub(1)?)
    }

    /// Returns the index of the text with this reference or, if there is none, of the text with this path.
    pub fn find(&self, path: Option<&str>, reference: i64, is_same: impl Fn(&str, &str) -> bool) -> Option<usize> {
        if self.by_reference(reference).is_some() {
            return Some(reference as usize - 1);
        }
        let path = path?;
        self.sources.iter().position(|source| source.path.as_deref().is_some_and(|own| is_same(own, path)))
    }

    /// Returns the number of the FOCAL line in a line of a text, or the reason why that line has no FOCAL line.
    pub fn number_at(&self, source: usize, line: usize) -> Result<LineNumber, String> {
        if let Some(row) = self.rows.iter().find(|row| (row.source, row.line) == (source, line)) {
            return Ok(row.number);
        }
        let text = self.sources.get(source).and_then(|source| source.text.lines().nth(line));
        match text.and_then(number_of) {
            Some(number) => Err(match self.rows.iter().find(|row| row.number == number) {
                Some(row) => format!("line {number} is defined again in line {}, which counts", row.line + 1),
                None => format!("FOCAL has no line {number}"),
            }),
            None => Err("there is no line of FOCAL here".to_owned()),
        }
    }

    /// Whether a FOCAL line is in one of the texts; the heading and direct lines are in none of them.
    pub fn has(&self, number: LineNumber) -> bool {
        self.rows.iter().any(|row| row.number == number)
    }

    /// Returns the text that contains a place in FOCAL's program, and the line and column in that text, both from 0.
    pub fn place(&self, place: Place) -> Option<(Value, usize, usize)> {
        let row = self.rows.iter().find(|row| Some(row.number) == place.line)?;
        Some((self.source(row.source), row.line, row.column + place.column))
    }

    fn source(&self, index: usize) -> Value {
        let SourceText { name, path, .. } = &self.sources[index];
        match path {
            Some(path) => json!({ "name": name, "path": path }),
            // The text is not on the disk, so the client asks for it.
            None => json!({ "name": name, "sourceReference": index + 1 }),
        }
    }
}

/// Returns FOCAL's line number at the beginning of a line of text.
fn number_of(text: &str) -> Option<LineNumber> {
    let text = text.trim_start_matches(' ');
    if !is_numbered(text) {
        return None;
    }
    let end = text.find(|letter: char| letter != '.' && !letter.is_ascii_digit()).unwrap_or(text.len());
    match LineOrGroup::parse(&text[..end]) {
        Ok(LineOrGroup::Line(number)) => Some(number),
        _ => None,
    }
}

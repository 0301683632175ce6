//! The map from the lines of files to FOCAL's lines, and back.

use serde_json::{Value, json};

use super::launch::SourceText;
use crate::debugger::LineOrGroup;
use crate::focal::LineNumber;
use crate::focal::inspect::{Inspect, Place};
use crate::listing::is_numbered;

/// A numbered FOCAL line and its position in a source text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Row {
    number: LineNumber,
    /// The index of the source text.
    source: usize,
    /// The index of the line in the source text, from 0.
    line: usize,
    /// The column in the source text at which the stored part of the line begins, from 0.
    column: usize,
}

/// The source texts of a program, with the position of each FOCAL line.
#[derive(Clone, Debug)]
pub struct SourceMap {
    sources: Vec<SourceText>,
    rows: Vec<Row>,
}

impl SourceMap {
    /// Finds the numbered lines of the source texts that FOCAL has stored. If two lines have the same number, only the
    /// later line counts.
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

    /// Creates a map without source texts.
    pub fn empty() -> Self {
        SourceMap { sources: Vec::new(), rows: Vec::new() }
    }

    /// Returns the source text that has this source reference.
    pub fn by_reference(&self, reference: i64) -> Option<&SourceText> {
        self.sources.get(usize::try_from(reference).ok()?.checked_sub(1)?)
    }

    /// Returns the index of the source text with this reference. If no text has this reference, returns the index of
    /// the text with this path.
    pub fn find(&self, path: Option<&str>, reference: i64, is_same: impl Fn(&str, &str) -> bool) -> Option<usize> {
        if self.by_reference(reference).is_some() {
            return Some(reference as usize - 1);
        }
        let path = path?;
        self.sources.iter().position(|source| source.path.as_deref().is_some_and(|own| is_same(own, path)))
    }

    /// Returns the FOCAL line number for a line of a source text. Returns an error if FOCAL has not stored that line.
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

    /// Whether this FOCAL line comes from one of the source texts.
    pub fn has(&self, number: LineNumber) -> bool {
        self.rows.iter().any(|row| row.number == number)
    }

    /// Converts a position in the FOCAL program to a source text, a line and a column. Line and column count from 0.
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

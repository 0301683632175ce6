//! Converts positions in source files to places in FOCAL's lines, and back.

use super::super::launch::SourceText;
use super::super::program::Position;
use crate::debugger::{LineOrGroup, command_columns};
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
    /// The column in the source text, from 0, of the first character that FOCAL has stored. FOCAL stores the text after
    /// the line number.
    column: usize,
}

/// The position of each FOCAL line in the source texts of a program.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    rows: Vec<Row>,
}

impl SourceMap {
    /// Finds the position in the source texts of each numbered line that FOCAL has stored. If two lines have the same
    /// number, only the later line counts.
    pub fn new(sources: &[SourceText], focal: &dyn Inspect) -> Self {
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
        SourceMap { rows }
    }

    /// Returns the place of the command at a line and column of a source text. If no column is given, or the column is
    /// before the first command, returns the first command of the line. Otherwise, returns the last command that begins
    /// at or before the column.
    ///
    /// # Errors
    ///
    /// When FOCAL has not stored the line.
    pub fn command_at(
        &self,
        (sources, source): (&[SourceText], usize),
        (line, column): (usize, Option<usize>),
        focal: &dyn Inspect,
    ) -> Result<Place, String> {
        let row = self.row_at(sources, source, line)?;
        let columns = columns(row, focal);
        let wanted = column.unwrap_or_default().saturating_sub(row.column);
        let begun = columns.iter().rev().find(|&&begin| begin <= wanted).or(columns.first());
        match begun {
            Some(&column) => Ok(Place { line: Some(row.number), column }),
            None => Err(format!("line {} has no command", row.number)),
        }
    }

    /// Returns the places of the commands in a line of a source text.
    pub fn commands(&self, source: usize, line: usize, focal: &dyn Inspect) -> Vec<Place> {
        let row = self.rows.iter().find(|row| (row.source, row.line) == (source, line));
        let place = |row: &Row, column| Place { line: Some(row.number), column };
        row.map_or_else(Vec::new, |row| columns(row, focal).into_iter().map(|column| place(row, column)).collect())
    }

    /// Returns the numbered FOCAL line at a line of a source text. Returns an error if FOCAL has not stored that line.
    fn row_at(&self, sources: &[SourceText], source: usize, line: usize) -> Result<&Row, String> {
        if let Some(row) = self.rows.iter().find(|row| (row.source, row.line) == (source, line)) {
            return Ok(row);
        }
        let text = sources.get(source).and_then(|source| source.text.lines().nth(line));
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

    /// Converts a place in the FOCAL program to a position in a source text.
    pub fn position(&self, place: Place) -> Option<Position> {
        let row = self.rows.iter().find(|row| Some(row.number) == place.line)?;
        Some(Position { source: row.source, line: row.line, column: row.column + place.column })
    }
}

/// Returns the columns of the commands in the line that FOCAL has stored.
fn columns(row: &Row, focal: &dyn Inspect) -> Vec<usize> {
    command_columns(&focal.text(Some(row.number)).unwrap_or_default())
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

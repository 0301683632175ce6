//! Draws the round board as text, with file 1 at the lower left, the files in anticlockwise order, and rank 1
//! outermost.
//!
//! A character cell is about twice as high as wide, so [`COLUMNS_A_ROW`] columns count as one row.

use std::collections::BTreeMap;

use super::diagram::Diagram;
use super::square::{CAMP_FILES, FILES, RANKS, Square};

/// The radius of rank 6, in rows. This is the smallest radius with room for the 24 squares of the rank.
const INNERMOST: f64 = 5.0;
/// The distance between two ranks, in rows.
const ROWS_A_RANK: f64 = 1.5;
const COLUMNS_A_ROW: f64 = 2.4;
/// The distance of the file numbers from rank 1, in rows.
const NUMBERS: f64 = 1.8;

impl Diagram {
    /// Returns the round board as text of 29 lines, fewer than 72 columns wide.
    pub fn round(&self) -> String {
        let mut cells = BTreeMap::new();
        for square in Square::all() {
            let character = self.character(Some(square));
            cells.insert(cell(radius(square.rank()), square.file()), character.chars().next().unwrap_or(' '));
        }
        for file in 1..=FILES {
            let (row, column) = cell(radius(1) + NUMBERS, file);
            for (i, digit) in (0..).zip(file.to_string().chars()) {
                cells.insert((row, column + i), digit);
            }
        }
        let left = cells.keys().map(|(_, column)| *column).min().unwrap_or(0);
        let mut lines: BTreeMap<i64, String> = BTreeMap::new();
        for ((row, column), character) in cells {
            let line = lines.entry(row).or_default();
            let indent = usize::try_from(column - left).unwrap_or(0);
            *line = format!("{line:indent$}{character}");
        }
        let board: String = lines.values().map(|line| format!("{}\n", line.trim_end())).collect();
        let legend = self.legend();
        let legend = if legend.is_empty() { legend } else { format!("\n{legend}\n") };
        format!("{}\n\n{board}{legend}", self.title)
    }
}

fn radius(rank: i64) -> f64 {
    INNERMOST + ROWS_A_RANK * (RANKS - rank) as f64
}

/// Returns the row and the column of the point at this radius and file. Rows and columns count from the middle of the
/// board.
fn cell(radius: f64, file: i64) -> (i64, i64) {
    // File 1 starts half a camp to the left of the bottom, as in the SVG picture.
    let angle = (file as f64 - 0.5 - CAMP_FILES as f64 / 2.0) / FILES as f64 * std::f64::consts::TAU;
    ((radius * angle.cos()).round() as i64, (radius * angle.sin() * COLUMNS_A_ROW).round() as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_has_a_place_of_its_own() {
        let places: std::collections::BTreeSet<_> =
            Square::all().map(|square| cell(radius(square.rank()), square.file())).collect();
        assert_eq!(places.len(), 144);
    }
}

//! Draws a position as text: eight lines of cells, and a ninth line that names the side to move.
//!
//! ```text
//! |   | 5b|   | 6b|   | 7b|   | 8b|
//! | 9b|   |10b|   |11b|   |12b|   |
//! ```
//!
//! `b` is a black man, `B` a black king, `w` a white man and `W` a white king.

use std::fmt::Write;

use super::position::{Position, Side};

/// Returns the number of the square in a cell. Rows and columns count from 0. Returns `None` for a cell of the unused
/// colour.
pub fn square_at(row: u32, column: u32) -> Option<u32> {
    // Each pair of rows takes nine numbers. The ninth number (13, 22, 31) is skipped.
    let first = 5 + row / 2 * 9 + row % 2 * 4;
    let is_square = column % 2 != row % 2;
    is_square.then(|| first + column / 2)
}

/// Draws a position as nine lines. Each line ends with a newline.
pub fn board(position: &Position) -> String {
    let mut text = String::new();
    for row in 0..8 {
        for column in 0..8 {
            match square_at(row, column) {
                Some(square) => {
                    write!(text, "|{square:2}{}", piece(position, square)).expect("a string takes all");
                }
                None => text.push_str("|   "),
            }
        }
        text.push_str("|\n");
    }
    writeln!(text, "{} to play.", position.side).expect("a string takes all");
    text
}

fn piece(position: &Position, square: u32) -> char {
    let on = |set: u64| set >> square & 1 == 1;
    match (on(position.pieces(Side::Black)), on(position.pieces(Side::White)), on(position.kings)) {
        (true, _, false) => 'b',
        (true, _, true) => 'B',
        (_, true, false) => 'w',
        (_, true, true) => 'W',
        _ => ' ',
    }
}

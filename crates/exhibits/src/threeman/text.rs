//! Draws the unrolled board as text. Each circle is a line, and the centre is at the top.
//!
//! Between two camps, `|` is a moat (on rank 1) and `:` a creek (on ranks 2 and 3). The function `can`
//! ignores moats and creeks.

use super::diagram::{Diagram, Mark};
use super::square::{CAMP_FILES, FILES, RANKS, Square};

impl Diagram {
    /// Returns the board as text, 80 columns wide.
    pub fn text(&self) -> String {
        let mut lines = vec![self.title.clone(), String::new()];
        for rank in (1..=RANKS).rev() {
            lines.push(line(&rank.to_string(), border(rank), |file| self.character(Square::new(rank, file))));
        }
        lines.push(line("file", ' ', |file| file.to_string()));
        let legend = self.legend();
        if !legend.is_empty() {
            lines.extend([String::new(), legend]);
        }
        lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
    }

    /// Returns an explanation of the characters that mark squares of the board.
    pub(super) fn legend(&self) -> String {
        let used = |mark: Mark| Square::all().any(|square| self.mark(square) == mark);
        let legend = [(Mark::From, "o from here"), (Mark::To, "x to here"), (Mark::Both, "* both")];
        let used: Vec<&str> = legend.into_iter().filter(|(mark, _)| used(*mark)).map(|(_, meaning)| meaning).collect();
        used.join(", ")
    }

    pub(super) fn character(&self, square: Option<Square>) -> String {
        let Some(square) = square else { return String::new() };
        let character = match (self.mark(square), self.pieces.get(&square)) {
            (Mark::From, _) => 'o',
            (Mark::To, _) => 'x',
            (Mark::Both, _) => '*',
            (Mark::None, Some((figure, _))) => figure.letter(),
            (Mark::None, None) => '.',
        };
        character.to_string()
    }
}

fn line(heading: &str, border: char, square: impl Fn(i64) -> String) -> String {
    let camps = (0..FILES / CAMP_FILES).map(|camp| {
        let files = camp * CAMP_FILES + 1..=(camp + 1) * CAMP_FILES;
        files.map(|file| format!("{:>3}", square(file))).collect::<String>()
    });
    let camps: Vec<String> = camps.collect();
    format!("{heading:>4} {}{border}", camps.join(&border.to_string()))
}

/// Returns the character drawn between two camps on this rank.
fn border(rank: i64) -> char {
    match rank {
        1 => '|',
        2 | 3 => ':',
        _ => ' ',
    }
}

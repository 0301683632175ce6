//! Games as Portable Draughts Notation, up to the first move that PDN cannot express.
//!
//! PDN numbers the squares from 1 to 32, Strachey from 5 to 39 with gaps. The PDN declares English draughts (game type
//! 21), in which a man that is crowned in mid-capture cannot jump again. The PDN ends before such a move, and gives
//! the move in a comment.
//!
//! `compare::pdn` also writes PDN, for the checkers of 1971. The two modules share no code: an exhibit uses only its
//! own folder, and the two games differ in their boards, square numbers, moves, and moves that PDN cannot express.
//!
//! ```text
//! [GameType "21"]
//! [Result "*"]
//!
//! 1. 11-15 22-18 2. 15x22 *
//! ```

use std::fmt::Write;

use super::game::{End, Game};
use super::moves::{Crowning, Move};
use super::position::{Position, Side};
use super::squares::BOARD;
use super::value::members;

/// A game in Portable Draughts Notation (PDN).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pdn {
    /// The game in PDN.
    pub text: String,
    /// The number of the first half-move that PDN cannot express, counted from 1. The text ends before this half-move.
    /// `None` means that the text is complete.
    pub cut_at: Option<usize>,
}

/// Returns the PDN number, 1 to 32, of a square. `square` is the square's number in Strachey's numbering.
pub fn pdn_square(square: u8) -> u32 {
    (BOARD & ((1 << square) - 1)).count_ones() + 1
}

/// Writes a game as PDN. `black` and `white` are the players' names.
pub fn pdn(game: &Game, end: Option<End>, black: &str, white: &str) -> Pdn {
    let positions: Vec<&Position> = game.positions().collect();
    let cut_at = game.moves().iter().zip(&positions).position(|(each, before)| !is_english(before, each));
    let written = &game.moves()[..cut_at.unwrap_or(game.moves().len())];

    let result = match end.map(|end| end.loser()) {
        _ if cut_at.is_some() => "*",
        None => "*",
        Some(None) => "1/2-1/2",
        Some(Some(Side::Black)) => "1-0",
        Some(Some(Side::White)) => "0-1",
    };
    let mut tags = vec![
        ("Event", "Strachey's checkers".to_owned()),
        ("Black", black.to_owned()),
        ("White", white.to_owned()),
        ("Result", result.to_owned()),
        ("GameType", "21".to_owned()),
    ];
    if *game.start() != Position::START {
        tags.push(("SetUp", "1".to_owned()));
        tags.push(("FEN", fen(game.start())));
    }
    let mut text = String::new();
    for (tag, value) in tags {
        let value = value.replace(['"', '\\'], "'");
        writeln!(text, "[{tag} \"{value}\"]").expect("a string takes all");
    }
    text.push('\n');

    let mut words = Vec::new();
    let mut number = 1;
    for (index, (each, before)) in written.iter().zip(&positions).enumerate() {
        let written = notation(before, each);
        match before.side {
            Side::Black => words.push(format!("{number}. {written}")),
            Side::White if index == 0 => words.push(format!("{number}... {written}")),
            Side::White => words.push(written),
        }
        if before.side == Side::White {
            number += 1;
        }
    }
    if let Some(cut_at) = cut_at {
        let squares: Vec<String> = game.moves()[cut_at].path.squares().iter().map(u8::to_string).collect();
        let path = squares.join("x");
        words.push(format!("{{{path} in Strachey's numbers: crowned in mid-capture it went on; PDN ends here}}"));
    }
    words.push(result.to_owned());
    fill(&mut text, &words);
    Pdn { text, cut_at: cut_at.map(|index| index + 1) }
}

/// Whether the move is legal in English draughts.
fn is_english(before: &Position, made: &Move) -> bool {
    before.legal_moves(Crowning::EndsMove).iter().any(|english| english == made)
}

/// Returns a move as `10-15` or `15x22`. If another move has the same first and last squares, the text also contains
/// the squares in between.
fn notation(before: &Position, made: &Move) -> String {
    let separator = if made.is_capture() { "x" } else { "-" };
    let alike = |each: &&Move| each.from() == made.from() && each.to() == made.to();
    let ambiguous = before.legal_moves(Crowning::EndsMove).iter().filter(alike).count() > 1;
    let squares = made.path.squares();
    let shown = if ambiguous { squares } else { &[made.from(), made.to()] };
    let shown: Vec<String> = shown.iter().map(|square| pdn_square(*square).to_string()).collect();
    shown.join(separator)
}

/// Returns a position as `B:W18,K24:B1,5`: the side to move, White's pieces and Black's pieces. A `K` before a number
/// means a king.
fn fen(position: &Position) -> String {
    let pieces = |side: Side| {
        let piece = |square: u32| {
            let king = if position.kings >> square & 1 == 1 { "K" } else { "" };
            format!("{king}{}", pdn_square(square as u8))
        };
        members(position.pieces(side)).map(piece).collect::<Vec<String>>().join(",")
    };
    let to_move = if position.side == Side::Black { 'B' } else { 'W' };
    format!("{to_move}:W{}:B{}", pieces(Side::White), pieces(Side::Black))
}

/// Appends words to the text, in lines of at most 80 characters.
fn fill(text: &mut String, words: &[String]) {
    let mut column = 0;
    for word in words {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > 80 {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += length;
    }
    text.push('\n');
}

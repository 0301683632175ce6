//! Writes a game as PGN, which other chess programs read.

use super::game::{Game, Outcome};
use super::notation::algebraic;
use super::position::Side;
use super::record::english_labels;

/// The names of the players, for the tags of a game in PGN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Players {
    /// The name of the player of White, which is an advice table.
    pub white: String,
    /// The name of the player with the lone king.
    pub black: String,
}

/// A line of moves is wrapped before it reaches this number of columns.
const WIDTH: usize = 80;

/// Returns the moves of the game so far as PGN. Each consultation of the table is a comment.
pub fn pgn(game: &Game, players: &Players) -> String {
    let result = match game.outcome() {
        Some(Outcome::Mate) => "1-0",
        Some(Outcome::Stalemate | Outcome::MajorTaken) => "1/2-1/2",
        None => "*",
    };
    let event = format!("King and {} against king, by AL0 advice", game.table().piece);
    let mut out = String::new();
    let tags = [
        ("Event", event.as_str()),
        ("Site", "?"),
        ("Date", "????.??.??"),
        ("Round", "-"),
        ("White", &players.white),
        ("Black", &players.black),
        ("Result", result),
        ("SetUp", "1"),
        ("FEN", &game.start().to_string()),
    ];
    for (tag, value) in tags {
        let value = value.replace('\\', r"\\").replace('"', "\\\"");
        out += &format!("[{tag} \"{value}\"]\n");
    }
    out.push('\n');
    out += &wrap(move_text(game).chain([result.to_owned()]));
    out
}

fn move_text(game: &Game) -> impl Iterator<Item = String> {
    let table = game.table();
    let first_number = game.start().move_number;
    let before_white = u32::from(game.start().position.side == Side::Them);
    game.positions().zip(game.played()).zip(0..).flat_map(move |((position, played), ply)| {
        let number = first_number + (ply + before_white) / 2;
        let mut words = match position.side {
            Side::Us => vec![format!("{number}.")],
            Side::Them if ply == 0 => vec![format!("{number}...")],
            Side::Them => vec![],
        };
        words.push(algebraic(position, played.played));
        if let Some(answer) = &played.consultation {
            let (rule, advice) = english_labels(table, answer);
            words.extend([format!("{{{rule}:"), format!("{advice}}}")]);
        }
        words
    })
}

fn wrap(words: impl Iterator<Item = String>) -> String {
    let mut out = String::new();
    let mut column = 0;
    for word in words {
        let length = word.chars().count();
        if column > 0 && column + 1 + length >= WIDTH {
            out.push('\n');
            column = 0;
        } else if column > 0 {
            out.push(' ');
            column += 1;
        }
        out += &word;
        column += length;
    }
    out.push('\n');
    out
}

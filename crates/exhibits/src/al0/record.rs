//! Answers and games as records: JSON for one answer or game, tab-separated lines for a listing of all positions.
//!
//! Labels are in English in all records, so the English and the Russian form of a table give the same records.

use serde::Serialize;

use super::fen::Fen;
use super::game::{Ending, Game, Outcome};
use super::language::english_label;
use super::major::Major;
use super::moves::Move;
use super::position::{Position, Side};
use super::table::{Answer, Table};
use super::tablebase::Tablebase;
use super::tree::Tree;

/// The text that replaces the label of the rule and the label of the advice if the table follows no advice.
pub const NONE: &str = "none";

/// A position, and the table's answer to the position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Record<'a> {
    /// The position as FEN.
    pub(crate) fen: String,
    /// The files and ranks of king, major piece and lone king: Kx, Ky, Rx, Ry, kx, ky.
    pub(crate) pos: [i8; 6],
    /// The number of White's moves to mate by perfect play; `None` if the position is not won.
    pub(crate) dtm: Option<u8>,
    /// The English label of the rule that the table follows; [`NONE`] if the table follows no advice.
    pub(crate) rule: &'a str,
    /// The English label of the advice that the table follows; [`NONE`] if the table follows no advice.
    pub(crate) advice: &'a str,
    /// The move to play; `None` if no advice was satisfied.
    pub(crate) first: Option<Move>,
    /// The forcing tree.
    pub(crate) tree: &'a Tree,
}

impl<'a> Record<'a> {
    /// Creates the record of this table's answer to a position.
    pub fn new(position: Position, table: &'a Table, answer: &'a Answer, base: &Tablebase) -> Self {
        let (rule, advice) = english_labels(table, answer);
        Self {
            fen: Fen::new(position).to_string(),
            pos: position.coordinates(),
            dtm: base.moves_to_mate(position),
            rule,
            advice,
            first: answer.first(),
            tree: answer.tree(),
        }
    }
}

/// A game of the table against a defender.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GameRecord<'a> {
    /// The position in which the game began, as FEN.
    pub(crate) fen: String,
    /// The name of the defender.
    pub(crate) defender: &'a str,
    /// The number of White's moves to mate by perfect play from the starting position; `None` if that position is not
    /// won.
    pub(crate) dtm: Option<u8>,
    /// The result of the game.
    pub(crate) result: &'static str,
    /// The number of White's moves.
    pub(crate) white_moves: usize,
    /// The number of White's moves beyond perfect play; `None` if the game did not end in mate.
    pub(crate) excess: Option<i64>,
    /// Each consultation of the table: the number of White's move, the rule's label and the advice's label.
    pub(crate) consultations: Vec<(usize, &'a str, &'a str)>,
    /// The moves of both sides, in order.
    pub(crate) moves: Vec<Move>,
}

impl<'a> GameRecord<'a> {
    /// Creates the record of a game with this ending.
    pub fn new(game: &'a Game, defender: &'a str, ending: Ending, base: &Tablebase) -> Self {
        let ours = game.positions().zip(game.played()).filter(|(position, _)| position.side == Side::Us);
        let consultations = ours.zip(1..).filter_map(|((_, played), number)| {
            let (rule, advice) = english_labels(game.table(), played.consultation.as_ref()?);
            Some((number, rule, advice))
        });
        let white_moves = game.our_moves();
        let dtm = base.moves_to_mate(game.start().position);
        let is_won = ending == Ending::Over(Outcome::Mate);
        Self {
            fen: game.start().to_string(),
            defender,
            dtm,
            result: match ending {
                Ending::Over(Outcome::Mate) => "mate",
                Ending::Over(Outcome::Stalemate) => "stalemate",
                Ending::Over(Outcome::MajorTaken) => lost(game.table().piece),
                Ending::NoAdvice => "no_advice",
                Ending::Limit => "limit",
            },
            white_moves,
            excess: dtm.filter(|_| is_won).map(|dtm| white_moves as i64 - i64::from(dtm)),
            consultations: consultations.collect(),
            moves: game.played().map(|played| played.played).collect(),
        }
    }
}

/// Returns the name of the result of a game in which the lone king takes White's major piece.
fn lost(piece: Major) -> &'static str {
    match piece {
        Major::Rook => "rook_lost",
        Major::Queen => "queen_lost",
    }
}

/// Returns the English labels of the answer's rule and advice. If the answer has no advice, returns `none` for both.
pub(crate) fn english_labels<'t>(table: &'t Table, answer: &Answer) -> (&'t str, &'t str) {
    table.labels(answer).map_or((NONE, NONE), |(rule, advice)| (english_label(rule), english_label(advice)))
}

/// The parts of an answer to print in a listing of all positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Projection {
    /// The labels of the rule and the advice.
    RuleAdvice,
    /// The first move.
    FirstMove,
    /// The labels of the rule and the advice, and the tree as JSON.
    RuleAdviceTree,
}

impl Projection {
    /// Appends the line of one answer. The line contains the position's six digits and the parts of the answer,
    /// separated by tabs.
    pub fn push_line(self, position: Position, table: &Table, answer: &Answer, lines: &mut Vec<u8>) {
        push_digits(position, lines);
        let (rule, advice) = english_labels(table, answer);
        if self != Self::FirstMove {
            for label in [rule, advice] {
                lines.push(b'\t');
                lines.extend(label.as_bytes());
            }
        }
        match (self, answer.tree()) {
            (Self::RuleAdvice, _) => {}
            (Self::FirstMove, Some(line)) => lines.extend(format!("\t{}", line.play).as_bytes()),
            (Self::RuleAdviceTree, tree) if answer.advice.is_some() => {
                lines.push(b'\t');
                serde_json::to_writer(&mut *lines, tree).expect("a tree has only lists and strings");
            }
            _ => lines.extend(b"\t-"),
        }
        lines.push(b'\n');
    }
}

/// Appends the six digits of a position: Kx, Ky, Rx, Ry, kx, ky, where R is the major piece.
pub(crate) fn push_digits(position: Position, lines: &mut Vec<u8>) {
    lines.extend(position.coordinates().map(|coordinate| b'0' + coordinate as u8));
}

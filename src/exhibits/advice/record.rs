//! An answer as a record: JSON for one position, tab-separated lines for the whole board.
//!
//! Labels are written in English whichever language the table was in, so the same table gives the same records.

use serde::Serialize;

use super::board::Position;
use super::fen::Fen;
use super::language::vocabulary::english_label;
use super::moves::Move;
use super::table::{Answer, Table};
use super::tablebase::Tablebase;
use super::tree::Tree;

/// What stands for the rule and the advice when there is none.
const NONE: &str = "none";

/// A position and what the table says to it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Record<'a> {
    /// The position.
    pub fen: String,
    /// Kx, Ky, Rx, Ry, kx, ky.
    pub pos: [i8; 6],
    /// Moves to mate by perfect play.
    pub dtm: Option<u8>,
    /// The rule that fired.
    pub rule: &'a str,
    /// The advice that was satisfied.
    pub advice: &'a str,
    /// The move to play.
    pub first: Option<Move>,
    /// The forcing tree.
    pub tree: &'a Tree,
}

impl<'a> Record<'a> {
    /// The record of an answer this table gave.
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

/// The labels of rule and advice, `none` twice when there is no advice to follow.
pub fn english_labels<'t>(table: &'t Table, answer: &Answer) -> (&'t str, &'t str) {
    table.labels(answer).map_or((NONE, NONE), |(rule, advice)| (english_label(rule), english_label(advice)))
}

/// Which part of the answers a whole-board listing shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Projection {
    /// Rule and advice.
    RuleAdvice,
    /// The first move.
    FirstMove,
    /// Rule, advice and the tree in JSON.
    RuleAdviceTree,
}

impl Projection {
    /// Appends the line of one answer: the six digits, then tab-separated fields.
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

/// Appends the six digits of a position.
pub fn push_digits(position: Position, lines: &mut Vec<u8>) {
    lines.extend(position.coordinates().map(|coordinate| b'0' + coordinate as u8));
}

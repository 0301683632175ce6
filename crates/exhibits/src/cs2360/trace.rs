//! The tree of a search, which is recorded during the search and printed afterwards.
//!
//! ```text
//! * 4-6            1  9 boards  (W W W - W W - - B B B B B)
//!       9-7           14  5 boards
//!     * 10-7           1  3 boards
//!       10-8         >=1  1 board, 2 replies not looked at
//! ```
//!
//! Each line is a move, indented by the depth of the move, with `*` in front of the best move from each board. All
//! values are values for the player who makes the first half-move of the tree. `<=` or `>=` in front of a value means
//! that alpha-beta knows only a bound on the value.

use std::fmt;

use super::board::Board;
use super::moves::Move;

/// The window of an alpha-beta search: alpha and beta.
pub(super) type Window = (i32, i32);

/// Whether a value is exact or a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    /// The value is exact.
    Exactly,
    /// The value is an upper bound.
    AtMost,
    /// The value is a lower bound.
    AtLeast,
}

/// A searched move, and the recorded replies to the move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Node {
    /// The move: `4-7` or `3x10`.
    pub(crate) played: String,
    /// The board after the move.
    pub(crate) board: Board,
    /// The value of the move for the player who makes the first half-move of the tree.
    pub(crate) value: i32,
    /// Whether the value is exact or a bound.
    pub(crate) known: Known,
    /// The number of boards that were evaluated in the search of the move.
    pub(crate) evaluated: u64,
    /// The searched replies.
    pub(crate) replies: Vec<Node>,
    /// The index of the reply that is best for the player who makes the reply.
    pub(crate) best: Option<usize>,
    /// The number of replies that the search skipped. These replies cannot change the result.
    pub(crate) cut_off: usize,
    /// The source of the value.
    pub(crate) source: Source,
}

/// The source of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// The value comes from the values of the replies.
    Replies,
    /// The value is the evaluation of the board, because the game is over or the search is at its full depth.
    Evaluated,
    /// The value comes from the transposition table, because the table already contained the board.
    Remembered,
}

/// The recorded tree of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    levels: u8,
    /// The moves whose search is not finished, from the root down. In these moves, `evaluated` is the number of boards
    /// that the search had evaluated before the move.
    open: Vec<Node>,
    moves: Vec<Node>,
    best: Option<usize>,
}

impl Trace {
    /// Creates a trace that records `levels` half-moves. If `levels` is 0, the trace records nothing.
    pub(super) fn new(levels: u8) -> Trace {
        Trace { levels, open: Vec::new(), moves: Vec::new(), best: None }
    }

    /// Discards the recorded tree before a deeper search.
    pub(super) fn restart(&mut self) {
        *self = Trace::new(self.levels);
    }

    /// Begins the record of a move. The board before the move is `ply` half-moves below the root.
    #[inline]
    pub(super) fn open(&mut self, ply: u8, board: &Board, played: Move, next: &Board, evaluated: u64) {
        if ply < self.levels {
            self.open.push(Node {
                played: played.to_text(board),
                board: *next,
                value: 0,
                known: Known::Exactly,
                evaluated,
                replies: Vec::new(),
                best: None,
                cut_off: 0,
                source: Source::Replies,
            });
        }
    }

    /// Ends the record of the last open move. `value` is the exact value of the move for the player who made the move.
    #[inline]
    pub(super) fn close(&mut self, ply: u8, value: i32, evaluated: u64) {
        self.close_within(ply, value, (i32::MIN, i32::MAX), evaluated);
    }

    /// Ends the record of the last open move. `value` is exact if it is inside the window or is the evaluation of the
    /// board; otherwise it is a bound.
    #[inline]
    pub(super) fn close_within(&mut self, ply: u8, value: i32, (alpha, beta): Window, evaluated: u64) {
        if ply >= self.levels {
            return;
        }
        let mut node = self.open.pop().expect("a move is opened before it is closed");
        let to_asker = ply.is_multiple_of(2);
        node.known = if node.source == Source::Evaluated || (alpha < value && value < beta) {
            Known::Exactly
        } else if (value <= alpha) == to_asker {
            Known::AtMost
        } else {
            Known::AtLeast
        };
        node.value = if to_asker { value } else { -value };
        node.evaluated = evaluated - node.evaluated;
        match self.open.last_mut() {
            Some(parent) => parent.replies.push(node),
            None => self.moves.push(node),
        }
    }

    /// Records that the move whose record ended last is the best move found so far from its board.
    #[inline]
    pub(super) fn best_so_far(&mut self, ply: u8) {
        if ply < self.levels {
            match self.open.last_mut() {
                Some(parent) => parent.best = Some(parent.replies.len() - 1),
                None => self.best = Some(self.moves.len() - 1),
            }
        }
    }

    /// Records the number of moves that the search skips at a board `ply` half-moves below the root.
    #[inline]
    pub(super) fn cut_off(&mut self, ply: u8, left: impl Iterator<Item = Move>) {
        if ply <= self.levels
            && let Some(parent) = self.open.last_mut()
        {
            parent.cut_off = left.count();
        }
    }

    /// Records where the value of the last move in `open` comes from. The board after this move is `ply` half-moves
    /// below the root.
    #[inline]
    pub(super) fn decided(&mut self, ply: u8, source: Source) {
        if ply <= self.levels
            && let Some(node) = self.open.last_mut()
        {
            node.source = source;
        }
    }

    /// Prints the tree. `board` converts a board to text.
    pub fn write(&self, out: &mut dyn fmt::Write, board: &dyn Fn(&Board) -> String) -> fmt::Result {
        write_replies(out, &self.moves, self.best, 0, board)
    }
}

fn write_replies(
    out: &mut dyn fmt::Write,
    replies: &[Node],
    best: Option<usize>,
    level: usize,
    board: &dyn Fn(&Board) -> String,
) -> fmt::Result {
    let indent = 4 * level;
    for (i, node) in replies.iter().enumerate() {
        let known = match node.known {
            Known::Exactly => "",
            Known::AtMost => "<=",
            Known::AtLeast => ">=",
        };
        let value = format!("{known}{}", node.value);
        let mark = if best == Some(i) { '*' } else { ' ' };
        write!(out, "{:indent$}{mark} {:<6} {value:>9}", "", node.played)?;
        match node.source {
            Source::Remembered => write!(out, "  met before")?,
            Source::Evaluated => {}
            Source::Replies => write!(out, "  {}", counted(node.evaluated, "board"))?,
        }
        if node.cut_off > 0 {
            write!(out, ", {} not looked at", counted(node.cut_off as u64, "reply"))?;
        }
        if level == 0 {
            write!(out, "  {}", board(&node.board))?;
        }
        writeln!(out)?;
        write_replies(out, &node.replies, node.best, level + 1, board)?;
    }
    Ok(())
}

/// Returns a number with its noun: `1 board`, `2 boards`, `1 reply`, `2 replies`.
pub(super) fn counted(number: u64, what: &str) -> String {
    match (number, what.strip_suffix('y')) {
        (1, _) => format!("1 {what}"),
        (_, Some(stem)) => format!("{number} {stem}ies"),
        _ => format!("{number} {what}s"),
    }
}

//! The parts of a search that are the same for all engines: depth, evaluator, counts and trace.

use std::fmt;

use super::board::{Board, Player};
use super::evaluate::{Evaluator, WON};
use super::moves::Stopped;
use super::trace::Trace;

/// A number worse than any value. The negated number is better than any value.
pub(super) const NONE_YET: i32 = -WON - 1;

/// The number of boards that a search visits between two calls of `keep_going`.
const BOARDS_BETWEEN_CHECKS: u64 = 4096;

/// The depth of a search in half-moves. A search of depth 1 evaluates the board after each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Depth(u8);

impl Depth {
    /// The greatest depth. Each half-move is a nested call, so depth needs a limit; no engine can finish a search this
    /// deep.
    pub const LARGEST: u8 = 100;

    /// Returns the depth; `None` unless `half_moves` is from 1 to [`Depth::LARGEST`].
    pub fn new(half_moves: u64) -> Option<Depth> {
        (1..=u64::from(Self::LARGEST)).contains(&half_moves).then_some(Depth(half_moves as u8))
    }

    /// Returns the depth in half-moves.
    pub fn half_moves(self) -> u8 {
        self.0
    }

    /// Returns the depths 1, 2, ... up to this depth.
    pub(crate) fn up_to(self) -> impl Iterator<Item = Depth> {
        (1..=self.0).map(Depth)
    }
}

/// The state of a search: the evaluator, the counts and the trace.
pub struct Search<'a> {
    evaluator: Evaluator,
    keep_going: &'a mut dyn FnMut() -> bool,
    pub(super) evaluated: u64,
    /// The number of boards visited, evaluated or not.
    visited: u64,
    pub(super) trace: Trace,
}

impl fmt::Debug for Search<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Search { evaluator, evaluated, visited, .. } = self;
        let mut shown = formatter.debug_struct("Search");
        shown.field("evaluator", evaluator).field("evaluated", evaluated).field("visited", visited);
        shown.finish_non_exhaustive()
    }
}

impl<'a> Search<'a> {
    /// Creates a search with this evaluator. The search calls `keep_going` every 4096 boards, and ends with an error
    /// when `keep_going` returns false.
    pub fn new(evaluator: Evaluator, keep_going: &'a mut dyn FnMut() -> bool) -> Search<'a> {
        Search { evaluator, keep_going, evaluated: 0, visited: 0, trace: Trace::new(0) }
    }

    /// Makes the search record the tree of moves to a depth of `levels` half-moves.
    #[doc(hidden)]
    pub fn traced(mut self, levels: u8) -> Search<'a> {
        self.trace = Trace::new(levels);
        self
    }

    /// Returns the recorded tree of the search.
    #[doc(hidden)]
    pub fn into_trace(self) -> Trace {
        self.trace
    }

    /// Evaluates a board for the player to move, and counts the board.
    pub(super) fn evaluate(&mut self, board: &Board, turn: Player) -> Result<i32, Stopped> {
        self.evaluated += 1;
        self.visit()?;
        Ok(self.evaluator.value_to_mover(board, turn))
    }

    /// Counts a visited board, and periodically calls `keep_going`.
    pub(super) fn visit(&mut self) -> Result<(), Stopped> {
        self.visited += 1;
        if self.visited.is_multiple_of(BOARDS_BETWEEN_CHECKS) && !(self.keep_going)() { Err(Stopped) } else { Ok(()) }
    }
}

//! The parts of a search that all engines share: depth, evaluator, counts and trace.

use std::fmt;

use super::board::{Board, Player};
use super::evaluate::{Evaluator, WON};
use super::moves::Stopped;
use super::trace::Trace;

/// A number below every value. The negated number is above every value.
pub(super) const NONE_YET: i32 = -WON - 1;

/// The number of boards that a search visits between two calls of `keep_going`.
const BOARDS_BETWEEN_CHECKS: u64 = 4096;

/// The depth of a search in half-moves. A search of depth 1 evaluates the board after each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Depth(u8);

impl Depth {
    /// The greatest depth. The limit protects the call stack.
    pub const LARGEST: u8 = 100;

    /// Returns the depth. Returns `None` if `half_moves` is not from 1 to [`Depth::LARGEST`].
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

/// A search: the evaluator, the counters and the trace.
pub struct Search<'a> {
    evaluator: Evaluator,
    keep_going: &'a mut dyn FnMut() -> bool,
    pub(super) evaluated: u64,
    /// The number of boards visited, with or without an evaluation.
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
    /// Creates a search with this evaluator.
    ///
    /// The search calls `keep_going` every 4096 boards. If `keep_going` returns false, the search ends with an error.
    pub fn new(evaluator: Evaluator, keep_going: &'a mut dyn FnMut() -> bool) -> Search<'a> {
        Search { evaluator, keep_going, evaluated: 0, visited: 0, trace: Trace::new(0) }
    }

    /// Sets the depth, in half-moves, to which the search records its tree of moves.
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

    /// Evaluates a board for the player to move, and increments the counters.
    pub(super) fn evaluate(&mut self, board: &Board, turn: Player) -> Result<i32, Stopped> {
        self.evaluated += 1;
        self.visit()?;
        Ok(self.evaluator.value_to_mover(board, turn))
    }

    /// Increments the number of visited boards, and calls `keep_going` periodically.
    pub(super) fn visit(&mut self) -> Result<(), Stopped> {
        self.visited += 1;
        if self.visited.is_multiple_of(BOARDS_BETWEEN_CHECKS) && !(self.keep_going)() { Err(Stopped) } else { Ok(()) }
    }
}

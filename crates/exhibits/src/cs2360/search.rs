//! One search: its depth, its evaluator, and its counts.

use std::fmt;

use super::board::{Board, Player};
use super::evaluate::{Evaluator, WON};
use super::moves::Stopped;
use super::trace::Trace;

/// A number worse than any value; with its sign changed, better than any.
pub(super) const NONE_YET: i32 = -WON - 1;

/// The number of boards that a search looks at before it asks again whether to go on.
const BOARDS_BETWEEN_CHECKS: u64 = 4096;

/// The depth of a search, in half-moves: depth 1 evaluates each board that one move leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Depth(u8);

impl Depth {
    /// The greatest depth, far beyond what any engine finishes; each half-move is a nested call.
    pub const LARGEST: u8 = 100;

    /// The depth, if it is from 1 to [`Depth::LARGEST`].
    pub fn new(half_moves: u64) -> Option<Depth> {
        (1..=u64::from(Self::LARGEST)).contains(&half_moves).then_some(Depth(half_moves as u8))
    }

    /// The depth in half-moves.
    pub fn half_moves(self) -> u8 {
        self.0
    }

    /// The depths 1, 2, ... up to this depth.
    pub(crate) fn up_to(self) -> impl Iterator<Item = Depth> {
        (1..=self.0).map(Depth)
    }
}

/// A search: its evaluator, its counts and its trace.
pub struct Search<'a> {
    evaluator: Evaluator,
    keep_going: &'a mut dyn FnMut() -> bool,
    pub(super) evaluated: u64,
    /// The number of boards looked at, evaluated or not.
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
    /// A search with this evaluator. It calls `keep_going` every few thousand boards, and ends when it returns false.
    pub fn new(evaluator: Evaluator, keep_going: &'a mut dyn FnMut() -> bool) -> Search<'a> {
        Search { evaluator, keep_going, evaluated: 0, visited: 0, trace: Trace::new(0) }
    }

    /// Makes the search record its tree, `levels` half-moves deep.
    #[doc(hidden)]
    pub fn traced(mut self, levels: u8) -> Search<'a> {
        self.trace = Trace::new(levels);
        self
    }

    /// The recorded tree of the search.
    #[doc(hidden)]
    pub fn into_trace(self) -> Trace {
        self.trace
    }

    /// Evaluates a board for the player to move, and counts it.
    pub(super) fn evaluate(&mut self, board: &Board, turn: Player) -> Result<i32, Stopped> {
        self.evaluated += 1;
        self.visit()?;
        Ok(self.evaluator.value_to_mover(board, turn))
    }

    /// Counts a board that is looked at, and asks periodically whether to go on.
    pub(super) fn visit(&mut self) -> Result<(), Stopped> {
        self.visited += 1;
        if self.visited.is_multiple_of(BOARDS_BETWEEN_CHECKS) && !(self.keep_going)() { Err(Stopped) } else { Ok(()) }
    }
}

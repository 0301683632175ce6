//! Looking ahead: one question, three engines that give the same answer.
//!
//! The question is which move has the best minimax value when one looks `depth` half-moves ahead; a board is evaluated
//! where the game is over or the depth is used up, and of several best moves the first in the order of the move
//! generator is taken. The engines are [`minimax`](super::minimax), [`alphabeta`](super::alphabeta) and
//! [`table`](super::table).
//!
//! Values here are the mover's (negamax): a board is worth to one player what it is worth to the other with its sign
//! changed, since every evaluator is zero-sum.

use std::fmt;
use std::str::FromStr;

use super::board::{Board, Player};
use super::evaluate::{Evaluator, WON};
use super::moves::Move;
use super::table::Memory;
use super::trace::Trace;
use super::{alphabeta, minimax};

/// Worse than any value, and with its sign changed better than any.
pub(super) const NONE_YET: i32 = -WON - 1;

/// How often a search asks whether it may go on, in boards looked at.
const TIMEOUT: u64 = 4096;

/// A way to look ahead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// Every line to its end.
    Minimax,
    /// No line that cannot matter; moves in the generator's order.
    #[default]
    AlphaBeta,
    /// Alpha-beta with better moves first and boards met before remembered.
    Table,
}

impl Engine {
    /// Every engine, in order of cunning.
    pub const ALL: [Engine; 3] = [Engine::Minimax, Engine::AlphaBeta, Engine::Table];

    /// Its name, in small letters.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Minimax => "minimax",
            Engine::AlphaBeta => "alpha-beta",
            Engine::Table => "table",
        }
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// No engine has this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} is not an engine: minimax, alpha-beta or table")]
pub struct UnknownEngine(String);

impl FromStr for Engine {
    type Err = UnknownEngine;

    fn from_str(name: &str) -> Result<Engine, UnknownEngine> {
        let known = Engine::ALL.into_iter().find(|engine| engine.name().eq_ignore_ascii_case(name));
        known.ok_or_else(|| UnknownEngine(name.to_owned()))
    }
}

/// How far to look ahead, in half-moves: 1 evaluates each board one move can lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Depth(u8);

impl Depth {
    /// Far beyond what any engine finishes; each half-move is a nested call.
    pub const LARGEST: u8 = 100;

    /// The depth, if it is from 1 to [`Depth::LARGEST`].
    pub fn new(half_moves: u64) -> Option<Depth> {
        (1..=u64::from(Self::LARGEST)).contains(&half_moves).then_some(Depth(half_moves as u8))
    }

    /// In half-moves.
    pub fn half_moves(self) -> u8 {
        self.0
    }

    /// 1, 2, ... up to this one.
    pub fn up_to(self) -> impl Iterator<Item = Depth> {
        (1..=self.0).map(Depth)
    }
}

/// The move an engine has chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub played: Move,
    /// The board after it.
    pub board: Board,
    /// What it is worth to the player who asked.
    pub value: i32,
    /// How many boards were evaluated.
    pub evaluated: u64,
}

/// The search was told not to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the search was stopped")]
pub struct Stopped;

/// One search: what it goes by, and what it has counted.
pub struct Search<'a> {
    evaluator: Evaluator,
    keep_going: &'a mut dyn FnMut() -> bool,
    pub(super) evaluated: u64,
    /// Boards looked at, evaluated or not.
    visited: u64,
    pub(super) trace: Trace,
}

impl<'a> Search<'a> {
    /// A search by this evaluator, that goes on while `keep_going` says so: it is asked every few thousand boards.
    pub fn new(evaluator: Evaluator, keep_going: &'a mut dyn FnMut() -> bool) -> Search<'a> {
        Search { evaluator, keep_going, evaluated: 0, visited: 0, trace: Trace::new(0) }
    }

    /// Records the tree of the search, that many half-moves deep.
    pub fn traced(mut self, levels: u8) -> Search<'a> {
        self.trace = Trace::new(levels);
        self
    }

    /// The tree recorded while choosing.
    pub fn into_trace(self) -> Trace {
        self.trace
    }

    /// The best move of `turn`, or none when the game is over.
    pub fn choose(
        &mut self,
        engine: Engine,
        board: &Board,
        turn: Player,
        depth: Depth,
    ) -> Result<Option<Choice>, Stopped> {
        if board.winner(turn).is_some() {
            return Ok(None);
        }
        let before = self.evaluated;
        let (played, value) = match engine {
            Engine::Minimax => minimax::best(self, board, turn, depth)?,
            Engine::AlphaBeta => alphabeta::best(self, board, turn, depth)?,
            Engine::Table => {
                let mut memory = Memory::for_depth(depth);
                for shallower in depth.up_to().take_while(|shallower| *shallower < depth) {
                    memory.best(self, board, turn, shallower)?;
                }
                memory.best(self, board, turn, depth)?
            }
        };
        let evaluated = self.evaluated - before;
        Ok(Some(Choice { played, board: board.after(turn, played), value, evaluated }))
    }

    /// The best move of the deepest search that is finished before `keep_going` says no, and that depth; none when the
    /// game is over.
    ///
    /// It looks 1, 2, ... half-moves ahead, `depth` at most, and no farther once the game is decided: so a won game is
    /// won the shortest way, and a lost one lost by the move that looked best last. If not even one half-move can be
    /// finished, it has no answer.
    pub fn deepen(
        &mut self,
        engine: Engine,
        board: &Board,
        turn: Player,
        depth: Depth,
    ) -> Result<Option<(Choice, Depth)>, Stopped> {
        let mut deepest = None;
        if board.winner(turn).is_some() {
            return Ok(deepest);
        }
        let before = self.evaluated;
        let mut memory = Memory::for_depth(depth);
        for depth in depth.up_to() {
            let found = match engine {
                Engine::Minimax => minimax::best(self, board, turn, depth),
                Engine::AlphaBeta => alphabeta::best(self, board, turn, depth),
                Engine::Table => memory.best(self, board, turn, depth),
            };
            match found {
                Err(Stopped) if deepest.is_some() => break,
                Err(Stopped) => return Err(Stopped),
                Ok((_, value)) if value == -WON && deepest.is_some() => break,
                Ok((played, value)) => {
                    let evaluated = self.evaluated - before;
                    deepest = Some((Choice { played, board: board.after(turn, played), value, evaluated }, depth));
                    if value.abs() == WON {
                        break;
                    }
                }
            }
        }
        Ok(deepest)
    }

    /// The value of a board to the player to move.
    pub(super) fn evaluate(&mut self, board: &Board, turn: Player) -> Result<i32, Stopped> {
        self.evaluated += 1;
        self.visit()?;
        Ok(self.evaluator.value_to_mover(board, turn))
    }

    /// Another board is looked at: now and then a good time to ask whether to go on.
    pub(super) fn visit(&mut self) -> Result<(), Stopped> {
        self.visited += 1;
        if self.visited.is_multiple_of(TIMEOUT) && !(self.keep_going)() { Err(Stopped) } else { Ok(()) }
    }
}

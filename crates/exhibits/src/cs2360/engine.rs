//! Looking ahead: three engines that find the same move in different ways.
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
use super::evaluate::WON;
use super::moves::{Move, Stopped};
use super::search::{Depth, Search};
use super::table::Memory;
use super::{alphabeta, minimax};

/// A way to look ahead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// Plain minimax: follows every line to its end.
    Minimax,
    /// Alpha-beta: skips the lines that cannot matter; tries moves in the generator's order.
    #[default]
    AlphaBeta,
    /// Alpha-beta with a table of the boards met before, and with the more promising moves first.
    Table,
}

impl Engine {
    /// Every engine, the simplest first.
    #[doc(hidden)]
    pub const ALL: [Engine; 3] = [Engine::Minimax, Engine::AlphaBeta, Engine::Table];

    /// The engine's name, in small letters.
    pub(crate) fn name(self) -> &'static str {
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

/// The error for a name that no engine has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} is not an engine: minimax, alpha-beta or table")]
#[non_exhaustive]
pub struct UnknownEngine(String);

impl FromStr for Engine {
    type Err = UnknownEngine;

    fn from_str(name: &str) -> Result<Engine, UnknownEngine> {
        let known = Engine::ALL.into_iter().find(|engine| engine.name().eq_ignore_ascii_case(name));
        known.ok_or_else(|| UnknownEngine(name.to_owned()))
    }
}

/// The move an engine has chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub(crate) played: Move,
    /// The board after the move.
    pub board: Board,
    /// The value of the move to the player who asked.
    pub value: i32,
    /// The number of boards that were evaluated.
    pub evaluated: u64,
}

impl Search<'_> {
    /// Finds the best move of `turn`; `None` when the game is over.
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

    /// Finds the best move by the deepest search that is finished before `keep_going` says no, and its depth; `None`
    /// when the game is over.
    ///
    /// The searches look 1, 2, ... half-moves ahead, at most `depth`, and stop once the game is decided: so a won game
    /// is won the shortest way, and a lost game continues with the move that looked best last. If not even the search
    /// of one half-move is finished, the result is an error.
    pub fn deepen(
        &mut self,
        engine: Engine,
        board: &Board,
        turn: Player,
        depth: Depth,
    ) -> Result<Option<(Choice, Depth)>, Stopped> {
        let mut choice = None;
        if board.winner(turn).is_some() {
            return Ok(choice);
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
                Err(Stopped) if choice.is_some() => break,
                Err(Stopped) => return Err(Stopped),
                Ok((_, value)) if value == -WON && choice.is_some() => break,
                Ok((played, value)) => {
                    let evaluated = self.evaluated - before;
                    choice = Some((Choice { played, board: board.after(turn, played), value, evaluated }, depth));
                    if value.abs() == WON {
                        break;
                    }
                }
            }
        }
        Ok(choice)
    }
}

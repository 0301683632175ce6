//! Three engines, which look ahead in different ways and find the same move.
//!
//! An engine finds the move with the best minimax value, looking `depth` half-moves ahead. The engine evaluates a board
//! if the game is over, or if the board is `depth` half-moves ahead. Of several best moves, the engine chooses the
//! first in the order of the move generator. The engines are [`minimax`](mod@super::minimax),
//! [`alphabeta`](mod@super::alphabeta) and [`table`](mod@super::table).
//!
//! A value is always the value for the player to move (negamax). Every evaluator is zero-sum, so the value for the
//! opponent is the negated value.

use std::fmt;
use std::str::FromStr;

use super::board::{Board, Player};
use super::evaluate::WON;
use super::moves::{Move, Stopped};
use super::search::{Depth, Search};
use super::table::Memory;
use super::{alphabeta, minimax};

/// A search algorithm.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// Plain minimax, which searches every line of play to the full depth.
    Minimax,
    /// Alpha-beta without a table. Tries the moves in the generator's order.
    #[default]
    AlphaBeta,
    /// Alpha-beta with a transposition table. Tries the most promising moves first.
    Table,
}

impl Engine {
    /// Every engine, the simplest first.
    #[doc(hidden)]
    pub const ALL: [Engine; 3] = [Engine::Minimax, Engine::AlphaBeta, Engine::Table];

    /// Returns the engine's name, in lower case.
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

/// The error for an unknown engine name.
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

/// The move that an engine has chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub(crate) played: Move,
    /// The board after the move.
    pub board: Board,
    /// The value of the move for the player who made the move.
    pub value: i32,
    /// The number of boards that were evaluated.
    pub evaluated: u64,
}

impl Search<'_> {
    /// Finds the best move for the player `turn`; returns `None` if the game is over.
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

    /// Searches 1, 2, ... half-moves ahead, up to `depth`, until `keep_going` returns false. Returns the best move of
    /// the deepest finished search, and the depth of that search. Returns `None` if the game is over.
    ///
    /// The method also stops when a search finds a forced win or a forced loss. In the case of a loss, the method
    /// returns the best move of the previous search, if a previous search exists, because a search that finds a loss
    /// values all moves equally. If no search is finished, the method returns an error.
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

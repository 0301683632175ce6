//! A game between two players of any kind: the boards, the side to move, and the outcome.
//!
//! The rules have no draw. A match ends as a draw when a board occurs a second time with the same side to move, or when
//! the limit of half-moves is reached.

use std::collections::HashMap;
use std::fmt;

use super::board::{Board, Player};
use super::moves::Move;

/// The outcome of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A win by the rules.
    Won(Player),
    /// A draw, because a board has occurred twice with the same side to move. The value is the number of half-moves
    /// before the first occurrence.
    Repetition(usize),
    /// A draw because the match has reached this number of half-moves.
    Limit(usize),
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Won(Player::White) => f.write_str("White wins"),
            Outcome::Won(Player::Black) => f.write_str("Black wins"),
            Outcome::Repetition(0) => f.write_str("draw: the board is that at the beginning"),
            Outcome::Repetition(earlier) => write!(f, "draw: the board is that after half-move {earlier}"),
            Outcome::Limit(limit) => write!(f, "draw: {limit} half-moves have been made"),
        }
    }
}

/// The error for a board that no move of the player produces.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no move leads to {0}")]
#[non_exhaustive]
pub struct Illegal(pub Board);

/// A game being played.
#[derive(Clone, Debug)]
pub struct Match {
    board: Board,
    turn: Player,
    half_moves: usize,
    limit: usize,
    /// For each board and side to move, the number of half-moves before the first occurrence.
    met: HashMap<(Board, Player), usize>,
    outcome: Option<Outcome>,
}

impl Match {
    /// The default number of half-moves after which a match is a draw.
    pub const LIMIT: usize = 200;

    /// Begins a match from this board.
    pub fn new(board: Board, turn: Player) -> Match {
        let outcome = board.winner(turn).map(Outcome::Won);
        Match { board, turn, half_moves: 0, limit: Self::LIMIT, met: HashMap::from([((board, turn), 0)]), outcome }
    }

    /// Sets the limit to `half_moves` half-moves in place of [`Match::LIMIT`].
    pub fn limited_to(self, half_moves: usize) -> Match {
        let outcome = self.outcome.or((half_moves == 0).then_some(Outcome::Limit(0)));
        Match { limit: half_moves, outcome, ..self }
    }

    /// Returns the present board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the player to move.
    pub fn turn(&self) -> Player {
        self.turn
    }

    /// Returns the number of half-moves made.
    pub fn half_moves(&self) -> usize {
        self.half_moves
    }

    /// Returns the outcome of the match; `None` if the match has not ended.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Makes the move that leads to `next`.
    pub fn play(&mut self, next: &Board) -> Result<Move, Illegal> {
        let played = self.board.move_to(self.turn, next).ok_or(Illegal(*next))?;
        self.board = *next;
        self.turn = self.turn.opponent();
        self.half_moves += 1;
        let earlier = *self.met.entry((self.board, self.turn)).or_insert(self.half_moves);
        self.outcome = match self.board.winner(self.turn) {
            Some(winner) => Some(Outcome::Won(winner)),
            None if earlier < self.half_moves => Some(Outcome::Repetition(earlier)),
            None if self.half_moves >= self.limit => Some(Outcome::Limit(self.limit)),
            None => None,
        };
        Ok(played)
    }
}

//! A game between two players of any kind: the boards so far, whose turn it is, and how it ends.
//!
//! The rules know no draw. A match ends undecided at the first board that is reached a second time with the same side
//! to move, or after a number of half-moves.

use std::collections::HashMap;
use std::fmt;

use super::board::{Board, Player};
use super::moves::Move;

/// How a match has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A win by the rules.
    Won(Player),
    /// A repetition: the board was reached before, after this many half-moves, with the same side to move.
    Repetition(usize),
    /// The limit of half-moves.
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

/// The error of a player whose answer is no board that one of his moves leads to.
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
    /// The number of half-moves after which each board was first reached.
    met: HashMap<(Board, Player), usize>,
    outcome: Option<Outcome>,
}

impl Match {
    /// The number of half-moves after which a match is a draw, unless the caller sets another limit.
    pub const LIMIT: usize = 200;

    /// Begins a match with this board.
    pub fn new(board: Board, turn: Player) -> Match {
        let outcome = board.winner(turn).map(Outcome::Won);
        Match { board, turn, half_moves: 0, limit: Self::LIMIT, met: HashMap::from([((board, turn), 0)]), outcome }
    }

    /// The match with another limit, in half-moves.
    pub fn limited_to(self, half_moves: usize) -> Match {
        let outcome = self.outcome.or((half_moves == 0).then_some(Outcome::Limit(0)));
        Match { limit: half_moves, outcome, ..self }
    }

    /// The present board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The player to move.
    pub fn turn(&self) -> Player {
        self.turn
    }

    /// The number of half-moves that have been made.
    pub fn half_moves(&self) -> usize {
        self.half_moves
    }

    /// How the match has ended, if it has.
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

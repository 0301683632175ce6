//! A game from any starting position: the moves and the end of the game.

use super::moves::{Crowning, Move};
use super::player::{Choice, Player, PlayerError};
use super::position::{Position, Side};

/// A game in progress.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    start: Position,
    moves: Vec<Move>,
}

/// The way in which a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// A draw, because a position occurred a second time.
    Repetition {
        /// The number of half-moves before the first occurrence of the position; 0 means the start.
        first_seen: usize,
    },
    /// This side is to move, has no legal move, and loses.
    NoMove(Side),
    /// This side gives up. Its player chose `NIL`, because every move loses within the search depth.
    GivesUp(Side),
    /// This side loses. Its player chose an illegal position, or resigned although there is a legal move.
    Illegal(Side),
}

/// Statistics of one half-move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The number of positions that the player listed as legal.
    pub legal: usize,
    /// The index of the chosen position in the player's list of legal positions; `None` if no move was made.
    pub chosen: Option<usize>,
    /// The number of positions evaluated for the choice.
    pub evaluated: u64,
}

impl Game {
    /// Creates a game that starts in this position.
    pub fn new(start: Position) -> Game {
        Game { start, moves: Vec::new() }
    }

    /// Returns the position in which the game started.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Returns the moves made since the start.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Returns the position on the board.
    pub fn position(&self) -> &Position {
        self.moves.last().map_or(&self.start, |last| &last.position)
    }

    /// Returns all positions from the start to the present position.
    pub fn positions(&self) -> impl Iterator<Item = &Position> {
        std::iter::once(&self.start).chain(self.moves.iter().map(|each| &each.position))
    }

    /// Returns the legal moves in the position on the board.
    pub fn legal_moves(&self) -> Vec<Move> {
        self.position().legal_moves(Crowning::GoesOn)
    }

    /// Makes a move. The move must be legal.
    pub fn make(&mut self, legal_move: Move) {
        self.moves.push(legal_move);
    }

    /// Takes back the last move, and returns the move. Returns `None` if no move has been made.
    pub fn take_back(&mut self) -> Option<Move> {
        self.moves.pop()
    }

    /// Returns the number of half-moves before the first occurrence of the present position; `None` if the position is
    /// new.
    pub fn seen_before(&self) -> Option<usize> {
        self.positions().take(self.moves.len()).position(|earlier| earlier == self.position())
    }

    /// Makes the move that the player chooses.
    ///
    /// The first value contains the statistics of the half-move; it is `None` if the player had no legal move. The
    /// second value is the end of the game; it is `None` if the game continues.
    pub fn play(&mut self, player: &mut dyn Player) -> Result<(Option<Turn>, Option<End>), PlayerError> {
        let side = self.position().side;
        let legal = player.legal_positions(self.position())?;
        if legal.is_empty() {
            return Ok((None, Some(End::NoMove(side))));
        }
        let (choice, evaluated) = player.choose(self.position())?;
        let index = match choice {
            Choice::Position(position) => legal.iter().position(|each| *each == position),
            Choice::Nothing | Choice::Resign => None,
        };
        // A program may also list and choose positions that the rules do not allow.
        let made = index.and_then(|index| self.legal_moves().into_iter().find(|each| each.position == legal[index]));
        let turn = Turn { legal: legal.len(), chosen: made.and(index), evaluated };
        let end = match made {
            Some(made) => {
                self.make(made);
                self.seen_before().map(|first_seen| End::Repetition { first_seen })
            }
            None if choice == Choice::Nothing => Some(End::GivesUp(side)),
            None => Some(End::Illegal(side)),
        };
        Ok((Some(turn), end))
    }
}

impl End {
    /// Returns the side that lost; `None` if the game is a draw.
    pub fn loser(&self) -> Option<Side> {
        match self {
            End::Repetition { .. } => None,
            End::NoMove(side) | End::GivesUp(side) | End::Illegal(side) => Some(*side),
        }
    }
}

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

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// A position that was reached a second time.
    Repetition {
        /// The number of half-moves before the position was first reached; 0 is the start.
        first_seen: usize,
    },
    /// The side to move has no legal move, and loses.
    NoMove(Side),
    /// The side to move gives up: the side chooses `NIL`, because every move loses within the horizon.
    GivesUp(Side),
    /// The side to move loses, because it chooses a position that is not in the list of legal positions or that the
    /// rules do not allow, or because it resigns although it has a legal move.
    Illegal(Side),
}

/// Statistics of one half-move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The number of legal positions.
    pub legal: usize,
    /// The index of the chosen legal position; `None` if no move was made.
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

    /// Makes a move, which must be one of the legal moves.
    pub fn make(&mut self, legal_move: Move) {
        self.moves.push(legal_move);
    }

    /// Takes back the last move, and returns that move; returns `None` if no move has been made.
    pub fn take_back(&mut self) -> Option<Move> {
        self.moves.pop()
    }

    /// Returns the number of half-moves after which the present position first occurred; `None` if the present position
    /// is new.
    pub fn seen_before(&self) -> Option<usize> {
        self.positions().take(self.moves.len()).position(|earlier| earlier == self.position())
    }

    /// Makes the move that a player chooses. Returns the statistics of the half-move, if there was a move to choose,
    /// and the end of the game, if the game has ended.
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
    /// Returns the side that lost; `None` for a game without a winner.
    pub fn loser(&self) -> Option<Side> {
        match self {
            End::Repetition { .. } => None,
            End::NoMove(side) | End::GivesUp(side) | End::Illegal(side) => Some(*side),
        }
    }
}

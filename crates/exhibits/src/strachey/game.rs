//! A game from some position on: the moves made, and how it ended.

use super::moves::{Crowning, Move};
use super::player::{Choice, Player, PlayerError};
use super::position::{Position, Side};

/// A game, as long as it may already be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    start: Position,
    moves: Vec<Move>,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// A whole position came a second time.
    Repetition {
        /// Half-moves before it came first; 0 is the start.
        first_seen: usize,
    },
    /// The side to move has no legal position and loses.
    NoMove(Side),
    /// Every reply loses within the horizon, so the choice is `NIL`: the side to move gives up.
    GivesUp(Side),
    /// The side to move made a choice that is not among its legal positions or not within the rules, and loses.
    Illegal(Side),
}

/// What was found out at one half-move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    /// How many legal positions there were.
    pub legal: usize,
    /// Which of them was chosen, if one was.
    pub chosen: Option<usize>,
    /// How many positions were evaluated for the choice.
    pub evaluated: u64,
}

impl Game {
    /// A game that starts here.
    pub fn new(start: Position) -> Game {
        Game { start, moves: Vec::new() }
    }

    /// The position in which the game started.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The moves made.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The position on the board.
    pub fn position(&self) -> &Position {
        self.moves.last().map_or(&self.start, |last| &last.position)
    }

    /// All positions from the start to the present one.
    pub fn positions(&self) -> impl Iterator<Item = &Position> {
        std::iter::once(&self.start).chain(self.moves.iter().map(|each| &each.position))
    }

    /// The legal moves.
    pub fn legal_moves(&self) -> Vec<Move> {
        self.position().legal_moves(Crowning::GoesOn)
    }

    /// Makes one of the legal moves.
    pub fn make(&mut self, legal_move: Move) {
        self.moves.push(legal_move);
    }

    /// Takes the last move back.
    pub fn take_back(&mut self) -> Option<Move> {
        self.moves.pop()
    }

    /// After how many half-moves the present position was there before.
    pub fn seen_before(&self) -> Option<usize> {
        self.positions().take(self.moves.len()).position(|earlier| earlier == self.position())
    }

    /// Lets a player choose the next move and makes it. What was found out, if there was a choice; how the game
    /// ended, if it did.
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
        // A program may also list, and choose, what the rules do not allow.
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
    /// The side that lost; `None` for a game without a winner.
    pub fn loser(&self) -> Option<Side> {
        match self {
            End::Repetition { .. } => None,
            End::NoMove(side) | End::GivesUp(side) | End::Illegal(side) => Some(*side),
        }
    }
}

//! The checkers program of 1971 as native code: the twin of `focal/checkers.fc`.
//!
//! P. M. Klinkman's program for FOCAL (DECUS FOCAL8-149) is known only from its write-up. `docs/checkers.md` says what
//! the program certainly did, what was inferred, and what was chosen freely. This module behaves as our FOCAL program
//! does: it prints the same output for the same answers, holds the same variables, and ends in the same way when memory
//! is full.
//!
//! - [`board`]: the squares, and which of them exist as variables
//! - [`moves`]: the list of candidates, and the effect of a move
//! - `fran`: the random numbers, and the random choice of a move
//! - [`think`]: the computer's turn
//! - `candidates`: the moves from which the computer chooses
//! - `memory`: the room that the variables and the push-down list share
//! - `dialogue`: the player's answers
//! - `rules`: the program's decisions, each in a method of its own, which a test can replace by a wrong method
//!
//! Squares are the numbers 1 to 64. An answer may be any two numbers that FOCAL can read.

pub mod board;
#[doc(hidden)]
pub mod candidates;
pub(crate) mod dialogue;
#[doc(hidden)]
pub mod fran;
#[doc(hidden)]
pub mod memory;
pub mod moves;
pub(crate) mod rules;
pub mod think;

use crate::ascii;
use crate::float::Float;
use crate::performer::{Performer, Status};
use dialogue::{Answer, Heard};
use memory::Failure;
use rules::{Reconstruction, Rules};
use think::{Position, Turn};

/// A game, played key by key as on the Teletype.
///
/// ```
/// use focal8::{checkers::Game, performer::{Performer, Status}};
/// let mut game = Game::default();
/// assert_eq!(game.run(u64::MAX), Status::Waiting);
/// let paper = String::from_utf8(game.take_printed()).unwrap();
/// assert!(paper.starts_with("\r\n  C   C   C   C \r\nC   C   C   C   \r\n  #   C   C   C "));
/// assert!(paper.ends_with("\r\nFROM:"));
/// ```
#[derive(Clone, Debug)]
pub struct Game<R = Reconstruction> {
    position: Position<R>,
    stage: Stage,
    last_turn: Option<Turn>,
    /// The last number typed for `FROM:`. An answer of only ALT MODE leaves this number unchanged.
    from: Float,
    /// The last number typed for `TO:`. An answer of only ALT MODE leaves this number unchanged.
    to: Float,
    key: Option<u8>,
    /// The error from a key that interrupted the program. The next step of the game raises this error.
    broken_off: Option<Failure>,
    paper: Vec<u8>,
}

/// The stage of a game.
#[derive(Clone, Debug, Default)]
enum Stage {
    /// The computer is to move.
    #[default]
    Thinking,
    /// The program has printed `FROM:`.
    From(Answer),
    /// The program has printed `TO:`.
    To(Answer),
    /// An error has ended the program, and FOCAL has printed its asterisk.
    Over(Failure),
}

impl Default for Game {
    /// Creates a new game in a freshly loaded FOCAL.
    fn default() -> Self {
        Game::new(Position::default())
    }
}

impl<R: Rules> Game<R> {
    /// Creates a game from any position, with the computer to move.
    pub fn new(position: Position<R>) -> Self {
        Game {
            position,
            stage: Stage::Thinking,
            last_turn: None,
            from: Float::ZERO,
            to: Float::ZERO,
            key: None,
            broken_off: None,
            paper: Vec::new(),
        }
    }

    /// Returns the variables of the program.
    pub const fn position(&self) -> &Position<R> {
        &self.position
    }

    /// Returns the last turn of the computer.
    pub const fn last_turn(&self) -> Option<Turn> {
        self.last_turn
    }

    /// Returns the error that ended the game, if there was one.
    pub const fn failure(&self) -> Option<Failure> {
        match self.stage {
            Stage::Over(failure) => Some(failure),
            _ => None,
        }
    }

    /// Carries out the computer's turn, and prints the board and the question `FROM:`.
    fn think(&mut self) -> Result<(), Failure> {
        self.last_turn = Some(self.position.think()?);
        // ASK puts the answers into J and N. Before the questions J holds the square examined last, and N is 65,
        // because the board has just been printed.
        self.from = Float::wrapping(23, i32::from(self.position.origin)).normalised();
        self.to = Float::wrapping(23, 65).normalised();
        self.position.print(&mut self.paper)?;
        self.paper.extend_from_slice(b"\r\nFROM:");
        self.stage = Stage::From(Answer::default());
        Ok(())
    }

    /// Adds a key to the answer that is being typed.
    fn hear(&mut self, key: u8) -> Result<(), Failure> {
        self.stage = match std::mem::take(&mut self.stage) {
            Stage::From(answer) => match answer.hear(key, &mut self.paper)? {
                Heard::More(answer) => Stage::From(answer),
                Heard::Number(number) => {
                    self.from = number.unwrap_or(self.from);
                    self.paper.extend_from_slice(b"TO:");
                    Stage::To(Answer::default())
                }
            },
            Stage::To(answer) => match answer.hear(key, &mut self.paper)? {
                Heard::More(answer) => Stage::To(answer),
                Heard::Number(number) => {
                    self.to = number.unwrap_or(self.to);
                    self.position.answer_numbers(self.from, self.to);
                    Stage::Thinking
                }
            },
            stage => stage,
        };
        Ok(())
    }

    /// Runs the game for one step. Returns whether the game waits for a key.
    fn step(&mut self) -> Result<bool, Failure> {
        if let Some(failure) = self.broken_off.take() {
            return Err(failure);
        }
        match (&self.stage, self.key.take()) {
            (Stage::Thinking, key) => {
                self.key = key;
                self.think()?;
                Ok(false)
            }
            (_, Some(key)) => self.hear(key).map(|()| false),
            (_, None) => Ok(true),
        }
    }
}

// The program and the tests use the functions below, which are not part of the documented interface.
#[doc(hidden)]
impl<R: Rules> Game<R> {
    /// Returns the position before the computer's next turn. Returns `None` if the player's answer is not complete.
    pub fn about_to_think(&self) -> Option<Position<R>> {
        let mut game = self.clone();
        while !matches!(game.stage, Stage::Thinking) {
            let key = game.key.take()?;
            game.hear(key).ok()?;
        }
        Some(game.position)
    }
}

impl<R: Rules> Performer for Game<R> {
    /// Presses a key. CTRL/C ends the game, as in the original. A second key that is pressed before the program has
    /// read the first key also ends the game.
    fn press(&mut self, key: u8) {
        match ascii::unmarked(key) {
            0 => {}
            ascii::CTRL_C => self.broken_off = Some(dialogue::INTERRUPTED),
            _ if self.key.is_some() => self.broken_off = Some(dialogue::OVERRUN),
            key => self.key = Some(key),
        }
    }

    /// Runs until the game waits for a key. A turn takes microseconds, so the budget is ignored.
    fn run(&mut self, _budget: u64) -> Status {
        loop {
            if let Stage::Over(_) = self.stage {
                return Status::Halted;
            }
            match self.step() {
                Ok(true) => return Status::Waiting,
                Ok(false) => {}
                Err(failure) => {
                    self.paper.push(ascii::RUBOUT);
                    self.paper.extend_from_slice(format!("{failure} \r\n*").as_bytes());
                    self.stage = Stage::Over(failure);
                }
            }
        }
    }

    fn take_printed(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.paper)
    }
}

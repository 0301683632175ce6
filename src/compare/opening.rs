//! Openings: the pieces, FRAN's state, and how much memory is taken before the game.

use serde::{Deserialize, Serialize};

use crate::checkers::board::{Board, Cell};
use crate::checkers::fran::Fran;
use crate::checkers::rules::Rules;
use crate::checkers::think::Position;
use crate::float::Float;
use crate::float::decimal::NumberReader;
use crate::float::functions::Random;
use crate::roms;

/// Part I of the tape: comments and program.
#[doc(hidden)]
pub const PART_ONE: &str = roms::CHECKERS;
/// Part II: direct commands that set up board and variables, and GO.
#[doc(hidden)]
pub const PART_TWO: &str = roms::CHECKERS_BOARD;

/// The state that FRAN starts from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Seed {
    /// The state of FRAN when FOCAL is loaded.
    #[default]
    Loaded,
    /// Three octal words that are put into memory: `0000 3226 1242`.
    Words(String),
    /// The argument of a call of FRAN before the variables are erased, such as `.3`; this works with any tape.
    Typed(String),
}

// The program and the tests use these; they are no part of the documented interface.
#[doc(hidden)]
impl Seed {
    /// Returns the three words, if they are a state of FRAN.
    pub fn words(&self) -> Option<Float> {
        match self {
            Seed::Loaded => Some(Fran::LOADED.words()),
            Seed::Words(words) => words.parse().ok(),
            Seed::Typed(argument) => {
                let mut reader = NumberReader::default();
                for character in argument.bytes().chain([b')']) {
                    reader.take(character).ok()?;
                }
                let mut random = Random::default();
                random.fran(reader.value()?);
                Some(random.state)
            }
        }
    }
}

/// The position before the computer's first move.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opening {
    /// The state of FRAN.
    #[serde(default)]
    pub seed: Seed,
    /// The pieces by square, if the position is not the usual one: 1 and 2 for the computer's checkers and queens, -1
    /// and -2 for the player's checkers and kings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pieces: Option<Vec<(i16, i8)>>,
    /// The number of variables created beforehand, so that memory is full sooner.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub dummies: usize,
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

impl Opening {
    /// Returns the board, on which only squares that were set exist.
    pub(crate) fn board(&self) -> Board {
        let mut board = Board::default();
        for (square, cell) in self.cells() {
            board.set(square, cell);
        }
        board
    }

    /// Returns the position for the native twin, without the dummies; `None` if FRAN's words are not a state.
    pub(super) fn position<R: Rules>(&self, rules: R) -> Option<Position<R>> {
        let fran = Fran::from_words(self.seed.words()?)?;
        Some(Position::with_rules(self.board(), fran, rules))
    }

    /// Returns the direct commands before `GO` in part II of the tape, without the command for the seed.
    pub(crate) fn commands(&self) -> Vec<String> {
        let tape = PART_TWO.lines().filter(|line| *line != "GO").map(str::to_owned);
        let mut commands: Vec<String> = match &self.pieces {
            None => tape.collect(),
            // The scalars come first, then the pieces in place of the usual ones.
            Some(_) => tape
                .take(1)
                .chain(self.cells().into_iter().map(|(square, cell)| format!("S A({square})={}", cell.value())))
                .collect(),
        };
        if self.dummies > 0 {
            commands.push(format!("F I=1,{};S Z(I)=0", self.dummies));
        }
        commands
    }
}

// The program and the tests use these; they are no part of the documented interface.
#[doc(hidden)]
impl Opening {
    /// Returns the squares that are set, each with its cell, in ascending order.
    pub fn cells(&self) -> Vec<(i16, Cell)> {
        match &self.pieces {
            None => Board::start().iter().collect(),
            Some(pieces) => {
                pieces.iter().filter_map(|&(square, value)| Some((square, Cell::from_value(value)?))).collect()
            }
        }
    }
}

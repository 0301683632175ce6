//! Openings of games: the pieces, FRAN's state, and the number of variables that already exist.

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
/// Part II of the tape: direct commands that set up the board and the variables, and `GO`.
#[doc(hidden)]
pub const PART_TWO: &str = roms::CHECKERS_BOARD;

/// The state in which FRAN begins the game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Seed {
    /// The state of FRAN when FOCAL is loaded.
    #[default]
    Loaded,
    /// A state of three octal words that is written into memory: `0000 3226 1242`.
    Words(String),
    /// The argument, such as `.3`, of a call of FRAN that is typed before the variables are erased; such a call works
    /// with any tape.
    Typed(String),
}

// The program and the tests use the functions below, which are not part of the documented interface.
#[doc(hidden)]
impl Seed {
    /// Returns the three words of the state; `None` if the seed's text cannot be parsed.
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
    /// The pieces by square, if the position is not the usual position. The computer's checkers and queens are 1 and 2,
    /// and the player's checkers and kings are -1 and -2.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pieces: Option<Vec<(i16, i8)>>,
    /// The number of variables that are created before the game, so that the variables fill memory sooner.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub dummies: usize,
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

impl Opening {
    /// Returns the board. It has only the squares that the opening sets.
    pub(crate) fn board(&self) -> Board {
        let mut board = Board::default();
        for (square, cell) in self.cells() {
            board.set(square, cell);
        }
        board
    }

    /// Returns the position for the native twin, without the variables that are created before the game; `None` if
    /// FRAN's words are not a state.
    pub(super) fn position<R: Rules>(&self, rules: R) -> Option<Position<R>> {
        let fran = Fran::from_words(self.seed.words()?)?;
        Some(Position::with_rules(self.board(), fran, rules))
    }

    /// Returns the direct commands in part II of the tape, without its `GO` and without the command for the seed.
    pub(crate) fn commands(&self) -> Vec<String> {
        let tape = PART_TWO.lines().filter(|line| *line != "GO").map(str::to_owned);
        let mut commands: Vec<String> = match &self.pieces {
            None => tape.collect(),
            // The tape's command for the scalars comes first, then the given pieces instead of the usual ones.
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

// The program and the tests use the functions below, which are not part of the documented interface.
#[doc(hidden)]
impl Opening {
    /// Returns the squares that the opening sets, each with its cell, in ascending order.
    pub fn cells(&self) -> Vec<(i16, Cell)> {
        match &self.pieces {
            None => Board::start().iter().collect(),
            Some(pieces) => {
                pieces.iter().filter_map(|&(square, value)| Some((square, Cell::from_value(value)?))).collect()
            }
        }
    }
}

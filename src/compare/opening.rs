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
    /// A state that is written into memory: three octal words, such as `0000 3226 1242`.
    Words(String),
    /// The argument of a call of FRAN, such as `.3`. The call is typed before the game. It changes FRAN's state in any
    /// FOCAL, also in a FOCAL from the user's own tape, in which [`Seed::Words`] cannot set the state.
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
    /// The squares with their pieces, or `None` for the usual position. A piece is 1 (computer's checker), 2
    /// (computer's queen), -1 (player's checker) or -2 (player's king).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pieces: Option<Vec<(i16, i8)>>,
    /// The number of dummy variables that are created before the game to leave less memory.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub dummies: usize,
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

impl Opening {
    /// Returns the board with only the squares that the opening sets.
    pub(crate) fn board(&self) -> Board {
        let mut board = Board::default();
        for (square, cell) in self.cells() {
            board.set(square, cell);
        }
        board
    }

    /// Returns the position for the native twin. The position does not contain the number of dummy variables. Returns
    /// `None` if the seed is not a possible state of FRAN.
    pub(super) fn position<R: Rules>(&self, rules: R) -> Option<Position<R>> {
        let fran = Fran::from_words(self.seed.words()?)?;
        Some(Position::with_rules(self.board(), fran, rules))
    }

    /// Returns the direct commands that set up the position, without `GO` and without the command for the seed.
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

//! Compares two players: asks both players the same questions about random positions until their answers differ.

use std::fmt;

use super::board::board;
use super::player::{Choice, Player, PlayerError};
use super::position::{Position, Side};
use super::squares::BOARD;
use super::value::members;

/// The maximum length of a random walk from the start, in half-moves.
const MAX_WALK_HALF_MOVES: u32 = 120;

/// An endless iterator over random positions. The same seed gives the same positions.
///
/// Every second position is the result of random legal moves from the start. The other positions contain men and kings
/// on random squares.
#[derive(Clone, Debug)]
pub struct Sampler {
    random: fastrand::Rng,
    scatter: bool,
}

impl Sampler {
    /// Creates a sampler with this seed.
    pub fn new(seed: u64) -> Sampler {
        Sampler { random: fastrand::Rng::with_seed(seed), scatter: true }
    }

    fn reached(&mut self) -> Position {
        let mut position = Position::START;
        for _ in 0..self.random.u32(..MAX_WALK_HALF_MOVES) {
            match self.random.choice(position.legal_positions()) {
                Some(next) => position = next,
                None => break,
            }
        }
        position
    }

    fn scattered(&mut self) -> Position {
        let pieces = self.random.u8(1..=24);
        let mut position = Position { own: 0, other: 0, kings: 0, side: Side::Black };
        if self.random.bool() {
            position.side = Side::White;
        }
        for square in self.random.choose_multiple(members(BOARD), pieces.into()) {
            let set = if self.random.bool() { &mut position.own } else { &mut position.other };
            *set |= 1 << square;
            if self.random.u8(..4) == 0 {
                position.kings |= 1 << square;
            }
        }
        position
    }
}

impl Iterator for Sampler {
    type Item = Position;

    fn next(&mut self) -> Option<Position> {
        self.scatter = !self.scatter;
        Some(if self.scatter { self.scattered() } else { self.reached() })
    }
}

/// A function that asks a player a question about a position. It returns the answer as text.
type Answer = fn(&mut dyn Player, &Position) -> Result<String, PlayerError>;

/// A position and a question to which two players give different answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The position.
    pub(crate) position: Position,
    /// The question.
    pub question: &'static str,
    /// The answer of the first player.
    pub(crate) one: String,
    /// The answer of the second player.
    pub(crate) other: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Difference { position, question, one, other } = self;
        write!(formatter, "{position}\n{}{question}:\n  one   {one}\n  other {other}", board(position))
    }
}

/// Asks both players the same questions about a position, and returns the first question with different answers.
///
/// The four questions ask for the legal positions (in the player's order), for the static value, for the value after a
/// search, and for the choice together with the number of positions evaluated.
pub fn difference(
    one: &mut dyn Player,
    other: &mut dyn Player,
    position: &Position,
) -> Result<Option<Difference>, PlayerError> {
    let questions: [(&str, Answer); 4] = [
        ("legal positions", |player, position| {
            let legal = player.legal_positions(position)?;
            Ok(legal.iter().map(Position::to_string).collect::<Vec<String>>().join(" "))
        }),
        ("static value", |player, position| Ok(player.static_value(position)?.to_string())),
        ("value", |player, position| Ok(player.value(position)?.to_string())),
        ("choice and positions evaluated", |player, position| {
            let (choice, evaluated) = player.choose(position)?;
            Ok(match choice {
                Choice::Position(position) => format!("{position}, {evaluated}"),
                Choice::Nothing => format!("NIL, {evaluated}"),
                Choice::Resign => format!("Resign, {evaluated}"),
            })
        }),
    ];
    for (question, answer) in questions {
        let (one, other) = (answer(one, position)?, answer(other, position)?);
        if one != other {
            return Ok(Some(Difference { position: *position, question, one, other }));
        }
    }
    Ok(None)
}

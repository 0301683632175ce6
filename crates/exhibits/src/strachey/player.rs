//! Players, which list legal positions and choose one of them: the native twin, and CPL programs.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use thiserror::Error;

use super::fault::Fault;
use super::interpreter::Interpreter;
use super::moves::Crowning;
use super::position::Position;
use super::runtime::{INFINITY, STEPS_BETWEEN_CHECKS};
use super::source::Complaint;
use super::value::Value;

/// A player of Strachey's checkers with a `DepthLimit`.
pub trait Player {
    /// Returns the position after each legal move. The opponent is to move in these positions.
    fn legal_positions(&mut self, position: &Position) -> Result<Vec<Position>, PlayerError>;

    /// Returns the result of the CPL function `TerminalValue`: the position's value for the side to move, without a
    /// search.
    fn static_value(&mut self, position: &Position) -> Result<i64, PlayerError>;

    /// Returns the result of the CPL function `PositionValue`: the position's value for the side to move, after a
    /// search of `DepthLimit` + 1 half-moves.
    fn value(&mut self, position: &Position) -> Result<i64, PlayerError>;

    /// Returns the result of the CPL function `ChosenPosition` for a position, and the number of positions evaluated
    /// for the choice.
    fn choose(&mut self, position: &Position) -> Result<(Choice, u64), PlayerError>;

    /// Returns the value of the move that leads to the position `next`, and the number of positions evaluated. The
    /// value is for the side that makes the move. The largest value of all moves is the value of the position before
    /// the moves.
    fn value_of_move(&mut self, next: &Position) -> Result<(i64, u64), PlayerError>;

    /// Sets the `DepthLimit`, which determines the depth of the search.
    fn set_depth_limit(&mut self, depth_limit: u8);

    /// Registers a flag that can interrupt a search. While the flag is true, a search ends with
    /// [`PlayerError::Interrupted`]. The native twin checks the flag every 4096 positions. A CPL program checks the
    /// flag every 4096 calls and backward jumps.
    fn give_up_when(&mut self, set: Arc<AtomicBool>);
}

/// A player's choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// The legal position that the player chooses.
    Position(Position),
    /// The answer `NIL`: every legal move loses within the search depth.
    Nothing,
    /// The answer `Resign`: there is no legal move.
    Resign,
}

/// The reason why a player returned no result.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum PlayerError {
    /// A fault of the program.
    #[error(transparent)]
    Complaint(Box<Complaint>),
    /// An interrupted search.
    #[error("interrupted")]
    Interrupted,
    /// A function that the player needs and the program does not define.
    #[error("the program does not define {0}")]
    Missing(&'static str),
    /// A result of the wrong kind.
    #[error("{function} returned {value}, which is not {wanted}")]
    WrongResult {
        /// The name of the function.
        function: &'static str,
        /// The value that the function returned.
        value: String,
        /// The kind of value that the function should return.
        wanted: &'static str,
    },
}

/// The native twin of Strachey's program: the same algorithm in Rust.
#[derive(Clone, Debug)]
pub struct Twin {
    depth_limit: u8,
    is_pruning: bool,
    evaluated: u64,
    give_up: Arc<AtomicBool>,
    /// Whether the search was interrupted. The value of an interrupted search has no meaning.
    gave_up: bool,
}

impl Twin {
    /// Creates a twin with this `DepthLimit`.
    pub fn new(depth_limit: u8) -> Twin {
        Twin { depth_limit, is_pruning: false, evaluated: 0, give_up: Arc::default(), gave_up: false }
    }

    /// Makes the twin skip the positions that cannot change the choice (alpha-beta pruning). The choices and values
    /// stay the same, and the twin evaluates far fewer positions.
    #[must_use]
    pub fn pruning(self) -> Twin {
        Twin { is_pruning: true, ..self }
    }

    /// Runs `search`. Returns an error if the search was interrupted.
    fn search<T>(&mut self, search: impl FnOnce(&mut Self) -> T) -> Result<T, PlayerError> {
        self.gave_up = false;
        let found = search(self);
        if self.gave_up { Err(PlayerError::Interrupted) } else { Ok(found) }
    }

    /// Counts a position. Returns the value of the position if the search ends at this position.
    fn ended(&mut self, position: &Position, depth: u16) -> Option<i64> {
        self.evaluated += 1;
        self.gave_up |= self.evaluated.is_multiple_of(STEPS_BETWEEN_CHECKS) && self.give_up.load(Ordering::Relaxed);
        if self.gave_up {
            return Some(0);
        }
        let ends = depth > u16::from(self.depth_limit) || !position.has_move() || position.other == 0;
        ends.then(|| terminal_value(position))
    }

    fn position_value(&mut self, position: &Position, depth: u16) -> i64 {
        if let Some(value) = self.ended(position, depth) {
            return value;
        }
        let mut best = -INFINITY;
        position.for_each_move(Crowning::GoesOn, &mut |_, next| {
            best = best.max(-self.position_value(&next, depth + 1));
        });
        best
    }

    /// Returns the value of a position. A value between `floor` and `ceiling` is exact; any other value is a bound.
    fn pruned_value(&mut self, position: &Position, depth: u16, floor: i64, ceiling: i64) -> i64 {
        if let Some(value) = self.ended(position, depth) {
            return value;
        }
        let mut best = -INFINITY;
        for next in position.legal_positions() {
            best = best.max(-self.pruned_value(&next, depth + 1, -ceiling, -best.max(floor)));
            if best >= ceiling {
                break;
            }
        }
        best
    }

    /// Returns the value of the move to the position `next`. With pruning, a value of at most `floor` is only an upper
    /// bound.
    fn move_value(&mut self, next: &Position, floor: i64) -> i64 {
        match self.is_pruning {
            true => -self.pruned_value(next, 1, -INFINITY, -floor),
            false => -self.position_value(next, 1),
        }
    }

    fn best_position(&mut self, position: &Position) -> Choice {
        let legal = position.legal_positions();
        let mut best = -INFINITY;
        let value = |next: &Position| {
            let value = self.move_value(next, best);
            best = best.max(value);
            value
        };
        let values: Vec<i64> = legal.iter().map(value).collect();
        chosen(&legal, &values)
    }
}

/// Returns the choice of the native program among legal positions. `values` contains the value of each position for the
/// side that chooses.
pub fn chosen(legal: &[Position], values: &[i64]) -> Choice {
    let nothing = if legal.is_empty() { Choice::Resign } else { Choice::Nothing };
    let better = |best: (i64, Choice), (&value, &next): (&i64, &Position)| {
        if value > best.0 { (value, Choice::Position(next)) } else { best }
    };
    values.iter().zip(legal).fold((-INFINITY, nothing), better).1
}

/// Computes `TerminalValue`. A man counts 1, and a king counts 5.
fn terminal_value(position: &Position) -> i64 {
    let worth = |set: u64| i64::from(set.count_ones()) + 4 * i64::from((set & position.kings).count_ones());
    if !position.has_move() {
        -INFINITY
    } else if position.other == 0 {
        INFINITY
    } else {
        worth(position.own) - worth(position.other)
    }
}

impl Player for Twin {
    fn legal_positions(&mut self, position: &Position) -> Result<Vec<Position>, PlayerError> {
        Ok(position.legal_positions())
    }

    fn static_value(&mut self, position: &Position) -> Result<i64, PlayerError> {
        Ok(terminal_value(position))
    }

    fn value(&mut self, position: &Position) -> Result<i64, PlayerError> {
        self.search(|twin| match twin.is_pruning {
            true => twin.pruned_value(position, 0, -INFINITY, INFINITY),
            false => twin.position_value(position, 0),
        })
    }

    fn choose(&mut self, position: &Position) -> Result<(Choice, u64), PlayerError> {
        self.evaluated = 0;
        let choice = self.search(|twin| twin.best_position(position))?;
        Ok((choice, self.evaluated))
    }

    fn value_of_move(&mut self, next: &Position) -> Result<(i64, u64), PlayerError> {
        self.evaluated = 0;
        let value = self.search(|twin| twin.move_value(next, -INFINITY))?;
        Ok((value, self.evaluated))
    }

    fn set_depth_limit(&mut self, depth_limit: u8) {
        self.depth_limit = depth_limit;
    }

    fn give_up_when(&mut self, set: Arc<AtomicBool>) {
        self.give_up = set;
    }
}

/// A CPL program as a player. The program must define the functions of Strachey's published program.
impl Player for Interpreter {
    fn legal_positions(&mut self, position: &Position) -> Result<Vec<Position>, PlayerError> {
        need(self, "LegalPositionsFrom", 1, "LegalPositionsFrom(P)")?;
        let value = self.call("LegalPositionsFrom", &[position.to_value()])?;
        let positions = match &value {
            Value::List(list) => list.iter().map(Position::from_value).collect::<Option<Vec<Position>>>(),
            _ => None,
        };
        positions.ok_or_else(|| wrong("LegalPositionsFrom", &value, "a list of positions"))
    }

    fn static_value(&mut self, position: &Position) -> Result<i64, PlayerError> {
        let value = self.call("TerminalValue", &[position.to_value()])?;
        as_number("TerminalValue", &value)
    }

    fn value(&mut self, position: &Position) -> Result<i64, PlayerError> {
        need(self, "PositionValue", 2, "PositionValue(P,d)")?;
        let value = self.call("PositionValue", &[position.to_value(), Value::Number(0)])?;
        as_number("PositionValue", &value)
    }

    fn choose(&mut self, position: &Position) -> Result<(Choice, u64), PlayerError> {
        need(self, "ChosenPosition", 1, "ChosenPosition(P)")?;
        self.take_evaluated();
        let value = self.call("ChosenPosition", &[position.to_value()])?;
        let choice = match &value {
            Value::List(list) if list.is_empty() => Choice::Nothing,
            Value::Text(word) if word.as_str() == "Resign" => Choice::Resign,
            value => match Position::from_value(value) {
                Some(position) => Choice::Position(position),
                None => return Err(wrong("ChosenPosition", value, "a position, NIL or Resign")),
            },
        };
        Ok((choice, self.take_evaluated()))
    }

    fn value_of_move(&mut self, next: &Position) -> Result<(i64, u64), PlayerError> {
        need(self, "PositionValue", 2, "PositionValue(P,d)")?;
        self.take_evaluated();
        let value = self.call("PositionValue", &[next.to_value(), Value::Number(1)])?;
        Ok((as_number("PositionValue", &value)?.saturating_neg(), self.take_evaluated()))
    }

    fn set_depth_limit(&mut self, depth_limit: u8) {
        Interpreter::set_depth_limit(self, depth_limit.into());
    }

    fn give_up_when(&mut self, set: Arc<AtomicBool>) {
        Interpreter::give_up_when(self, set);
    }
}

impl From<Box<Complaint>> for PlayerError {
    fn from(complaint: Box<Complaint>) -> Self {
        if complaint.fault == Fault::Interrupted { PlayerError::Interrupted } else { PlayerError::Complaint(complaint) }
    }
}

fn need(interpreter: &Interpreter, name: &str, parameters: usize, shown: &'static str) -> Result<(), PlayerError> {
    if interpreter.program().defines(name, parameters) { Ok(()) } else { Err(PlayerError::Missing(shown)) }
}

fn as_number(function: &'static str, value: &Value) -> Result<i64, PlayerError> {
    match value {
        Value::Number(number) => Ok(*number),
        other => Err(wrong(function, other, "a number")),
    }
}

fn wrong(function: &'static str, value: &Value, wanted: &'static str) -> PlayerError {
    PlayerError::WrongResult { function, value: value.to_string(), wanted }
}

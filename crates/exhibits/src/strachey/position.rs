//! A position of Strachey's checkers, as in Strachey's program: three bit strings and a sign.
//!
//! ```text
//!        5    6    7    8          Black starts here and moves to higher numbers
//!      9   10   11   12
//!       14   15   16   17
//!     18   19   20   21            One diagonal step changes the number by 4, the other by 5;
//!       23   24   25   26          13, 22 and 31 are not squares, so no step leads round an edge.
//!     27   28   29   30
//!       32   33   34   35
//!     36   37   38   39            White starts here and moves to lower numbers
//! ```

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::squares::{BLACK_START, BOARD, WHITE_START};
use super::value::{Tuple, Value, members};

/// One of the two sides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// Black, who makes the first move of a game. Black's men move towards higher square numbers.
    Black,
    /// White. White's men move towards lower square numbers.
    White,
}

impl Side {
    /// Returns the other side.
    pub fn other(self) -> Side {
        match self {
            Side::Black => Side::White,
            Side::White => Side::Black,
        }
    }

    /// Returns Strachey's σ: 1 for Black, -1 for White.
    pub(crate) fn sigma(self) -> i64 {
        match self {
            Side::Black => 1,
            Side::White => -1,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Side::Black => "Black",
            Side::White => "White",
        })
    }
}

/// The pieces on their squares, and the side to move. In each set, bit n means square n.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// X: the squares of the pieces of the side to move.
    pub own: u64,
    /// Y: the squares of the opponent's pieces.
    pub other: u64,
    /// K: the squares of the kings of both sides.
    pub kings: u64,
    /// The side to move.
    pub side: Side,
}

/// The reason why an input does not describe a position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum PositionError {
    /// A text or JSON value that does not have the form `[[X],[Y],[K],sigma]`.
    #[error(
        "a position is `start` or JSON like [[5,9],[30,39],[39],1]: own pieces, others, kings, 1 for Black to move or -1 for White ({0})"
    )]
    Form(String),
    /// A number that is not the number of a square.
    #[error("{0} is not a square: the board has 5-12, 14-21, 23-30 and 32-39")]
    NoSquare(i64),
    /// A square that is both in X (the pieces of the side to move) and in Y (the opponent's pieces).
    #[error("square {0} holds a piece of both sides")]
    Shared(u32),
    /// A square that is in K, the set of kings, but not in X or Y, the sets of each side's pieces.
    #[error("there is a king on square {0}, but no piece")]
    GhostKing(u32),
    /// A value of sigma other than 1 and -1.
    #[error("the side to move is {0}: it must be 1 for Black or -1 for White")]
    Sigma(i64),
}

impl Position {
    /// The position at the start of a game.
    pub const START: Position = Position { own: BLACK_START, other: WHITE_START, kings: 0, side: Side::Black };

    /// Creates a position. Returns an error if a bit belongs to no square, if `own` and `other` share a square, or
    /// if a square in `kings` has no piece.
    pub fn new(own: u64, other: u64, kings: u64, side: Side) -> Result<Position, PositionError> {
        if let Some(square) = members((own | other | kings) & !BOARD).next() {
            return Err(PositionError::NoSquare(square.into()));
        }
        if let Some(square) = members(own & other).next() {
            return Err(PositionError::Shared(square));
        }
        match members(kings & !(own | other)).next() {
            Some(square) => Err(PositionError::GhostKing(square)),
            None => Ok(Position { own, other, kings, side }),
        }
    }

    /// Reads a position from JSON: `[[X],[Y],[K],sigma]`, `{"pos":...}`, or `"start"`.
    pub fn from_json(json: &serde_json::Value) -> Result<Position, PositionError> {
        if json.as_str() == Some("start") {
            return Ok(Position::START);
        }
        let parts = json.get("pos").unwrap_or(json).as_array();
        let parts = parts.ok_or_else(|| PositionError::Form(format!("this is {json}")))?;
        let [own, other, kings, sigma] = parts.as_slice() else {
            return Err(PositionError::Form(format!("this has {} members", parts.len())));
        };
        let whole = |json: &serde_json::Value| {
            json.as_i64().ok_or_else(|| PositionError::Form(format!("{json} is not a whole number")))
        };
        let set = |json: &serde_json::Value| {
            let squares =
                json.as_array().ok_or_else(|| PositionError::Form(format!("{json} is not a list of squares")))?;
            squares.iter().try_fold(0, |set, square| match whole(square)? {
                square @ 0..64 if BOARD >> square & 1 == 1 => Ok(set | 1 << square),
                other => Err(PositionError::NoSquare(other)),
            })
        };
        let side = match whole(sigma)? {
            1 => Side::Black,
            -1 => Side::White,
            other => return Err(PositionError::Sigma(other)),
        };
        Position::new(set(own)?, set(other)?, set(kings)?, side)
    }

    /// Returns the position as JSON of the form `[[X],[Y],[K],sigma]`.
    pub fn to_json(self) -> serde_json::Value {
        let set = |bits| members(bits).collect::<Vec<u32>>();
        serde_json::json!([set(self.own), set(self.other), set(self.kings), self.side.sigma()])
    }

    /// Returns the position as a CPL value.
    #[doc(hidden)]
    pub fn to_value(self) -> Value {
        Value::Tuple(Tuple::from([
            Value::Bits(self.own),
            Value::Bits(self.other),
            Value::Bits(self.kings),
            Value::Number(self.side.sigma()),
        ]))
    }

    /// Reads a CPL value as a position. Returns `None` if the value is not a position. An empty list counts as an empty
    /// bit string.
    #[doc(hidden)]
    pub fn from_value(value: &Value) -> Option<Position> {
        let set = |value: &Value| match value {
            Value::Bits(bits) => Some(*bits),
            Value::List(list) if list.is_empty() => Some(0),
            _ => None,
        };
        let Value::Tuple(tuple) = value else { return None };
        let [own, other, kings, Value::Number(sigma)] = tuple.members() else { return None };
        let side = match sigma {
            1 => Side::Black,
            -1 => Side::White,
            _ => return None,
        };
        Some(Position { own: set(own)?, other: set(other)?, kings: set(kings)?, side })
    }

    /// Returns the squares of one side's pieces.
    pub(crate) fn pieces(&self, side: Side) -> u64 {
        if side == self.side { self.own } else { self.other }
    }
}

/// Reads a position from the word `start` or from JSON.
impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Position, PositionError> {
        match text.trim() {
            "start" => Ok(Position::START),
            text => {
                let json = serde_json::from_str(text).map_err(|error| PositionError::Form(error.to_string()))?;
                Position::from_json(&json)
            }
        }
    }
}

/// Writes the position as JSON on one line.
impl fmt::Display for Position {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.to_json())
    }
}

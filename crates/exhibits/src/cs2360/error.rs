//! What can be wrong with what was typed, and where.

use std::fmt;

use super::board::BoardError;
use super::engine::UnknownEngine;
use super::evaluate::UnknownEvaluator;
use super::moves::Stopped;
use super::search::Depth;
use super::squares::Size;

/// A place in the text, both counted from 1; a column is a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Position {
    /// The line.
    pub(crate) line: usize,
    /// The character in it.
    pub(crate) column: usize,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// A mistake with its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{at}: {reason}")]
#[non_exhaustive]
pub struct Error {
    /// Where it is.
    pub(crate) at: Position,
    /// What it is.
    pub(crate) reason: Reason,
}

/// The kinds of mistakes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// A list without its closing parenthesis.
    #[error("this list is never closed")]
    NeverClosed,
    /// A closing parenthesis without its list.
    #[error("this parenthesis closes nothing")]
    NeverOpened,
    /// A quote before a closing parenthesis or the end.
    #[error("nothing follows this quote")]
    NothingQuoted,
    /// Lists in lists in lists.
    #[error("lists are nested deeper than {0}")]
    TooDeep(usize),
    /// A character of other Lisps.
    #[error("{0} is not read here: lists, symbols, whole numbers and 'x are")]
    NotReadable(char),
    /// A fraction, or a number too large.
    #[error("{0} is not a whole number of 64 bits")]
    NotAWholeNumber(String),
    /// A symbol without a value.
    #[error("{0} has no value; '{0} is the symbol itself")]
    Unbound(String),
    /// A list that begins with something unknown.
    #[error("{0} is not a function; '( ...) is a list")]
    NotAFunction(String),
    /// Too many arguments, or too few.
    #[error("{found} given to {usage}", found = super::trace::counted(*found as u64, "argument"))]
    Arguments {
        /// How many.
        found: usize,
        /// A call of the function as it ought to be.
        usage: &'static str,
    },
    /// A constant of the language.
    #[error("{0} cannot be redefined")]
    Fixed(String),
    /// A name was wanted.
    #[error("{0} is not a symbol to be defined")]
    NotAName(String),
    /// A list was wanted.
    #[error("{0} is not a list")]
    NotAList(String),
    /// A number was wanted.
    #[error("{0} is not a number")]
    NotANumber(String),
    /// A number that is too large.
    #[error("the result is not a whole number of 64 bits")]
    Overflow,
    /// Lists that double and double.
    #[error("this value is too large: printed it has more than {0} characters")]
    TooLarge(usize),
    /// A place in a list was wanted.
    #[error("{0} is not a place in a list: 0, 1, 2, ...")]
    NotAPlace(String),
    /// A board was wanted.
    #[error("{0} is not a board")]
    NotABoard(String),
    /// The list is as long as no board is.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// A board has an unknown symbol.
    #[error("{found} on square {number} is none of {known}")]
    Square {
        /// What is there.
        found: String,
        /// The square, from 1 in list order.
        number: usize,
        /// The symbols that could be there.
        known: String,
    },
    /// A player was wanted.
    #[error("{found} is not a player: {known}")]
    NotAPlayer {
        /// What is there.
        found: String,
        /// The symbols of the two.
        known: String,
    },
    /// Two of the constants are the same symbol.
    #[error("{first} and {second} are both {symbol}")]
    Ambiguous {
        /// One of the constants.
        first: &'static str,
        /// The other constant.
        second: &'static str,
        /// The symbol that both have as their value.
        symbol: String,
    },
    /// A constant is a list.
    #[error("{name} is {found}, which is not a symbol")]
    NotASymbol {
        /// The constant.
        name: &'static str,
        /// The value of the constant.
        found: String,
    },
    /// A depth was wanted.
    #[error("{0} is not a depth: 1 to {largest} half-moves", largest = Depth::LARGEST)]
    NotADepth(String),
    /// A size of board was wanted.
    #[error("{0} is not a size: N is {smallest} to {largest}, since a board is kept in 128 bits", smallest = Size::SMALLEST, largest = Size::LARGEST)]
    NotASize(String),
    /// `*engine*` was redefined to something unknown.
    #[error("*ENGINE*: {0}")]
    Engine(#[from] UnknownEngine),
    /// `*evaluator*` was redefined to something unknown.
    #[error("*EVALUATOR*: {0}")]
    Evaluator(#[from] UnknownEvaluator),
    /// A search was interrupted.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The paper ran out.
    #[error("the output cannot be written")]
    Output,
}

impl From<std::fmt::Error> for Reason {
    fn from(_: std::fmt::Error) -> Reason {
        Reason::Output
    }
}

//! The mistakes in expressions, with their positions in the text.

use std::fmt;

use super::board::BoardError;
use super::engine::UnknownEngine;
use super::evaluate::{UnknownEvaluator, WON};
use super::match_play::Illegal;
use super::moves::Stopped;
use super::search::Depth;
use super::squares::Size;

/// A line and a column in the text, both counted from 1. Columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Position {
    /// The line number.
    pub(crate) line: usize,
    /// The column number.
    pub(crate) column: usize,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// A mistake, and the line and column of the mistake.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{at}: {reason}")]
#[non_exhaustive]
pub struct Error {
    /// The line and column of the mistake.
    pub(crate) at: Position,
    /// The kind of mistake.
    pub(crate) reason: Reason,
}

impl Error {
    /// Returns the reason as a [`Reason::Inside`] with the position of the mistake. `function` is the name of the
    /// function, or `the file` for a loaded file. `text` is the name of the text that contains the mistake.
    pub(super) fn inside(self, function: &str, text: &str) -> Reason {
        let Error { at, reason } = self;
        match reason {
            // Only the innermost function is named, because its place is the most useful.
            Reason::Inside { .. } | Reason::Returned(_) | Reason::Stopped(_) => reason,
            reason => {
                let text = if text.is_empty() { String::new() } else { format!("{text}:") };
                Reason::Inside { place: format!("{function} at {text}{at}"), reason: Box::new(reason) }
            }
        }
    }
}

/// The kinds of mistakes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// A list without its closing parenthesis.
    #[error("this list is never closed")]
    NeverClosed,
    /// A closing parenthesis without an open list.
    #[error("this parenthesis closes nothing")]
    NeverOpened,
    /// A quote before a closing parenthesis or at the end of the text.
    #[error("nothing follows this quote")]
    NothingQuoted,
    /// Lists nested deeper than this number of levels.
    #[error("lists are nested deeper than {0}")]
    TooDeep(usize),
    /// A character that this Lisp does not read.
    #[error("{0} is not read here: lists, symbols, whole numbers, strings, 'x and #'x are")]
    NotReadable(char),
    /// A string without its closing quotation mark.
    #[error("this string is never closed")]
    TextNeverClosed,
    /// Calls nested deeper than this number of levels.
    #[error("calls are nested more than {0} deep")]
    CallsTooDeep(usize),
    /// A mistake inside a function that the user has defined, or inside a loaded file.
    #[error("in {place}: {reason}")]
    Inside {
        /// The function or the loaded file, and the line and column of the mistake.
        place: String,
        /// The kind of mistake.
        reason: Box<Reason>,
    },
    /// A pending `return` or `return-from`, which leaves the loop or function of this name. Every loop is named NIL.
    #[error("there is no loop or function {0} for this return to leave")]
    Returned(String),
    /// A kind of parameter that this Lisp does not have.
    #[error("{0} is not read here: each parameter is a name")]
    LambdaList(String),
    /// A value that is not a string, where the function needs a string.
    #[error("{0} is not a string")]
    NotText(String),
    /// A directive that `format` does not have.
    #[error("~{0} is no directive of format here: ~a ~s ~d ~% ~& ~~ are")]
    Directive(String),
    /// A call of `format` without a value for this directive.
    #[error("there is no value for ~{0} in this text")]
    NothingToFormat(char),
    /// A division by zero.
    #[error("division by zero")]
    DivisionByZero,
    /// A file that cannot be read.
    #[error("cannot read {name}: {reason}")]
    NoFile {
        /// The name of the file.
        name: String,
        /// The reason why the file cannot be read.
        reason: String,
    },
    /// A result of the user's `board-eval` that is not a number from `-WON` to `WON`.
    #[error("{0} is not a value of a board: -{won} to {won}", won = WON)]
    NotAValue(String),
    /// A board that the user's `move-gen` has returned, but to which no legal move leads.
    #[error(transparent)]
    Illegal(#[from] Illegal),
    /// An empty list as the result of the user's `move-gen`, although the player has a legal move.
    #[error("move-gen has returned no board, and the game is not over")]
    NoMove,
    /// A number with a fraction, or a number that is too large.
    #[error("{0} is not a whole number of 64 bits")]
    NotAWholeNumber(String),
    /// A symbol without a value.
    #[error("{0} has no value; '{0} is the symbol itself")]
    Unbound(String),
    /// A call whose first member is not the name of a function.
    #[error("{0} is not a function; '( ...) is a list")]
    NotAFunction(String),
    /// A call with too many or too few arguments.
    #[error("{found} given to {usage}", found = super::trace::counted(*found as u64, "argument"))]
    Arguments {
        /// The number of arguments in the call.
        found: usize,
        /// The form of a correct call.
        usage: String,
    },
    /// A definition of T or NIL.
    #[error("{0} cannot be redefined")]
    Fixed(String),
    /// A value in place of the name to be defined.
    #[error("{0} is not a symbol to be defined")]
    NotAName(String),
    /// A value that is not a list, where the function needs a list.
    #[error("{0} is not a list")]
    NotAList(String),
    /// A value that is not a number, where the function needs a number.
    #[error("{0} is not a number")]
    NotANumber(String),
    /// A result that does not fit in 64 bits.
    #[error("the result is not a whole number of 64 bits")]
    Overflow,
    /// A value whose printed form has more than this number of characters.
    #[error("this value is too large: printed it has more than {0} characters")]
    TooLarge(usize),
    /// A value that is not an index of a list, where the function needs an index.
    #[error("{0} is not an index of a list: expected 0, 1, 2, ...")]
    NotAPlace(String),
    /// A value that is not a board, where the function needs a board.
    #[error("{0} is not a board")]
    NotABoard(String),
    /// A list whose length is not the number of squares of any board.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// An unknown symbol in a board.
    #[error("{found} on square {number} is none of {known}")]
    Square {
        /// The symbol on the square.
        found: String,
        /// The number of the square, counted from 1 in list order.
        number: usize,
        /// The symbols that a square may have.
        known: String,
    },
    /// A value that is not a player, where the function needs a player.
    #[error("{found} is not a player: {known}")]
    NotAPlayer {
        /// The value that is not a player.
        found: String,
        /// The symbols of the two players.
        known: String,
    },
    /// Two constants with the same symbol.
    #[error("{first} and {second} are both {symbol}")]
    Ambiguous {
        /// The name of the first constant.
        first: &'static str,
        /// The name of the second constant.
        second: &'static str,
        /// The symbol that is the value of both constants.
        symbol: String,
    },
    /// A constant whose value is not a symbol.
    #[error("{name} is {found}, which is not a symbol")]
    NotASymbol {
        /// The name of the constant.
        name: &'static str,
        /// The value of the constant.
        found: String,
    },
    /// A value that is not a search depth, where the function needs a depth.
    #[error("{0} is not a depth: 1 to {largest} half-moves", largest = Depth::LARGEST)]
    NotADepth(String),
    /// A value that is not a board size, where the function needs a board size.
    #[error("{0} is not a size: N is {smallest} to {largest}, since a board is kept in 128 bits", smallest = Size::SMALLEST, largest = Size::LARGEST)]
    NotASize(String),
    /// An unknown value of `*engine*`.
    #[error("*ENGINE*: {0}")]
    Engine(#[from] UnknownEngine),
    /// An unknown value of `*evaluator*`.
    #[error("*EVALUATOR*: {0}")]
    Evaluator(#[from] UnknownEvaluator),
    /// An interrupted search.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// A failure to write output.
    #[error("the output cannot be written")]
    Output,
}

impl From<std::fmt::Error> for Reason {
    fn from(_: std::fmt::Error) -> Reason {
        Reason::Output
    }
}

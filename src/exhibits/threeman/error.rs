//! What can be wrong with a line of APL, told as APL tells it: the kind, the line, and a caret under the place.
//!
//! ```text
//! LENGTH ERROR
//!       1 2=1 2 3
//!          ^
//! ```
//!
//! The line is the one in which the mistake stands: of a function the line that defined it, of an executed text that
//! text.

use std::fmt;
use std::sync::Arc;

use super::value::HighMinus;

/// A mistake with its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}\n{INDENT}{line}\n{INDENT}{caret:>column$}", kind = reason.kind(), caret = '^')]
pub struct Error {
    /// What is wrong.
    pub reason: Reason,
    /// The line it is in.
    pub(crate) line: Arc<str>,
    /// The character, counted from 1.
    pub(crate) column: usize,
}

impl Error {
    pub(super) fn new(reason: Reason, line: &Arc<str>, column: usize) -> Error {
        // Whatever is not printed would move the caret, or worse.
        let line =
            if line.contains(char::is_control) { line.replace(char::is_control, " ").into() } else { line.clone() };
        Error { reason, line, column }
    }
}

/// What APL puts before a line, its prompt as well.
pub const INDENT: &str = "      ";

/// What APL calls a mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Unreadable, or a function with nothing to work on.
    Syntax,
    /// A name that means nothing.
    Value,
    /// An argument of the wrong sort.
    Domain,
    /// Vectors that do not go together.
    Length,
    /// A scalar for a vector, or the other way about.
    Rank,
    /// No such item.
    Index,
    /// The workspace is full.
    Full,
}

/// The kinds of mistakes in more detail.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// A character that belongs to no word of this APL.
    #[error("{0} is not read here")]
    Unreadable(char),
    /// Digits without end.
    #[error("{0} is a number of more than 128 bits")]
    LongNumber(String),
    /// A text without its second quote.
    #[error("the text that begins here has no end")]
    OpenText,
    /// A parenthesis or brace that is never closed.
    #[error("this {0} is never closed")]
    NeverClosed(char),
    /// One that closes nothing, or something else.
    #[error("this {0} closes nothing")]
    NeverOpened(char),
    /// A function at the right end.
    #[error("there is nothing to the right of {0} to work on")]
    NothingToTheRight(String),
    /// Nothing where a value is wanted.
    #[error("{0} has no value")]
    NoValue(&'static str),
    /// A function that has no such form.
    #[error("{0} needs something on its left")]
    NothingToTheLeft(String),
    /// A function that has no such form.
    #[error("{0} takes nothing on its left")]
    SomethingToTheLeft(String),
    /// An operator without its function.
    #[error("there is no function to the left of ¨")]
    EachOfNothing,
    /// An arrow without its name.
    #[error("there is no name to the left of ←")]
    AssignedToNothing,
    /// A value where a function should be.
    #[error("this value has no function to its right")]
    NotAFunction,
    /// A name that means nothing.
    #[error("{0} has been given no value")]
    UnknownName(String),
    /// Text in arithmetic.
    #[error("{0} works on numbers")]
    NotNumbers(char),
    /// Something other than 0 and 1.
    #[error("{0} works on 0 and 1")]
    NotTruths(char),
    /// A number that is too large.
    #[error("the result has more than 128 bits")]
    Overflow,
    /// `⍳` of less than nothing.
    #[error("{} is not a number of items", HighMinus(*.0))]
    NotACount(i128),
    /// `⍎` of something else.
    #[error("⍎ executes text")]
    NotText,
    /// No figure has this number.
    #[error("{0} is not a figure: figures are numbered 1 to 7")]
    NotAFigure(String),
    /// A movement vector that is too short or too long.
    #[error("a movement vector has 2 items, ranks and files, and not {0}")]
    NotAPair(usize),
    /// A movement vector of something else.
    #[error("{0} is not a movement vector: expected ranks and files, whole numbers of 64 bits")]
    NotAVector(String),
    /// Vectors of different lengths.
    #[error("{0} items on the left do not go with {1} on the right")]
    Lengths(usize, usize),
    /// More indices than one.
    #[error("⌷ takes one index, a vector on its right")]
    NotOneIndex,
    /// `⍳` or the like of a vector.
    #[error("{0} takes a single number")]
    NotSingle(char),
    /// No such item.
    #[error("there is no item {}: the vector has {length}", HighMinus(*index))]
    NoItem {
        /// Counted from 1.
        index: i128,
        /// How many there are.
        length: usize,
    },
    /// Too many items.
    #[error("a value has at most {0} items")]
    TooLarge(usize),
    /// Calls in calls, parentheses in parentheses, or vectors in vectors.
    #[error("things are nested deeper than {0}")]
    TooDeep(usize),
}

impl Reason {
    /// What APL calls it.
    pub fn kind(&self) -> Kind {
        use Reason::*;
        match self {
            Unreadable(_) | LongNumber(_) | OpenText | NeverClosed(_) | NeverOpened(_) => Kind::Syntax,
            NothingToTheRight(_) | NoValue(_) | NothingToTheLeft(_) | SomethingToTheLeft(_) => Kind::Syntax,
            EachOfNothing | AssignedToNothing | NotAFunction => Kind::Syntax,
            UnknownName(_) => Kind::Value,
            NotNumbers(_) | NotTruths(_) | Overflow | NotACount(_) | NotText | NotAFigure(_) | NotAVector(_) => {
                Kind::Domain
            }
            Lengths(..) | NotAPair(_) => Kind::Length,
            NotOneIndex | NotSingle(_) => Kind::Rank,
            NoItem { .. } => Kind::Index,
            TooLarge(_) | TooDeep(_) => Kind::Full,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Syntax => "SYNTAX ERROR",
            Kind::Value => "VALUE ERROR",
            Kind::Domain => "DOMAIN ERROR",
            Kind::Length => "LENGTH ERROR",
            Kind::Rank => "RANK ERROR",
            Kind::Index => "INDEX ERROR",
            Kind::Full => "WS FULL",
        })
    }
}

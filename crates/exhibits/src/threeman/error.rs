//! What can be wrong with a line of APL, reported as APL does: the kind, the line, and a caret under the place.
//!
//! ```text
//! LENGTH ERROR
//!       1 2=1 2 3
//!          ^
//! ```
//!
//! The line is the one with the mistake: of a function the line that defined it, with its name and number if
//! it has more than one, of an executed text that text.

use std::fmt;

use super::line::Line;
use super::value::HighMinus;

/// A mistake with its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}\n{line}\n{caret:>place$}", kind = reason.kind(), caret = '^', place = line.indent() + column)]
#[non_exhaustive]
pub struct Error {
    /// What is wrong.
    pub reason: Reason,
    /// The line it is in.
    pub(super) line: Line,
    /// The character, counted from 1.
    pub(crate) column: usize,
}

impl Error {
    pub(super) fn new(reason: Reason, line: &Line, column: usize) -> Error {
        Error { reason, line: line.clone(), column }
    }
}

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
    /// Given up.
    Interrupt,
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
    /// A bracket that closes nothing, or something else.
    #[error("this {0} closes nothing")]
    NeverOpened(char),
    /// A function at the right end.
    #[error("there is nothing to the right of {0} to work on")]
    NothingToTheRight(String),
    /// A place without the value that is wanted.
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
    /// A scalar with an index.
    #[error("[ ] takes items of a vector, and this is a scalar")]
    ScalarIndexed,
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
    /// Printed values without end.
    #[error("more than {0} values are printed at once")]
    TooMuchPrinted(usize),
    /// `:for` and the like.
    #[error(":{word} is not read here: there are {known}")]
    UnknownControl {
        /// The word.
        word: String,
        /// The control words that are known.
        known: String,
    },
    /// A system name.
    #[error("⎕{0} is not read here: there are ⎕CR and ⎕VR")]
    UnknownQuad(String),
    /// `⋄` in parentheses, `:` without a condition before it.
    #[error("{0} does not belong here")]
    Misplaced(String),
    /// A control structure without its end.
    #[error("{0} is never closed: expected :endif, :endselect or :end below it")]
    ControlNeverClosed(String),
    /// A control word outside of its structure.
    #[error("{0} closes or continues nothing")]
    ControlNeverOpened(String),
    /// `:else 3` and the like.
    #[error("nothing follows {0} without a ⋄ between")]
    AfterControl(String),
    /// `:if` alone.
    #[error("{0} needs something to its right")]
    NothingAfterControl(String),
    /// Statements between `:select` and its first `:case`.
    #[error("a :case is expected after :select")]
    NoCase,
    /// A condition of several items, or of none.
    #[error("a condition is a single 0 or 1; this one has {0} items: {1}")]
    ConditionLength(usize, String),
    /// A condition of another sort.
    #[error("a condition is a single 0 or 1, and not {0}")]
    NotACondition(String),
    /// A function that ended before it set its result.
    #[error("{function} ended without giving {result} a value")]
    NoResult {
        /// The function.
        function: String,
        /// The name its header says it returns.
        result: String,
    },
    /// The first line of a function.
    #[error("this is no header: expected r←f b, r←a f b or r←f, and ;names to be local")]
    NotAHeader,
    /// `∇` outside of braces.
    #[error("∇ is a function only inside of braces; a line that begins with it defines one")]
    NoItself,
    /// `⎕CR` of something else.
    #[error("{0} is not a function with a text")]
    NoText(String),
    /// Calls in calls, parentheses in parentheses, or vectors in vectors.
    #[error("things are nested deeper than {0}")]
    TooDeep(usize),
    /// The user has interrupted the execution.
    #[error("interrupted")]
    Interrupted,
}

impl Reason {
    /// What APL calls it.
    pub fn kind(&self) -> Kind {
        use Reason::*;
        match self {
            Unreadable(_) | LongNumber(_) | OpenText | NeverClosed(_) | NeverOpened(_) => Kind::Syntax,
            NothingToTheRight(_) | NoValue(_) | NothingToTheLeft(_) | SomethingToTheLeft(_) => Kind::Syntax,
            EachOfNothing | AssignedToNothing | NotAFunction | NotAHeader | NoItself | Misplaced(_) => Kind::Syntax,
            UnknownControl { .. } | UnknownQuad(_) | ControlNeverClosed(_) | ControlNeverOpened(_) => Kind::Syntax,
            AfterControl(_) | NothingAfterControl(_) | NoCase => Kind::Syntax,
            UnknownName(_) | NoResult { .. } => Kind::Value,
            NotNumbers(_) | NotTruths(_) | Overflow | NotACount(_) | NotText | NotAFigure(_) | NotAVector(_) => {
                Kind::Domain
            }
            NotACondition(_) | NoText(_) => Kind::Domain,
            Lengths(..) | NotAPair(_) | ConditionLength(..) => Kind::Length,
            NotOneIndex | NotSingle(_) | ScalarIndexed => Kind::Rank,
            NoItem { .. } => Kind::Index,
            TooLarge(_) | TooDeep(_) | TooMuchPrinted(_) => Kind::Full,
            Interrupted => Kind::Interrupt,
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
            Kind::Interrupt => "INTERRUPT",
        })
    }
}

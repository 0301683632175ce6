//! The mistakes in a line of APL. A mistake is reported as APL reports it: the kind, the line, and a caret under the
//! mistake.
//!
//! ```text
//! LENGTH ERROR
//!       1 2=1 2 3
//!          ^
//! ```
//!
//! The report shows the line that contains the mistake. For a line of a function, the report shows the function's name
//! and the line's number in front of the line. If `⍎` executes a text, the report shows the text as the line.

use std::fmt;

use super::line::Line;
use super::number::HighMinus;

/// A mistake in a line of APL, with the line and the column.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}\n{line}\n{caret:>place$}", kind = reason.kind(), caret = '^', place = line.indent() + column)]
#[non_exhaustive]
pub struct Error {
    /// The reason.
    pub reason: Reason,
    /// The line that has the mistake.
    pub(super) line: Line,
    /// The column of the mistake in characters, counted from 1.
    pub(crate) column: usize,
}

impl Error {
    pub(super) fn new(reason: Reason, line: &Line, column: usize) -> Error {
        Error { reason, line: line.clone(), column }
    }
}

/// The kinds of mistakes, with APL's names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// SYNTAX ERROR: a line that does not follow the grammar, or a function without an argument.
    Syntax,
    /// VALUE ERROR: a name that is not defined.
    Value,
    /// DOMAIN ERROR: an argument of the wrong type, or an argument for which the function has no result.
    Domain,
    /// LENGTH ERROR: vectors or matrices of sizes that do not match.
    Length,
    /// RANK ERROR: an argument with the wrong number of axes, such as a scalar where a vector is needed.
    Rank,
    /// INDEX ERROR: an index at which a vector has no item, or a matrix has no row or column.
    Index,
    /// WS FULL: no more room in the workspace.
    Full,
    /// INTERRUPT: an interruption by the user.
    Interrupt,
}

/// The reason for a mistake, in more detail than the kind of mistake.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// A character that this APL does not use.
    #[error("{0} is not read here; )KEYS lists the symbols that are")]
    Unreadable(char),
    /// A number with too many digits.
    #[error("{0} is a number of more than 128 bits")]
    LongNumber(String),
    /// A text without its closing quote.
    #[error("the text that begins here has no end")]
    OpenText,
    /// A parenthesis, bracket or brace that is never closed.
    #[error("this {0} is never closed")]
    NeverClosed(char),
    /// A closing parenthesis, bracket or brace without an opening one of the same kind.
    #[error("this {0} closes nothing")]
    NeverOpened(char),
    /// A function without a value on its right.
    #[error("there is nothing to the right of {0} to work on")]
    NothingToTheRight(String),
    /// A place where a value is missing.
    #[error("{0} has no value")]
    NoValue(&'static str),
    /// A call without the left argument that the function needs.
    #[error("{0} needs something on its left")]
    NothingToTheLeft(String),
    /// A call with a left argument, although the function takes none.
    #[error("{0} takes nothing on its left")]
    SomethingToTheLeft(String),
    /// A `¨` without its function.
    #[error("there is no function to the left of ¨")]
    EachOfNothing,
    /// A `←` without a name.
    #[error("there is no name to the left of ←")]
    AssignedToNothing,
    /// A value where a function is needed.
    #[error("this value has no function to its right")]
    NotAFunction,
    /// A name that is not defined.
    #[error("{0} has been given no value")]
    UnknownName(String),
    /// Text in arithmetic.
    #[error("{0} works on numbers")]
    NotNumbers(char),
    /// A value other than 0 and 1 where a truth value is needed.
    #[error("{0} works on 0 and 1")]
    NotTruths(char),
    /// A number that is too large.
    #[error("the result has more than 128 bits")]
    Overflow,
    /// `⍳` of a value that is not a count.
    #[error("{} is not a number of items", HighMinus(*.0))]
    NotACount(i128),
    /// A division by zero.
    #[error("division by zero")]
    DivisionByZero,
    /// A number with a fraction where a whole number is needed.
    #[error("{0} needs whole numbers")]
    NotWhole(char),
    /// A power that is not a real number.
    #[error("the result is not a real number")]
    NotReal,
    /// A value with more than two axes.
    #[error("there are scalars, vectors and matrices here, and nothing of more than two axes")]
    Axes,
    /// A function that does not work on matrices.
    #[error("{0} does not work on a matrix here")]
    NoMatrix(char),
    /// A matrix as an item of a vector.
    #[error("a matrix cannot be an item of another value here")]
    NestedMatrix,
    /// A matrix and a vector as the arguments of a function that pairs items.
    #[error("a matrix does not go with a vector")]
    MatrixAndVector,
    /// Matrices of different shapes: the numbers of rows and columns on the left, then those on the right.
    #[error("{0} rows of {1} on the left do not go with {2} rows of {3} on the right")]
    Shapes(usize, usize, usize, usize),
    /// One index for a matrix, or two indexes for a vector or a scalar.
    #[error("[ ] takes one index of a vector, and two of a matrix: v[2], m[1;2]")]
    IndexParts,
    /// `∘.` without a simple function on its right.
    #[error("∘. takes one function on its right, without ¨ and /")]
    OuterOfNothing,
    /// A `/` after a function that has a `/` already.
    #[error("this / is one too many: a function takes one /")]
    ReduceOfReduce,
    /// `/` of an empty vector, with a function that has no identity element.
    #[error("there is nothing to put {0} between: the vector is empty")]
    NothingToReduce(String),
    /// `⍎` of a value that is not text.
    #[error("⍎ executes text")]
    NotText,
    /// A left argument of `can` that is not the number of a piece.
    #[error("{0} is not a piece: pieces are numbered 1 to 7")]
    NotAFigure(String),
    /// A movement vector that does not have two items.
    #[error("a movement vector has 2 items, ranks and files, and not {0}")]
    NotAPair(usize),
    /// A movement vector whose items are not whole numbers.
    #[error("{0} is not a movement vector: expected ranks and files, whole numbers of 64 bits")]
    NotAVector(String),
    /// Vectors of different lengths.
    #[error("{0} items on the left do not go with {1} on the right")]
    Lengths(usize, usize),
    /// `⌷` with several indexes or none on its left, or with a scalar on its right.
    #[error("⌷ takes one index, a vector on its right")]
    NotOneIndex,
    /// A scalar with an index.
    #[error("[ ] takes items of a vector, and this is a scalar")]
    ScalarIndexed,
    /// A vector where a function such as `⍳` needs a single item.
    #[error("{0} takes a single number")]
    NotSingle(char),
    /// An index at which the vector has no item.
    #[error("there is no item {}: the vector has {length}", HighMinus(*index))]
    NoItem {
        /// The index, counted from 1.
        index: i128,
        /// The number of items.
        length: usize,
    },
    /// A value with too many items.
    #[error("a value has at most {0} items")]
    TooLarge(usize),
    /// Too many printed values.
    #[error("more than {0} values are printed at once")]
    TooMuchPrinted(usize),
    /// An unknown control word, such as `:for`.
    #[error(":{word} is not read here: there are {known}")]
    UnknownControl {
        /// The word.
        word: String,
        /// The control words that are known.
        known: String,
    },
    /// An unknown system name.
    #[error("⎕{0} is not read here: there are ⎕CR and ⎕VR")]
    UnknownQuad(String),
    /// A misplaced symbol: `⋄` in parentheses, or `:` without a condition in front.
    #[error("{0} does not belong here")]
    Misplaced(String),
    /// A control structure without its end.
    #[error("{0} is never closed: expected :endif, :endselect or :end below it")]
    ControlNeverClosed(String),
    /// A control word outside of its structure.
    #[error("{0} closes or continues nothing")]
    ControlNeverOpened(String),
    /// Text after a control word that must stand alone, such as `:else 3`.
    #[error("a ⋄ must separate {0} from the text that follows it")]
    AfterControl(String),
    /// A control word without the expression that it needs, such as `:if` alone.
    #[error("{0} needs something to its right")]
    NothingAfterControl(String),
    /// Statements between `:select` and its first `:case`.
    #[error("a :case is expected after :select")]
    NoCase,
    /// A `→` or a label outside of a function.
    #[error("→ and labels belong to the lines of a function, and this line is in none")]
    BranchOutside,
    /// A `→` to a line in a control structure.
    #[error("→ cannot go to line {line}, in the middle of the structure of lines {first} to {last}")]
    BranchIntoStructure {
        /// The number of the line.
        line: i128,
        /// The number of the line with which the structure begins.
        first: usize,
        /// The number of the line with which the structure ends.
        last: usize,
    },
    /// A condition with several items, or with none.
    #[error("a condition is a single 0 or 1; this one has {0} items: {1}")]
    ConditionLength(usize, String),
    /// A condition whose value is neither 0 nor 1.
    #[error("a condition is a single 0 or 1, and not {0}")]
    NotACondition(String),
    /// A function that ended without setting its result.
    #[error("{function} ended without giving {result} a value")]
    NoResult {
        /// The name of the function.
        function: String,
        /// The name of the result in the function's header.
        result: String,
    },
    /// A function whose first line is not a header.
    #[error("this is no header: expected r←f b, r←a f b or r←f, and ;names to be local")]
    NotAHeader,
    /// `∇` outside of a function.
    #[error("∇ is a function only inside of a function, which it calls; a line that begins with ∇ defines a function")]
    NoItself,
    /// `⎕CR` or `⎕VR` of a value that is not the name of a function.
    #[error("{0} is not a function with a text")]
    NoText(String),
    /// Calls, parentheses or vectors that are nested too deeply.
    #[error("things are nested deeper than {0}")]
    TooDeep(usize),
    /// An interruption by the user.
    #[error("interrupted")]
    Interrupted,
}

impl Reason {
    /// Returns the kind of the mistake.
    pub fn kind(&self) -> Kind {
        use Reason::*;
        match self {
            Unreadable(_) | LongNumber(_) | OpenText | NeverClosed(_) | NeverOpened(_) => Kind::Syntax,
            NothingToTheRight(_) | NoValue(_) | NothingToTheLeft(_) | SomethingToTheLeft(_) => Kind::Syntax,
            EachOfNothing | AssignedToNothing | NotAFunction | NotAHeader | NoItself | Misplaced(_) => Kind::Syntax,
            UnknownControl { .. } | UnknownQuad(_) | ControlNeverClosed(_) | ControlNeverOpened(_) => Kind::Syntax,
            AfterControl(_) | NothingAfterControl(_) | NoCase => Kind::Syntax,
            UnknownName(_) | NoResult { .. } => Kind::Value,
            DivisionByZero | NotWhole(_) | NotReal | NothingToReduce(_) => Kind::Domain,
            Axes | NoMatrix(_) | NestedMatrix | MatrixAndVector | IndexParts => Kind::Rank,
            OuterOfNothing | BranchOutside => Kind::Syntax,
            Shapes(..) => Kind::Length,
            ReduceOfReduce => Kind::Syntax,
            NotNumbers(_) | NotTruths(_) | Overflow | NotACount(_) | NotText | NotAFigure(_) | NotAVector(_) => {
                Kind::Domain
            }
            NotACondition(_) | NoText(_) | BranchIntoStructure { .. } => Kind::Domain,
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

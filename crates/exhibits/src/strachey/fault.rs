//! The faults of a CPL program, which are found when the program is read or run.

use thiserror::Error;

/// A fault of a CPL program, without its place in the text.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum Fault {
    /// A character that cannot begin a token.
    #[error("unexpected `{0}`")]
    StrangeCharacter(char),
    /// An unknown entity `&...;`.
    #[error(
        "`{0}` is not an entity of CPL (expected one of &rarr; &sect; &and; &or; &not; &infin; &sigma; &theta; &psi; &Phi; &lt; &gt; &minus;)"
    )]
    StrangeEntity(String),
    /// A string without its closing quote.
    #[error("this string is never closed")]
    OpenString,
    /// A number or a result that does not fit in 64 bits.
    #[error("the number is too large: whole numbers go from -2^63 to 2^63 - 1")]
    TooLarge,
    /// A real number or result that is too large.
    #[error("the real number is too large: reals go to about 1.8 times 10 to the power 308")]
    RealTooLarge,
    /// A keyword of CPL that the interpreter does not support.
    #[error("`{word}` is a word of CPL that is not done here: {instead}")]
    MissingWord {
        /// The keyword.
        word: &'static str,
        /// What a program can use in place of the keyword.
        instead: &'static str,
    },
    /// The definition of a function inside an expression that the user types.
    #[error("no function is defined inside a typed expression: define `{0}` before it, on a line of its own")]
    InnerFunction(String),
    /// The use of an inner function as a value, although the function uses outer names.
    #[error("`{0}` uses names of the function around it, so it can only be called: it is no value of its own")]
    InnerFunctionAsValue(String),
    /// An inner function that uses an outer name to which a command assigns a value.
    #[error("`{function}` uses the outer name `{name}`, which a command changes: make `{name}` a parameter")]
    ChangedOuterName {
        /// The name of the inner function.
        function: String,
        /// The outer name.
        name: String,
    },
    /// A `go to` whose label is neither in the same block nor in a block around that block.
    #[error("there is no label `{0}` here: a label is a name and `:` in front of a line of this block")]
    UnknownLabel(String),
    /// A `go to` that would jump over the definition of a name.
    #[error("`go to {0}` would leave out a definition between here and the label")]
    JumpOverDefinition(String),
    /// A label with the same name as an earlier label of the block.
    #[error("`{0}` is a label of this block already")]
    SameLabel(String),
    /// A tuple of names in definitions that are joined by `and`.
    #[error("`and` joins definitions of single names, not of tuples")]
    JoinedTuple,
    /// A name that is defined twice by definitions joined by `and`.
    #[error("`{0}` is defined twice by definitions that `and` joins")]
    SameDefinition(String),
    /// A value after `let rec`.
    #[error("`rec` defines only functions, as in `let rec F(x) = ...`: define a value by `let` without `rec`")]
    RecursiveValue,
    /// An assignment to a name that is not a parameter and not defined by a `let`.
    #[error("`{0}` cannot be assigned to: it is neither a parameter nor a name that this function defines by `let`")]
    NotVariable(String),
    /// A token that the grammar does not allow.
    #[error("expected {expected}, found {found}")]
    Unexpected {
        /// The token that the grammar expects.
        expected: String,
        /// The token that the text has instead of the expected token.
        found: String,
    },
    /// A parenthesis, section or argument list without its closing token.
    #[error("expected {expected}, found {found}: the {opener} opened at {line}:{column} is still open")]
    Unclosed {
        /// The token that the grammar expects.
        expected: String,
        /// The token that the text has instead of the expected token.
        found: String,
        /// The kind of the open construct: parenthesis, section or argument list.
        opener: &'static str,
        /// The number of the line where the construct begins.
        line: usize,
        /// The number of the column where the construct begins.
        column: usize,
    },
    /// A definition or a `let` line where an expression is needed.
    #[error("expected an expression, found a definition: type definitions at the prompt of `run`")]
    NotExpression,
    /// An item that a list does not have.
    #[error("there is no item {index}: the list has {length}")]
    NoItem {
        /// The index, counted from 1.
        index: i64,
        /// The number of items of the list.
        length: usize,
    },
    /// A number next to a name, such as `2x`.
    #[error("a number is not multiplied by standing beside `{0}`: write `*` between them")]
    NumberBesideName(String),
    /// Expressions nested deeper than this number of levels.
    #[error("expressions are nested more than {0} deep")]
    NestedTooDeep(usize),
    /// A parameter with the same name as an earlier parameter.
    #[error("`{0}` is a parameter already")]
    SameParameter(String),
    /// A program with more registers, constants or functions than an instruction can address.
    #[error("the program is too large: `{0}` exceeds the limit of registers, constants or functions")]
    TooLong(String),
    /// A definition that has no effect, because a later definition has the same name.
    #[error("`{name}` is defined again on line {line}; that definition is the one that counts")]
    Hidden {
        /// The name of both definitions.
        name: String,
        /// The number of the line of the later definition.
        line: usize,
    },
    /// A name without a definition.
    #[error("`{0}` is not defined")]
    UnknownName(String),
    /// Arguments after a name that is not a function.
    #[error("`{0}` is not a function")]
    NotFunction(String),
    /// A call with too many or too few arguments.
    #[error("`{name}` takes {takes}, not {given}")]
    ArgumentCount {
        /// The name of the function.
        name: String,
        /// The number of arguments that the function takes.
        takes: Count,
        /// The number of arguments in the call.
        given: usize,
    },
    /// A value that does not fit the pattern of a `let`. The value is not a tuple, or is a tuple of a different size.
    #[error("the pattern of {wanted} names does not fit {found}")]
    Pattern {
        /// The number of names in the pattern.
        wanted: usize,
        /// The kind of the value that does not fit; for a tuple, also the number of its members.
        found: String,
    },
    /// Operands that the operator does not accept.
    #[error("`{operator}` does not work on {left} and {right}")]
    Operands {
        /// The symbol of the operator.
        operator: &'static str,
        /// The kind of value of the left operand.
        left: &'static str,
        /// The kind of value of the right operand.
        right: &'static str,
    },
    /// An operand that the prefix operator does not accept.
    #[error("`{operator}` does not work on {operand}")]
    Operand {
        /// The symbol of the prefix operator.
        operator: &'static str,
        /// The kind of value of the operand.
        operand: &'static str,
    },
    /// An argument that the run-time function does not accept.
    #[error("`{name}` expects {wanted}, not {found}")]
    Argument {
        /// The name of the run-time function.
        name: &'static str,
        /// The kind of value that the function needs.
        wanted: &'static str,
        /// The kind of value that the argument has.
        found: &'static str,
    },
    /// `Next` of an empty list.
    #[error("`Next` of an empty list")]
    NextOfEmpty,
    /// `Head` or `Rest` of an empty list.
    #[error("`{0}` of an empty list")]
    PartOfEmpty(&'static str),
    /// A list longer than this limit as the first argument of `Join`.
    #[error("`Join` of a list of more than {0} members")]
    ListTooLong(usize),
    /// A condition of a loop that is neither a truth value nor a list.
    #[error(
        "the condition of the loop is {0}: expected a truth value, or a list, which counts as true until it is empty"
    )]
    NotLoopCondition(&'static str),
    /// A condition that is neither true nor false.
    #[error("the condition is {0}, not a truth value")]
    NotTruth(&'static str),
    /// Division by zero.
    #[error("division by zero")]
    DivisionByZero,
    /// Calls nested deeper than this number of levels.
    #[error("recursion too deep: {0} calls are waiting for each other")]
    TooDeep(usize),
    /// An interruption by the user.
    #[error("interrupted")]
    Interrupted,
}

/// A number of arguments. It prints as `no arguments`, `1 argument`, `2 arguments` and so on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Count(
    /// The number of arguments.
    pub usize,
);

impl std::fmt::Display for Count {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            0 => formatter.write_str("no arguments"),
            1 => formatter.write_str("1 argument"),
            n => write!(formatter, "{n} arguments"),
        }
    }
}

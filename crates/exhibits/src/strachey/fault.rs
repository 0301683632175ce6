//! The faults of a CPL program, which are found when the program is read or run.

use thiserror::Error;

/// A fault of a CPL program. The place of the fault is in [`super::Complaint`].
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum Fault {
    /// A character that begins no token.
    #[error("unexpected `{0}`")]
    StrangeCharacter(char),
    /// An entity `&...;` that CPL does not have.
    #[error(
        "`{0}` is not an entity of CPL (expected one of &rarr; &sect; &and; &or; &not; &infin; &sigma; &theta; &psi; &Phi; &lt; &gt; &minus;)"
    )]
    StrangeEntity(String),
    /// A string without its closing quote.
    #[error("this string is never closed")]
    OpenString,
    /// A number in the text, or a result, that does not fit in 64 bits.
    #[error("the number is too large: whole numbers go from -2^63 to 2^63 - 1")]
    TooLarge,
    /// A token that the grammar does not allow here.
    #[error("expected {expected}, found {found}")]
    Unexpected {
        /// The token that the grammar allows here.
        expected: String,
        /// The token that the text has here.
        found: String,
    },
    /// A parenthesis, section or argument list that is not closed.
    #[error("expected {expected}, found {found}: the {opener} opened at {line}:{column} is still open")]
    Unclosed {
        /// The token that the grammar allows here.
        expected: String,
        /// The token that the text has here.
        found: String,
        /// The name of the open construct: parenthesis, section or argument list.
        opener: &'static str,
        /// The line where the construct begins.
        line: usize,
        /// The column where the construct begins.
        column: usize,
    },
    /// A number beside a name, such as `2x`.
    #[error("a number is not multiplied by standing beside `{0}`: write `*` between them")]
    NumberBesideName(String),
    /// Expressions nested too deep.
    #[error("expressions are nested more than {0} deep")]
    NestedTooDeep(usize),
    /// Two parameters with the same name.
    #[error("`{0}` is a parameter already")]
    SameParameter(String),
    /// More registers, constants or functions than an instruction can address.
    #[error("the program is too large: `{0}` exceeds the limit of registers, constants or functions")]
    TooLong(String),
    /// A definition that a later definition of the same name hides.
    #[error("`{name}` is defined again on line {line}; that definition is the one that counts")]
    Hidden {
        /// The name defined twice.
        name: String,
        /// The line of the later definition.
        line: usize,
    },
    /// A name with no meaning.
    #[error("`{0}` is not defined")]
    UnknownName(String),
    /// A function's name without arguments, used as a value.
    #[error("`{0}` is a function: give it arguments")]
    FunctionAsValue(String),
    /// Arguments after a name that is not a function.
    #[error("`{0}` is not a function")]
    NotFunction(String),
    /// A call with too many arguments, or too few.
    #[error("`{name}` takes {takes}, not {given}")]
    ArgumentCount {
        /// The function.
        name: String,
        /// The number of arguments that the function takes.
        takes: Count,
        /// The number of arguments of the call.
        given: usize,
    },
    /// A value that does not fit the pattern of a `let`: a tuple of the wrong size, or a value that is not a tuple.
    #[error("the pattern of {wanted} names does not fit {found}")]
    Pattern {
        /// The number of names in the pattern.
        wanted: usize,
        /// The value that does not fit.
        found: String,
    },
    /// Operands of kinds that the operator does not accept.
    #[error("`{operator}` does not work on {left} and {right}")]
    Operands {
        /// The symbol of the operator.
        operator: &'static str,
        /// The kind of the left operand.
        left: &'static str,
        /// The kind of the right operand.
        right: &'static str,
    },
    /// An operand of a kind that its prefix operator does not accept.
    #[error("`{operator}` does not work on {operand}")]
    Operand {
        /// The symbol of the prefix operator.
        operator: &'static str,
        /// The operand's kind.
        operand: &'static str,
    },
    /// An argument of the wrong kind.
    #[error("`{name}` expects {wanted}, not {found}")]
    Argument {
        /// The name of the run-time function.
        name: &'static str,
        /// The kind that the function needs.
        wanted: &'static str,
        /// The kind of the argument.
        found: &'static str,
    },
    /// `Next` of an empty list.
    #[error("`Next` of an empty list")]
    NextOfEmpty,
    /// A first argument of `Join` that is a list longer than this limit.
    #[error("`Join` of a list of more than {0} members")]
    ListTooLong(usize),
    /// A condition that is neither true nor false.
    #[error("the condition is {0}, not a truth value")]
    NotTruth(&'static str),
    /// Division by zero.
    #[error("division by zero")]
    DivisionByZero,
    /// Calls nested too deep.
    #[error("recursion too deep: {0} calls are waiting for each other")]
    TooDeep(usize),
    /// An interruption by the user.
    #[error("interrupted")]
    Interrupted,
}

/// A number of arguments, which prints as `no arguments`, `1 argument` or `2 arguments`.
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

//! A CPL program as a tree.
//!
//! ```text
//! program     = { name "(" names ")" "=" expr }
//! expr        = "value" "of" "§" block "§"  |  conditional
//! conditional = binary [ "→" expr "," expr ]
//! block       = { "let" pattern "=" expr  |  "if" expr "then" expr } ( "result" "is" expr  |  expr )
//! pattern     = name  |  "(" name { "," name } ")"
//! binary      = unary operands joined by operators
//! unary       = { "-" | "+" | "~" } factor
//! factor      = number | string | names side by side, the last with an optional "(" arguments ")"
//!             | "(" expr ")"  |  "(" expr "," expr { "," expr } ")"
//! ```

use super::source::Place;
use super::value::Value;

/// The meaning of arithmetic on bit strings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Reading {
    /// Bit strings are sets: `+` is union, and `-` is difference. Both operators have a higher precedence than `∧`.
    #[default]
    Set,
    /// Bit strings are machine words: `+` and `-` are addition and subtraction. Both operators have a lower precedence
    /// than `∧`. An empty list counts as the word 0.
    Word,
}

/// A name, and its place in the text.
#[derive(Clone, Debug)]
pub(crate) struct Named {
    /// The name. A Greek letter is stored as one character: `σ` instead of `sigma`.
    pub(crate) name: String,
    /// The place of the name in the text.
    pub(crate) place: Place,
}

/// The definition of a function, `name(parameters) = body`.
#[derive(Clone, Debug)]
pub(crate) struct Definition {
    /// The function's name.
    pub(crate) name: Named,
    /// The function's parameters.
    pub(crate) parameters: Vec<Named>,
    /// The expression for the function's result.
    pub(crate) body: Expression,
}

/// An expression, and its place in the text.
#[derive(Clone, Debug)]
pub(crate) struct Expression {
    /// The place of the expression in the text.
    pub(crate) place: Place,
    /// The expression without its place.
    pub(crate) kind: ExpressionKind,
}

/// The kinds of expressions. A sequence of operators, signs or conditions is a flat list, so the tree is not deep.
#[derive(Clone, Debug)]
pub(crate) enum ExpressionKind {
    /// A number or a string in the text, or a value that a caller passes as an argument.
    Constant(Value),
    /// The name of a parameter, a `let` or a constant of the run-time.
    Name(String),
    /// A call, `name(arguments)`.
    Call {
        /// The name of the function.
        name: Named,
        /// The arguments of the call.
        arguments: Vec<Expression>,
    },
    /// A tuple, `(a, b, ...)`.
    Tuple(Vec<Expression>),
    /// A list, `[a, b, ...]`. Only the notation at a prompt has lists.
    List(Vec<Expression>),
    /// Signs `-`, `+` or `~` before an operand.
    Signs {
        /// The signs, outermost first, and the place of each sign in the text.
        signs: Vec<(Sign, Place)>,
        /// The operand of the signs.
        operand: Box<Expression>,
    },
    /// Operators of equal precedence, applied from left to right.
    Chain {
        /// The leftmost operand.
        first: Box<Expression>,
        /// Each operator, and the operand on its right.
        rest: Vec<(Operator, Expression)>,
    },
    /// A conditional, `condition → value, condition → value, ..., otherwise`.
    Conditional {
        /// Each condition, and its value.
        arms: Vec<(Expression, Expression)>,
        /// The value if no condition is true.
        otherwise: Box<Expression>,
    },
    /// A block, `value of § ... §`.
    Block {
        /// The `let` lines and the `if` lines of the block.
        steps: Vec<Step>,
        /// The last line of the block. Its value is the value of the block.
        result: Box<Expression>,
    },
}

/// A line of a block.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// The line `let name = value` or `let (name, ...) = value`.
    Let {
        /// The name, or the names of the members of a tuple.
        pattern: Pattern,
        /// The expression after the `=`.
        value: Expression,
    },
    /// The line `if condition then result`. If the condition is true, `result` is the value of the block.
    If {
        /// The condition.
        condition: Expression,
        /// The value of the block if the condition is true.
        result: Expression,
    },
}

/// The names that a `let` defines.
#[derive(Clone, Debug)]
pub(crate) enum Pattern {
    /// A name for the whole value.
    One(Named),
    /// A name for each member of a tuple.
    Members(Vec<Named>, Place),
}

impl Pattern {
    /// Returns the names that the pattern defines.
    pub(crate) fn names(&self) -> &[Named] {
        match self {
            Pattern::One(name) => std::slice::from_ref(name),
            Pattern::Members(names, _) => names,
        }
    }
}

/// A sign before an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // The variants are the signs.
pub(crate) enum Sign {
    Minus,
    Plus,
    Not,
}

/// An operator between operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // The variants are the operators.
pub(crate) enum Operator {
    Equal,
    Less,
    Greater,
    Or,
    And,
    Add,
    Subtract,
    Multiply,
    Divide,
}

impl Operator {
    /// Whether the operator is a comparison. The result of a comparison is a truth value.
    pub(super) fn compares(self) -> bool {
        matches!(self, Operator::Equal | Operator::Less | Operator::Greater)
    }

    /// Returns the symbol of the operator in CPL text.
    pub(crate) fn sign(self) -> &'static str {
        match self {
            Operator::Equal => "=",
            Operator::Less => "<",
            Operator::Greater => ">",
            Operator::Or => "∨",
            Operator::And => "∧",
            Operator::Add => "+",
            Operator::Subtract => "-",
            Operator::Multiply => "*",
            Operator::Divide => "/",
        }
    }
}

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
    /// Bit strings are sets: `+` is union, `-` is difference, and both bind more strongly than `∧`.
    #[default]
    Set,
    /// Bit strings are machine words: `+` and `-` carry and borrow, and both bind less strongly than `∧`. An empty list
    /// counts as the word 0.
    Word,
}

/// A name and its place.
#[derive(Clone, Debug)]
pub(crate) struct Named {
    /// The name. A Greek letter is stored as one character (`σ`, never `sigma`).
    pub(crate) name: String,
    /// The place of the name.
    pub(crate) place: Place,
}

/// A definition, `name(parameters) = body`.
#[derive(Clone, Debug)]
pub(crate) struct Definition {
    /// The function's name.
    pub(crate) name: Named,
    /// The function's parameters.
    pub(crate) parameters: Vec<Named>,
    /// The expression that is the function's value.
    pub(crate) body: Expression,
}

/// An expression and its place.
#[derive(Clone, Debug)]
pub(crate) struct Expression {
    /// The place of the expression.
    pub(crate) place: Place,
    /// The expression without its place.
    pub(crate) kind: ExpressionKind,
}

/// The kinds of expressions. A sequence of operators, signs or conditions is stored as a flat list, so that a long
/// sequence is not a deep tree.
#[derive(Clone, Debug)]
pub(crate) enum ExpressionKind {
    /// A number or a string of the text, or a value that a caller passes as an argument.
    Constant(Value),
    /// The name of a parameter, of a `let`, or of a constant of the run-time.
    Name(String),
    /// A call, `name(arguments)`.
    Call {
        /// The function.
        name: Named,
        /// The arguments of the call.
        arguments: Vec<Expression>,
    },
    /// A tuple, `(a, b, ...)`.
    Tuple(Vec<Expression>),
    /// A list, `[a, b, ...]`, which is accepted only at a prompt.
    List(Vec<Expression>),
    /// Signs `-`, `+` or `~` in front of an operand.
    Signs {
        /// The signs, outermost first, each with its place.
        signs: Vec<(Sign, Place)>,
        /// The expression to which the signs before it apply.
        operand: Box<Expression>,
    },
    /// Operators of equal precedence, applied from left to right.
    Chain {
        /// The leftmost operand.
        first: Box<Expression>,
        /// Each operator with the operand on its right.
        rest: Vec<(Operator, Expression)>,
    },
    /// A conditional, `condition → value, condition → value, ..., otherwise`.
    Conditional {
        /// The conditions with their values.
        arms: Vec<(Expression, Expression)>,
        /// The value when no condition holds.
        otherwise: Box<Expression>,
    },
    /// A block, `value of § ... §`.
    Block {
        /// The block's `let`s and `if`s.
        steps: Vec<Step>,
        /// The block's last line, whose value is the block's value.
        result: Box<Expression>,
    },
}

/// A line of a block.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// `let name = value` or `let (name, ...) = value`
    Let {
        /// The name, or the names of a tuple's members.
        pattern: Pattern,
        /// The value that the names get.
        value: Expression,
    },
    /// `if condition then result`: when the condition holds, `result` is the block's value.
    If {
        /// The condition.
        condition: Expression,
        /// The block's value when the condition holds.
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

/// A sign in front of an operand.
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
    /// Whether the operator is a comparison, whose result is a truth value.
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

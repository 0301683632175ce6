//! The binary operators of CPL.

/// A binary operator.
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

//! Real numbers.

use std::cmp::Ordering;
use std::fmt;

use super::fault::Fault;
use super::operator::Operator;

/// A finite real number other than negative zero. Two such numbers are therefore equal if and only if they have the
/// same printed form.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Real(f64);

impl Real {
    /// Creates a real; returns a fault for a number that is too large.
    pub(crate) fn new(number: f64) -> Result<Real, Fault> {
        if number.is_finite() { Ok(Real(number + 0.0)) } else { Err(Fault::RealTooLarge) }
    }

    /// Creates the real that is nearest to a whole number.
    pub(crate) fn of(number: i64) -> Real {
        Real(number as f64)
    }

    /// Whether the number is 0.
    pub(crate) fn is_zero(self) -> bool {
        self.0 == 0.0
    }

    /// Computes `-self`.
    pub(super) fn negated(self) -> Real {
        Real(0.0 - self.0)
    }

    /// Computes `self operator right` for an arithmetic operator; returns `None` for any other operator.
    pub(super) fn combined(self, operator: Operator, right: Real) -> Option<Result<Real, Fault>> {
        Some(match operator {
            Operator::Add => Real::new(self.0 + right.0),
            Operator::Subtract => Real::new(self.0 - right.0),
            Operator::Multiply => Real::new(self.0 * right.0),
            Operator::Divide if right.is_zero() => Err(Fault::DivisionByZero),
            Operator::Divide => Real::new(self.0 / right.0),
            Operator::Equal | Operator::Less | Operator::Greater | Operator::Or | Operator::And => return None,
        })
    }
}

impl Eq for Real {}

impl Ord for Real {
    fn cmp(&self, other: &Real) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl PartialOrd for Real {
    fn partial_cmp(&self, other: &Real) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Writes the number with a decimal point, and with the fewest digits that distinguish the number from all other reals.
impl fmt::Display for Real {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.0.to_string();
        write!(f, "{digits}{}", if digits.contains('.') { "" } else { ".0" })
    }
}

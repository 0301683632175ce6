//! The results of the operators.

use super::fault::Fault;
use super::operator::Operator;
use super::runtime::as_bits;
use super::syntax::{Reading, Sign};
use super::value::Value;

/// Computes `left operator right`.
pub(super) fn binary(operator: Operator, left: &Value, right: &Value, reading: Reading) -> Result<Value, Fault> {
    match (operator, left, right) {
        (Operator::Equal, _, _) => return Ok(Value::Truth(left.equals(right))),
        (Operator::Less, Value::Number(a), Value::Number(b)) => return Ok(Value::Truth(a < b)),
        (Operator::Greater, Value::Number(a), Value::Number(b)) => return Ok(Value::Truth(a > b)),
        (Operator::Divide, Value::Number(_), Value::Number(0)) => return Err(Fault::DivisionByZero),
        (Operator::And | Operator::Or, Value::Number(_), Value::Number(_)) => {}
        (_, Value::Number(a), Value::Number(b)) => {
            return numbers(operator, *a, *b).map(Value::Number).ok_or(Fault::TooLarge);
        }
        (_, Value::Real(_), _) | (_, _, Value::Real(_)) => return reals(operator, left, right),
        // CPL uses `∧` and `∨` for truth values as well as for bit strings.
        (Operator::And, Value::Truth(a), Value::Truth(b)) => return Ok(Value::Truth(*a && *b)),
        (Operator::Or, Value::Truth(a), Value::Truth(b)) => return Ok(Value::Truth(*a || *b)),
        _ => {}
    }
    let result = match (operator, as_bits(left, reading), as_bits(right, reading)) {
        (Operator::Less, Some(a), Some(b)) => Some(Value::Truth(a < b)),
        (Operator::Greater, Some(a), Some(b)) => Some(Value::Truth(a > b)),
        (_, Some(a), Some(b)) => bits(operator, a, b, reading).map(Value::Bits),
        _ => None,
    };
    result.ok_or(Fault::Operands { operator: operator.sign(), left: left.kind(), right: right.kind() })
}

/// Computes `left operator right` if at least one operand is a real number. A whole number is first converted to a real
/// number.
fn reals(operator: Operator, left: &Value, right: &Value) -> Result<Value, Fault> {
    let wrong = || Fault::Operands { operator: operator.sign(), left: left.kind(), right: right.kind() };
    let (a, b) = left.as_real().zip(right.as_real()).ok_or_else(wrong)?;
    match operator {
        Operator::Less => Ok(Value::Truth(a < b)),
        Operator::Greater => Ok(Value::Truth(a > b)),
        _ => a.combined(operator, b).ok_or_else(wrong)?.map(Value::Real),
    }
}

/// Returns the result of an arithmetic operator on two numbers. Returns `None` for any other operator, for a division
/// by zero, and if the result does not fit in 64 bits.
#[inline]
pub(super) fn numbers(operator: Operator, a: i64, b: i64) -> Option<i64> {
    match operator {
        Operator::Add => a.checked_add(b),
        Operator::Subtract => a.checked_sub(b),
        Operator::Multiply => a.checked_mul(b),
        Operator::Divide => floor_divide(a, b),
        Operator::Equal | Operator::Less | Operator::Greater | Operator::And | Operator::Or => None,
    }
}

/// Returns the result of an operator on two bit strings. Returns `None` if the operator does not apply to bit strings.
#[inline]
pub(super) fn bits(operator: Operator, a: u64, b: u64, reading: Reading) -> Option<u64> {
    match (operator, reading) {
        (Operator::And, _) => Some(a & b),
        (Operator::Or, _) | (Operator::Add, Reading::Set) => Some(a | b),
        (Operator::Subtract, Reading::Set) => Some(a & !b),
        (Operator::Add, Reading::Word) => Some(a.wrapping_add(b)),
        (Operator::Subtract, Reading::Word) => Some(a.wrapping_sub(b)),
        _ => None,
    }
}

/// Returns the quotient of two numbers, rounded down. Returns `None` if `b` is zero or the quotient does not fit in 64
/// bits.
fn floor_divide(a: i64, b: i64) -> Option<i64> {
    let quotient = a.checked_div(b)?;
    let inexact = a % b != 0;
    Some(if inexact && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
}

/// Computes `sign operand`.
pub(super) fn unary(sign: Sign, operand: &Value, reading: Reading) -> Result<Value, Fault> {
    let wrong = |operator| Fault::Operand { operator, operand: operand.kind() };
    match (sign, operand) {
        (Sign::Minus, Value::Number(number)) => number.checked_neg().map(Value::Number).ok_or(Fault::TooLarge),
        (Sign::Plus, Value::Number(number)) => Ok(Value::Number(*number)),
        (Sign::Minus, Value::Real(real)) => Ok(Value::Real(real.negated())),
        (Sign::Plus, Value::Real(real)) => Ok(Value::Real(*real)),
        (Sign::Not, Value::Truth(truth)) => Ok(Value::Truth(!truth)),
        (Sign::Not, _) => as_bits(operand, reading).map(|bits| Value::Bits(!bits)).ok_or_else(|| wrong("~")),
        (Sign::Minus, _) if reading == Reading::Word => {
            as_bits(operand, reading).map(|bits| Value::Bits(bits.wrapping_neg())).ok_or_else(|| wrong("-"))
        }
        (Sign::Plus, _) if reading == Reading::Word => {
            as_bits(operand, reading).map(Value::Bits).ok_or_else(|| wrong("+"))
        }
        (Sign::Minus, _) => Err(wrong("-")),
        (Sign::Plus, _) => Err(wrong("+")),
    }
}

//! What the operators do.

use super::fault::Fault;
use super::runtime::as_bits;
use super::syntax::{Operator, Reading, Sign};
use super::value::Value;

/// `left operator right`
pub(super) fn binary(operator: Operator, left: &Value, right: &Value, reading: Reading) -> Result<Value, Fault> {
    match (operator, left, right) {
        (Operator::Equal, _, _) => return Ok(Value::Truth(left == right)),
        (Operator::Less, Value::Number(a), Value::Number(b)) => return Ok(Value::Truth(a < b)),
        (Operator::Greater, Value::Number(a), Value::Number(b)) => return Ok(Value::Truth(a > b)),
        (_, Value::Number(a), Value::Number(b)) => return numbers(operator, *a, *b).map(Value::Number),
        // CPL has logical connectives, and they are the same signs.
        (Operator::And, Value::Truth(a), Value::Truth(b)) => return Ok(Value::Truth(*a && *b)),
        (Operator::Or, Value::Truth(a), Value::Truth(b)) => return Ok(Value::Truth(*a || *b)),
        _ => {}
    }
    match (operator, as_bits(left, reading), as_bits(right, reading)) {
        (Operator::Less, Some(a), Some(b)) => Ok(Value::Truth(a < b)),
        (Operator::Greater, Some(a), Some(b)) => Ok(Value::Truth(a > b)),
        (_, Some(a), Some(b)) => bits(operator, a, b, reading).map(Value::Bits),
        _ => Err(wrong_operands(operator, left.kind(), right.kind())),
    }
}

/// The operators that make a number of two.
#[inline]
pub(super) fn numbers(operator: Operator, a: i64, b: i64) -> Result<i64, Fault> {
    let number = match operator {
        Operator::Add => a.checked_add(b),
        Operator::Subtract => a.checked_sub(b),
        Operator::Multiply => a.checked_mul(b),
        Operator::Divide if b == 0 => return Err(Fault::DivisionByZero),
        Operator::Divide => floor_divide(a, b),
        _ => return Err(wrong_operands(operator, "a number", "a number")),
    };
    number.ok_or(Fault::TooLarge)
}

/// The operators that make a bit string of two.
#[inline]
pub(super) fn bits(operator: Operator, a: u64, b: u64, reading: Reading) -> Result<u64, Fault> {
    Ok(match (operator, reading) {
        (Operator::And, _) => a & b,
        (Operator::Or, _) | (Operator::Add, Reading::Set) => a | b,
        (Operator::Subtract, Reading::Set) => a & !b,
        (Operator::Add, Reading::Word) => a.wrapping_add(b),
        (Operator::Subtract, Reading::Word) => a.wrapping_sub(b),
        _ => return Err(wrong_operands(operator, "a bit string", "a bit string")),
    })
}

/// Division that rounds down, not towards zero.
fn floor_divide(a: i64, b: i64) -> Option<i64> {
    let quotient = a.checked_div(b)?;
    let inexact = a % b != 0;
    Some(if inexact && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
}

#[cold]
fn wrong_operands(operator: Operator, left: &'static str, right: &'static str) -> Fault {
    Fault::Operands { operator: operator.sign(), left, right }
}

/// `sign operand`
pub(super) fn unary(sign: Sign, operand: &Value, reading: Reading) -> Result<Value, Fault> {
    let wrong = |operator| Fault::Operand { operator, operand: operand.kind() };
    match (sign, operand) {
        (Sign::Minus, Value::Number(number)) => number.checked_neg().map(Value::Number).ok_or(Fault::TooLarge),
        (Sign::Plus, Value::Number(number)) => Ok(Value::Number(*number)),
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

//! What the operators do.

use super::fault::Fault;
use super::runtime::as_bits;
use super::syntax::{Operator, Reading, Sign};
use super::value::Value;

/// `left operator right`
#[inline]
pub(super) fn binary(operator: Operator, left: &Value, right: &Value, reading: Reading) -> Result<Value, Fault> {
    match (left, right) {
        (Value::Number(a), Value::Number(b)) => numbers(operator, *a, *b),
        (Value::Bits(a), Value::Bits(b)) => bits(operator, *a, *b, reading),
        _ => others(operator, left, right, reading),
    }
}

fn numbers(operator: Operator, a: i64, b: i64) -> Result<Value, Fault> {
    let number = match operator {
        Operator::Equal => return Ok(Value::Truth(a == b)),
        Operator::Less => return Ok(Value::Truth(a < b)),
        Operator::Greater => return Ok(Value::Truth(a > b)),
        Operator::Add => a.checked_add(b),
        Operator::Subtract => a.checked_sub(b),
        Operator::Multiply => a.checked_mul(b),
        Operator::Divide if b == 0 => return Err(Fault::DivisionByZero),
        Operator::Divide => floor_divide(a, b),
        Operator::And | Operator::Or => return Err(wrong_operands(operator, &Value::Number(a), &Value::Number(b))),
    };
    number.map(Value::Number).ok_or(Fault::TooLarge)
}

/// Division that rounds down, not towards zero.
fn floor_divide(a: i64, b: i64) -> Option<i64> {
    let quotient = a.checked_div(b)?;
    let inexact = a % b != 0;
    Some(if inexact && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
}

fn bits(operator: Operator, a: u64, b: u64, reading: Reading) -> Result<Value, Fault> {
    Ok(Value::Bits(match (operator, reading) {
        (Operator::Equal, _) => return Ok(Value::Truth(a == b)),
        (Operator::Less, _) => return Ok(Value::Truth(a < b)),
        (Operator::Greater, _) => return Ok(Value::Truth(a > b)),
        (Operator::And, _) => a & b,
        (Operator::Or, _) | (Operator::Add, Reading::Set) => a | b,
        (Operator::Subtract, Reading::Set) => a & !b,
        (Operator::Add, Reading::Word) => a.wrapping_add(b),
        (Operator::Subtract, Reading::Word) => a.wrapping_sub(b),
        (Operator::Multiply | Operator::Divide, _) => {
            return Err(wrong_operands(operator, &Value::Bits(a), &Value::Bits(b)));
        }
    }))
}

fn others(operator: Operator, left: &Value, right: &Value, reading: Reading) -> Result<Value, Fault> {
    match (operator, left, right) {
        (Operator::Equal, _, _) => return Ok(Value::Truth(left == right)),
        // CPL has logical connectives, and they are the same signs.
        (Operator::And, Value::Truth(a), Value::Truth(b)) => return Ok(Value::Truth(*a && *b)),
        (Operator::Or, Value::Truth(a), Value::Truth(b)) => return Ok(Value::Truth(*a || *b)),
        _ => {}
    }
    match (as_bits(left, reading), as_bits(right, reading)) {
        (Some(a), Some(b)) => bits(operator, a, b, reading),
        _ => Err(wrong_operands(operator, left, right)),
    }
}

fn wrong_operands(operator: Operator, left: &Value, right: &Value) -> Fault {
    Fault::Operands { operator: operator.sign(), left: left.kind(), right: right.kind() }
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

//! The APL functions `÷` and `*`, which compute quotients and powers, and the functions that rearrange, select or find
//! the items of a value: `⍴ ⌽ ⍉ ↑ ↓ ⍋ ⍒ /` and `A⍳B`.

use super::error::Reason;
use super::item::{Item, real, whole};
use super::items::{MAX_ITEMS, gather, real_item};
use super::itemwise::paired;
use super::matrix::Matrix;
use super::number::Number;
use super::value::Value;

type Answer = Result<Value, Reason>;

/// Computes `a÷b`; `0÷0` is 1.
pub(super) fn quotient(a: &Item, b: &Item) -> Result<Item, Reason> {
    match (a, b) {
        (Item::Number(0), Item::Number(0)) => Ok(Item::Number(1)),
        (_, Item::Number(0)) => Err(Reason::DivisionByZero),
        (Item::Number(a), Item::Number(b)) => match a.checked_rem(*b) {
            None => Err(Reason::Overflow),
            Some(0) => Ok(Item::Number(a / b)),
            Some(_) => real_item(*a as f64 / *b as f64),
        },
        _ => real_item(real('÷', a)? / real('÷', b)?),
    }
}

/// Computes the power `a*b`. Returns an error if the result is too large or is not a real number.
pub(super) fn power(a: &Item, b: &Item) -> Result<Item, Reason> {
    match (a, b) {
        (Item::Number(a), Item::Number(b)) => {
            let result = match (*a, *b) {
                (1, _) => Some(1),
                (-1, b) => Some(if b % 2 == 0 { 1 } else { -1 }),
                (0, ..0) => return Err(Reason::DivisionByZero),
                (0, b) => Some((b == 0).into()),
                (a, b @ ..0) => return real_item((a as f64).powf(b as f64)),
                (a, b) => u32::try_from(b).ok().and_then(|exponent| a.checked_pow(exponent)),
            };
            result.map(Item::Number).ok_or(Reason::Overflow)
        }
        _ => real_item(real('*', a)?.powf(real('*', b)?)),
    }
}

/// Computes `⍴value`: the number of items of a vector, the numbers of rows and columns of a matrix, or an empty vector
/// for a scalar.
pub(super) fn shape(value: &Value) -> Value {
    match value {
        Value::Scalar(_) => Value::numbers([]),
        Value::Vector(items) => Value::numbers([items.len() as Number]),
        Value::Matrix(matrix) => Value::numbers([matrix.rows as Number, matrix.columns as Number]),
    }
}

/// Computes `shape⍴value`: a vector or a matrix with the number of items that the shape gives. The items of the value
/// are repeated if necessary.
pub(super) fn reshape(symbol: char, shape: &Value, value: &Value) -> Answer {
    let fill = fill(value);
    let mut items = value.items().iter().cycle();
    let mut next = || Ok(items.next().unwrap_or(&fill).clone());
    match shape.items() {
        [] => next().map(Value::Scalar),
        [count] => {
            let count = counted(symbol, count)?;
            gather((0..count).map(|_| next())).map(Value::Vector)
        }
        [rows, columns] => {
            let (rows, columns) = (counted(symbol, rows)?, counted(symbol, columns)?);
            let count = rows.checked_mul(columns).filter(|count| *count <= MAX_ITEMS);
            let items = gather((0..count.ok_or(Reason::TooLarge(MAX_ITEMS))?).map(|_| next()))?;
            Ok(Value::Matrix(Matrix { rows, columns, items }))
        }
        _ => Err(Reason::Axes),
    }
}

/// Computes `⌽value`: the items of a vector, or the items of each row of a matrix, in reverse order.
pub(super) fn reversed(value: &Value) -> Answer {
    match value {
        Value::Scalar(_) => Ok(value.clone()),
        Value::Vector(items) => Ok(Value::Vector(items.iter().rev().cloned().collect())),
        Value::Matrix(matrix) => matrix.with_columns(&(0..matrix.columns).rev().collect::<Vec<_>>()).map(Value::Matrix),
    }
}

/// Computes `⍉value`: a matrix with its rows as columns. A scalar or a vector does not change.
pub(super) fn transposed(value: &Value) -> Value {
    match value {
        Value::Matrix(matrix) => Value::Matrix(matrix.transposed()),
        value => value.clone(),
    }
}

/// Computes `count⌽value`: the items of a vector, or the items of each row of a matrix, rotated to the left by `count`
/// places.
pub(super) fn rotate(symbol: char, count: &Value, value: &Value) -> Answer {
    let count = single(symbol, count)?;
    let length = match value {
        Value::Matrix(matrix) => matrix.columns,
        value => value.items().len(),
    };
    let mut places: Vec<usize> = (0..length).collect();
    if length > 0 {
        places.rotate_left(count.rem_euclid(length as Number) as usize);
    }
    match value {
        Value::Matrix(matrix) => matrix.with_columns(&places).map(Value::Matrix),
        value => Ok(Value::Vector(places.into_iter().map(|place| value.items()[place].clone()).collect())),
    }
}

/// Computes `count↑value`: the first `count` items or, for a negative count, the last `-count` items. If the value has
/// too few items, adds zeros or blanks.
pub(super) fn take(symbol: char, count: &Value, value: &Value) -> Answer {
    let count = single(symbol, count)?;
    let length = size(count)?;
    let (items, fill) = (value.items(), fill(value));
    let missing = length.saturating_sub(items.len());
    let padding = std::iter::repeat_n(fill, missing);
    let taken = length - missing;
    let all: Vec<Item> = match count < 0 {
        true => padding.chain(items[items.len() - taken..].iter().cloned()).collect(),
        false => items[..taken].iter().cloned().chain(padding).collect(),
    };
    gather(all.into_iter().map(Ok)).map(Value::Vector)
}

/// Computes `count↓value`: the value without its first `count` items or, for a negative count, without its last
/// `-count` items.
pub(super) fn drop_items(symbol: char, count: &Value, value: &Value) -> Answer {
    let count = single(symbol, count)?;
    let items = value.items();
    let dropped = usize::try_from(count.unsigned_abs()).unwrap_or(usize::MAX).min(items.len());
    let left = if count < 0 { &items[..items.len() - dropped] } else { &items[dropped..] };
    Ok(Value::Vector(left.to_vec()))
}

/// Computes `⍋value` or, if `is_descending` is true, `⍒value`: the indexes that put the items in ascending or in
/// descending order. Equal items keep their order.
pub(super) fn grade(symbol: char, value: &Value, is_descending: bool) -> Answer {
    // Whole numbers are compared exactly; a real is compared as a real.
    let key = |item: &Item| match item {
        Item::Number(number) => Ok((*number, *number as f64)),
        Item::Real(real) => Ok((real.number().floor() as Number, real.number())),
        Item::Character(character) => Ok((u32::from(*character).into(), f64::from(u32::from(*character)))),
        Item::Enclosed(_) => Err(Reason::NotNumbers(symbol)),
    };
    let keys = value.items().iter().map(key).collect::<Result<Vec<(Number, f64)>, Reason>>()?;
    let compared = |a: usize, b: usize| keys[a].0.cmp(&keys[b].0).then(keys[a].1.total_cmp(&keys[b].1));
    let mut order: Vec<usize> = (0..keys.len()).collect();
    match is_descending {
        true => order.sort_by(|&a, &b| compared(b, a)),
        false => order.sort_by(|&a, &b| compared(a, b)),
    }
    Ok(Value::numbers(order.into_iter().map(|at| at as Number + 1)))
}

/// Computes `counts/value`: repeats each item of a vector, or each column of a matrix, as often as the corresponding
/// count says.
pub(super) fn replicate(symbol: char, counts: &Value, value: &Value) -> Answer {
    if let Value::Matrix(matrix) = value {
        let columns = Value::numbers(0..matrix.columns as Number);
        let mut places = Vec::new();
        for (count, column) in paired(counts, &columns)? {
            let (count, column) = (counted(symbol, count)?, counted(symbol, column)?);
            if places.len() + count > MAX_ITEMS {
                return Err(Reason::TooLarge(MAX_ITEMS));
            }
            places.extend(std::iter::repeat_n(column, count));
        }
        return matrix.with_columns(&places).map(Value::Matrix);
    }
    let mut items = Vec::new();
    for (count, item) in paired(counts, value)? {
        let count = counted(symbol, count)?;
        if items.len() + count > MAX_ITEMS {
            return Err(Reason::TooLarge(MAX_ITEMS));
        }
        items.extend(std::iter::repeat_n(item, count));
    }
    gather(items.into_iter().cloned().map(Ok)).map(Value::Vector)
}

/// Returns the index of an item in a value; one more than the number of items if the value does not contain the item.
pub(super) fn place_of(item: &Item, value: &Value) -> Number {
    let items = value.items();
    items.iter().position(|each| each == item).unwrap_or(items.len()) as Number + 1
}

/// Returns the item that extends a vector to a greater length: a blank for text, otherwise 0.
fn fill(value: &Value) -> Item {
    match value.items().first() {
        Some(Item::Character(_)) => Item::Character(' '),
        _ => Item::Number(0),
    }
}

fn single(symbol: char, value: &Value) -> Result<Number, Reason> {
    match value.items() {
        [item] => whole(symbol, item),
        _ => Err(Reason::NotSingle(symbol)),
    }
}

/// Converts an item to a count. Returns an error for a character, and for a negative or too large number.
fn counted(symbol: char, item: &Item) -> Result<usize, Reason> {
    match whole(symbol, item)? {
        count if count < 0 => Err(Reason::NotACount(count)),
        count => size(count),
    }
}

fn size(count: Number) -> Result<usize, Reason> {
    let size = usize::try_from(count.unsigned_abs()).ok().filter(|size| *size <= MAX_ITEMS);
    size.ok_or(Reason::TooLarge(MAX_ITEMS))
}

//! The table of the functions that are written with one symbol. A function has a form with a left argument, a form
//! without a left argument, or both.
//!
//! `⍎` and `∇` are not in the table, since these functions need the workspace. Truth values are 0 and 1, and the first
//! item of a vector has index 1.

use std::cmp::Ordering;

use super::arrange::{
    drop_items, grade, place_of, power, quotient, replicate, reshape, reversed, rotate, shape, take, transposed,
};
use super::error::Reason;
use super::index;
use super::item::{Item, real, whole};
use super::items::{MAX_ITEMS, gather, real_item};
use super::itemwise::{each, pairs};
use super::matrix::Matrix;
use super::number::Number;
use super::real::are_equal;
use super::value::Value;

type Answer = Result<Value, Reason>;

/// A function written with one symbol.
#[derive(Debug)]
pub(super) struct Primitive {
    pub(crate) symbol: char,
    pub(crate) monadic: Option<fn(char, &Value) -> Answer>,
    pub(crate) dyadic: Option<fn(char, &Value, &Value) -> Answer>,
}

static PRIMITIVES: [Primitive; 33] = [
    both(
        '+',
        |s, b| number_each(s, b, Some, |b| b),
        |s, a, b| number_pairs(s, a, b, Number::checked_add, |a, b| a + b),
    ),
    both(
        '-',
        |s, b| number_each(s, b, Number::checked_neg, |b| -b),
        |s, a, b| number_pairs(s, a, b, Number::checked_sub, |a, b| a - b),
    ),
    both('÷', |_, b| pairs(&Value::count(1), b, &quotient), |_, a, b| pairs(a, b, &quotient)),
    dyadic('*', |_, a, b| pairs(a, b, &power)),
    both(
        '⌈',
        |s, b| number_each(s, b, Some, f64::ceil),
        |s, a, b| number_pairs(s, a, b, |a, b| Some(a.max(b)), f64::max),
    ),
    both(
        '⌊',
        |s, b| number_each(s, b, Some, f64::floor),
        |s, a, b| number_pairs(s, a, b, |a, b| Some(a.min(b)), f64::min),
    ),
    both('⍴', |_, b| Ok(shape(b)), reshape),
    both('⌽', |_, b| reversed(b), rotate),
    monadic('⍉', |_, b| Ok(transposed(b))),
    both('↑', |_, b| Ok(b.items().first().map_or(Value::count(0), Item::opened)), take),
    dyadic('↓', drop_items),
    monadic('⍋', |s, b| grade(s, b, false)),
    monadic('⍒', |s, b| grade(s, b, true)),
    dyadic('/', replicate),
    dyadic('×', |s, a, b| number_pairs(s, a, b, Number::checked_mul, |a, b| a * b)),
    both(
        '|',
        |s, b| number_each(s, b, Number::checked_abs, f64::abs),
        |s, a, b| number_pairs(s, a, b, residue, real_residue),
    ),
    dyadic('=', |_, a, b| pairs(a, b, &|a, b| Ok(Item::truth(a == b)))),
    dyadic('≠', |_, a, b| pairs(a, b, &|a, b| Ok(Item::truth(a != b)))),
    dyadic('<', |s, a, b| compared(s, a, b, |order| order.is_lt())),
    dyadic('≤', |s, a, b| compared(s, a, b, |order| order.is_le())),
    dyadic('≥', |s, a, b| compared(s, a, b, |order| order.is_ge())),
    dyadic('>', |s, a, b| compared(s, a, b, |order| order.is_gt())),
    dyadic('≡', |_, a, b| Ok(Value::truth(a == b))),
    both('≢', |_, b| Ok(tally(b)), |_, a, b| Ok(Value::truth(a != b))),
    dyadic('⌷', index::single),
    both(',', |_, b| Ok(Value::Vector(b.items().to_vec())), |_, a, b| catenate(a, b)),
    both('⍳', count_up, |_, a, b| each(b, &mut |item| Ok(Item::Number(place_of(item, a))))),
    monadic('⍕', |_, b| Ok(if b.as_text().is_some() { b.clone() } else { Value::text(&b.to_string()) })),
    both('∊', |_, b| enlist(b), |_, a, b| each(a, &mut |item| Ok(Item::truth(b.items().contains(item))))),
    both('~', |s, b| each(b, &mut |item| Ok(Item::truth(!truth(s, item)?))), |_, a, b| Ok(without(a, b))),
    dyadic('§', |_, a, b| join(without(a, b).items(), without(b, a).items())),
    dyadic('∧', |s, a, b| pairs(a, b, &|a, b| Ok(Item::truth(truth(s, a)? & truth(s, b)?)))),
    dyadic('∨', |s, a, b| pairs(a, b, &|a, b| Ok(Item::truth(truth(s, a)? | truth(s, b)?)))),
];

const fn monadic(symbol: char, function: fn(char, &Value) -> Answer) -> Primitive {
    Primitive { symbol, monadic: Some(function), dyadic: None }
}

const fn dyadic(symbol: char, function: fn(char, &Value, &Value) -> Answer) -> Primitive {
    Primitive { symbol, monadic: None, dyadic: Some(function) }
}

const fn both(
    symbol: char,
    monadic: fn(char, &Value) -> Answer,
    dyadic: fn(char, &Value, &Value) -> Answer,
) -> Primitive {
    Primitive { symbol, monadic: Some(monadic), dyadic: Some(dyadic) }
}

impl Primitive {
    /// Returns the function with this symbol. Also accepts U+2223 for bar and U+223C for tilde, which occur in some
    /// texts.
    pub(crate) fn find(symbol: char) -> Option<&'static Primitive> {
        let symbol = match symbol {
            '∣' => '|',
            '∼' => '~',
            symbol => symbol,
        };
        PRIMITIVES.iter().find(|primitive| primitive.symbol == symbol)
    }
}

impl Primitive {
    /// Calls the function. Returns `None` if the function does not have the form that the call needs: with a left
    /// argument if `left` is present, otherwise without a left argument.
    pub(crate) fn call(&self, left: Option<&Value>, right: &Value) -> Option<Answer> {
        let has_matrix = [left, Some(right)].iter().flatten().any(|value| matches!(value, Value::Matrix(_)));
        let works_on_matrices = match left {
            Some(_) => "+-÷*⌈⌊×|=≠<≤≥>∧∨≡≢⍴⌽∊,/",
            None => "+-÷⌈⌊|⍴⌽⍉↑,≢~∊",
        };
        let is_refused = has_matrix && !works_on_matrices.contains(self.symbol);
        let refused = Err(Reason::NoMatrix(self.symbol));
        match left {
            Some(left) => self.dyadic.map(|dyadic| if is_refused { refused } else { dyadic(self.symbol, left, right) }),
            None => self.monadic.map(|monadic| if is_refused { refused } else { monadic(self.symbol, right) }),
        }
    }

    /// Returns the identity element of the function, which is the result of `f/` for an empty vector; `None` if the
    /// function has no identity element.
    pub(crate) fn identity(&self) -> Option<Value> {
        match self.symbol {
            '+' | '-' | '|' | '∨' | '≠' => Some(Value::count(0)),
            '×' | '÷' | '*' | '∧' | '=' => Some(Value::count(1)),
            _ => None,
        }
    }
}

/// Computes `left,right`: the items of both in one vector or, if one of them is a matrix, the columns of both. Beside a
/// matrix, a vector is one column, and a scalar is a column that repeats the scalar.
fn catenate(left: &Value, right: &Value) -> Answer {
    let rows = match (left, right) {
        (Value::Matrix(matrix), _) | (_, Value::Matrix(matrix)) => matrix.rows,
        _ => return join(left.items(), right.items()),
    };
    let as_columns = |value: &Value| match value {
        Value::Matrix(matrix) => matrix.clone(),
        Value::Vector(items) => Matrix { rows: items.len(), columns: 1, items: items.clone() },
        Value::Scalar(item) => Matrix { rows, columns: 1, items: vec![item.clone(); rows] },
    };
    as_columns(left).beside(&as_columns(right)).map(Value::Matrix)
}

fn join(left: &[Item], right: &[Item]) -> Answer {
    gather(left.iter().chain(right).cloned().map(Ok)).map(Value::Vector)
}

/// Computes `left~right`: the items of `left` that are not in `right`.
fn without(left: &Value, right: &Value) -> Value {
    Value::Vector(left.items().iter().filter(|item| !right.items().contains(item)).cloned().collect())
}

/// Computes `∊value`: one vector of all numbers and characters in the value, including those in enclosed vectors.
fn enlist(value: &Value) -> Answer {
    fn add(items: &[Item], simple: &mut Vec<Item>) {
        for item in items {
            match item {
                Item::Enclosed(items) => add(items, simple),
                item => simple.push(item.clone()),
            }
        }
    }
    let mut simple = Vec::new();
    add(value.items(), &mut simple);
    Ok(Value::Vector(simple))
}

/// Computes `≢value`: the number of items, or the number of rows of a matrix.
fn tally(value: &Value) -> Value {
    Value::count(match value {
        Value::Matrix(matrix) => matrix.rows,
        value => value.items().len(),
    })
}

/// Pairs the items of two values, and applies a function of two numbers to each pair: `wholes` if both numbers are
/// whole, otherwise `reals`.
fn number_pairs(
    symbol: char,
    left: &Value,
    right: &Value,
    wholes: fn(Number, Number) -> Option<Number>,
    reals: fn(f64, f64) -> f64,
) -> Answer {
    pairs(left, right, &|a, b| match (a, b) {
        (Item::Number(a), Item::Number(b)) => wholes(*a, *b).map(Item::Number).ok_or(Reason::Overflow),
        _ => real_item(reals(real(symbol, a)?, real(symbol, b)?)),
    })
}

/// Pairs the items of two values, and compares the two numbers of each pair.
fn compared(symbol: char, left: &Value, right: &Value, holds: fn(Ordering) -> bool) -> Answer {
    pairs(left, right, &|a, b| {
        let order = match (a, b) {
            (Item::Number(a), Item::Number(b)) => a.cmp(b),
            _ => match (real(symbol, a)?, real(symbol, b)?) {
                (a, b) if are_equal(a, b) => Ordering::Equal,
                (a, b) => a.total_cmp(&b),
            },
        };
        Ok(Item::truth(holds(order)))
    })
}

/// Applies a function of one number to each item of a value: `whole` if the item is a whole number, otherwise
/// `fraction`.
fn number_each(symbol: char, value: &Value, whole: fn(Number) -> Option<Number>, fraction: fn(f64) -> f64) -> Answer {
    each(value, &mut |item| match item {
        Item::Enclosed(_) => number_each(symbol, &item.opened(), whole, fraction).and_then(Value::into_item),
        Item::Number(number) => whole(*number).map(Item::Number).ok_or(Reason::Overflow),
        _ => real_item(fraction(real(symbol, item)?)),
    })
}

/// Computes `A|B` for reals: the remainder of B divided by A, with the sign of A; the result is B if A is 0.
fn real_residue(a: f64, b: f64) -> f64 {
    if a == 0.0 { b } else { b - a * (b / a).floor() }
}

/// Computes `A|B`: the remainder of B divided by A, with the sign of A; the result is B if A is 0.
fn residue(a: Number, b: Number) -> Option<Number> {
    if a == 0 {
        return Some(b);
    }
    let rest = b.wrapping_rem(a);
    Some(if rest != 0 && (rest < 0) != (a < 0) { rest + a } else { rest })
}

fn count_up(symbol: char, value: &Value) -> Answer {
    let [item] = value.items() else { return Err(Reason::NotSingle(symbol)) };
    match whole(symbol, item)? {
        count if count < 0 => Err(Reason::NotACount(count)),
        count if count > MAX_ITEMS as Number => Err(Reason::TooLarge(MAX_ITEMS)),
        count => Ok(Value::numbers(1..=count)),
    }
}

fn truth(symbol: char, item: &Item) -> Result<bool, Reason> {
    match item {
        Item::Number(0) => Ok(false),
        Item::Number(1) => Ok(true),
        _ => Err(Reason::NotTruths(symbol)),
    }
}

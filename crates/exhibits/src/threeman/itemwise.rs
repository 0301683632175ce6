//! Functions that work item by item, on one value or on two.

use super::error::Reason;
use super::item::Item;
use super::items::gather;
use super::matrix::Matrix;
use super::value::Value;

type Answer = Result<Value, Reason>;

/// Applies a function to each item. The result for a scalar is a scalar.
pub(super) fn each(value: &Value, function: &mut dyn FnMut(&Item) -> Result<Item, Reason>) -> Answer {
    match value {
        Value::Scalar(item) => function(item).map(Value::Scalar),
        Value::Vector(items) => gather(items.iter().map(function)).map(Value::Vector),
        Value::Matrix(matrix) => {
            let items = gather(matrix.items.iter().map(function))?;
            Ok(Value::Matrix(Matrix { items, ..*matrix }))
        }
    }
}

/// Pairs the items of two values. If one value has only one item, that item is paired with each item of the other
/// value. Two matrices must have the same numbers of rows and columns.
pub(super) fn paired<'a>(left: &'a Value, right: &'a Value) -> Result<Vec<(&'a Item, &'a Item)>, Reason> {
    match (left, right) {
        (Value::Matrix(a), Value::Matrix(b)) if (a.rows, a.columns) != (b.rows, b.columns) => {
            return Err(Reason::Shapes(a.rows, a.columns, b.rows, b.columns));
        }
        (Value::Matrix(_), Value::Vector(items)) | (Value::Vector(items), Value::Matrix(_)) if items.len() != 1 => {
            return Err(Reason::MatrixAndVector);
        }
        _ => {}
    }
    match (left.items(), right.items()) {
        (lefts, rights) if lefts.len() == rights.len() => Ok(lefts.iter().zip(rights).collect()),
        ([left], rights) => Ok(rights.iter().map(|right| (left, right)).collect()),
        (lefts, [right]) => Ok(lefts.iter().map(|left| (left, right)).collect()),
        (lefts, rights) => Err(Reason::Lengths(lefts.len(), rights.len())),
    }
}

/// Pairs the items of two values, and applies a function to each pair. If a member of a pair is an enclosed vector,
/// treats the two members of this pair like `left` and `right`: pairs their items, and applies the function to those
/// pairs.
pub(super) fn pairs(left: &Value, right: &Value, function: &dyn Fn(&Item, &Item) -> Result<Item, Reason>) -> Answer {
    let pair = |(a, b): (&Item, &Item)| match (a, b) {
        (Item::Enclosed(_), _) | (_, Item::Enclosed(_)) => {
            pairs(&a.opened(), &b.opened(), function).and_then(Value::into_item)
        }
        _ => function(a, b),
    };
    let items = gather(paired(left, right)?.into_iter().map(pair))?;
    Ok(shaped(left, right, items))
}

/// Makes a value from the items of a result: a scalar if both arguments are scalars, a matrix if one of them is a
/// matrix, otherwise a vector.
pub(super) fn shaped(left: &Value, right: &Value, mut items: Vec<Item>) -> Value {
    match (left, right) {
        (Value::Scalar(_), Value::Scalar(_)) if items.len() == 1 => Value::Scalar(items.remove(0)),
        (Value::Matrix(Matrix { rows, columns, .. }), _) | (_, Value::Matrix(Matrix { rows, columns, .. })) => {
            Value::Matrix(Matrix { rows: *rows, columns: *columns, items })
        }
        _ => Value::Vector(items),
    }
}

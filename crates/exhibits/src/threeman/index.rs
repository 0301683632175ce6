//! Items of vectors and matrices by their indexes: `value[index]`, `matrix[rows;columns]` and `index⌷value`.

use super::error::Reason;
use super::item::{Item, whole};
use super::items::{MAX_ITEMS, gather};
use super::itemwise::each;
use super::matrix::Matrix;
use super::value::Value;

type Answer = Result<Value, Reason>;

/// The value between `[` and `]`.
pub(super) enum Index {
    /// The indexes of items of a vector.
    Vector(Value),
    /// The indexes of rows and of columns of a matrix. `None` selects all rows or all columns.
    Matrix(Option<Value>, Option<Value>),
}

impl Index {
    /// Computes `value[index]`. The result for a vector has one item for each index. The result for a matrix is a
    /// scalar if both indexes are scalars, a vector if one index is a scalar, and otherwise a matrix.
    pub(super) fn of(&self, value: &Value) -> Answer {
        match (self, value) {
            (Index::Matrix(rows, columns), Value::Matrix(matrix)) => part(matrix, rows.as_ref(), columns.as_ref()),
            (Index::Matrix(..), _) | (_, Value::Matrix(_)) => Err(Reason::IndexParts),
            (Index::Vector(_), Value::Scalar(_)) => Err(Reason::ScalarIndexed),
            (Index::Vector(index), Value::Vector(items)) => {
                each(index, &mut |index| Ok(items[place('[', index, items.len())?].clone()))
            }
        }
    }

    /// Returns a copy of `value` in which the items with these indexes are replaced, as `value[index]←new` does. If
    /// `new` has a single item, this item replaces all items with these indexes.
    pub(super) fn replaced(&self, value: &Value, new: &Value) -> Answer {
        match (self, value) {
            (Index::Matrix(rows, columns), Value::Matrix(matrix)) => {
                let places = places(matrix, rows.as_ref(), columns.as_ref())?;
                let items = with_items(&matrix.items, places, new)?;
                Ok(Value::Matrix(Matrix { items, ..*matrix }))
            }
            (Index::Matrix(..), _) | (_, Value::Matrix(_)) => Err(Reason::IndexParts),
            (Index::Vector(_), Value::Scalar(_)) => Err(Reason::ScalarIndexed),
            (Index::Vector(indexes), Value::Vector(items)) => {
                let places = indexes.items().iter().map(|index| place('[', index, items.len()));
                with_items(items, places.collect::<Result<_, _>>()?, new).map(Value::Vector)
            }
        }
    }
}

/// Computes `index⌷value`: one item of a vector.
pub(super) fn single(symbol: char, index: &Value, value: &Value) -> Answer {
    let ([index], Value::Vector(items)) = (index.items(), value) else { return Err(Reason::NotOneIndex) };
    Ok(Value::Scalar(items[place(symbol, index, items.len())?].clone()))
}

/// Computes `matrix[rows;columns]`.
fn part(matrix: &Matrix, rows: Option<&Value>, columns: Option<&Value>) -> Answer {
    let places = places(matrix, rows, columns)?;
    let mut items = gather(places.into_iter().map(|place| Ok(matrix.items[place].clone())))?;
    let is_scalar = |index: Option<&Value>| matches!(index, Some(Value::Scalar(_)));
    Ok(match (is_scalar(rows), is_scalar(columns)) {
        (true, true) => Value::Scalar(items.remove(0)),
        (false, false) => Value::Matrix(Matrix {
            rows: rows.map_or(matrix.rows, |rows| rows.items().len()),
            columns: columns.map_or(matrix.columns, |columns| columns.items().len()),
            items,
        }),
        _ => Value::Vector(items),
    })
}

/// Returns a copy of `items` in which the items at the positions `places`, counted from 0, are replaced by the items of
/// `new`. If `new` has a single item, this item replaces the items at all these positions.
fn with_items(items: &[Item], places: Vec<usize>, new: &Value) -> Result<Vec<Item>, Reason> {
    let new = new.items();
    if new.len() != 1 && new.len() != places.len() {
        return Err(Reason::Lengths(places.len(), new.len()));
    }
    let mut changed = items.to_vec();
    for (place, item) in places.into_iter().zip(new.iter().cycle()) {
        changed[place] = item.clone();
    }
    gather(changed.into_iter().map(Ok))
}

/// Returns the positions of the items that the row and column indexes select, row by row. A position is an index into
/// `matrix.items`, counted from 0.
fn places(matrix: &Matrix, rows: Option<&Value>, columns: Option<&Value>) -> Result<Vec<usize>, Reason> {
    let (rows, columns) = (axis(rows, matrix.rows)?, axis(columns, matrix.columns)?);
    if rows.len().saturating_mul(columns.len()) > MAX_ITEMS {
        return Err(Reason::TooLarge(MAX_ITEMS));
    }
    Ok(rows.iter().flat_map(|row| columns.iter().map(move |column| row * matrix.columns + column)).collect())
}

/// Returns the numbers, counted from 0, of the rows or columns that an index selects. `length` is the number of rows or
/// columns of the matrix. If there is no index, returns all numbers.
fn axis(index: Option<&Value>, length: usize) -> Result<Vec<usize>, Reason> {
    match index {
        None => Ok((0..length).collect()),
        Some(Value::Matrix(_)) => Err(Reason::Axes),
        Some(index) => index.items().iter().map(|index| place('[', index, length)).collect(),
    }
}

/// Converts an index, counted from 1, to a position counted from 0. Returns an error if the position is not below
/// `length`.
fn place(symbol: char, index: &Item, length: usize) -> Result<usize, Reason> {
    let index = whole(symbol, index)?;
    let place = usize::try_from(index).ok().and_then(|index| index.checked_sub(1));
    place.filter(|place| *place < length).ok_or(Reason::NoItem { index, length })
}

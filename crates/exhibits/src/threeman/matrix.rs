//! Matrices: their rows and columns, their items by index, and their text.

use std::fmt;

use super::arrange::whole;
use super::error::Reason;
use super::items::{MAX_ITEMS, gather};
use super::value::{Item, Value};

/// Rows of items, all of the same length.
#[derive(Clone, Debug, PartialEq)]
pub struct Matrix {
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// The items of the first row, then those of the next row, and so on.
    pub(super) items: Vec<Item>,
}

impl Matrix {
    /// Returns the rows in order.
    pub(super) fn rows(&self) -> impl Iterator<Item = &[Item]> {
        (0..self.rows).map(|row| &self.items[row * self.columns..][..self.columns])
    }

    /// Returns a matrix of the columns with these numbers, in this order. The first column has the number 0.
    pub(super) fn with_columns(&self, columns: &[usize]) -> Result<Matrix, Reason> {
        let items = self.rows().flat_map(|row| columns.iter().map(|column| Ok(row[*column].clone())));
        Ok(Matrix { rows: self.rows, columns: columns.len(), items: gather(items)? })
    }

    /// Returns the matrix with its rows as columns.
    pub(super) fn transposed(&self) -> Matrix {
        let items = (0..self.columns).flat_map(|column| self.rows().map(move |row| row[column].clone()));
        Matrix { rows: self.columns, columns: self.rows, items: items.collect() }
    }

    /// Computes `left,right` if one of the two is a matrix: a matrix with the columns of both. A vector is one column;
    /// a scalar is a column that repeats the scalar.
    pub(super) fn joined(left: &Value, right: &Value) -> Result<Matrix, Reason> {
        let rows = [left, right].iter().find_map(|value| match value {
            Value::Matrix(matrix) => Some(matrix.rows),
            _ => None,
        });
        let rows = rows.unwrap_or(1);
        let as_columns = |value: &Value| match value {
            Value::Matrix(matrix) => matrix.clone(),
            Value::Vector(items) => Matrix { rows: items.len(), columns: 1, items: items.clone() },
            Value::Scalar(item) => Matrix { rows, columns: 1, items: vec![item.clone(); rows] },
        };
        let (left, right) = (as_columns(left), as_columns(right));
        if left.rows != right.rows {
            return Err(Reason::Lengths(left.rows, right.rows));
        }
        let items = left.rows().zip(right.rows()).flat_map(|(left, right)| left.iter().chain(right).cloned().map(Ok));
        Ok(Matrix { rows, columns: left.columns + right.columns, items: gather(items)? })
    }

    /// Computes `matrix[rows;columns]`. An index that is a scalar takes its axis from the result. If an index is left
    /// out, all rows or all columns are meant.
    pub(super) fn at(&self, rows: Option<&Value>, columns: Option<&Value>) -> Result<Value, Reason> {
        let places = self.places(rows, columns)?;
        let mut items = gather(places.into_iter().map(|place| Ok(self.items[place].clone())))?;
        let is_scalar = |index: Option<&Value>| matches!(index, Some(Value::Scalar(_)));
        Ok(match (is_scalar(rows), is_scalar(columns)) {
            (true, true) => Value::Scalar(items.remove(0)),
            (false, false) => Value::Matrix(Matrix {
                rows: rows.map_or(self.rows, |rows| rows.items().len()),
                columns: columns.map_or(self.columns, |columns| columns.items().len()),
                items,
            }),
            _ => Value::Vector(items),
        })
    }

    /// Returns a copy of the matrix in which the items with these indexes are replaced, as `matrix[rows;columns]←new`
    /// does. A single new item replaces all of them.
    pub(super) fn with_items(
        &self,
        rows: Option<&Value>,
        columns: Option<&Value>,
        new: &Value,
    ) -> Result<Matrix, Reason> {
        let places = self.places(rows, columns)?;
        let new = new.items();
        if new.len() != 1 && new.len() != places.len() {
            return Err(Reason::Lengths(places.len(), new.len()));
        }
        let mut changed = self.clone();
        for (place, item) in places.into_iter().zip(new.iter().cycle()) {
            changed.items[place] = item.clone();
        }
        changed.items = gather(changed.items.into_iter().map(Ok))?;
        Ok(changed)
    }

    /// Returns the places in `items` that these indexes mean, row by row.
    fn places(&self, rows: Option<&Value>, columns: Option<&Value>) -> Result<Vec<usize>, Reason> {
        let (rows, columns) = (axis(rows, self.rows)?, axis(columns, self.columns)?);
        if rows.len().saturating_mul(columns.len()) > MAX_ITEMS {
            return Err(Reason::TooLarge(MAX_ITEMS));
        }
        Ok(rows.iter().flat_map(|row| columns.iter().map(move |column| row * self.columns + column)).collect())
    }
}

/// Returns the numbers, from 0, of the rows or columns that an index means, of `length` rows or columns.
fn axis(index: Option<&Value>, length: usize) -> Result<Vec<usize>, Reason> {
    let Some(index) = index else { return Ok((0..length).collect()) };
    if let Value::Matrix(_) = index {
        return Err(Reason::Axes);
    }
    let place = |item| {
        let index = whole('[', item)?;
        let place = usize::try_from(index).ok().and_then(|index| index.checked_sub(1));
        place.filter(|place| *place < length).ok_or(Reason::NoItem { index, length })
    };
    index.items().iter().map(place).collect()
}

/// Writes the rows below each other. The items of a column end in the same place; a blank separates two columns, unless
/// both are of characters.
impl fmt::Display for Matrix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts: Vec<String> = self.items.iter().map(|item| Value::Scalar(item.clone()).to_string()).collect();
        let mut widths = vec![0; self.columns];
        let mut is_text = vec![true; self.columns];
        for (place, item) in self.items.iter().enumerate() {
            let column = place % self.columns;
            widths[column] = widths[column].max(texts[place].chars().count());
            is_text[column] &= matches!(item, Item::Character(_));
        }
        for row in 0..self.rows {
            if row > 0 {
                f.write_str("\n")?;
            }
            for column in 0..self.columns {
                if column > 0 && !(is_text[column - 1] && is_text[column]) {
                    f.write_str(" ")?;
                }
                let text = &texts[row * self.columns + column];
                write!(f, "{text:>width$}", width = widths[column])?;
            }
        }
        Ok(())
    }
}

//! Matrices: functions that combine and rearrange rows and columns, and the printed form of a matrix.

use std::fmt;

use super::error::Reason;
use super::item::Item;
use super::items::gather;

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

    /// Returns a matrix with the columns of this matrix, followed by the columns of `right`. Returns an error if the
    /// matrices do not have the same number of rows.
    pub(super) fn beside(&self, right: &Matrix) -> Result<Matrix, Reason> {
        if self.rows != right.rows {
            return Err(Reason::Lengths(self.rows, right.rows));
        }
        let items = self.rows().zip(right.rows()).flat_map(|(left, right)| left.iter().chain(right).cloned().map(Ok));
        Ok(Matrix { rows: self.rows, columns: self.columns + right.columns, items: gather(items)? })
    }
}

/// Writes each row on its own line. The items of a column are aligned at the right. A blank separates two columns,
/// unless both columns contain only characters.
impl fmt::Display for Matrix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts: Vec<String> = self.items.iter().map(Item::to_string).collect();
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

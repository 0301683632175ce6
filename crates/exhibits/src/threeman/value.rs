//! The values of APL expressions: a scalar, a vector of items, or a matrix.

use std::fmt;

use super::error::Reason;
use super::item::{Item, write_items};
use super::items::measure;
use super::matrix::Matrix;
use super::number::Number;

/// A value of APL: a scalar, a vector or a matrix. A vector of one item is not a scalar.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A single item.
    Scalar(Item),
    /// Any number of items, or none; text is a vector of characters.
    Vector(Vec<Item>),
    /// Rows of items.
    Matrix(Matrix),
}

impl Value {
    /// Returns a truth value: 1 for true, 0 for false.
    pub(crate) fn truth(flag: bool) -> Value {
        Value::Scalar(Item::truth(flag))
    }

    /// Returns a count as a number.
    pub(crate) fn count(count: usize) -> Value {
        Value::Scalar(Item::Number(count as Number))
    }

    /// Returns a text as a vector, even if the text has only one character.
    pub(crate) fn text(text: &str) -> Value {
        Value::Vector(text.chars().map(Item::Character).collect())
    }

    /// Creates a vector of numbers.
    pub(crate) fn numbers(numbers: impl IntoIterator<Item = Number>) -> Value {
        Value::Vector(numbers.into_iter().map(Item::Number).collect())
    }

    /// Returns the items of the value; a scalar has one item. The items of a matrix are in the order of its rows.
    pub(crate) fn items(&self) -> &[Item] {
        match self {
            Value::Scalar(item) => std::slice::from_ref(item),
            Value::Vector(items) => items,
            Value::Matrix(matrix) => &matrix.items,
        }
    }

    /// Returns the characters of the value as a string; `None` if the value is not text.
    pub(crate) fn as_text(&self) -> Option<String> {
        let character = |item: &Item| match item {
            Item::Character(character) => Some(*character),
            _ => None,
        };
        match self {
            Value::Matrix(_) => None,
            value => value.items().iter().map(character).collect(),
        }
    }

    /// Returns the value as an item of a larger vector; returns an error for a matrix.
    pub(super) fn into_item(self) -> Result<Item, Reason> {
        match self {
            Value::Scalar(item) => Ok(item),
            Value::Vector(items) => Ok(Item::Enclosed(items)),
            Value::Matrix(_) => Err(Reason::NestedMatrix),
        }
    }

    /// Returns the value as a single item; returns an error for a matrix, and if the nesting is too deep.
    pub(super) fn enclosed(self) -> Result<Item, Reason> {
        let item = self.into_item()?;
        measure(&item, 1)?;
        Ok(item)
    }
}

impl Item {
    /// Returns the item as a value: an enclosed vector as a vector, any other item as a scalar.
    pub(super) fn opened(&self) -> Value {
        match self {
            Item::Enclosed(items) => Value::Vector(items.clone()),
            simple => Value::Scalar(simple.clone()),
        }
    }
}

/// Writes a value as APL prints the value, with one blank between numbers, none between characters, and blanks around
/// enclosed vectors. A matrix is written row by row.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Matrix(matrix) => matrix.fmt(f),
            value => write_items(f, value.items()),
        }
    }
}

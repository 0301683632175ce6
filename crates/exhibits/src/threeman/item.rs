//! The items of APL values: numbers, characters and enclosed vectors.

use std::fmt;

use super::error::Reason;
use super::number::{HighMinus, Number};
use super::real::Real;

/// One item of a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// A whole number.
    Number(Number),
    /// A number with a fraction.
    Real(Real),
    /// A character.
    Character(char),
    /// A vector that is an item of another vector, such as `(9 1)` in `(9 1)(6 6)`.
    Enclosed(Vec<Item>),
}

impl Item {
    /// Returns a truth value: 1 for true, 0 for false.
    pub(crate) fn truth(flag: bool) -> Item {
        Item::Number(flag.into())
    }
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Item::Number(number) => write!(f, "{}", HighMinus(*number)),
            Item::Real(real) => write!(f, "{real}"),
            Item::Character(character) => write!(f, "{character}"),
            Item::Enclosed(items) => {
                f.write_str(" ")?;
                write_items(f, items)?;
                f.write_str(" ")
            }
        }
    }
}

/// Writes items. One blank separates two items, except two characters or two enclosed vectors. In addition, each
/// enclosed vector has a blank before and after its own items.
pub(super) fn write_items(f: &mut fmt::Formatter<'_>, items: &[Item]) -> fmt::Result {
    for (i, item) in items.iter().enumerate() {
        let joined = |before: &Item| {
            matches!((before, item), (Item::Character(_), Item::Character(_)) | (Item::Enclosed(_), Item::Enclosed(_)))
        };
        if i > 0 && !joined(&items[i - 1]) {
            f.write_str(" ")?;
        }
        write!(f, "{item}")?;
    }
    Ok(())
}

/// Returns an item as a whole number.
pub(super) fn whole(symbol: char, item: &Item) -> Result<Number, Reason> {
    match item {
        Item::Number(number) => Ok(*number),
        Item::Real(_) => Err(Reason::NotWhole(symbol)),
        _ => Err(Reason::NotNumbers(symbol)),
    }
}

/// Returns an item as a real number.
pub(super) fn real(symbol: char, item: &Item) -> Result<f64, Reason> {
    match item {
        Item::Number(number) => Ok(*number as f64),
        Item::Real(real) => Ok(real.number()),
        _ => Err(Reason::NotNumbers(symbol)),
    }
}

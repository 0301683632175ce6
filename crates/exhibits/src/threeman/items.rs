//! Functions that gather items into vectors of a limited size.

use super::error::Reason;
use super::item::Item;
use super::real::{Real, whole};

/// The largest number of items in a value, including the items of enclosed vectors.
pub(super) const MAX_ITEMS: usize = 1 << 20;
/// The deepest nesting of vectors.
const MAX_DEPTH: usize = 100;

/// A vector being built, with a limit on the number of items.
#[derive(Default)]
pub(super) struct Gathered {
    items: Vec<Item>,
    size: usize,
}

impl Gathered {
    pub(crate) fn push(&mut self, item: Item) -> Result<(), Reason> {
        self.size += measure(&item, 1)?;
        if self.size > MAX_ITEMS {
            return Err(Reason::TooLarge(MAX_ITEMS));
        }
        self.items.push(item);
        Ok(())
    }

    pub(crate) fn into_items(self) -> Vec<Item> {
        self.items
    }
}

/// Returns the result of an operation on reals as an item, which is a whole number if the result is whole. Returns an
/// error for a result that is infinite or not a real number.
pub(super) fn real_item(result: f64) -> Result<Item, Reason> {
    match result {
        _ if result.is_nan() => Err(Reason::NotReal),
        _ if result.is_infinite() => Err(Reason::Overflow),
        _ => Ok(whole(result).map_or(Item::Real(Real::new(result)), Item::Number)),
    }
}

/// Gathers items into a vector; returns an error if there are too many items.
pub(super) fn gather(items: impl IntoIterator<Item = Result<Item, Reason>>) -> Result<Vec<Item>, Reason> {
    let mut gathered = Gathered::default();
    items.into_iter().try_for_each(|item| gathered.push(item?))?;
    Ok(gathered.into_items())
}

/// Counts an item and all items nested in the item; returns an error if the nesting is too deep.
pub(super) fn measure(item: &Item, depth: usize) -> Result<usize, Reason> {
    match item {
        Item::Enclosed(_) if depth == MAX_DEPTH => Err(Reason::TooDeep(MAX_DEPTH)),
        Item::Enclosed(items) => items.iter().try_fold(1, |size, item| Ok(size + measure(item, depth + 1)?)),
        _ => Ok(1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_results_are_whole_numbers() {
        assert_eq!(real_item(1.0 / 49.0 * 49.0), Ok(Item::Number(1)));
        assert_eq!(real_item(1e-20), Ok(Item::Real(Real::new(1e-20))));
        assert_eq!(real_item(f64::NAN), Err(Reason::NotReal));
        assert_eq!(real_item(f64::INFINITY), Err(Reason::Overflow));
    }
}

//! Whole numbers, and their text.

use std::fmt;

/// A whole number. The type is wide enough for the exact sum of any two items of a movement vector.
pub(crate) type Number = i128;

/// Writes a number as APL does, with the high minus: `¯3`.
pub(super) struct HighMinus<N: Into<Number> + Copy>(pub N);

impl<N: Into<Number> + Copy> fmt::Display for HighMinus<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number: Number = self.0.into();
        let sign = if number < 0 { "¯" } else { "" };
        write!(f, "{sign}{}", number.unsigned_abs())
    }
}

//! Numbers with a fraction.
//!
//! A result of real arithmetic that has no fraction becomes a whole number, unless it is too large. So a value has only
//! one form: `(÷3)×3` is the whole number 1. Reals are equal if they differ by at most one part in 10^13.

use std::fmt;

/// A number with a fraction, or a number too large for the exact arithmetic of whole numbers.
#[derive(Clone, Copy, Debug)]
pub struct Real(f64);

/// The largest relative difference of reals that count as equal.
const TOLERANCE: f64 = 1e-13;
/// A result of real arithmetic becomes the nearest whole number only if their relative difference is at most this.
/// Rounding causes differences of this size.
const ROUNDING: f64 = 1e-15;
/// A result of real arithmetic that has this size or more stays a real, because its last digits are not exact.
const EXACT: f64 = 9_007_199_254_740_992.0;
/// The largest number of digits that APL prints for a real.
const DIGITS: usize = 10;

impl Real {
    /// Creates a real from a finite number.
    pub(super) const fn new(number: f64) -> Self {
        Real(number)
    }

    /// Returns the number.
    pub(super) fn number(self) -> f64 {
        self.0
    }
}

/// Returns the whole number that a result becomes; `None` if the result has a fraction or is too large.
pub(super) fn whole(result: f64) -> Option<i128> {
    let whole = result.round();
    (whole.abs() < EXACT && (result - whole).abs() <= ROUNDING * whole.abs()).then_some(whole as i128)
}

/// Whether two reals differ by at most the fraction `TOLERANCE` of the larger one.
pub(super) fn are_equal(a: f64, b: f64) -> bool {
    a == b || (a - b).abs() <= TOLERANCE * a.abs().max(b.abs())
}

impl PartialEq for Real {
    fn eq(&self, other: &Real) -> bool {
        are_equal(self.0, other.0)
    }
}

/// Writes the number as APL does: with at most ten digits, the high minus, and `E` before the power of ten of a very
/// large or a very small number.
impl fmt::Display for Real {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scientific = format!("{:.*e}", DIGITS - 1, self.0.abs());
        let (digits, exponent) = scientific.split_once('e').expect("the format has an exponent");
        let exponent: i32 = exponent.parse().expect("the exponent is a number");
        let sign = if self.0 < 0.0 { "¯" } else { "" };
        let short = |digits: &str| digits.trim_end_matches('0').trim_end_matches('.').to_owned();
        if (-6..DIGITS as i32).contains(&exponent) {
            let places = (DIGITS as i32 - 1 - exponent) as usize;
            let positional = format!("{:.places$}", self.0.abs());
            // Rounding to ten digits may give a whole number, whose last zeros must stay.
            let positional = if positional.contains('.') { short(&positional) } else { positional };
            return write!(f, "{sign}{positional}");
        }
        let exponent = exponent.to_string().replace('-', "¯");
        write!(f, "{sign}{}E{exponent}", if digits.contains('.') { short(digits) } else { digits.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reals_are_written_as_apl_writes_them() {
        let cases = [
            (1.0 / 3.0, "0.3333333333"),
            (-2.5, "¯2.5"),
            (2f64.sqrt(), "1.414213562"),
            (1e20 / 3.0, "3.333333333E19"),
            (1e30, "1E30"),
            (1.0 / 30_000_000.0, "3.333333333E¯8"),
            (0.000_012_5, "0.0000125"),
            (9_999_999_999.96, "1E10"),
            (99.999_999_999_9, "100"),
        ];
        for (number, written) in cases {
            assert_eq!(Real(number).to_string(), written);
        }
    }
}

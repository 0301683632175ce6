//! FOCAL,1969's floating point, exact to the bit: the "three-word" numbers of six digits.
//!
//! A number is three words: a binary exponent, and a mantissa of 24 bits in two's complement. The binary point of the
//! mantissa is right after its sign bit.
//!
//! ```text
//!    E: exponent e         H: high mantissa        L: low mantissa
//!   +-+-----------+       +-+-----------+         +-------------+
//!   |S|           |       |S.           |         |             |     value = m * 2^(e - 23)
//!   +-+-----------+       +-+-----------+         +-------------+     m = H and L as one integer
//! ```
//!
//! Exponents wrap at 2047 without an error. Results are not rounded to nearest: the bits beyond the mantissa are
//! dropped. One value may have two forms (see [`Float::normalised`]), and operations may treat the two forms
//! differently. Copying a number changes none of its words.
//!
//! Only this module knows the format: `arithmetic` contains the operators, `functions` contains FSIN to FRAN, and
//! `decimal` reads and prints numbers. `docs/float.md` explains the format with octal examples.

use std::fmt;
use std::str::FromStr;

use crate::word::{OctalError, Word};

mod arithmetic;

#[doc(hidden)]
pub mod functions;

#[doc(hidden)]
pub mod decimal;

/// The number of fraction bits in a mantissa.
pub(crate) const FRACTION_BITS: i32 = 23;
/// The number of bits in the guard word, which extends the mantissa on the right during an operation.
pub(crate) const GUARD_BITS: i32 = 12;

/// A FOCAL number in the exact form of memory: a 12-bit exponent and a 24-bit mantissa.
///
/// Two numbers are equal only if all three words are equal, even if different words represent the same value.
///
/// ```
/// use focal8::float::Float;
/// let ten: Float = "0004 2400 0000".parse().unwrap();
/// assert_eq!(Float::ONE.div(ten).unwrap().to_string(), "7775 3146 3146");
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Float {
    /// The exponent, twelve bits, sign extended.
    exponent: i16,
    /// The mantissa, 24 bits, sign extended.
    mantissa: i32,
}

/// An arithmetic error, for which FOCAL prints a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FloatError {
    /// The argument of FLOG is 0.
    #[error("logarithm of zero")]
    LogarithmOfZero,
    /// A typed number has more digits than fit into 36 bits.
    #[error("number with too many digits")]
    TooManyDigits,
    /// The exponent of `^` is negative or above 2047.
    #[error("exponent of a power is negative or above 2047")]
    PowerOutOfRange,
    /// The high word of a divisor is zero.
    #[error("division by zero")]
    DivisionByZero,
    /// The argument of FSQT is negative.
    #[error("square root of a negative number")]
    RootOfNegative,
}

impl FloatError {
    /// Returns the code that FOCAL prints after the question mark.
    pub const fn code(self) -> &'static str {
        match self {
            FloatError::LogarithmOfZero => "20.34",
            FloatError::TooManyDigits => "23.36",
            FloatError::PowerOutOfRange => "26.99",
            FloatError::DivisionByZero => "28.73",
            FloatError::RootOfNegative => "30.05",
        }
    }
}

impl Float {
    /// The number 0, `0000 0000 0000`.
    pub const ZERO: Float = Float::octal(0, 0, 0);

    /// The number 1, `0001 2000 0000`.
    pub const ONE: Float = Float::octal(0o0001, 0o2000, 0);

    /// Creates a number from its three words.
    pub const fn from_words(words: [Word; 3]) -> Self {
        let [exponent, high, low] = words;
        Float { exponent: exponent.signed(), mantissa: (high.signed() as i32) << 12 | low.bits() as i32 }
    }

    /// Returns the three words: exponent, high mantissa and low mantissa.
    pub const fn words(self) -> [Word; 3] {
        [Word::from_signed(self.exponent as i32), self.high(), self.low()]
    }

    /// Creates a number from its three words, given as octal constants.
    pub(crate) const fn octal(exponent: u16, high: u16, low: u16) -> Self {
        Float::from_words([Word::new(exponent), Word::new(high), Word::new(low)])
    }

    /// Creates a number from an exponent and a mantissa. Excess high bits are dropped, as in FOCAL's registers.
    pub(crate) const fn wrapping(exponent: i32, mantissa: i32) -> Self {
        Float { exponent: wrap_exponent(exponent) as i16, mantissa: (mantissa << 8) >> 8 }
    }

    /// Returns this number with `exponent` in place of its exponent.
    pub(crate) const fn with_exponent(self, exponent: i32) -> Self {
        Float::wrapping(exponent, self.mantissa)
    }
}

// The program and the tests use the functions below, which are not part of the documented interface.
#[doc(hidden)]
impl Float {
    /// Returns the exponent, -2048 to 2047.
    pub const fn exponent(self) -> i32 {
        self.exponent as i32
    }

    /// Returns the mantissa as an integer, -2^23 to 2^23 - 1.
    pub const fn mantissa(self) -> i32 {
        self.mantissa
    }

    /// Returns the high word of the mantissa. FOCAL tests only this word for sign and zero.
    pub const fn high(self) -> Word {
        Word::from_signed(self.mantissa >> 12)
    }

    /// Returns the low word of the mantissa. After [`Float::fix`] this word contains the low twelve bits of the
    /// integer, if the integer is below 2^23.
    pub const fn low(self) -> Word {
        Word::from_signed(self.mantissa)
    }

    /// Whether the number is negative, by its sign bit.
    pub const fn is_negative(self) -> bool {
        self.mantissa < 0
    }

    /// Whether the high word of the mantissa is zero. IF, FOR and the functions treat such a number as zero.
    pub const fn is_zero(self) -> bool {
        self.mantissa >> 12 == 0
    }
}

/// Converts to the nearest double. The result is exact if the exponent is in the range of a double.
///
/// ```
/// use focal8::float::Float;
/// let half: Float = "0000 2000 0000".parse().unwrap();
/// assert_eq!(f64::from(half), 0.5);
/// ```
impl From<Float> for f64 {
    fn from(number: Float) -> f64 {
        // In two steps, since 2 to the exponent may be too large or too small for a double.
        let exponent = number.exponent() - FRACTION_BITS;
        let half = exponent / 2;
        f64::from(number.mantissa()) * f64::from(half).exp2() * f64::from(exponent - half).exp2()
    }
}

/// The error for an infinity or a NaN, which FOCAL's format cannot represent.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("{0} is not a number of FOCAL")]
pub struct NotFinite(pub f64);

/// Converts to the nearest number that FOCAL can represent. FOCAL's format has fewer digits than a double.
///
/// ```
/// use focal8::float::Float;
/// let tenth = Float::try_from(0.1).unwrap();
/// assert_eq!(tenth.to_string(), "7775 3146 3146");
/// assert_eq!(f64::from(tenth), 0.09999999403953552);
/// assert!(Float::try_from(f64::NAN).is_err());
/// ```
impl TryFrom<f64> for Float {
    type Error = NotFinite;

    fn try_from(value: f64) -> Result<Float, NotFinite> {
        if !value.is_finite() {
            return Err(NotFinite(value));
        }
        if value == 0.0 {
            return Ok(Float::ZERO);
        }
        // The absolute value has a mantissa from 2^22 to 2^23. A negative number is the unary minus of that.
        let mut exponent = value.abs().log2().floor() as i32 + 1;
        let half = (FRACTION_BITS - exponent) / 2;
        let mantissa = value * f64::from(half).exp2() * f64::from(FRACTION_BITS - exponent - half).exp2();
        let mut mantissa = mantissa.round_ties_even() as i32;
        if mantissa.abs() == 1 << FRACTION_BITS {
            (mantissa, exponent) = (mantissa / 2, exponent + 1);
        }
        Ok(Float::wrapping(exponent, mantissa))
    }
}

/// Wraps an exponent to twelve bits, and returns it as a signed number.
pub(crate) const fn wrap_exponent(exponent: i32) -> i32 {
    (exponent << 20) >> 20
}

/// Writes the three words in octal, `0001 2000 0000`.
impl fmt::Display for Float {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [exponent, high, low] = self.words();
        write!(f, "{exponent} {high} {low}")
    }
}

impl fmt::Debug for Float {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Float {
    type Err = OctalError;

    /// Parses three octal words separated by spaces.
    fn from_str(text: &str) -> Result<Self, OctalError> {
        let mut words = text.split_ascii_whitespace();
        let mut word = || words.next().unwrap_or("").parse::<Word>();
        let number = Float::from_words([word()?, word()?, word()?]);
        match words.next() {
            None => Ok(number),
            Some(extra) => Err(OctalError::NotOctal(extra.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_in_and_out() {
        let minus_three: Float = "0002 5000 0000".parse().unwrap();
        assert_eq!((minus_three.exponent(), minus_three.mantissa()), (2, -3 << 21));
        assert_eq!(minus_three.to_string(), "0002 5000 0000");
        assert!("0002 5000".parse::<Float>().is_err());
        assert!("0002 5000 0000 0".parse::<Float>().is_err());
    }

    #[test]
    fn a_double_has_the_same_value() {
        let value = |words: &str| f64::from(words.parse::<Float>().unwrap());
        assert_eq!(value("0002 5000 0000"), -3.0);
        assert_eq!(value("7775 3146 3146"), f64::from(0o31463146) / f64::from(1 << 26));
        assert_eq!(value("3777 0000 0000"), 0.0);
        assert_eq!(value("2000 2000 0000"), 2f64.powi(1023));
        assert_eq!(value("2001 2000 0000"), f64::INFINITY);
        assert_eq!(value("5763 2000 0000"), 2f64.powi(-1038));
        assert_eq!(value("4000 4000 0000"), 0.0);
    }

    #[test]
    fn a_double_becomes_the_nearest_number() {
        let words = |value: f64| Float::try_from(value).unwrap().to_string();
        assert_eq!([0.0, -0.0, 1.0].map(words), ["0000 0000 0000", "0000 0000 0000", "0001 2000 0000"]);
        assert_eq!([-3.0, 4095.0].map(words), ["0002 5000 0000", "0014 3777 4000"]);
        // These numbers need 23 bits and a half. Each number is rounded to the even mantissa, and the carry makes the
        // result a power of 2.
        assert_eq!([8_388_606.5, 8_388_607.5].map(words), ["0027 3777 7776", "0030 2000 0000"]);
        assert_eq!([f64::MAX, f64::MIN_POSITIVE].map(words), ["2001 2000 0000", "6003 2000 0000"]);
        for value in [f64::INFINITY, f64::NEG_INFINITY, f64::NAN] {
            assert!(Float::try_from(value).is_err());
        }
    }

    #[test]
    fn a_number_is_a_double_and_back() {
        let mut random = fastrand::Rng::with_seed(1969);
        for _ in 0..100_000 {
            let size = Float::wrapping(random.i32(-900..900), random.i32(1 << 22..1 << 23));
            for number in [size, size.neg()] {
                assert_eq!(Float::try_from(f64::from(number)), Ok(number), "{number}");
            }
        }
    }

    #[test]
    fn zero_is_judged_by_the_high_word() {
        assert!(Float::octal(0, 0, 1).is_zero());
        assert!(!Float::octal(0, 0o7777, 0o7777).is_zero());
    }
}

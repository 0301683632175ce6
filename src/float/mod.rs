//! FOCAL,1969's floating point, to the bit: the "three-word" numbers of six digits.
//!
//! A number is three words: a binary exponent, and a mantissa of 24 bits in two's complement with the point
//! right after the sign.
//!
//! ```text
//!    E: exponent e         H: high mantissa        L: low mantissa
//!   +-+-----------+       +-+-----------+         +-------------+
//!   |S|           |       |S.           |         |             |     value = m * 2^(e - 23)
//!   +-+-----------+       +-+-----------+         +-------------+     m = H and L as one integer
//! ```
//!
//! Exponents wrap at 2047 without a word of complaint. Nothing rounds to nearest: bits beyond the mantissa are
//! dropped, which makes positive results smaller and negative results larger in size. Two forms of a number can
//! stand for the same value (see [`Float::normalised`]), and the operations treat them differently; a copy never
//! changes a word.
//!
//! This module alone knows the format. `arithmetic` has the operators, [`functions`] FSIN to FRAN, `decimal`
//! numbers typed and printed. `docs/float.md` works the format in octal.

use std::fmt;
use std::str::FromStr;

use crate::word::{OctalError, Word};

mod arithmetic;

#[doc(hidden)]
pub mod functions;

#[doc(hidden)]
pub mod decimal;

/// Bits of a mantissa right of its point.
pub(crate) const FRACTION_BITS: i32 = 23;
/// Bits of the guard word, to the right of the mantissa inside an operation.
pub(crate) const GUARD_BITS: i32 = 12;

/// A number of FOCAL: exponent word and 24-bit mantissa, exactly as stored.
///
/// Equality is equality of the three words, not of values.
///
/// ```
/// use focal8::float::Float;
/// let ten: Float = "0004 2400 0000".parse().unwrap();
/// assert_eq!(Float::ONE.div(ten).unwrap().to_string(), "7775 3146 3146");
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Float {
    /// Twelve bits, kept sign extended.
    exponent: i16,
    /// Twenty-four bits, kept sign extended.
    mantissa: i32,
}

/// What arithmetic can refuse; the interpreter prints the code and breaks off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FloatError {
    /// `FLOG(0)`.
    #[error("logarithm of zero")]
    LogarithmOfZero,
    /// A number typed with more digits than 36 bits hold.
    #[error("number with too many digits")]
    TooManyDigits,
    /// The exponent of `^` is negative or above 2047.
    #[error("exponent of a power is negative or above 2047")]
    PowerOutOfRange,
    /// The high word of a divisor is zero.
    #[error("division by zero")]
    DivisionByZero,
    /// FSQT of a negative number.
    #[error("square root of a negative number")]
    RootOfNegative,
}

impl FloatError {
    /// The code as FOCAL prints it after its question mark.
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
    /// 0, `0000 0000 0000`: there is only one zero.
    pub const ZERO: Float = Float::octal(0, 0, 0);

    /// 1, `0001 2000 0000`.
    pub const ONE: Float = Float::octal(0o0001, 0o2000, 0);

    /// The three words as they stand in the variable table.
    pub const fn from_words(words: [Word; 3]) -> Self {
        let [exponent, high, low] = words;
        Float { exponent: exponent.signed(), mantissa: (high.signed() as i32) << 12 | low.bits() as i32 }
    }

    /// Exponent, high and low mantissa.
    pub const fn words(self) -> [Word; 3] {
        [Word::from_signed(self.exponent as i32), self.high(), self.low()]
    }

    /// A constant, written as the 1969 listings write it.
    pub(crate) const fn octal(exponent: u16, high: u16, low: u16) -> Self {
        Float::from_words([Word::new(exponent), Word::new(high), Word::new(low)])
    }

    /// From parts that may have run over; both wrap as their registers do.
    pub(crate) const fn wrapping(exponent: i32, mantissa: i32) -> Self {
        Float { exponent: wrap_exponent(exponent) as i16, mantissa: (mantissa << 8) >> 8 }
    }

    /// The same mantissa under another exponent.
    pub(crate) const fn with_exponent(self, exponent: i32) -> Self {
        Float::wrapping(exponent, self.mantissa)
    }
}

// The program and the tests use these; they are no part of the documented interface.
#[doc(hidden)]
impl Float {
    /// The exponent, -2048 to 2047.
    pub const fn exponent(self) -> i32 {
        self.exponent as i32
    }

    /// The mantissa as an integer, -2^23 to 2^23 - 1.
    pub const fn mantissa(self) -> i32 {
        self.mantissa
    }

    /// The high word: FOCAL tests only this for sign and zero.
    pub const fn high(self) -> Word {
        Word::from_signed(self.mantissa >> 12)
    }

    /// The low word; of an integer part it is the number modulo 4096.
    pub const fn low(self) -> Word {
        Word::from_signed(self.mantissa)
    }

    /// Whether the sign bit is set.
    pub const fn is_negative(self) -> bool {
        self.mantissa < 0
    }

    /// Whether the high word is zero, which is all that IF, FOR and the functions look at.
    pub const fn is_zero(self) -> bool {
        self.mantissa >> 12 == 0
    }
}

/// The value, as near as a double comes: exact, but for exponents that a double has not.
///
/// ```
/// use focal8::float::Float;
/// let half: Float = "0000 2000 0000".parse().unwrap();
/// assert_eq!(f64::from(half), 0.5);
/// ```
impl From<Float> for f64 {
    fn from(number: Float) -> f64 {
        // In two steps: 2 to the exponent alone may be more or less than a double holds.
        let exponent = number.exponent() - FRACTION_BITS;
        let half = exponent / 2;
        f64::from(number.mantissa()) * f64::from(half).exp2() * f64::from(exponent - half).exp2()
    }
}

/// A number that FOCAL does not have: an infinity, or not a number at all.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("{0} is not a number of FOCAL")]
pub struct NotFinite(pub f64);

/// The nearest number that FOCAL has, as a double has more digits and fewer exponents.
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
        // The size becomes a mantissa from 2^22 to 2^23. A negative number is what unary minus makes of its size.
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

/// A 12-bit exponent read as signed.
pub(crate) const fn wrap_exponent(exponent: i32) -> i32 {
    (exponent << 20) >> 20
}

/// Three octal words, `0001 2000 0000`.
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

    /// Three octal words with spaces between.
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
        // 23 bits and a half: the even mantissa, which the carry makes a power of 2.
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

//! The numbers of the FPP8-A: their words in core, and arithmetic that rounds once.
//!
//! ```text
//! F  floating  exponent, fraction of 2 words   fraction x 2^exponent; the binary point is after the sign
//! E  extended  exponent, fraction of 5 words   the same
//! D  double    2 words                         an integer
//! ```
//!
//! Every operation in F or E computes the exact value of its result, or enough bits of that value, and normalizes the
//! value. In F, the value is then rounded to 24 bits, and a half is rounded up; in E, all bits after the sixtieth are
//! cut off.

use serde::{Deserialize, Serialize};

use crate::word::Word;

/// The error bit of the status for a divisor of 0.
pub(super) const DIVIDE_BY_ZERO: u16 = 0o0400;
/// The error bit of the status for an integer or a fraction that does not fit in 24 bits.
pub(super) const INTEGER_OVERFLOW: u16 = 0o0200;
/// The error bit of the status for an exponent above 2047 (octal 3777).
pub(super) const EXPONENT_OVERFLOW: u16 = 0o0100;
/// The error bit of the status for an exponent below -2048 (octal -4000).
pub(super) const EXPONENT_UNDERFLOW: u16 = 0o0040;

/// The form of the numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Floating,
    Extended,
    Double,
}

impl Format {
    /// Returns the number of words of a number in core.
    pub(super) const fn words(self) -> u16 {
        match self {
            Format::Floating => 3,
            Format::Extended => 6,
            Format::Double => 2,
        }
    }

    /// Whether a number in core begins with its exponent.
    pub(super) const fn has_exponent(self) -> bool {
        !matches!(self, Format::Double)
    }

    /// Returns the number of bits of a fraction, not counting the sign.
    const fn places(self) -> u32 {
        if matches!(self, Format::Extended) { PLACES } else { 23 }
    }

    /// Returns the largest difference of exponents at which an addition uses both operands. If the difference is
    /// larger, the addition ignores the operand with the smaller exponent.
    const fn reach(self) -> i32 {
        if matches!(self, Format::Extended) { 59 } else { 24 }
    }
}

/// The number of bits of the longest fraction, not counting the sign.
const PLACES: u32 = 59;
/// The number of low bits that the formats F and D do not use in a fraction of the longest format.
const SPARE: u32 = 36;
/// The exponent with which a fraction of 24 bits represents an integer.
const INTEGER_EXPONENT: i32 = 23;

/// A number of any format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Number {
    pub(super) exponent: Word,
    /// The fraction in units of 2^-59. In the formats F and D, the last 36 bits are 0.
    pub(super) fraction: i64,
}

/// The result of an operation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Computed {
    pub(super) number: Number,
    /// The error bits of the status.
    pub(super) errors: u16,
}

impl Computed {
    const fn right(number: Number) -> Self {
        Computed { number, errors: 0 }
    }
}

impl Number {
    /// The number 1.0 in the formats F and E.
    pub(super) const ONE: Number = Number { exponent: Word::new(1), fraction: 1 << (PLACES - 1) };

    /// Makes a number from its words in core. A number of the format D has the exponent 0.
    pub(super) fn from_words(format: Format, words: &[Word]) -> Self {
        let (exponent, fraction) = if format.has_exponent() { (words[0], &words[1..]) } else { (Word::ZERO, words) };
        let joined = fraction.iter().fold(0, |joined: i64, word| joined << 12 | i64::from(word.bits()));
        let left = i64::BITS - 12 * fraction.len() as u32;
        // The left shift moves the sign to bit 63; the right shift copies it into all bits above the fraction.
        Number { exponent, fraction: joined << left >> (i64::BITS - 1 - PLACES) }
    }

    /// Returns the words of the number in core.
    pub(super) fn words(self, format: Format) -> Vec<Word> {
        let places = [48, 36, 24, 12, 0];
        let length = if format == Format::Extended { 5 } else { 2 };
        let exponent = format.has_exponent().then_some(self.exponent);
        let fraction = places[..length].iter().map(|place| Word::new((self.fraction >> place & 0o7777) as u16));
        exponent.into_iter().chain(fraction).collect()
    }

    /// Returns the number with its fraction replaced by an integer of 24 bits.
    pub(super) const fn with_integer(self, integer: i64) -> Self {
        let unused = i64::BITS - 24;
        Number { fraction: integer << unused >> (unused - SPARE), ..self }
    }

    /// Returns the fraction as an integer of 24 bits.
    pub(super) const fn integer(self) -> i64 {
        self.fraction >> SPARE
    }

    /// Cuts off the bits that a format does not have.
    pub(super) const fn cut(self, format: Format) -> Self {
        match format {
            Format::Extended => self,
            Format::Floating | Format::Double => self.with_integer(self.integer()),
        }
    }

    /// Whether a number of the format can have this fraction.
    pub(super) fn is_possible(self, format: Format) -> bool {
        self.fraction.unsigned_abs() <= 1 << PLACES && self.fraction != 1 << PLACES && self == self.cut(format)
    }

    fn exact(self) -> Exact {
        Exact { mantissa: self.fraction.into(), exponent: i32::from(self.exponent.signed()) - PLACES as i32 }
    }

    /// Normalizes and rounds the number.
    pub(super) fn normalized(self, format: Format) -> Computed {
        if format == Format::Double { Computed::right(self) } else { self.exact().rounded(format) }
    }

    /// Converts a signed word to a number of the format. In format D, the result keeps the exponent of `before`.
    pub(super) fn from_integer(format: Format, word: Word, before: Number) -> Computed {
        if format == Format::Double {
            return Computed::right(before.with_integer(word.signed().into()));
        }
        Exact { mantissa: word.signed().into(), exponent: 0 }.rounded(format)
    }

    /// Rounds the number down to an integer, and returns the low twelve bits of the integer.
    pub(super) fn to_integer(self, format: Format) -> Word {
        if format == Format::Double {
            return Word::new((self.integer() & 0o7777) as u16);
        }
        let Exact { mantissa, exponent } = self.exact();
        let integer = if exponent < 0 { mantissa >> (-exponent).min(127) } else { mantissa << exponent.min(60) };
        Word::new((integer & 0o7777) as u16)
    }

    /// Whether the exponent is too large for an integer of 24 bits.
    pub(super) const fn is_too_large_for_integer(self) -> bool {
        self.exponent.signed() as i32 > INTEGER_EXPONENT
    }

    /// Shifts the fraction until the exponent is `to`, or 23 if `to` is `None`. In format D, shifts the fraction right
    /// by `to` places (left if `to` is negative), or by 23 places if `to` is `None`.
    pub(super) fn aligned(self, format: Format, to: Option<Word>) -> Self {
        let to = to.unwrap_or(Word::new(INTEGER_EXPONENT as u16));
        let has_exponent = format.has_exponent();
        let from = if has_exponent { self.exponent.signed() } else { 0 };
        let places = i32::from(to.signed()) - i32::from(from);
        let fraction = if places >= 0 {
            self.fraction >> places.min(63)
        } else {
            // Bits that are shifted out of the left end of the fraction are lost.
            let unused = i64::BITS - 1 - PLACES;
            self.fraction.checked_shl(places.unsigned_abs() + unused).unwrap_or(0) >> unused
        };
        Number { exponent: if has_exponent { to } else { self.exponent }, fraction }.cut(format)
    }

    /// Returns the negated number.
    pub(super) fn negated(self, format: Format) -> Computed {
        let least = -1 << PLACES;
        match format {
            _ if self.fraction != least => Computed::right(Number { fraction: -self.fraction, ..self }),
            Format::Double => Computed { number: self, errors: INTEGER_OVERFLOW },
            Format::Floating | Format::Extended => self.opposite().exact().rounded(format),
        }
    }

    /// Returns the negated number, not rounded. The negated fraction may need one more bit than the fraction.
    const fn opposite(self) -> Self {
        Number { fraction: -self.fraction, ..self }
    }

    pub(super) fn plus(self, other: Number, format: Format) -> Computed {
        if format == Format::Double {
            return self.with_checked_integer(self.integer() + other.integer());
        }
        let (large, small) =
            if self.exponent.signed() >= other.exponent.signed() { (self, other) } else { (other, self) };
        let distance = i32::from(large.exponent.signed()) - i32::from(small.exponent.signed());
        if large.fraction == 0 {
            small.exact().rounded(format)
        } else if small.fraction == 0 || distance > format.reach() {
            large.exact().rounded(format)
        } else {
            let Exact { mantissa, exponent } = small.exact();
            Exact { mantissa: (i128::from(large.fraction) << distance) + mantissa, exponent }.rounded(format)
        }
    }

    pub(super) fn minus(self, other: Number, format: Format) -> Computed {
        self.plus(other.opposite(), format)
    }

    /// Multiplies two numbers. In format D, both numbers are treated as fractions.
    pub(super) fn times(self, other: Number, format: Format) -> Computed {
        if format == Format::Double {
            return self.with_checked_integer((self.integer() * other.integer()) >> Format::Double.places());
        }
        let (one, other) = (self.exact(), other.exact());
        Exact { mantissa: one.mantissa * other.mantissa, exponent: one.exponent + other.exponent }.rounded(format)
    }

    /// Multiplies two integers of the format D.
    pub(super) fn times_integer(self, other: Number) -> Computed {
        self.with_checked_integer(self.integer() * other.integer())
    }

    /// Divides two numbers. In format D, both numbers are treated as fractions. If the divisor is 0, or if the quotient
    /// overflows in format D, the result is the dividend.
    pub(super) fn divided_by(self, divisor: Number, format: Format) -> Computed {
        if divisor.fraction == 0 {
            return Computed { number: self, errors: DIVIDE_BY_ZERO };
        }
        if format == Format::Double {
            let quotient = floor_of_quotient(i128::from(self.fraction) << Format::Double.places(), divisor.fraction);
            let computed = self.with_checked_integer(quotient as i64);
            return if computed.errors == 0 { computed } else { Computed { number: self, ..computed } };
        }
        let ((dividend, high), (divisor, low)) = (self.left_justified(), divisor.left_justified());
        let quotient = floor_of_quotient(i128::from(dividend) << 63, divisor);
        Exact { mantissa: quotient, exponent: high - low - 63 }.rounded(format)
    }

    /// Shifts the fraction left as far as possible. Returns the shifted fraction, and the exponent of its last bit.
    fn left_justified(self) -> (i64, i32) {
        let free = (self.fraction.unsigned_abs().leading_zeros().max(1) - 1).min(63);
        (self.fraction << free, self.exact().exponent - free as i32)
    }

    fn with_checked_integer(self, integer: i64) -> Computed {
        let number = self.with_integer(integer);
        Computed { number, errors: if number.integer() == integer { 0 } else { INTEGER_OVERFLOW } }
    }
}

/// Returns the quotient rounded down to an integer.
const fn floor_of_quotient(dividend: i128, divisor: i64) -> i128 {
    let divisor = divisor as i128;
    let is_cut_upwards = dividend % divisor != 0 && (dividend < 0) != (divisor < 0);
    dividend / divisor - is_cut_upwards as i128
}

/// The value `mantissa` x 2^`exponent` of a result, before it is rounded.
struct Exact {
    mantissa: i128,
    exponent: i32,
}

impl Exact {
    /// Normalizes the value. Rounds the fraction to the bits of format F, or truncates it to the bits of format E. If
    /// the exponent does not fit, the result has the low twelve bits of the exponent.
    fn rounded(self, format: Format) -> Computed {
        if self.mantissa == 0 {
            return Computed::right(Number::default());
        }
        let size = i128::BITS - self.mantissa.unsigned_abs().leading_zeros();
        let places = format.places();
        let mut fraction = if size <= places {
            self.mantissa << (places - size)
        } else {
            let half = if format == Format::Floating { 1 << (size - places - 1) } else { 0 };
            (self.mantissa + half) >> (size - places)
        };
        let mut exponent = self.exponent + size as i32;
        if fraction.unsigned_abs() >> places == 1 {
            (fraction, exponent) = (fraction / 2, exponent + 1);
        }
        let errors = match exponent {
            ..-0o4000 => EXPONENT_UNDERFLOW,
            -0o4000..=0o3777 => 0,
            _ => EXPONENT_OVERFLOW,
        };
        let number = Number { exponent: Word::from_signed(exponent), fraction: (fraction as i64) << (PLACES - places) };
        Computed { number, errors }
    }
}

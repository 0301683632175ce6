//! Numbers as they are typed and as they are printed.
//!
//! The digits of a typed number, before and after the decimal point, make one integer of 36 bits. That integer is
//! multiplied by 10 or by 0.1 as often as needed, and each product is truncated. Letters are digits too: A is 1, Z is
//! 26, and E begins the power of ten. A FOCAL program can therefore ask for the answer YES, which is a number, and
//! compare the answer with the number `0YES`.
//!
//! `%GG.SS` sets the format in which numbers are printed: GG places for digits, SS of them after the point. One 12-bit
//! word holds the format.
//!
//! ```text
//!    0   1   2   3   4   5   6   7   8   9  10  11
//!   +-------------------+---+-----------------------+
//!   |    F: places      |   |     D: decimals       |      0000: the form with an E
//!   +-------------------+---+-----------------------+      2004: %8.04, as loaded
//! ```

use super::arithmetic::Accumulator;
use super::{Float, FloatError, wrap_exponent};
use crate::word::Word;

const TEN: Float = Float::octal(0o0004, 0o2400, 0o0000);
const TENTH: Float = Float::octal(0o7775, 0o3146, 0o3147);

/// The exponent (octal 43) at which the value of a number equals its 36-bit mantissa as an integer.
const INTEGER_EXPONENT: i32 = 0o0043;
/// The limit of a typed number: all its digits, read as one integer, must stay below 2^36.
pub(crate) const INTEGER_LIMIT: u64 = 1 << 36;

/// The part of a number that a [`NumberReader`] has reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// The number has not begun. Spaces, a sign or the number may follow.
    Start,
    /// The sign has been read. Spaces or the number may follow.
    Sign,
    Integer,
    Fraction,
    /// The E has been read. A sign, spaces or the digits of the power may follow.
    Power,
    /// The sign of the power has been read. Spaces or the digits of the power may follow.
    PowerSign,
    PowerDigits,
    /// The character that ends the number has been read.
    End,
}

/// Reads a number from the program's text or from the keyboard, a character at a time.
///
/// ```
/// use focal8::float::decimal::NumberReader;
/// let mut reader = NumberReader::default();
/// for character in *b"12.5E1" {
///     assert_eq!(reader.take(character), Ok(false));
/// }
/// assert_eq!(reader.take(b';'), Ok(true));
/// assert_eq!(reader.value().unwrap().to_string(), "0007 3720 0000");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberReader {
    place: Place,
    negative: bool,
    integer: u64,
    fraction_digits: i32,
    value: Option<Float>,
}

impl Default for NumberReader {
    fn default() -> Self {
        NumberReader { place: Place::Start, negative: false, integer: 0, fraction_digits: 0, value: None }
    }
}

impl NumberReader {
    /// Takes the next character. Returns true if the character does not belong to the number, which is therefore
    /// complete.
    pub fn take(&mut self, character: u8) -> Result<bool, FloatError> {
        match self.place {
            Place::Start if character == b' ' => return Ok(false),
            Place::Start | Place::Power if matches!(character, b'+' | b'-') => {
                self.negative = character == b'-';
                self.place = if self.place == Place::Start { Place::Sign } else { Place::PowerSign };
                return Ok(false);
            }
            Place::Sign | Place::Power | Place::PowerSign if character == b' ' => {
                // After spaces a sign no longer belongs to the number.
                self.place = if self.place == Place::Sign { Place::Sign } else { Place::PowerSign };
                return Ok(false);
            }
            Place::Start | Place::Sign => self.place = Place::Integer,
            Place::Power | Place::PowerSign => self.place = Place::PowerDigits,
            Place::End => return Ok(true),
            Place::Integer | Place::Fraction | Place::PowerDigits => {}
        }
        if let Some(digit) = digit(character) {
            self.integer = self.integer * 10 + u64::from(digit);
            if self.integer >= INTEGER_LIMIT {
                return Err(FloatError::TooManyDigits);
            }
            self.fraction_digits += i32::from(self.place == Place::Fraction);
            return Ok(false);
        }
        match (self.place, character) {
            (Place::Integer, b'.') => self.place = Place::Fraction,
            (Place::Integer | Place::Fraction, b'E') => {
                self.store_integer();
                (self.place, self.negative, self.integer) = (Place::Power, false, 0);
            }
            _ => {
                self.finish();
                self.place = Place::End;
            }
        }
        Ok(self.place == Place::End)
    }

    /// Returns the number if it is complete. If an E has been read, but the power of ten is not complete, returns the
    /// digits before the E as an integer, such as 125 for `12.5E`. Returns `None` before that.
    pub fn value(&self) -> Option<Float> {
        self.value
    }

    /// Stores the integer with its sign, normalised.
    fn store_integer(&mut self) {
        // A 36-bit integer whose first bit is set reads as a negative number.
        let mantissa = (self.signed_integer() << 28) >> 28;
        self.value = Some(Accumulator { exponent: INTEGER_EXPONENT, mantissa }.normalise().store());
    }

    fn signed_integer(&self) -> i64 {
        let integer = self.integer as i64;
        if self.negative { -integer } else { integer }
    }

    fn finish(&mut self) {
        let power = match self.place {
            Place::PowerDigits => Word::from_signed(self.signed_integer() as i32).signed(),
            _ => {
                self.store_integer();
                0
            }
        };
        let tens = wrap_exponent(i32::from(power) - self.fraction_digits);
        let step = if tens < 0 { TENTH } else { TEN };
        self.value = self.value.map(|value| (0..tens.abs()).fold(value, |value, _| value.mul(step)));
    }
}

/// Returns the value of a digit. Letters are digits too: A is 1 and Z is 26. E is not a digit.
pub const fn digit(character: u8) -> Option<u8> {
    match character {
        b'0'..=b'9' => Some(character - b'0'),
        b'E' => None,
        b'A'..=b'Z' => Some(character & 0o77),
        _ => None,
    }
}

/// The format in which TYPE prints numbers, as one 12-bit word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format(pub Word);

impl Default for Format {
    /// Returns `%8.04`, the output format of a freshly loaded FOCAL.
    fn default() -> Self {
        Format(Word::new(0o2004))
    }
}

impl Format {
    /// Creates the format `%group.step`, with `group` digits in total and `step` digits after the point.
    pub const fn new(group: u8, step: u8) -> Self {
        Format(Word::new(group as u16 * 128 + step as u16))
    }

    /// Returns the total number of digits, 0 to 31.
    const fn places(self) -> i32 {
        (self.0.bits() >> 7) as i32
    }

    /// Returns the number of digits after the point, which is less than the total number of digits.
    fn decimals(self) -> i32 {
        i32::from(self.0.bits() % 64).min(self.places() - 1)
    }

    const fn is_exponential(self) -> bool {
        self.0.bits() == 0
    }
}

/// The first seven decimal digits of a number. The value of the number is 0.ddddddd * 10^exponent.
struct Digits {
    digits: [u8; 7],
    exponent: i32,
}

/// The maximum number of significant digits. The next digit determines the rounding.
const SIGNIFICANT: usize = 6;

/// Prints a number as TYPE does, from its `=` to the last digit.
///
/// ```
/// use focal8::float::{Float, decimal::{Format, print}};
/// let mut paper = Vec::new();
/// print(Float::ONE.neg(), Format::default(), &mut paper);
/// assert_eq!(paper, b"=-   1.0000");
/// ```
pub fn print(number: Float, format: Format, paper: &mut Vec<u8>) {
    paper.push(b'=');
    paper.push(if number.is_negative() { b'-' } else { b' ' });
    let mut digits = Digits::of(number.magnitude());
    digits.round(format);
    if format.is_exponential() || digits.exponent > format.places() {
        digits.print_exponential(format, paper);
    } else {
        digits.print_fixed(format, paper);
    }
}

impl Digits {
    fn of(mut size: Float) -> Self {
        let mut exponent = 0;
        loop {
            match size.exponent() {
                0..=4 => break,
                ..0 => (size, exponent) = (size.mul(TEN), exponent - 1),
                _ => (size, exponent) = (size.mul(TENTH), exponent + 1),
            }
        }
        // The number has four bits before the binary point and 36 after the point.
        const POINT: u32 = 36;
        let scaled = u64::from(size.mantissa().unsigned_abs()) << (12 + 1 + size.exponent());
        let whole = (scaled >> POINT) as u8;
        let mut digits = [0; 7];
        let leading: &[u8] = match whole {
            0 => &[],
            1..=9 => &[whole],
            _ => &[1, whole - 10],
        };
        digits[..leading.len()].copy_from_slice(leading);
        let mut rest = scaled;
        for digit in &mut digits[leading.len()..] {
            rest = (rest & ((1 << POINT) - 1)) * 10;
            *digit = (rest >> POINT) as u8;
        }
        Digits { digits, exponent: exponent + leading.len() as i32 }
    }

    /// Rounds to the number of digits that the format shows, but to at most six. As in FOCAL,1969, the next digit
    /// decides. If the next digit is 4 or more, the function rounds up. If the next digit is less than 4, the function
    /// adds one to the next digit, and leaves the digits before it unchanged. The next digit is printed only if the
    /// format has more than six places and the number is too large for the format. Such a number is printed with an E.
    fn round(&mut self, format: Format) {
        let shown = if format.is_exponential() {
            SIGNIFICANT
        } else {
            match usize::try_from(format.places().min(self.exponent + format.decimals())) {
                Ok(shown) => shown.min(SIGNIFICANT),
                Err(_) => return,
            }
        };
        if self.digits[shown] < 4 {
            self.digits[shown] += 1;
            return;
        }
        self.digits[shown] = 0;
        for digit in self.digits[..shown].iter_mut().rev() {
            *digit += 1;
            if *digit < 10 {
                return;
            }
            *digit = 0;
        }
        self.digits[0] = 1;
        self.exponent += 1;
    }

    fn print_fixed(&self, format: Format, paper: &mut Vec<u8>) {
        let width = format.places();
        let before_point = self.exponent.max(width - format.decimals());
        let mut digits = self.digits[..SIGNIFICANT].iter().copied();
        let mut place_of_next = self.exponent;
        for printed in 0..width {
            if printed == before_point {
                paper.push(b'.');
            }
            let place = before_point - printed;
            if place == place_of_next {
                paper.push(b'0' + digits.next().unwrap_or(0));
                place_of_next -= 1;
            } else {
                paper.push(if place > 1 { b' ' } else { b'0' });
            }
        }
    }

    fn print_exponential(&self, format: Format, paper: &mut Vec<u8>) {
        let width = if format.is_exponential() { SIGNIFICANT } else { format.places() as usize };
        paper.extend_from_slice(b"0.");
        paper.extend(self.digits.iter().copied().chain(std::iter::repeat(0)).take(width).map(|digit| b'0' + digit));
        paper.push(b'E');
        paper.push(if self.exponent < 0 { b'-' } else { b'+' });
        paper.extend_from_slice(format!("{:02}", self.exponent.abs()).as_bytes());
    }
}

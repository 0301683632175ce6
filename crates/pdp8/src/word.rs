//! The machine's word: twelve bits, and the link beside them.
//!
//! DEC numbers bits from the left: bit 0 is the most significant, bit 11 the least.
//!
//! ```text
//!   0   1   2   3   4   5   6   7   8   9  10  11
//! 4000 2000 1000 400 200 100 40  20  10   4   2   1      (octal weights)
//! ```

pub(crate) mod octal;
pub(crate) mod three_bytes;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::quote::quote;

/// A word of twelve bits. Arithmetic wraps modulo octal 10000. A word is printed as four octal digits.
///
/// ```
/// use pdp8::word::Word;
/// let minus_one = Word::new(0o7777);
/// assert_eq!(minus_one.signed(), -1);
/// assert_eq!(minus_one.plus(Word::new(1)), (Word::ZERO, true));
/// assert_eq!(minus_one.to_string(), "7777");
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Word(u16);

impl Word {
    /// The word 0000.
    pub const ZERO: Word = Word(0);
    /// The word 7777, which is -1 in two's complement.
    pub const ONES: Word = Word(0o7777);

    /// Makes a word from the low twelve bits of `bits`.
    pub const fn new(bits: u16) -> Self {
        Word(bits & 0o7777)
    }

    /// Returns the bits as an unsigned number, 0 to 4095 decimal.
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Returns the word read as two's complement, -2048 to 2047 decimal.
    pub const fn signed(self) -> i16 {
        ((self.0 << 4) as i16) >> 4
    }

    /// Makes a word from a number, modulo octal 10000.
    pub const fn from_signed(number: i32) -> Self {
        Word((number & 0o7777) as u16)
    }

    /// Returns bit `n` in DEC's numbering: bit 0 is the sign, bit 11 the units.
    pub const fn bit(self, n: u32) -> bool {
        self.0 >> (11 - n) & 1 == 1
    }

    /// Returns the sum, and whether a carry came out of bit 0. Such a carry complements the link.
    pub const fn plus(self, other: Word) -> (Word, bool) {
        let sum = self.0 + other.0;
        (Word(sum & 0o7777), sum > 0o7777)
    }

    /// Returns the word plus one; 0000 follows 7777.
    pub const fn next(self) -> Word {
        Word((self.0 + 1) & 0o7777)
    }

    /// Returns the high five bits: the page number, if the word is an address.
    pub const fn page(self) -> u16 {
        self.0 >> 7
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04o}", self.0)
    }
}

impl fmt::Debug for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04o}", self.0)
    }
}

/// An address of fifteen bits: a field, 0 to 7, and an offset in the field. An address is printed as five octal digits.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Address(u16);

impl Address {
    /// Makes an address from the low fifteen bits of `bits`.
    pub const fn new(bits: u16) -> Self {
        Address(bits & 0o77777)
    }

    /// Makes the address of the word at `offset` in `field` (0 to 7).
    pub const fn in_field(field: u8, offset: Word) -> Self {
        Address(((field & 7) as u16) << 12 | offset.bits())
    }

    /// Returns all fifteen bits, an index into 32K of core.
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Returns the field of the address, 0 to 7.
    pub const fn field(self) -> u8 {
        (self.0 >> 12) as u8
    }

    /// Returns the offset of the address in its field.
    pub const fn offset(self) -> Word {
        Word::new(self.0)
    }

    /// Returns the next address in the same field; 0000 of the field follows 7777.
    pub const fn next(self) -> Address {
        Address::in_field(self.field(), self.offset().next())
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:05o}", self.0)
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:05o}", self.0)
    }
}

/// The reason why a string is not a valid [`Word`] or [`Address`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OctalError {
    /// An empty string, or a string with a character that is not an octal digit.
    #[error("'{}' is not an octal number", quote(.0))]
    NotOctal(String),
    /// A number above the largest allowed.
    #[error("{} is above {largest:o}", quote(.text))]
    TooLarge {
        /// The string.
        text: String,
        /// The largest number allowed.
        largest: u16,
    },
}

fn octal(text: &str, largest: u16) -> Result<u16, OctalError> {
    if text.is_empty() || !text.bytes().all(|digit| matches!(digit, b'0'..=b'7')) {
        return Err(OctalError::NotOctal(text.to_owned()));
    }
    match u16::from_str_radix(text, 8) {
        Ok(number) if number <= largest => Ok(number),
        _ => Err(OctalError::TooLarge { text: text.to_owned(), largest }),
    }
}

impl FromStr for Word {
    type Err = OctalError;

    fn from_str(text: &str) -> Result<Self, OctalError> {
        octal(text, 0o7777).map(Word)
    }
}

impl FromStr for Address {
    type Err = OctalError;

    fn from_str(text: &str) -> Result<Self, OctalError> {
        octal(text, 0o77777).map(Address)
    }
}

impl From<Word> for String {
    fn from(word: Word) -> String {
        word.to_string()
    }
}

impl TryFrom<String> for Word {
    type Error = OctalError;

    fn try_from(text: String) -> Result<Self, OctalError> {
        text.parse()
    }
}

impl From<Address> for String {
    fn from(address: Address) -> String {
        address.to_string()
    }
}

impl TryFrom<String> for Address {
    type Error = OctalError;

    fn try_from(text: String) -> Result<Self, OctalError> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bit_zero_is_the_sign() {
        assert!(Word::new(0o4000).bit(0));
        assert!(Word::new(0o0001).bit(11));
        assert_eq!(Word::new(0o4000).signed(), -2048);
        assert_eq!(Word::from_signed(-2), Word::new(0o7776));
    }

    #[test]
    fn octal_is_read_and_refused() {
        assert_eq!("7402".parse(), Ok(Word::new(0o7402)));
        assert_eq!("10200".parse(), Ok(Address::new(0o10200)));
        assert_eq!("8".parse::<Word>().unwrap_err().to_string(), "'8' is not an octal number");
        assert_eq!("10000".parse::<Word>().unwrap_err().to_string(), "10000 is above 7777");
    }

    #[test]
    fn an_address_stays_in_its_field() {
        assert_eq!(Address::new(0o17777).next(), Address::new(0o10000));
    }
}

//! The comparisons (`=`, `!=`, `<` and so on) that commands accept outside expressions, and the mask that may stand
//! before the comparison, as in `200&7000=6000`.

use std::cmp::Ordering;

use super::MonitorError;
use super::expression::number;

/// A comparison of two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// Equality: `=` or `==`.
    Equal,
    /// Inequality: `!=`, `<>` or `!`.
    Unequal,
    /// Less than: `<`.
    Less,
    /// Less than or equal: `<=`.
    AtMost,
    /// Greater than: `>`.
    Greater,
    /// Greater than or equal: `>=`.
    AtLeast,
}

use Comparison::{AtLeast, AtMost, Equal, Greater, Less, Unequal};

/// The comparison signs. Longer signs come first, so that `==` is not parsed as `=`.
const SIGNS: [(&str, Comparison); 9] = [
    ("==", Equal),
    ("!=", Unequal),
    ("<>", Unequal),
    ("<=", AtMost),
    (">=", AtLeast),
    ("=", Equal),
    ("!", Unequal),
    ("<", Less),
    (">", Greater),
];
/// The comparison words for texts, such as `EQU`.
const WORDS: [(&str, Comparison); 6] =
    [("EQU", Equal), ("NEQ", Unequal), ("LSS", Less), ("LEQ", AtMost), ("GTR", Greater), ("GEQ", AtLeast)];

impl Comparison {
    /// Parses the comparison sign at the beginning of `text`. Also returns the text after the sign.
    pub fn sign(text: &str) -> Option<(Comparison, &str)> {
        SIGNS.iter().find_map(|&(sign, comparison)| Some((comparison, text.strip_prefix(sign)?)))
    }

    /// Parses a comparison sign, or a word such as `EQU`, at the beginning of `text`. Returns the comparison and the
    /// rest of `text`.
    pub fn sign_or_word(text: &str) -> Option<(Comparison, &str)> {
        let word = |&(word, comparison): &(&str, Comparison)| {
            let (first, rest) = text.split_at_checked(word.len())?;
            first.eq_ignore_ascii_case(word).then_some((comparison, rest))
        };
        Comparison::sign(text).or_else(|| WORDS.iter().find_map(word))
    }

    /// Whether the comparison is true for two values with this ordering.
    pub fn holds(self, order: Ordering) -> bool {
        match self {
            Equal => order.is_eq(),
            Unequal => order.is_ne(),
            Less => order.is_lt(),
            AtMost => order.is_le(),
            Greater => order.is_gt(),
            AtLeast => order.is_ge(),
        }
    }
}

/// A mask that is applied to a word before the comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mask {
    /// No mask: the word is compared unchanged.
    None,
    /// The mask of the operator `&`: bitwise AND.
    And(u16),
    /// The mask of the operator `|`: bitwise OR.
    Or(u16),
    /// The mask of the operator `^`: bitwise exclusive OR.
    Xor(u16),
}

impl Mask {
    /// Splits the mask from the end of `text`; returns the text before the mask, and the mask.
    pub fn parse(text: &str) -> Result<(&str, Mask), MonitorError> {
        let Some(at) = text.find(['&', '|', '^']) else { return Ok((text.trim(), Mask::None)) };
        let mask = bits(text[at + 1..].trim())?;
        let mask = match text.as_bytes()[at] {
            b'&' => Mask::And(mask),
            b'|' => Mask::Or(mask),
            _ => Mask::Xor(mask),
        };
        Ok((text[..at].trim(), mask))
    }

    /// Returns `bits` with the mask applied.
    pub fn applied(self, bits: u16) -> u16 {
        match self {
            Mask::None => bits,
            Mask::And(mask) => bits & mask,
            Mask::Or(mask) => bits | mask,
            Mask::Xor(mask) => bits ^ mask,
        }
    }
}

/// Parses a number of at most sixteen bits in the notation of expressions.
pub fn bits(text: &str) -> Result<u16, MonitorError> {
    let bits = number(text).and_then(|number| u16::try_from(number).ok());
    bits.ok_or_else(|| MonitorError::NotANumber(text.to_owned()))
}

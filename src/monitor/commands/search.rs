//! Which words examine shows: `=7402`, `&7000=6000`, `!=0`; all when nothing was said.

use super::super::MonitorError;
use super::super::expression::number;

/// A test of words.
#[derive(Default)]
pub(super) struct Search {
    mask: Option<(char, u16)>,
    comparison: Option<(&'static str, u16)>,
}

impl Search {
    /// The search at the beginning of `text`, and what follows it.
    pub fn parse(text: &str) -> Result<(Self, &str), MonitorError> {
        if !text.starts_with(['&', '|', '^', '=', '!', '<', '>']) {
            return Ok((Search::default(), text));
        }
        let (test, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let at = test.find(['=', '!', '<', '>']).unwrap_or(test.len());
        let (mask, comparison) = test.split_at(at);
        let mask = match mask.chars().next() {
            Some(operator) => Some((operator, bits(&mask[1..])?)),
            None => None,
        };
        let signs = ["==", "!=", "<=", ">=", "=", "!", "<", ">"];
        let comparison = match signs.into_iter().find(|sign| comparison.starts_with(sign)) {
            Some(sign) => Some((sign, bits(&comparison[sign.len()..])?)),
            None => None,
        };
        Ok((Search { mask, comparison }, rest.trim_start()))
    }

    /// Whether a word is wanted; a mask by itself wants what it does not make 0.
    pub fn finds(&self, bits: u16) -> bool {
        let bits = match self.mask {
            None => bits,
            Some(('&', mask)) => bits & mask,
            Some(('|', mask)) => bits | mask,
            Some((_, mask)) => bits ^ mask,
        };
        match self.comparison {
            None => self.mask.is_none() || bits != 0,
            Some(("=" | "==", other)) => bits == other,
            Some(("!" | "!=", other)) => bits != other,
            Some(("<", other)) => bits < other,
            Some(("<=", other)) => bits <= other,
            Some((">", other)) => bits > other,
            Some((_, other)) => bits >= other,
        }
    }
}

fn bits(text: &str) -> Result<u16, MonitorError> {
    let bits = number(text).and_then(|number| u16::try_from(number).ok());
    bits.ok_or_else(|| MonitorError::NotANumber(text.to_owned()))
}

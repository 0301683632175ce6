//! The search of `examine`: `=7402`, `&7000=6000` or `!=0` selects the words shown; without a search all words are
//! shown.

use super::super::MonitorError;
use super::super::comparison::{Comparison, Mask, bits};

/// A test of words: a mask, and optionally a comparison.
pub(super) struct Search {
    mask: Mask,
    /// The comparison of the masked word with a number. With a mask but no comparison, the test selects every word
    /// whose masked value is not 0. With neither mask nor comparison, the test selects every word.
    comparison: Option<(Comparison, u16)>,
}

impl Search {
    /// Parses the search at the beginning of `text`; also returns the text after the search.
    pub fn parse(text: &str) -> Result<(Self, &str), MonitorError> {
        if !text.starts_with(['&', '|', '^', '=', '!', '<', '>']) {
            return Ok((Search { mask: Mask::None, comparison: None }, text));
        }
        let (test, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let at = test.find(['=', '!', '<', '>']).unwrap_or(test.len());
        let (_, mask) = Mask::parse(&test[..at])?;
        let comparison = match Comparison::sign(&test[at..]) {
            Some((comparison, digits)) => Some((comparison, bits(digits)?)),
            None => None,
        };
        Ok((Search { mask, comparison }, rest.trim_start()))
    }

    /// Whether the test selects a word.
    pub fn finds(&self, bits: u16) -> bool {
        let masked = self.mask.applied(bits);
        match self.comparison {
            Some((comparison, other)) => comparison.holds(masked.cmp(&other)),
            None => self.mask == Mask::None || masked != 0,
        }
    }
}

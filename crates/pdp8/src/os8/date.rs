//! The date of a file: month, day, and the year modulo 8.

use std::fmt;
use std::str::FromStr;

use super::Os8Error;

/// A date in 1970 or later. OS/8 stores only three bits of the year, so 1978 becomes 1970 in a directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    year: u16,
    month: u16,
    day: u16,
}

const FIRST_YEAR: u16 = 1970;

impl Date {
    /// Makes a date. Returns `None` for a year before 1970, and for a day that the calendar does not have.
    pub fn new(year: u16, month: u16, day: u16) -> Option<Date> {
        let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let days = match month {
            1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
            4 | 6 | 9 | 11 => 30,
            2 => 28 + u16::from(is_leap),
            _ => return None,
        };
        ((1..=days).contains(&day) && year >= FIRST_YEAR).then_some(Date { year, month, day })
    }

    /// Decodes a date from a word of a directory. The result has a year from 1970 to 1977, because the word holds the
    /// year modulo 8. For the same reason, 29 February is valid in every year.
    pub(crate) fn from_word(word: u16) -> Option<Date> {
        let (year, month, day) = (FIRST_YEAR + (word & 7), word >> 8 & 0o17, word >> 3 & 0o37);
        ((1..=12).contains(&month) && (1..=31).contains(&day)).then_some(Date { year, month, day })
    }

    /// Encodes the date as a word of a directory.
    pub(crate) const fn word(self) -> u16 {
        self.month << 8 | self.day << 3 | ((self.year - FIRST_YEAR) % 8)
    }
}

/// Writes a date as `1971-05-26`.
impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl FromStr for Date {
    type Err = Os8Error;

    fn from_str(text: &str) -> Result<Date, Os8Error> {
        let mut parts = text.splitn(3, '-').map(|part| part.parse::<u16>().ok());
        let mut next = || parts.next().flatten();
        let date = next().and_then(|year| Date::new(year, next()?, next()?));
        date.ok_or_else(|| {
            Os8Error::NotADate(format!("'{}' is not a date such as 1971-05-26", crate::quote::quote(text)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_of_a_directory_is_a_date_until_1977() {
        assert_eq!(
            [(1971, 2, 29), (1971, 4, 31), (1971, 13, 1), (1971, 1, 0), (1969, 1, 1)]
                .map(|(year, month, day)| Date::new(year, month, day)),
            [None; 5]
        );
        assert!(Date::new(1972, 2, 29).is_some() && Date::new(2100, 2, 29).is_none());
        let date = Date::new(1971, 5, 26).unwrap();
        assert_eq!(Date::from_word(date.word()), Some(date));
        assert_eq!(Date::from_word(Date::new(1979, 12, 31).unwrap().word()), Date::new(1971, 12, 31));
        assert_eq!(Date::from_word(0), None);
    }
}

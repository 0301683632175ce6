//! The date of a file: month, day, and the year modulo 8.

use std::fmt;
use std::str::FromStr;

use super::Os8Error;

/// A date from 1970 on. OS/8 stores only three bits of the year, so 1978 becomes 1970 in a directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    year: u16,
    month: u16,
    day: u16,
}

const FIRST_YEAR: u16 = 1970;

impl Date {
    /// Makes a date. Returns `None` for a year before 1970, for a month not from 1 to 12, or for a day not from 1 to
    /// 31.
    pub fn new(year: u16, month: u16, day: u16) -> Option<Date> {
        ((1..=12).contains(&month) && (1..=31).contains(&day) && year >= FIRST_YEAR).then_some(Date {
            year,
            month,
            day,
        })
    }

    /// Decodes a date from a word of a directory. The year is from 1970 to 1977.
    pub(crate) fn from_word(word: u16) -> Option<Date> {
        Date::new(FIRST_YEAR + (word & 7), word >> 8 & 0o17, word >> 3 & 0o37)
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
        let date = Date::new(1971, 5, 26).unwrap();
        assert_eq!(Date::from_word(date.word()), Some(date));
        assert_eq!(Date::from_word(Date::new(1979, 12, 31).unwrap().word()), Date::new(1971, 12, 31));
        assert_eq!(Date::from_word(0), None);
    }
}

//! The parser for the line numbers in commands, at the beginning of a line that is stored, and after `%`.
//!
//! `1.1` is line 01.10 and `1` is group 1; a missing number, or text that begins with A, means ALL. Letters count as
//! digits, as they do in numbers.

use super::error::ErrorCode;
use super::text::{LineNumber, Reference};
use crate::float::FloatError;
use crate::float::decimal::{INTEGER_LIMIT, digit};

/// The highest group.
const LAST_GROUP: u64 = 31;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// Before the line number. Spaces, a sign, the A of ALL or the line number may follow.
    Start,
    /// After a sign, which has no effect. Spaces or the line number may follow.
    Sign,
    Group,
    /// After the point. The value is the number of digits read since the point.
    Step(u8),
}

/// A parser of a line number, which takes one character at a time.
pub(super) struct ReferenceReader {
    place: Place,
    group: u64,
    step: u8,
}

impl ReferenceReader {
    pub(super) fn new() -> Self {
        ReferenceReader { place: Place::Start, group: 0, step: 0 }
    }

    /// Takes the next character. Returns the reference when it is complete: at the A of ALL, or at the first character
    /// that does not belong to the number.
    pub(super) fn take(&mut self, character: u8) -> Result<Option<Reference>, ErrorCode> {
        match (self.place, character) {
            (Place::Start | Place::Sign, b' ') => return Ok(None),
            (Place::Start, b'A') => return Ok(Some(Reference::All)),
            (Place::Start, b'+' | b'-') => {
                self.place = Place::Sign;
                return Ok(None);
            }
            (Place::Start | Place::Sign, _) => self.place = Place::Group,
            _ => {}
        }
        match self.place {
            Place::Step(digits) => self.take_step(digits, character),
            _ => self.take_group(character),
        }
    }

    fn take_group(&mut self, character: u8) -> Result<Option<Reference>, ErrorCode> {
        if let Some(digit) = digit(character) {
            self.group = self.group * 10 + u64::from(digit);
            return if self.group < INTEGER_LIMIT { Ok(None) } else { Err(FloatError::TooManyDigits.into()) };
        }
        if self.group > LAST_GROUP {
            return Err(ErrorCode::GroupTooLarge);
        }
        if character == b'.' {
            self.place = Place::Step(0);
            return Ok(None);
        }
        self.reference().map(Some)
    }

    fn take_step(&mut self, digits: u8, character: u8) -> Result<Option<Reference>, ErrorCode> {
        match (digits, character) {
            (0, b'0'..=b'9') => self.step = 10 * (character - b'0'),
            (1, b'0'..=b'9') => self.step += character - b'0',
            (_, b'0'..=b'9') => return Err(ErrorCode::ThreeStepDigits),
            (_, b'.') => return Err(ErrorCode::TwoPoints),
            _ => return self.reference().map(Some),
        }
        self.place = Place::Step(digits + 1);
        Ok(None)
    }

    fn reference(&self) -> Result<Reference, ErrorCode> {
        let group = self.group as u8;
        match (group, self.step) {
            (0, 0) => Ok(Reference::All),
            (0, _) => Err(ErrorCode::GroupZero),
            (_, 0) => Ok(Reference::Group(group)),
            (_, step) => Ok(Reference::Line(LineNumber::new(group, step))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Result<Reference, &str>) {
        let mut reader = ReferenceReader::new();
        let result = text.bytes().chain([b'\r']).find_map(|character| reader.take(character).transpose());
        assert_eq!(result.expect("RETURN ends it").map_err(ErrorCode::code), expected, "{text}");
    }

    #[test]
    fn line_numbers() {
        let line = |group, step| Ok(Reference::Line(LineNumber::new(group, step)));
        check("1.1", line(1, 10));
        check("  - 01.01 X", line(1, 1));
        check("31.99", line(31, 99));
        check("1B.2", line(12, 20));
        check("5.", Ok(Reference::Group(5)));
        check("1 .1", Ok(Reference::Group(1)));
        check("1E.1", Ok(Reference::Group(1)));
        check("", Ok(Reference::All));
        check("ALL", Ok(Reference::All));
        check("0.0", Ok(Reference::All));
        check("-A", Ok(Reference::Group(1)));
        check("0.5", Err("01.;4"));
        check("32.123", Err("01.78"));
        check("1.123", Err("01.:5"));
        check("1..1", Err("01.96"));
        check("68719476736", Err("23.36"));
    }
}

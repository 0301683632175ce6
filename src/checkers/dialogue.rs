//! The dialogue between the computer's turns: the questions `FROM:` and `TO:`, and the numbers that FOCAL's ASK reads.

use super::memory::Failure;
use crate::ascii;
use crate::float::Float;
use crate::float::decimal::NumberReader;

/// The left arrow of the ASR-33, which discards the digits typed so far.
const LEFT_ARROW: u8 = b'_';

/// The line number in every error message of the dialogue, because line 7.2 contains the ASK command.
const LINE_OF_ASK: &str = "07.20";

/// The error after CTRL/C.
pub(crate) const INTERRUPTED: Failure = Failure { code: "01.00", line: LINE_OF_ASK };

/// The error after a second key, typed before the program has read the first key.
pub(crate) const OVERRUN: Failure = Failure { code: "11.35", line: LINE_OF_ASK };

/// An answer that is being typed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Answer {
    reader: NumberReader,
}

/// The effect of a key on an answer.
#[derive(Clone, Debug)]
pub(crate) enum Heard {
    /// The number is not complete; more keys may follow.
    More(Answer),
    /// The number is complete; `None` leaves the variable unchanged.
    Number(Option<Float>),
}

impl Answer {
    /// Takes a key, and adds its echo to the paper. RETURN is echoed as CR LF; RUBOUT and LINE FEED are ignored.
    pub(crate) fn hear(mut self, key: u8, paper: &mut Vec<u8>) -> Result<Heard, Failure> {
        match key {
            ascii::RUBOUT | ascii::LINE_FEED => return Ok(Heard::More(self)),
            ascii::RETURN => paper.extend_from_slice(b"\r\n"),
            _ => paper.push(key),
        }
        match key {
            LEFT_ARROW => Ok(Heard::More(Answer::default())),
            ascii::ALT_MODE => Ok(Heard::Number(self.reader.value())),
            _ => match self.reader.take(key) {
                Ok(false) => Ok(Heard::More(self)),
                Ok(true) => Ok(Heard::Number(self.reader.value())),
                Err(error) => Err(Failure { code: error.code(), line: LINE_OF_ASK }),
            },
        }
    }
}

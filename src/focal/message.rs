//! Error messages in FOCAL's form, `?28.73 @ 01.10`: parsed from a text, or found in FOCAL's output.

use std::fmt;
use std::str::FromStr;

use super::error::ErrorCode;
use crate::ascii::{RETURN, RUBOUT, unmarked};

/// An error message: its code, and the line that it names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The five characters after the question mark. They may form a code that FOCAL does not have.
    pub code: String,
    /// The line number after `@`; `None` for a direct line.
    pub line: Option<String>,
}

/// The error for a text that is not an error message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected an error as FOCAL prints it, such as ?28.73 or '?07.22 @ 08.10'")]
pub struct NotAMessage;

impl Message {
    /// Returns the FOCAL error with this code, if any.
    pub fn error(&self) -> Option<ErrorCode> {
        ErrorCode::from_code(&self.code)
    }
}

impl FromStr for Message {
    type Err = NotAMessage;

    /// Parses `?07.22 @ 08.10`. The question mark, the line number, the spaces and the leading zeros are optional.
    fn from_str(text: &str) -> Result<Self, NotAMessage> {
        let text = text.trim().trim_start_matches('?');
        let (code, line) = match text.split_once('@') {
            Some((code, line)) => (code.trim(), Some(line.trim())),
            None => (text, None),
        };
        let (code, line) = (of_five(code), line.map(of_five));
        let is_sound = is_number(&code) && line.as_deref().is_none_or(is_number);
        is_sound.then_some(Message { code, line }).ok_or(NotAMessage)
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "?{}", self.code)?;
        self.line.as_ref().map_or(Ok(()), |line| write!(f, " @ {line}"))
    }
}

/// Adds a leading zero to a code or line number whose group has only one digit.
fn of_five(number: &str) -> String {
    format!("{}{number}", if number.find('.') == Some(1) { "0" } else { "" })
}

/// Whether a text has the form of an error code: two digits, a point and two digits. The characters `:`, `;` and `<`
/// are also digits.
fn is_number(text: &str) -> bool {
    let is_digit = |&character: &u8| matches!(character, b'0'..=b'<');
    matches!(text.as_bytes(), [a, b, b'.', c, d] if [a, b, c, d].into_iter().all(is_digit))
}

/// A finder of error messages in FOCAL's output. The output may be passed in parts.
///
/// An error message begins with a RUBOUT, which prints nothing. The RUBOUT distinguishes the message from text that a
/// program types.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MessageFinder {
    /// The beginning of an incomplete message.
    begun: Option<Vec<u8>>,
    /// The first message since the last call of [`MessageFinder::take_first`].
    first: Option<Message>,
    last: Option<Message>,
}

impl MessageFinder {
    /// Reads the next part of the output.
    pub fn read(&mut self, printed: &[u8]) {
        for character in printed.iter().map(|&frame| unmarked(frame)) {
            match (character, &mut self.begun) {
                (RUBOUT, begun) => *begun = Some(Vec::new()),
                (RETURN, Some(text)) => {
                    let text = String::from_utf8_lossy(text).into_owned();
                    self.begun = None;
                    if let Some(message) = text.strip_prefix('?').and_then(|text| text.parse::<Message>().ok()) {
                        self.first.get_or_insert_with(|| message.clone());
                        self.last = Some(message);
                    }
                }
                (_, Some(text)) if text.len() < MAX_MESSAGE_CHARACTERS => text.push(character),
                (_, begun) => *begun = None,
            }
        }
    }

    /// Returns the last message found.
    pub fn last(&self) -> Option<&Message> {
        self.last.as_ref()
    }

    /// Returns the first message since the last call; later messages may be consequences of the first.
    pub fn take_first(&mut self) -> Option<Message> {
        self.first.take()
    }
}

/// The maximum number of characters of an error message such as `?07.22 @ 08.10 `, including the final blank.
const MAX_MESSAGE_CHARACTERS: usize = 15;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_read_as_it_is_printed_or_typed() {
        for text in ["?07.22 @ 08.10", "07.22@08.10", " ?07.22  @ 08.10 ", "7.22 @ 8.10"] {
            assert_eq!(text.parse::<Message>().expect(text).to_string(), "?07.22 @ 08.10");
        }
        assert_eq!("?31.<7".parse::<Message>().expect("a code").error(), Some(ErrorCode::NotThere));
        assert_eq!("?07.20".parse::<Message>().expect("a code").error(), None);
        for wrong in ["", "?", "7", ".22", "7.2", "?07.22 @", "?07.22 @ 8", "?07.2A", "LANDER"] {
            assert_eq!(wrong.parse::<Message>(), Err(NotAMessage), "{wrong}");
        }
    }

    #[test]
    fn messages_are_found_on_the_paper_and_texts_are_not() {
        let mut finder = MessageFinder::default();
        finder.read(b"*TYPE \"?28.73\"\r\n?28.73*GO\r\n\x7f?28.7");
        assert_eq!(finder.last(), None);
        finder.read(b"3 @ 01.10 \r\n*");
        assert_eq!(finder.last().map(Message::to_string).as_deref(), Some("?28.73 @ 01.10"));
        finder.read(&[0o377, 0o277, 0o260, 0o261, 0o256, 0o260, 0o260, 0o240, 0o215, 0o212]);
        assert_eq!(finder.last().map(Message::to_string).as_deref(), Some("?01.00"));
        assert_eq!(finder.take_first().map(|message| message.code).as_deref(), Some("28.73"));
        assert_eq!(finder.take_first(), None);
    }
}

//! The end of the paper: the last lines, as a person at the Teletype sees them.

use crate::ascii::{LINE_FEED, RETURN, unmarked};

/// The number of lines that are kept: the height of a screen.
const LINES: usize = 24;
/// The maximum number of characters that are kept.
const CHARACTERS: usize = 2048;

/// The last lines printed: characters, RETURN and LINE FEED, in the order of printing.
///
/// ```
/// use pdp8::teletype::Tail;
///
/// let mut tail = Tail::default();
/// tail.print_all(b"*TYPE 2+2,!\r\n=    4.0000\r\n*");
/// assert_eq!(tail.last_line(), "*");
/// assert_eq!(tail.text().lines().count(), 3);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tail(String);

impl Tail {
    /// Adds printed characters. If there are more lines or characters than a tail keeps, drops the oldest.
    pub fn print_all(&mut self, frames: &[u8]) {
        let codes = frames.iter().map(|&frame| unmarked(frame));
        self.0.extend(codes.filter(|&code| is_seen(code)).map(char::from));
        if let Some((at, _)) = self.0.rmatch_indices('\n').nth(LINES - 1) {
            self.0.drain(..=at);
        }
        self.0.drain(..self.0.len().saturating_sub(CHARACTERS));
    }

    /// Returns all characters that are kept.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// Returns the text of the line on which the carriage is.
    pub fn last_line(&self) -> &str {
        self.0.rsplit(['\r', '\n']).next().unwrap_or_default()
    }

    /// Makes a tail from the text of a saved tail. Returns `None` if no tail can have this text.
    pub(crate) fn kept(text: &str) -> Option<Self> {
        let mut tail = Tail::default();
        tail.print_all(text.as_bytes());
        (tail.0 == text).then_some(tail)
    }
}

/// Whether a code prints a character, or moves the paper or the carriage.
fn is_seen(code: u8) -> bool {
    matches!(code, RETURN | LINE_FEED | b' '..=b'~')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_lines_are_kept() {
        let mut tail = Tail::default();
        (1..=100).for_each(|line| tail.print_all(format!("{line}\r\n").as_bytes()));
        tail.print_all(b"\x07FROM:\x7f");
        assert_eq!(tail.text().lines().next(), Some("78"));
        assert_eq!(tail.text().lines().count(), LINES);
        assert_eq!(tail.last_line(), "FROM:");
        tail.print_all(&[b'X'; 10_000]);
        assert_eq!(tail.text(), "X".repeat(CHARACTERS));
    }

    #[test]
    fn what_was_kept_is_kept_again() {
        let mut tail = Tail::default();
        (1..=100).for_each(|line| tail.print_all(format!("{line}\r\n").as_bytes()));
        assert_eq!(Tail::kept(tail.text()), Some(tail));
        assert_eq!(Tail::kept("\x1b[2J"), None);
        assert_eq!(Tail::kept(&"\n".repeat(100)), None);
        assert_eq!(Tail::kept("é"), None);
    }
}

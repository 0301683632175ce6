//! Standard output and standard error for text.
//!
//! A file or a pipe gets the exact bytes. A terminal gets no control characters except line ends and tabs, since much
//! of the text comes from other people's files; any other control character is shown as text, such as `\u{1b}`. In raw
//! mode a line feed alone does not return to the first column, so a carriage return is added.
//!
//! The paper of the Teletype (`paper.rs`) and drawings on the screen do not pass through this module.

use std::io::{self, Stderr, Stdout, Write};

use focal8::file_name;
use focal8::quote::visible;

use super::streams::{self, Stream};
use super::{has_a_screen, screen};

/// Returns a stream that writes text to standard output.
pub fn output() -> Text<Stdout> {
    Text(streams::output())
}

/// Returns a stream that writes text to standard error.
pub fn error() -> Text<Stderr> {
    Text(streams::error())
}

/// Returns an unfiltered stream to the terminal for the operator's text. If standard output is a file for the paper,
/// the text goes to standard error.
pub fn console() -> Box<dyn Write> {
    if has_a_screen() { Box::new(streams::output()) } else { Box::new(streams::error()) }
}

/// An output stream for text.
#[derive(Debug)]
pub struct Text<S>(Stream<S>);

impl<S: Write> Write for Text<S> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Text(stream) = self;
        if !stream.is_terminal {
            return stream.write(bytes);
        }
        stream.write_all(shown(bytes, screen::is_raw()).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Returns a text as it is sent to a terminal. If `returns` is set, a carriage return is inserted before each line
/// feed.
pub fn shown(text: &[u8], returns: bool) -> String {
    let mut shown = String::with_capacity(text.len());
    for chunk in text.utf8_chunks() {
        for letter in chunk.valid().chars() {
            match letter {
                '\n' if returns && !shown.ends_with('\r') => shown += "\r\n",
                letter if is_obeyed(letter) => shown += &visible(letter),
                letter => shown.push(letter),
            }
        }
        chunk.invalid().iter().for_each(|byte| shown += &format!("\\x{byte:02x}"));
    }
    shown
}

/// Whether a character must be replaced before it is sent to a terminal.
///
/// This is true for control characters except line ends and tabs, and for characters that change the writing direction.
/// It is also true for characters with which [`file_name`] represents bytes that are not UTF-8.
pub fn is_obeyed(letter: char) -> bool {
    match letter {
        '\n' | '\r' | '\t' => false,
        '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        letter => letter.is_control() || file_name::byte(letter).is_some(),
    }
}

/// Returns the character, or U+FFFD if the character must not appear within a line. U+FFFD replaces all control
/// characters, including line ends and tabs, and all characters for which [`is_obeyed`] is true.
pub fn mark(letter: char) -> char {
    if letter.is_control() || is_obeyed(letter) { char::REPLACEMENT_CHARACTER } else { letter }
}

#[cfg(test)]
mod tests {
    use super::shown;

    #[test]
    fn a_terminal_gets_nothing_that_it_would_obey() {
        assert_eq!(shown("a\tb ⍵é\r\n".as_bytes(), false), "a\tb ⍵é\r\n");
        assert_eq!(
            shown("\x1b]0;title\x07\u{9b}2J\x7f\u{202e}".as_bytes(), false),
            r"\u{1b}]0;title\u{7}\u{9b}2J\u{7f}\u{202e}"
        );
        assert_eq!(shown(b"\x9b2J\xff", false), r"\x9b2J\xff");
    }

    #[test]
    fn in_raw_mode_every_line_returns() {
        assert_eq!(shown(b"a\nb\r\n\nc", true), "a\r\nb\r\n\r\nc");
    }
}

//! Text on paper tape: sources and FOCAL programs, as a Teletype would have punched them.
//!
//! ```text
//! T Y P E ...  CR   LF            each code with channel 8 (the mark) punched
//! 324 331 ...  215  212  000 000  and blank frames while the carriage returns
//! ```
//!
//! A program that echoes its input falls behind the reader at the end of each line, because it has to print additional
//! characters there. FOCAL loses characters unless at least two blank frames follow each CR LF.

use super::Tape;
use super::error::{KeyError, TapeError, TapeErrorKind};
use crate::ascii;

/// The minimum number of blank frames that FOCAL needs after a line.
pub const FOCAL_BLANKS: usize = 2;

/// Punches a text. Each line ends with CR LF and `blanks` blank frames. Every code has channel 8 punched.
pub fn punch(text: &str, blanks: usize) -> Result<Tape, TapeError> {
    let mut frames = Vec::with_capacity(text.len());
    for line in text.lines() {
        for character in line.chars() {
            if !character.is_ascii() {
                return Err(TapeError::of_tape(TapeErrorKind::NotAscii(character)));
            }
            frames.push(ascii::marked(character as u8));
        }
        frames.extend([ascii::marked(ascii::RETURN), ascii::marked(ascii::LINE_FEED)]);
        frames.extend(std::iter::repeat_n(0, blanks));
    }
    Ok(Tape::new(frames))
}

/// Returns the text on a tape; each line ends with a line feed. Channel 8, blank tape, leader and rubouts are ignored.
pub fn read(tape: &Tape) -> Result<String, TapeError> {
    let mut text = String::with_capacity(tape.frames().len());
    for (at, &frame) in tape.frames().iter().enumerate() {
        let code = ascii::unmarked(frame);
        match code {
            0 | ascii::RUBOUT => {}
            // A Teletype ends a line with RETURN and LINE FEED: drop the RETURN, and keep the LINE FEED.
            ascii::RETURN if next_code(tape.frames(), at) == Some(ascii::LINE_FEED) => {}
            ascii::RETURN => text.push('\n'),
            b'\t' | ascii::LINE_FEED | ascii::FORM_FEED | ascii::BELL | 0o040..=0o176 => text.push(char::from(code)),
            _ => return Err(TapeError::at(TapeErrorKind::NotText(frame), 0, at)),
        }
    }
    Ok(text)
}

/// Whether the bytes are a text file of the host, not a punched tape. A text file has at least one line end, and no
/// character with channel 8.
#[doc(hidden)]
pub fn is_of_a_host(bytes: &[u8]) -> bool {
    let is_control = |character| matches!(character, '\u{7}'..='\r' | '\u{1a}' | '\u{1b}');
    let is_mark = |character| match character {
        '\0'..='\x1f' | '\x7f' => false,
        '\u{feff}' => true,
        character => ascii::code(character).is_ok(),
    };
    let text = std::str::from_utf8(bytes).unwrap_or_default();
    text.contains(['\r', '\n']) && text.chars().all(|character| is_control(character) || is_mark(character))
}

/// The bytes that an editor may put before a text in UTF-8.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Converts a text file of the host, or a punched tape, to text that can be typed. Each line end becomes a line feed.
///
/// The characters of a text file are converted by [`ascii::code`]. Channel 8, blank tape and the rubouts of a tape are
/// dropped.
///
/// # Errors
///
/// When the text has a character that no key sends. The error names the first such character, and its line.
pub fn typed(bytes: &[u8]) -> Result<String, KeyError> {
    let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    let codes: Vec<u8> = match std::str::from_utf8(bytes) {
        Ok(text) => keys(text)?,
        // Characters with channel 8 are not valid UTF-8. A rubout on a tape deletes the character that was there.
        Err(_) => bytes.iter().map(|&frame| ascii::unmarked(frame)).filter(|&code| code != ascii::RUBOUT).collect(),
    };
    let mut text = String::with_capacity(codes.len());
    let mut codes = codes.into_iter().filter(|&code| code != 0).peekable();
    while let Some(code) = codes.next() {
        if code == ascii::RETURN {
            codes.next_if_eq(&ascii::LINE_FEED);
            text.push('\n');
        } else {
            text.push(char::from(code));
        }
    }
    Ok(text)
}

/// Returns the codes of the keys for a text in UTF-8.
fn keys(text: &str) -> Result<Vec<u8>, KeyError> {
    let (mut line, mut before) = (1, ' ');
    let key = |character: char| {
        line += usize::from(character == '\r' || character == '\n' && before != '\r');
        before = character;
        ascii::code(character).map_err(|_| KeyError { line, character })
    };
    text.chars().map(key).collect()
}

/// Converts a text file of the host to the tape that a Teletype would have punched for FOCAL. Returns any other bytes
/// unchanged.
pub fn as_tape(frames: Vec<u8>) -> Vec<u8> {
    match typed(&frames) {
        Ok(text) if is_of_a_host(&frames) => punch(&text, FOCAL_BLANKS).map_or(frames, Tape::into_frames),
        _ => frames,
    }
}

/// Returns the code of the next frame after `at` that is neither blank nor a rubout.
fn next_code(frames: &[u8], at: usize) -> Option<u8> {
    frames[at + 1..].iter().map(|&frame| ascii::unmarked(frame)).find(|&code| code != 0 && code != ascii::RUBOUT)
}

//! Text on paper tape: sources and FOCAL programs as a teletype would have punched them.
//!
//! ```text
//! T Y P E ...  CR   LF            each code with channel 8 (the mark) punched
//! 324 331 ...  215  212  000 000  and blank frames while the carriage returns
//! ```
//!
//! A program that echoes what it reads falls behind its reader at the end of each line, where two characters make
//! it print more. FOCAL loses characters unless at least two blank frames follow each CR LF.

use super::Tape;
use super::error::{TapeError, TapeErrorKind};
use crate::ascii;

/// The blank frames after a line that FOCAL needs at least.
pub const FOCAL_BLANKS: usize = 2;

/// Punches a text: lines end with CR LF and `blanks` blank frames, every code has its mark.
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

/// Reads a text, with marks or without: lines end with a line feed, blank tape, leader and rubouts are dropped.
pub fn read(tape: &Tape) -> Result<String, TapeError> {
    let mut text = String::with_capacity(tape.frames().len());
    for (at, &frame) in tape.frames().iter().enumerate() {
        let code = ascii::unmarked(frame);
        match code {
            0 | ascii::RUBOUT => {}
            // A line that a teletype ended ends with both, and one line feed is left of them.
            ascii::RETURN if next_code(tape.frames(), at) == Some(ascii::LINE_FEED) => {}
            ascii::RETURN => text.push('\n'),
            b'\t' | ascii::LINE_FEED | ascii::FORM_FEED | ascii::BELL | 0o040..=0o176 => text.push(char::from(code)),
            _ => return Err(TapeError::at(TapeErrorKind::NotText(frame), 0, at)),
        }
    }
    Ok(text)
}

/// The code of the next frame after `at` that is not blank.
fn next_code(frames: &[u8], at: usize) -> Option<u8> {
    frames[at + 1..].iter().map(|&frame| ascii::unmarked(frame)).find(|&code| code != 0 && code != ascii::RUBOUT)
}

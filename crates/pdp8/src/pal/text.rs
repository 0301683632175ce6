//! `TEXT /.../`: characters in six-bit trimmed code, two to a word, with a 00 at the end.
//!
//! ```text
//! TEXT /ABC/     0102 0300
//! TEXT /AB/      0102 0000     after an even number of characters, the 00 takes a whole word
//! ```
//!
//! The first character after `TEXT` that is not a blank is the delimiter. Any character except a blank can be the
//! delimiter. The characters between the two delimiters have no special meaning. Small letters count as capitals.

use super::error::{Errors, PalErrorKind};
use super::lexer::Cursor;
use crate::ascii;
use crate::word::Word;

/// Reads the delimiter and the text. The cursor must be just after `TEXT`.
pub(super) fn read(cursor: &mut Cursor<'_>, errors: &mut Errors<'_>) -> Vec<Word> {
    cursor.skip_blanks();
    let start = cursor.position();
    let Some(delimiter) = cursor.take() else {
        let found = "the end of the line".to_owned();
        errors.add(start, PalErrorKind::Unexpected { found, wanted: "a delimiter and the text" });
        return Vec::new();
    };
    let mut sixes = Vec::new();
    loop {
        let position = cursor.position();
        match cursor.take() {
            Some(character) if character == delimiter => break,
            Some(character) => match six_bits(character) {
                Some(six) => sixes.push(six),
                None => errors.add(position, PalErrorKind::NotSixBit(format!("{character:?}"))),
            },
            None => {
                errors.add(start, PalErrorKind::TextNotClosed(delimiter));
                break;
            }
        }
    }
    sixes.push(0);
    sixes.chunks(2).map(|pair| Word::new(u16::from(pair[0]) << 6 | u16::from(*pair.get(1).unwrap_or(&0)))).collect()
}

fn six_bits(character: char) -> Option<u8> {
    u8::try_from(character).ok().and_then(|code| ascii::trimmed(code.to_ascii_uppercase()))
}

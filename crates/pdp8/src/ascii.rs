//! The ASR-33's code: seven bits of ASCII, upper case, with channel 8 always punched.
//!
//! A key arrives at the machine as `0200` + code; programs of the time expect channel 8 to be set.

/// CTRL/C, 003.
pub const CTRL_C: u8 = 0o003;
/// BELL (CTRL/G), 007.
pub const BELL: u8 = 0o007;
/// LINE FEED, 012.
pub const LINE_FEED: u8 = 0o012;
/// FORM FEED (CTRL/L), 014.
pub const FORM_FEED: u8 = 0o014;
/// RETURN, 015.
pub const RETURN: u8 = 0o015;
/// ALT MODE, 175. Most ASR-33s send this code for the key.
pub const ALT_MODE: u8 = 0o175;
/// RUBOUT, 177: all channels punched. Programs that read text from tape skip this code.
pub const RUBOUT: u8 = 0o177;

/// The bit of channel 8 in a frame; the keyboard sets this bit in every frame.
pub const CHANNEL_8: u8 = 0o200;

/// Returns the frame that the keyboard sends for a 7-bit code: the code with channel 8 punched.
pub const fn marked(code: u8) -> u8 {
    code | CHANNEL_8
}

/// Returns the low seven bits of a frame: the code without channel 8.
pub const fn unmarked(frame: u8) -> u8 {
    frame & 0o177
}

/// Returns the six-bit trimmed code of a printing character (`040` to `137`): the low six bits, `A` = 01.
///
/// `None` for control characters and small letters, which the trimmed code cannot hold.
pub const fn trimmed(code: u8) -> Option<u8> {
    match code {
        0o040..=0o137 => Some(code & 0o77),
        _ => None,
    }
}

/// Returns the printing character of a six-bit trimmed code.
pub const fn untrimmed(six: u8) -> u8 {
    let six = six & 0o77;
    if six < 0o40 { six | 0o100 } else { six }
}

/// The error for a character that no key of a Teletype sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is on no key of a Teletype; ASCII is all it has")]
pub struct NoKey(pub char);

/// Returns the code of the key for a Unicode character.
///
/// `←` and `↑` give `_` and `^`, which an ASR-33 prints as arrows. Typographic quotes and dashes give the plain
/// characters.
///
/// ```
/// use pdp8::ascii::{NoKey, code};
/// assert_eq!("“↑–".chars().map(code).collect::<Result<Vec<_>, _>>(), Ok(b"\"^-".to_vec()));
/// assert_eq!(code('é'), Err(NoKey('é')));
/// ```
///
/// # Errors
///
/// When no key sends the character.
pub const fn code(character: char) -> Result<u8, NoKey> {
    match character {
        '\0'..='\x7f' => Ok(character as u8),
        '\u{2190}' => Ok(b'_'),
        '\u{2191}' => Ok(b'^'),
        '\u{201c}'..='\u{201f}' | '\u{2033}' | '\u{2036}' | '\u{ab}' | '\u{bb}' => Ok(b'"'),
        '\u{2018}'..='\u{201b}' | '\u{2032}' | '\u{2035}' => Ok(b'\''),
        '\u{2010}'..='\u{2015}' | '\u{2212}' => Ok(b'-'),
        _ => Err(NoKey(character)),
    }
}

/// Types a text byte by byte: for each byte, [`Typist::key`] returns the code of the key to press.
///
/// Each end of a line (CR, LF or CR LF) becomes one RETURN. Small letters become capitals, because the keyboard has no
/// small letters. A blank frame, the byte 0, presses no key.
///
/// ```
/// use pdp8::ascii::Typist;
/// let mut typist = Typist::default();
/// let keys: Vec<u8> = b"type 1\r\ngo\n".iter().filter_map(|&byte| typist.key(byte)).collect();
/// assert_eq!(keys, b"TYPE 1\rGO\r");
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Typist {
    after_return: bool,
}

impl Typist {
    /// Returns the code of the key to press for the next byte; `None` when that byte presses no key.
    pub fn key(&mut self, byte: u8) -> Option<u8> {
        let code = unmarked(byte);
        let second_half = code == LINE_FEED && self.after_return;
        self.after_return = code == RETURN;
        match code {
            0 => None,
            LINE_FEED if second_half => None,
            LINE_FEED => Some(RETURN),
            _ => Some(code.to_ascii_uppercase()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trimmed_code_and_back() {
        assert_eq!(trimmed(b'A'), Some(0o01));
        assert_eq!(trimmed(b' '), Some(0o40));
        assert_eq!(trimmed(b'a'), None);
        for code in 0o040..=0o137 {
            assert_eq!(trimmed(code).map(untrimmed), Some(code));
        }
    }
}

//! Translation of a terminal's bytes into keys.

use focal8::ascii::RUBOUT;

use super::{Function, Key};

/// CTRL/H, which some terminals send for the key BACKSPACE.
const BACKSPACE: u8 = 0o010;
/// ESCAPE, the first byte of an escape sequence.
const ESCAPE: u8 = 0o033;

/// Returns the keys for bytes that the terminal has sent together.
pub fn translate(bytes: &[u8]) -> Vec<Key> {
    let mut keys = Vec::new();
    let mut rest = bytes;
    while let [first, after @ ..] = rest {
        rest = after;
        match *first {
            ESCAPE => match escaped(after) {
                Some((key, length)) => {
                    keys.extend(key);
                    rest = &after[length..];
                }
                None => keys.push(Key::Escape),
            },
            BACKSPACE => keys.push(Key::Code(RUBOUT)),
            code @ 0..=0o177 => keys.push(Key::Code(code)),
            _ => {
                let tail = after.iter().take_while(|&&byte| byte & 0o300 == 0o200).count();
                let letter = [&[*first], &after[..tail]].concat();
                keys.extend(str::from_utf8(&letter).into_iter().flat_map(str::chars).map(Key::Letter));
                rest = &after[tail..];
            }
        }
    }
    keys
}

/// Returns the number of bytes that can be translated: all bytes, except an incomplete UTF-8 character or escape
/// sequence at the end.
pub fn whole(bytes: &[u8]) -> usize {
    if let Some(begun) = begun_sequence(bytes) {
        return begun;
    }
    match str::from_utf8(bytes) {
        Err(error) if error.error_len().is_none() => error.valid_up_to(),
        _ => bytes.len(),
    }
}

/// Whether the bytes end with ESCAPE or an incomplete escape sequence.
pub fn is_sequence_begun(bytes: &[u8]) -> bool {
    begun_sequence(bytes).is_some()
}

/// Returns the offset of the incomplete escape sequence at the end of the bytes, if there is one.
fn begun_sequence(bytes: &[u8]) -> Option<usize> {
    let begun = bytes.iter().rposition(|&byte| byte == ESCAPE)?;
    let is_open = match &bytes[begun + 1..] {
        [] => true,
        [b'[' | b'O', parameters @ ..] => parameters.iter().all(|byte| matches!(byte, 0o040..=0o077)),
        _ => false,
    };
    is_open.then_some(begun)
}

/// Parses an escape sequence. `after` begins with the bytes after ESCAPE, for example with `[A`, `OA` or `[3~`. Returns
/// the key, if the sequence stands for a key, and the number of its bytes after ESCAPE. Returns `None` if there is no
/// escape sequence.
fn escaped(after: &[u8]) -> Option<(Option<Key>, usize)> {
    let introducer = after.first().filter(|&&byte| byte == b'[' || byte == b'O')?;
    let parameters = after[1..].iter().take_while(|&&byte| matches!(byte, 0o040..=0o077)).count();
    let end = after.get(1 + parameters)?;
    if let (b'[', [b'<', mouse @ ..], b'M' | b'm') = (introducer, &after[1..1 + parameters], end) {
        return Some((pressed(mouse).filter(|_| *end == b'M'), 2 + parameters));
    }
    let key = match (introducer, &after[1..1 + parameters], end) {
        (_, _, b'A') => Some(Function::Up),
        (_, _, b'B') => Some(Function::Down),
        // With ALT or CTRL, an arrow key moves by words.
        (_, b"1;3" | b"1;5", b'C') => Some(Function::WordRight),
        (_, b"1;3" | b"1;5", b'D') => Some(Function::WordLeft),
        (_, _, b'C') => Some(Function::Right),
        (_, _, b'D') => Some(Function::Left),
        (_, _, b'H') | (b'[', b"1" | b"7", b'~') => Some(Function::Home),
        (_, _, b'F') | (b'[', b"4" | b"8", b'~') => Some(Function::End),
        (b'[', b"3", b'~') => Some(Function::Delete),
        _ => None,
    };
    Some((key.map(Key::Function), 2 + parameters))
}

/// Parses the parameters `button;column;line` of a mouse report, in which columns and lines are counted from 1. Returns
/// the click, or `None` if the button is not the left button.
fn pressed(parameters: &[u8]) -> Option<Key> {
    let mut numbers = str::from_utf8(parameters).ok()?.split(';').map(|number| number.parse::<u16>().ok());
    let (button, column, line) = (numbers.next()??, numbers.next()??, numbers.next()??);
    (button == 0).then_some(Key::Pressed { column: column.saturating_sub(1), line: line.saturating_sub(1) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sequence_may_come_in_parts() {
        for part in ["a\x1b", "a\x1b[", "a\x1b[1;", "a\x1bO"] {
            assert_eq!((whole(part.as_bytes()), is_sequence_begun(part.as_bytes())), (1, true), "{part:?}");
        }
        for (text, length) in [("a\x1b[1;5D", 7), ("\x1bX", 2), ("", 0), ("\x1b[A1", 4)] {
            assert_eq!((whole(text.as_bytes()), is_sequence_begun(text.as_bytes())), (length, false), "{text:?}");
        }
    }

    #[test]
    fn bytes_become_keys() {
        let codes = |codes: &[u8]| codes.iter().map(|&code| Key::Code(code)).collect::<Vec<Key>>();
        assert_eq!(translate(b"Ab\r\x03\x05\x7f\x08"), codes(b"Ab\r\x03\x05\x7f\x7f"));
        assert_eq!(translate("é←\u{100}".as_bytes()), ['é', '←', '\u{100}'].map(Key::Letter));
        assert_eq!(translate(b"\x1b"), [Key::Escape]);
        assert_eq!(translate(b"\x1bX"), [Key::Escape, Key::Code(b'X')]);
        let functions = |functions: &[Function]| functions.iter().copied().map(Key::Function).collect::<Vec<Key>>();
        assert_eq!(translate(b"\x1b[A\x1bOB"), functions(&[Function::Up, Function::Down]));
        assert_eq!(translate(b"\x1b[3~\x1b[15~\x1b[1;5C"), functions(&[Function::Delete, Function::WordRight]));
        assert_eq!(translate(b"\x1b[H\x1b[4~"), functions(&[Function::Home, Function::End]));
    }

    #[test]
    fn the_mouse_presses_and_nothing_else() {
        assert_eq!(translate(b"\x1b[<0;20;14M"), [Key::Pressed { column: 19, line: 13 }]);
        // The button's release, the right button, the wheel, and two sequences that no terminal sends.
        assert_eq!(translate(b"\x1b[<0;20;14m\x1b[<2;1;1M\x1b[<64;1;1M\x1b[<;M\x1b[<99999;1;1M"), []);
    }

    #[test]
    fn a_letter_may_come_in_parts() {
        let letters = "A⍵".as_bytes();
        assert_eq!([1, 2, 3, 4].map(|length| whole(&letters[..length])), [1, 1, 1, 4]);
        assert_eq!(whole(b"\xff\xfe"), 2, "what never becomes a letter does not wait");
    }
}

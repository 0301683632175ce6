//! The keyboard under the user's fingers, as keys of an ASR-33.
//!
//! A thread waits for the terminal's bytes, so that the machine's loop asks a channel (nanoseconds) and not the terminal
//! (microseconds), and so that a machine that only waits for a key costs no time at all. The bytes are read here and
//! not by crossterm, whose event reader leaves what is pasted beyond 1024 bytes lying until the next key.

use std::io::{self, Read};
use std::sync::mpsc::{self, Receiver, RecvError, Sender, TryRecvError};
use std::thread;

use focal8::ascii::{ALT_MODE, RUBOUT};
use signal_hook::consts::SIGWINCH;
use signal_hook::iterator::Signals;

use super::signals;

/// What the person did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// A key of the teletype: its code.
    Code(u8),
    /// ESCAPE, where a teletype has ALT MODE.
    Escape,
    /// A letter beyond ASCII.
    Letter(char),
    /// A key without a letter, which the teletype has not.
    Function(Function),
    /// The window has another size now.
    Resized,
    /// The terminal is gone, or a signal asks us to end.
    Gone,
}

/// Keys for the hands of who edits a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Function {
    Up,
    Down,
    Right,
    Left,
    WordRight,
    WordLeft,
    Home,
    End,
    Delete,
}

impl Key {
    /// The code that this key has on a teletype: `_` and `^` were arrows, and DELETE is RUBOUT.
    pub fn code(self) -> Option<u8> {
        match self {
            Key::Code(code) => Some(code),
            Key::Escape => Some(ALT_MODE),
            Key::Letter('←') => Some(b'_'),
            Key::Letter('↑') => Some(b'^'),
            Key::Function(Function::Delete) => Some(RUBOUT),
            Key::Letter(_) | Key::Function(_) | Key::Resized | Key::Gone => None,
        }
    }
}

/// CTRL/E: to the operator.
pub const OPERATOR: u8 = 0o005;
/// CTRL/F: fast forward.
pub const FAST_FORWARD: u8 = 0o006;
/// CTRL/H, which some terminals send for BACKSPACE.
const BACKSPACE: u8 = 0o010;
/// What terminals send before the letters of a key that has no code.
const ESCAPE: u8 = 0o033;

/// The keys pressed, in order.
#[derive(Debug)]
pub struct Keys(Receiver<Key>);

impl Keys {
    /// Reads the terminal as people use it: BACKSPACE is RUBOUT, ESCAPE is ALT MODE.
    pub fn typed() -> Self {
        let mut held = Vec::new();
        Self::from_thread(move |bytes, keys| {
            held.extend(bytes);
            // A letter that has come in part waits for the rest of it.
            let rest = held.split_off(whole(&held));
            let pressed = translate(&std::mem::replace(&mut held, rest));
            pressed.into_iter().try_for_each(|key| keys.send(key)).is_ok()
        })
    }

    /// Every byte of the terminal as it is (`--raw`).
    pub fn raw() -> Self {
        Self::from_thread(|bytes, keys| bytes.iter().try_for_each(|&byte| keys.send(Key::Code(byte))).is_ok())
    }

    /// `hand_on` is given what came together; it says whether anybody still listens.
    fn from_thread(mut hand_on: impl FnMut(&[u8], &Sender<Key>) -> bool + Send + 'static) -> Self {
        let (sender, receiver) = mpsc::channel();
        watch_the_window(sender.clone());
        let wake = sender.clone();
        signals::when_asked(move || {
            let _ = wake.send(Key::Gone);
        });
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            loop {
                match io::stdin().lock().read(&mut bytes) {
                    Ok(0) => break,
                    Ok(count) if hand_on(&bytes[..count], &sender) => {}
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    Ok(_) | Err(_) => break,
                }
            }
            let _ = sender.send(Key::Gone);
        });
        Keys(receiver)
    }

    /// The next key if one was pressed; an error when the terminal is gone.
    pub fn pressed(&self) -> Result<Option<Key>, RecvError> {
        match self.0.try_recv() {
            Ok(Key::Gone) | Err(TryRecvError::Disconnected) => Err(RecvError),
            Ok(key) => Ok(Some(key)),
            Err(TryRecvError::Empty) => Ok(None),
        }
    }

    /// Keys that were pressed already, and then none any more.
    #[cfg(test)]
    pub fn pressed_already(bytes: &[u8]) -> Self {
        let (sender, receiver) = mpsc::channel();
        translate(bytes).into_iter().for_each(|key| sender.send(key).expect("the receiver is here"));
        Keys(receiver)
    }

    /// Waits for a key, using no time of the host.
    pub fn wait(&self) -> Result<Key, RecvError> {
        match self.0.recv()? {
            Key::Gone => Err(RecvError),
            key => Ok(key),
        }
    }
}

/// Tells of a new size of the window.
fn watch_the_window(keys: Sender<Key>) {
    if let Ok(mut signals) = Signals::new([SIGWINCH]) {
        thread::spawn(move || signals.forever().all(|_| keys.send(Key::Resized).is_ok()));
    }
}

/// The keys that bytes of a terminal, come together, stand for.
fn translate(bytes: &[u8]) -> Vec<Key> {
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

/// How many bytes come before a letter of UTF-8 that is not yet complete.
fn whole(bytes: &[u8]) -> usize {
    match str::from_utf8(bytes) {
        Err(error) if error.error_len().is_none() => error.valid_up_to(),
        _ => bytes.len(),
    }
}

/// The key of an escape sequence (`[A`, `OA`, `[3~`) and the sequence's length; `None` when there is none.
fn escaped(after: &[u8]) -> Option<(Option<Key>, usize)> {
    let introducer = after.first().filter(|&&byte| byte == b'[' || byte == b'O')?;
    let parameters = after[1..].iter().take_while(|&&byte| matches!(byte, 0o040..=0o077)).count();
    let end = after.get(1 + parameters)?;
    let key = match (introducer, &after[1..1 + parameters], end) {
        (_, _, b'A') => Some(Function::Up),
        (_, _, b'B') => Some(Function::Down),
        // With ALT or CTRL: by words.
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

/// Upper case is all the keyboard has.
pub fn capital(code: u8) -> u8 {
    code.to_ascii_uppercase()
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(capital(b'a'), b'A');
    }

    #[test]
    fn a_teletype_has_two_arrows_and_no_letters_beyond_ascii() {
        let codes = |text: &str| translate(text.as_bytes()).into_iter().filter_map(Key::code).collect::<Vec<u8>>();
        assert_eq!(codes("←↑é!"), b"_^!");
        assert_eq!(codes("\x1b\x1b[3~\x1b[A"), [ALT_MODE, RUBOUT]);
    }

    #[test]
    fn a_letter_may_come_in_parts() {
        let letters = "A⍵".as_bytes();
        assert_eq!([1, 2, 3, 4].map(|length| whole(&letters[..length])), [1, 1, 1, 4]);
        assert_eq!(whole(b"\xff\xfe"), 2, "what never becomes a letter does not wait");
    }
}

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
    /// An arrow, which the teletype has not.
    Arrow(Arrow),
    /// The window has another size now.
    Resized,
    /// The terminal is gone, or a signal asks us to end.
    Gone,
}

/// Which arrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Arrow {
    Up,
    Down,
    Right,
    Left,
}

/// CTRL/E: to the operator.
pub const OPERATOR: u8 = 0o005;
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
        Self::from_thread(|bytes, keys| translate(bytes).into_iter().try_for_each(|key| keys.send(key)).is_ok())
    }

    /// Every byte of the terminal as it is (`--raw`).
    pub fn raw() -> Self {
        Self::from_thread(|bytes, keys| bytes.iter().try_for_each(|&byte| keys.send(Key::Code(byte))).is_ok())
    }

    /// `hand_on` is given what came together; it says whether anybody still listens.
    fn from_thread(hand_on: impl Fn(&[u8], &Sender<Key>) -> bool + Send + 'static) -> Self {
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
                None => keys.push(Key::Code(ALT_MODE)),
            },
            BACKSPACE => keys.push(Key::Code(RUBOUT)),
            code @ 0..=0o177 => keys.push(Key::Code(code)),
            // Letters beyond ASCII: the two arrows that an ASR-33 prints for `_` and `^`; it has no others.
            _ => {
                let tail = after.iter().take_while(|&&byte| byte & 0o300 == 0o200).count();
                match &after[..tail] {
                    [0x86, 0x90] => keys.push(Key::Code(b'_')),
                    [0x86, 0x91] => keys.push(Key::Code(b'^')),
                    _ => {}
                }
                rest = &after[tail..];
            }
        }
    }
    keys
}

/// The key of an escape sequence (`[A`, `OA`, `[3~`) and the sequence's length; `None` when there is none.
fn escaped(after: &[u8]) -> Option<(Option<Key>, usize)> {
    let introducer = after.first().filter(|&&byte| byte == b'[' || byte == b'O')?;
    let parameters = after[1..].iter().take_while(|&&byte| matches!(byte, 0o040..=0o077)).count();
    let end = after.get(1 + parameters)?;
    let key = match (introducer, &after[1..1 + parameters], end) {
        (_, _, b'A') => Some(Key::Arrow(Arrow::Up)),
        (_, _, b'B') => Some(Key::Arrow(Arrow::Down)),
        (_, _, b'C') => Some(Key::Arrow(Arrow::Right)),
        (_, _, b'D') => Some(Key::Arrow(Arrow::Left)),
        (b'[', b"3", b'~') => Some(Key::Code(RUBOUT)),
        _ => None,
    };
    Some((key, 2 + parameters))
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
        assert_eq!(translate("←↑é!".as_bytes()), codes(b"_^!"));
        assert_eq!(translate(b"\x1b"), codes(b"}"));
        assert_eq!(translate(b"\x1bX"), codes(b"}X"));
        assert_eq!(translate(b"\x1b[Ax\x1bOB"), [Key::Arrow(Arrow::Up), Key::Code(b'x'), Key::Arrow(Arrow::Down)]);
        assert_eq!(translate(b"\x1b[3~\x1b[15~\x1b[1;5C"), [Key::Code(RUBOUT), Key::Arrow(Arrow::Right)]);
        assert_eq!(capital(b'a'), b'A');
    }
}

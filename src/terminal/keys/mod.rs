//! The keyboard under the user's fingers, as keys of an ASR-33.
//!
//! A thread waits for the terminal's bytes, so that the machine's loop asks a channel (nanoseconds) and not the terminal
//! (microseconds), and so that a machine that only waits for a key costs no time at all.

mod source;
mod translate;

use std::sync::mpsc::{self, Receiver, RecvError, Sender, TryRecvError};
use std::thread;

use focal8::ascii::{ALT_MODE, RUBOUT};

use super::signals;

use translate::{translate, whole};

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
        let wake = sender.clone();
        signals::when_asked(move || {
            let _ = wake.send(Key::Gone);
        });
        thread::spawn(move || {
            let window = sender.clone();
            source::read(|bytes| hand_on(bytes, &sender), move || window.send(Key::Resized).is_ok());
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

/// Upper case is all the keyboard has.
pub fn capital(code: u8) -> u8 {
    code.to_ascii_uppercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_teletype_has_two_arrows_and_no_letters_beyond_ascii() {
        let codes = |text: &str| translate(text.as_bytes()).into_iter().filter_map(Key::code).collect::<Vec<u8>>();
        assert_eq!(codes("←↑é!"), b"_^!");
        assert_eq!(codes("\x1b\x1b[3~\x1b[A"), [ALT_MODE, RUBOUT]);
    }
}

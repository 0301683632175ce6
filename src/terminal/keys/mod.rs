//! The terminal's keyboard as keys of an ASR-33.
//!
//! A separate thread waits for the terminal's bytes and sends keys to a channel. The machine's loop checks the channel,
//! which takes nanoseconds; a check of the terminal would take microseconds. A machine that waits for a key uses no
//! processor time of the host.

mod source;
mod translate;

use std::cell::RefCell;
use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::mpsc::{self, Receiver, RecvError, Sender, TryRecvError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use focal8::ascii::{self, ALT_MODE, CTRL_C, RUBOUT};

use super::{lines, signals};

use translate::{is_sequence_begun, translate, whole};

/// An event at the keyboard or terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// The code of a key of the Teletype.
    Code(u8),
    /// The key ESCAPE, where a Teletype has ALT MODE.
    Escape,
    /// A letter beyond ASCII.
    Letter(char),
    /// A key for editing, such as an arrow key, which the Teletype does not have.
    Function(Function),
    /// A press of the left mouse button, which the terminal reports only if the screen has asked for it; columns and
    /// lines are numbered from 0.
    Pressed {
        /// The column of the mouse, from the left.
        column: u16,
        /// The line of the mouse, from the top.
        line: u16,
    },
    /// A change of the window's size.
    Resized,
    /// Something has arrived on a communication line of the machine besides the Teletype.
    Notified,
    /// The loss of the terminal, or a signal that asks the program to end.
    Gone,
}

/// Keys for the editing of a line.
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
    /// Returns the key's code on a Teletype, as [`ascii::code`] says; DELETE is RUBOUT.
    pub fn code(self) -> Option<u8> {
        match self {
            Key::Code(code) => Some(code),
            Key::Escape => Some(ALT_MODE),
            Key::Letter(letter) => ascii::code(letter).ok(),
            Key::Function(Function::Delete) => Some(RUBOUT),
            Key::Function(_) | Key::Pressed { .. } | Key::Resized | Key::Notified | Key::Gone => None,
        }
    }
}

/// CTRL/E, which calls the operator.
pub const OPERATOR: u8 = 0o005;
/// CTRL/F, fast forward.
pub const FAST_FORWARD: u8 = 0o006;

/// The longest wait for the rest of an escape sequence; if nothing comes, the key was ESCAPE.
const SEQUENCE: Duration = Duration::from_millis(25);

/// The keyboard's channel while no [`Keys`] exists. The thread that waits for the terminal's next byte cannot be
/// stopped, so the next [`Keys`] takes the channel over.
static LEFT: Mutex<Option<Receiver<Key>>> = Mutex::new(None);

/// The keys pressed, in order.
#[derive(Debug)]
pub struct Keys {
    pressed: Receiver<Key>,
    /// The keys taken from the channel that have not been returned yet.
    ahead: RefCell<VecDeque<Key>>,
}

impl Keys {
    /// Reads the terminal as a person uses it: BACKSPACE is RUBOUT, ESCAPE is ALT MODE.
    pub fn typed() -> Self {
        Self::from_thread(|bytes, keys| {
            let mut held = Vec::new();
            loop {
                let more = if is_sequence_begun(&held) { bytes.recv_timeout(SEQUENCE) } else { Ok(bytes.recv()?) };
                // The rest of an incomplete letter is awaited for ever, the rest of an incomplete sequence only for
                // `SEQUENCE`.
                let end = match more {
                    Ok(more) => {
                        held.extend(more);
                        whole(&held)
                    }
                    Err(_) => held.len(),
                };
                let rest = held.split_off(end);
                for key in translate(&std::mem::replace(&mut held, rest)) {
                    if key != Key::Code(CTRL_C) || !signals::interrupt() {
                        keys.send(key).map_err(|_| RecvError)?;
                    }
                }
            }
        })
    }

    /// Reads every byte of the terminal as a code (`--raw`).
    pub fn raw() -> Self {
        Self::from_thread(|bytes, keys| {
            loop {
                bytes.recv()?.into_iter().try_for_each(|byte| keys.send(Key::Code(byte))).map_err(|_| RecvError)?;
            }
        })
    }

    /// Starts a thread in which `hand_on` turns bytes into keys, until the bytes end or the receiver of the keys is
    /// gone.
    fn from_thread(
        hand_on: impl FnOnce(&Receiver<Vec<u8>>, &Sender<Key>) -> Result<Infallible, RecvError> + Send + 'static,
    ) -> Self {
        if let Some(pressed) = LEFT.lock().unwrap_or_else(PoisonError::into_inner).take() {
            return Keys { pressed, ahead: RefCell::default() };
        }
        let (sender, pressed) = mpsc::channel();
        let wake = sender.clone();
        signals::when_asked(move || {
            let _ = wake.send(Key::Gone);
        });
        let notified = sender.clone();
        lines::when_notified(move || {
            let _ = notified.send(Key::Notified);
        });
        let (come, bytes) = mpsc::channel();
        let window = sender.clone();
        thread::spawn(move || {
            source::read(|bytes| come.send(bytes.to_vec()).is_ok(), move || window.send(Key::Resized).is_ok());
        });
        thread::spawn(move || {
            let _ = hand_on(&bytes, &sender);
            let _ = sender.send(Key::Gone);
        });
        Keys { pressed, ahead: RefCell::default() }
    }

    /// Returns the next key, if one was pressed; an error when the terminal is gone.
    pub fn pressed(&self) -> Result<Option<Key>, RecvError> {
        if let Some(key) = self.ahead.borrow_mut().pop_front() {
            return present(key).map(Some);
        }
        match self.pressed.try_recv() {
            Ok(key) => present(key).map(Some),
            Err(TryRecvError::Disconnected) => Err(RecvError),
            Err(TryRecvError::Empty) => Ok(None),
        }
    }

    /// Removes the last CTRL/C among the pressed keys and all keys before it; returns whether there was a CTRL/C.
    pub fn forget_before_ctrl_c(&self) -> bool {
        let mut ahead = self.ahead.borrow_mut();
        ahead.extend(self.pressed.try_iter());
        let last = ahead.iter().rposition(|&key| key == Key::Code(CTRL_C));
        last.inspect(|&last| drop(ahead.drain(..=last))).is_some()
    }

    /// Returns a keyboard on which these keys have been pressed, and on which no key is pressed later.
    #[cfg(test)]
    pub fn pressed_already(bytes: &[u8]) -> Self {
        let (sender, pressed) = mpsc::channel();
        translate(bytes).into_iter().for_each(|key| sender.send(key).expect("the receiver is here"));
        Keys { pressed, ahead: RefCell::default() }
    }

    /// Waits for a key without using processor time of the host.
    pub fn wait(&self) -> Result<Key, RecvError> {
        let ahead = self.ahead.borrow_mut().pop_front();
        present(ahead.map_or_else(|| self.pressed.recv(), Ok)?)
    }
}

impl Drop for Keys {
    fn drop(&mut self) {
        let (_, closed) = mpsc::channel();
        let pressed = std::mem::replace(&mut self.pressed, closed);
        *LEFT.lock().unwrap_or_else(PoisonError::into_inner) = Some(pressed);
    }
}

/// Turns the key [`Key::Gone`] into an error.
fn present(key: Key) -> Result<Key, RecvError> {
    if key == Key::Gone { Err(RecvError) } else { Ok(key) }
}

/// Returns the capital of a letter's code; the Teletype has no small letters.
pub fn capital(code: u8) -> u8 {
    code.to_ascii_uppercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_teletype_has_two_arrows_and_no_letters_beyond_ascii() {
        let codes = |text: &str| translate(text.as_bytes()).into_iter().filter_map(Key::code).collect::<Vec<u8>>();
        assert_eq!(codes("←↑é“”‘’–—!"), b"_^\"\"''--!");
        assert_eq!(codes("\x1b\x1b[3~\x1b[A"), [ALT_MODE, RUBOUT]);
    }

    #[test]
    fn ctrl_c_takes_what_was_typed_before_it() {
        let keys = Keys::pressed_already(b"ab\x03c\x03de");
        assert!(keys.forget_before_ctrl_c());
        assert!(!keys.forget_before_ctrl_c());
        assert_eq!((keys.pressed(), keys.wait()), (Ok(Some(Key::Code(b'd'))), Ok(Key::Code(b'e'))));
    }
}

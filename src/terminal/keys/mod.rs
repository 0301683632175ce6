//! Reads the terminal's keyboard as the keyboard of an ASR-33.
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

use super::{lines, signals, streams};

use translate::{is_sequence_begun, translate, whole};

/// An event at the keyboard or terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// The code of a key of the Teletype.
    Code(u8),
    /// The key ESCAPE, which sends ALT MODE on a Teletype.
    Escape,
    /// A character beyond ASCII.
    Letter(char),
    /// A key for editing, such as an arrow key. The Teletype does not have this key.
    Function(Function),
    /// A click of the left mouse button. The terminal reports clicks only if the program has asked for them.
    Pressed {
        /// The column of the mouse pointer, counted from 0.
        column: u16,
        /// The line of the mouse pointer, counted from 0.
        line: u16,
    },
    /// A change of the window's size.
    Resized,
    /// A communication line other than the Teletype's line has input.
    Notified,
    /// The terminal is gone, or a signal asks the program to end.
    Gone,
}

/// Keys for editing a line.
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
    /// Returns the code that a Teletype sends for the key, or `None` if a Teletype has no such key. ESCAPE becomes ALT
    /// MODE, DELETE becomes RUBOUT, and letters beyond ASCII have the codes of [`ascii::code`].
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

/// CTRL/E, which shows the operator's prompt.
pub const OPERATOR: u8 = 0o005;
/// CTRL/F, which turns fast forward on or off.
pub const FAST_FORWARD: u8 = 0o006;

/// The maximum time between the bytes of an escape sequence. If no byte follows ESCAPE in this time, the key ESCAPE was
/// pressed.
const SEQUENCE: Duration = Duration::from_millis(25);

/// The keyboard's channel while no [`Keys`] exists. The thread that waits for input cannot be stopped, so the next
/// [`Keys`] uses the same channel.
static LEFT: Mutex<Option<Receiver<Key>>> = Mutex::new(None);

/// The pressed keys, in order.
#[derive(Debug)]
pub struct Keys {
    pressed: Receiver<Key>,
    /// The keys received from the channel but not yet returned.
    ahead: RefCell<VecDeque<Key>>,
}

impl Keys {
    /// Reads the terminal's bytes as keys: BACKSPACE becomes RUBOUT, ESCAPE becomes ALT MODE.
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

    /// Reads every byte of the terminal as a code, for the option `--raw`.
    pub fn raw() -> Self {
        Self::from_thread(|bytes, keys| {
            loop {
                bytes.recv()?.into_iter().try_for_each(|byte| keys.send(Key::Code(byte))).map_err(|_| RecvError)?;
            }
        })
    }

    /// Starts a thread in which `hand_on` turns the terminal's bytes into keys. If such a thread has been started
    /// before, that thread continues, and `hand_on` is not used.
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
            // This ends when the source has no more bytes, and the keys for all bytes have been sent.
            let _ = hand_on(&bytes, &sender);
            if streams::has_lost_keyboard() {
                signals::hang_up();
            }
            let _ = sender.send(Key::Gone);
        });
        Keys { pressed, ahead: RefCell::default() }
    }

    /// Returns the next key if a key has been pressed. Returns an error if the terminal is gone.
    pub fn pressed(&self) -> Result<Option<Key>, RecvError> {
        if let Some(key) = self.ahead.borrow_mut().pop_front() {
            return present(key).map(Some);
        }
        match self.pressed.try_recv() {
            Ok(key) => present(key).map(Some),
            Err(TryRecvError::Disconnected) => Err(RecvError),
            // The message about the end may have been received by an earlier prompt.
            Err(TryRecvError::Empty) if signals::asked() => Err(RecvError),
            Err(TryRecvError::Empty) => Ok(None),
        }
    }

    /// Removes the last CTRL/C among the pressed keys, and all keys before this CTRL/C. Returns whether there was a
    /// CTRL/C.
    pub fn forget_before_ctrl_c(&self) -> bool {
        let mut ahead = self.ahead.borrow_mut();
        ahead.extend(self.pressed.try_iter());
        let last = ahead.iter().rposition(|&key| key == Key::Code(CTRL_C));
        last.inspect(|&last| drop(ahead.drain(..=last))).is_some()
    }

    /// Returns a keyboard on which only the keys of `bytes` are pressed.
    #[cfg(test)]
    pub fn pressed_already(bytes: &[u8]) -> Self {
        let (sender, pressed) = mpsc::channel();
        translate(bytes).into_iter().for_each(|key| sender.send(key).expect("the receiver is here"));
        Keys { pressed, ahead: RefCell::default() }
    }

    /// Waits for a key. The wait uses no processor time.
    pub fn wait(&self) -> Result<Key, RecvError> {
        match self.pressed()? {
            Some(key) => Ok(key),
            None => present(self.pressed.recv()?),
        }
    }
}

impl Drop for Keys {
    fn drop(&mut self) {
        let (_, closed) = mpsc::channel();
        let pressed = std::mem::replace(&mut self.pressed, closed);
        *LEFT.lock().unwrap_or_else(PoisonError::into_inner) = Some(pressed);
    }
}

/// Returns an error for [`Key::Gone`], and returns any other key unchanged.
fn present(key: Key) -> Result<Key, RecvError> {
    if key == Key::Gone { Err(RecvError) } else { Ok(key) }
}

/// Returns the code of the capital letter if `code` is a small letter, which the Teletype does not have. Returns any
/// other code unchanged.
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

//! The keyboard under the user's fingers, as keys of an ASR-33.
//!
//! A thread waits for the terminal, so that the machine's loop asks a channel (nanoseconds) and not the terminal
//! (microseconds), and so that a machine that only waits for a key costs no time at all.

use std::io::{self, Read};
use std::sync::mpsc::{self, Receiver, RecvError, Sender, TryRecvError};
use std::thread;

use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use focal8::ascii::{ALT_MODE, LINE_FEED, RETURN, RUBOUT};

/// What the person did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// A key of the teletype: its code.
    Code(u8),
    /// A key the teletype has not: an arrow, a function key, a small letter before it is made a capital.
    Other(KeyCode),
    /// The window has another size now.
    Resized,
}

/// CTRL/E: to the operator.
pub const OPERATOR: u8 = 0o005;

/// The keys pressed, in order.
#[derive(Debug)]
pub struct Keys(Receiver<Key>);

impl Keys {
    /// Reads the terminal as people use it: small letters are capitals, BACKSPACE is RUBOUT, ESCAPE is ALT MODE.
    pub fn typed() -> Self {
        Self::from_thread(|keys| {
            while let Ok(event) = event::read() {
                let key = match event {
                    Event::Key(pressed) if pressed.kind != KeyEventKind::Release => translate(pressed),
                    Event::Resize(..) => Key::Resized,
                    _ => continue,
                };
                if keys.send(key).is_err() {
                    break;
                }
            }
        })
    }

    /// Every byte of the terminal as it is (`--raw`).
    pub fn raw() -> Self {
        Self::from_thread(|keys| {
            let mut byte = [0];
            while matches!(io::stdin().read(&mut byte), Ok(1)) {
                if keys.send(Key::Code(byte[0])).is_err() {
                    break;
                }
            }
        })
    }

    fn from_thread(read: impl FnOnce(Sender<Key>) + Send + 'static) -> Self {
        let (sender, receiver) = mpsc::channel();
        thread::spawn(move || read(sender));
        Keys(receiver)
    }

    /// The next key if one was pressed; an error when the terminal is gone.
    pub fn pressed(&self) -> Result<Option<Key>, RecvError> {
        match self.0.try_recv() {
            Ok(key) => Ok(Some(key)),
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => Err(RecvError),
        }
    }

    /// Waits for a key, using no time of the host.
    pub fn wait(&self) -> Result<Key, RecvError> {
        self.0.recv()
    }
}

/// A key of a modern keyboard as the ASR-33 has it.
fn translate(pressed: KeyEvent) -> Key {
    let control = pressed.modifiers.contains(KeyModifiers::CONTROL);
    match pressed.code {
        KeyCode::Enter => Key::Code(RETURN),
        KeyCode::Backspace | KeyCode::Delete => Key::Code(RUBOUT),
        KeyCode::Tab => Key::Code(0o011),
        KeyCode::Esc => Key::Code(ALT_MODE),
        KeyCode::Char('j' | 'J') if control => Key::Code(LINE_FEED),
        KeyCode::Char(letter @ 'a'..='z' | letter @ 'A'..='Z' | letter @ '@'..='_') if control => {
            Key::Code(letter.to_ascii_uppercase() as u8 & 0o037)
        }
        KeyCode::Char(' ') if control => Key::Code(0),
        // Crossterm names the four codes 034 to 037 by the digits that also send them.
        KeyCode::Char(digit @ '4'..='7') if control => Key::Code(digit as u8 - b'4' + 0o034),
        KeyCode::Char('←') => Key::Code(b'_'),
        KeyCode::Char('↑') => Key::Code(b'^'),
        KeyCode::Char(letter) if letter.is_ascii() && !control => Key::Code(letter as u8),
        other => Key::Other(other),
    }
}

/// Upper case is all the keyboard has.
pub fn capital(code: u8) -> u8 {
    code.to_ascii_uppercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(code: KeyCode, modifiers: KeyModifiers) -> Key {
        translate(KeyEvent::new(code, modifiers))
    }

    #[test]
    fn keys_become_codes() {
        assert_eq!(press(KeyCode::Enter, KeyModifiers::NONE), Key::Code(0o015));
        assert_eq!(press(KeyCode::Char('c'), KeyModifiers::CONTROL), Key::Code(0o003));
        assert_eq!(press(KeyCode::Char('e'), KeyModifiers::CONTROL), Key::Code(OPERATOR));
        assert_eq!(press(KeyCode::Char('j'), KeyModifiers::CONTROL), Key::Code(0o012));
        assert_eq!(press(KeyCode::Char('5'), KeyModifiers::CONTROL), Key::Code(0o035));
        assert_eq!(press(KeyCode::Esc, KeyModifiers::NONE), Key::Code(0o175));
        assert_eq!(press(KeyCode::Char('a'), KeyModifiers::NONE), Key::Code(b'a'));
        assert_eq!(capital(b'a'), b'A');
        assert_eq!(press(KeyCode::Up, KeyModifiers::NONE), Key::Other(KeyCode::Up));
    }
}

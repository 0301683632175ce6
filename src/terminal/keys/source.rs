//! The source of the keyboard's bytes: on Unix the terminal, on Windows the console's events.

#[cfg(windows)]
pub use console::read;
#[cfg(not(windows))]
pub use terminal::read;

/// Reads the terminal's bytes directly. Crossterm's event reader would leave pasted text beyond 1024 bytes unread until
/// the next key.
#[cfg(not(windows))]
mod terminal {
    use std::thread;

    use signal_hook::consts::SIGWINCH;
    use signal_hook::iterator::Signals;

    use crate::terminal::streams;

    /// Passes the terminal's bytes to `hand_on`, and calls `resized` after a change of the window's size. Ends when
    /// there are no more bytes or when `hand_on` returns false.
    pub fn read(mut hand_on: impl FnMut(&[u8]) -> bool, resized: impl Fn() -> bool + Send + 'static) {
        if let Ok(mut signals) = Signals::new([SIGWINCH]) {
            thread::spawn(move || signals.forever().all(|_| resized()));
        }
        let mut bytes = [0; 4096];
        loop {
            match streams::read(&mut bytes) {
                Ok(count @ 1..) if hand_on(&bytes[..count]) => {}
                Ok(_) | Err(_) => return,
            }
        }
    }
}

/// Turns the events of the Windows console into the bytes that a terminal would send. The module `translate` turns
/// these bytes into keys.
#[cfg(any(windows, test))]
#[cfg_attr(not(windows), allow(dead_code))]
mod console {
    use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

    /// Reads the keys of the Windows console. For each key, passes the bytes that a terminal would send to `hand_on`.
    /// Calls `resized` after a change of the window's size. Ends when the console cannot be read, or when `hand_on` or
    /// `resized` returns false.
    pub fn read(mut hand_on: impl FnMut(&[u8]) -> bool, resized: impl Fn() -> bool + Send + 'static) {
        loop {
            let listens = match event::read() {
                Ok(Event::Key(key)) if key.kind != KeyEventKind::Release => hand_on(&bytes(key)),
                Ok(Event::Resize(..)) => resized(),
                Ok(_) => true,
                Err(_) => false,
            };
            if !listens {
                return;
            }
        }
    }

    /// Returns the bytes that a terminal would send for a key.
    pub fn bytes(key: KeyEvent) -> Vec<u8> {
        let by_word = key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
        let bytes: &[u8] = match key.code {
            // CTRL clears the two bits that distinguish a letter from a control code.
            KeyCode::Char(letter) if key.modifiers == KeyModifiers::CONTROL && letter.is_ascii() => {
                return vec![letter as u8 & 0o037];
            }
            KeyCode::Char(letter) => return letter.encode_utf8(&mut [0; 4]).as_bytes().to_vec(),
            KeyCode::Enter => b"\r",
            KeyCode::Tab => b"\t",
            KeyCode::Backspace => b"\x7f",
            KeyCode::Esc => b"\x1b",
            KeyCode::Up => b"\x1b[A",
            KeyCode::Down => b"\x1b[B",
            KeyCode::Right if by_word => b"\x1b[1;5C",
            KeyCode::Left if by_word => b"\x1b[1;5D",
            KeyCode::Right => b"\x1b[C",
            KeyCode::Left => b"\x1b[D",
            KeyCode::Home => b"\x1b[H",
            KeyCode::End => b"\x1b[F",
            KeyCode::Delete => b"\x1b[3~",
            _ => b"",
        };
        bytes.to_vec()
    }
}

#[cfg(test)]
mod tests {
    use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

    use super::console::bytes;

    #[test]
    fn a_console_sends_what_a_terminal_does() {
        let plain = |code| bytes(KeyEvent::new(code, KeyModifiers::NONE));
        assert_eq!(plain(KeyCode::Char('A')), b"A");
        assert_eq!(plain(KeyCode::Char('⍵')), "⍵".as_bytes());
        assert_eq!(plain(KeyCode::Enter), b"\r");
        assert_eq!(plain(KeyCode::Up), b"\x1b[A");
        assert_eq!(plain(KeyCode::F(1)), b"");
        let control = |code| bytes(KeyEvent::new(code, KeyModifiers::CONTROL));
        assert_eq!(control(KeyCode::Char('e')), [0o005]);
        assert_eq!(control(KeyCode::Left), b"\x1b[1;5D");
    }
}

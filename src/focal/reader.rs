//! The high-speed reader, which the command `*` puts in the keyboard's place.

use crate::ascii::{LINE_FEED, unmarked};

/// A tape in the reader, and whether input comes from it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Tape {
    frames: Vec<u8>,
    place: usize,
    running: bool,
    /// An error has let go of it while it ran: the next `*` only leaves it for good.
    let_go: bool,
}

impl Tape {
    pub(super) fn new(frames: Vec<u8>) -> Self {
        Tape { frames, place: 0, running: false, let_go: false }
    }

    /// Whether input comes from the reader; nothing is echoed then.
    pub(super) fn is_running(&self) -> bool {
        self.running
    }

    /// `*`: from the keyboard to the reader, or back.
    pub(super) fn swap(&mut self) {
        self.running = !self.running && !self.let_go;
        self.let_go = false;
    }

    /// An error goes back to the keyboard.
    pub(super) fn let_go(&mut self) {
        self.let_go |= self.running;
        self.running = false;
    }

    /// The next character: blanks and LINE FEEDs are passed over. At the end of the tape it stops running.
    pub(super) fn next(&mut self) -> Option<u8> {
        while self.running {
            let Some(&frame) = self.frames.get(self.place) else {
                self.running = false;
                break;
            };
            self.place += 1;
            match unmarked(frame) {
                0 | LINE_FEED => {}
                character => return Some(character),
            }
        }
        None
    }
}

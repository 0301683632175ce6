//! The high-speed reader. The command `*` switches FOCAL's input from the keyboard to this reader, or back.

use crate::ascii::{LINE_FEED, unmarked};

/// The tape in the reader, and whether FOCAL reads from the tape.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Tape {
    frames: Vec<u8>,
    place: usize,
    running: bool,
    /// Whether an error has stopped the running tape. If so, the next `*` does not start the tape again.
    let_go: bool,
}

impl Tape {
    pub(super) fn new(frames: Vec<u8>) -> Self {
        Tape { frames, place: 0, running: false, let_go: false }
    }

    /// Whether input comes from the tape. FOCAL does not echo such input.
    pub(super) fn is_running(&self) -> bool {
        self.running
    }

    /// Executes `*`: switches input from the keyboard to the tape, or back.
    pub(super) fn swap(&mut self) {
        self.running = !self.running && !self.let_go;
        self.let_go = false;
    }

    /// Switches input to the keyboard after an error.
    pub(super) fn let_go(&mut self) {
        self.let_go |= self.running;
        self.running = false;
    }

    /// Returns the next character. Skips blank frames and LINE FEEDs, and stops at the end of the tape.
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

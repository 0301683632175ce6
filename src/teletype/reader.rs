//! The low-speed paper-tape reader: a frame moves only with the lever at START and reader run set.
//!
//! KCC and KRB set reader run; it is cleared as a frame begins. So a program that leaves the flag unread leaves
//! the tape standing, and the machine reads exactly the frames it asks for.

use serde::{Deserialize, Serialize};

/// The three positions of the reader's lever.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Lever {
    /// The program moves the tape.
    #[default]
    Start,
    /// The tape stands still.
    Stop,
    /// The tape can be pulled through by hand; it stands still for the program.
    Free,
}

/// The reader and the tape in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reader {
    pub(super) tape: Option<Vec<u8>>,
    pub(super) position: usize,
    pub(super) lever: Lever,
    pub(super) run: bool,
}

impl Reader {
    /// Puts a tape in, at its first frame.
    pub(super) fn mount(&mut self, frames: Vec<u8>) {
        self.tape = Some(frames);
        self.position = 0;
    }

    /// Takes the tape out.
    pub fn unmount(&mut self) -> Option<Vec<u8>> {
        self.position = 0;
        self.tape.take()
    }

    /// Whether there is a tape.
    pub const fn is_mounted(&self) -> bool {
        self.tape.is_some()
    }

    /// How many frames have gone through.
    pub const fn position(&self) -> usize {
        self.position
    }

    /// How many frames the tape has; 0 without one.
    pub fn length(&self) -> usize {
        self.tape.as_ref().map_or(0, Vec::len)
    }

    /// Whether all frames have gone through (or there is no tape).
    pub fn is_at_end(&self) -> bool {
        self.position >= self.length()
    }

    /// Where the lever stands.
    pub const fn lever(&self) -> Lever {
        self.lever
    }

    /// Reader run: the program has asked for a frame that has not begun.
    pub const fn run(&self) -> bool {
        self.run
    }

    /// Whether a frame would begin if the line were free.
    pub fn is_ready(&self) -> bool {
        self.run && self.lever == Lever::Start && !self.is_at_end()
    }

    pub(super) fn set_lever(&mut self, lever: Lever) {
        self.lever = lever;
    }

    pub(super) fn set_run(&mut self) {
        self.run = true;
    }

    pub(super) fn clear_run(&mut self) {
        self.run = false;
    }

    /// The frame under the pins, if it may move; reader run goes off as it does.
    pub(super) fn take_frame(&mut self) -> Option<u8> {
        if !self.is_ready() {
            return None;
        }
        let frame = *self.tape.as_ref()?.get(self.position)?;
        self.position += 1;
        self.run = false;
        Some(frame)
    }
}

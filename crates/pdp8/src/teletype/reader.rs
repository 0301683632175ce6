//! The low-speed paper-tape reader. The tape moves only if the lever is at START and the flip-flop `reader run` is set.
//!
//! KCC and KRB set `reader run`, so that the reader sends one frame. `reader run` is cleared when the frame's start bit
//! is over. Therefore the tape does not move again until the program executes KCC or KRB again. KCC or KRB during the
//! start bit does not request another frame. After KCC or KRB during the rest of the frame, the next frame follows
//! without a gap.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::ascii::{RETURN, unmarked};
use crate::machine::Time;
use crate::tape::Tape;

/// The three positions of the reader's lever.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Lever {
    /// START: the program moves the tape.
    #[default]
    Start,
    /// STOP: the tape does not move.
    Stop,
    /// FREE: a person can pull the tape through by hand, and the program cannot move the tape.
    Free,
}

/// Whether a tape holds text in lines.
pub(super) fn has_lines(frames: &[u8]) -> bool {
    frames.iter().any(|&frame| unmarked(frame) == RETURN) && Tape::new(frames).is_text()
}

/// The reader and the tape in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reader {
    // Copies of the machine share the tape.
    pub(super) tape: Option<Arc<[u8]>>,
    pub(super) position: usize,
    pub(super) lever: Lever,
    pub(super) run: bool,
    // Whether the tape has lines of text, which a program handles one at a time.
    pub(super) has_lines: bool,
    // The time at which the start bit of the present frame is over, and `reader run` is cleared.
    pub(super) start_bit: Option<Time>,
}

impl Reader {
    /// Puts a tape in the reader, at its first frame.
    pub(super) fn mount(&mut self, frames: Vec<u8>) {
        self.has_lines = has_lines(&frames);
        self.tape = Some(frames.into());
        self.position = 0;
    }

    /// Takes the tape out, and returns it.
    #[doc(hidden)]
    pub fn unmount(&mut self) -> Option<Vec<u8>> {
        self.position = 0;
        self.tape.take().map(|tape| tape.to_vec())
    }

    /// Whether there is a tape in the reader.
    #[doc(hidden)]
    pub const fn is_mounted(&self) -> bool {
        self.tape.is_some()
    }

    /// Returns the frames of the tape from its beginning; empty without a tape.
    #[doc(hidden)]
    pub fn frames(&self) -> &[u8] {
        self.tape.as_deref().unwrap_or_default()
    }

    /// Returns the number of frames that have been read.
    #[doc(hidden)]
    pub const fn position(&self) -> usize {
        self.position
    }

    /// Returns the number of frames of the tape; 0 without a tape.
    #[doc(hidden)]
    pub fn length(&self) -> usize {
        self.tape.as_ref().map_or(0, |tape| tape.len())
    }

    /// Whether all frames have been read, or there is no tape.
    #[doc(hidden)]
    pub fn is_at_end(&self) -> bool {
        self.position >= self.length()
    }

    /// Returns the position of the lever.
    pub const fn lever(&self) -> Lever {
        self.lever
    }

    /// Whether the flip-flop `reader run` is set: the program has requested a frame, and the start bit of the frame is
    /// not over.
    #[doc(hidden)]
    pub const fn run(&self) -> bool {
        self.run
    }

    /// Whether the reader would read a frame now if the line to the computer were free.
    pub(crate) fn is_ready(&self) -> bool {
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
        self.start_bit = None;
    }

    /// Returns the time at which the start bit ends and the flip-flop `reader run` is cleared.
    pub(super) const fn due(&self) -> Time {
        match self.start_bit {
            Some(due) => due,
            None => Time::NEVER,
        }
    }

    /// Takes the frame under the pins, if the tape may move. `start_bit` is the time at which the start bit of the
    /// frame ends. The flip-flop `reader run` stays set until that time.
    pub(super) fn take_frame(&mut self, start_bit: Time) -> Option<u8> {
        if !self.is_ready() {
            return None;
        }
        let frame = *self.tape.as_ref()?.get(self.position)?;
        self.position += 1;
        self.start_bit = Some(start_bit);
        Some(frame)
    }
}

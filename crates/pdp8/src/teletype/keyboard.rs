//! The receiving side of the Teletype: one character buffer and one flag, for both keys and frames of the reader.

use crate::machine::Time;

/// The receiver: the character that arrived last, and the character that is arriving.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keyboard {
    pub(super) buffer: u8,
    pub(super) flag: bool,
    pub(super) arriving: Option<(u8, Time)>,
}

impl Keyboard {
    /// Whether the keyboard flag is up: a whole character has arrived, and no program has read it.
    #[doc(hidden)]
    pub const fn flag(&self) -> bool {
        self.flag
    }

    /// Returns the eight bits of the last character that arrived.
    #[doc(hidden)]
    pub const fn buffer(&self) -> u16 {
        self.buffer as u16
    }

    /// Whether a character is arriving.
    pub(crate) const fn is_receiving(&self) -> bool {
        self.arriving.is_some()
    }

    /// Returns the time at which the arriving character is complete.
    pub(super) const fn due(&self) -> Time {
        match self.arriving {
            Some((_, due)) => due,
            None => Time::NEVER,
        }
    }

    pub(super) fn begin(&mut self, frame: u8, due: Time) {
        self.arriving = Some((frame, due));
    }

    /// Moves the arriving character into the buffer, and returns the time of the arrival. A previous character that no
    /// program has read is overwritten.
    pub(super) fn arrive(&mut self) -> Time {
        let (frame, then) = self.arriving.take().expect("only called when a character is due");
        self.buffer = frame;
        self.flag = true;
        then
    }

    pub(super) fn clear_flag(&mut self) {
        self.flag = false;
    }

    pub(super) fn clear(&mut self) {
        self.flag = false;
        self.arriving = None;
    }
}

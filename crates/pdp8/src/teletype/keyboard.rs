//! The receiving side: one character buffer and one flag, for keys and reader frames alike.

use crate::machine::Time;

/// The receiver: the character that arrived last, and the one that is arriving.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keyboard {
    pub(super) buffer: u8,
    pub(super) flag: bool,
    pub(super) arriving: Option<(u8, Time)>,
}

impl Keyboard {
    /// The keyboard flag: a whole character has arrived and was not read.
    #[doc(hidden)]
    pub const fn flag(&self) -> bool {
        self.flag
    }

    /// The last character that arrived, eight bits.
    #[doc(hidden)]
    pub const fn buffer(&self) -> u16 {
        self.buffer as u16
    }

    /// Whether a character is on its way.
    pub(crate) const fn is_receiving(&self) -> bool {
        self.arriving.is_some()
    }

    /// The time at which the character on its way arrives.
    pub(super) const fn due(&self) -> Time {
        match self.arriving {
            Some((_, due)) => due,
            None => Time::NEVER,
        }
    }

    pub(super) fn begin(&mut self, frame: u8, due: Time) {
        self.arriving = Some((frame, due));
    }

    /// Takes the character that has arrived, in place of any that was not read; returns the time of arrival.
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

//! The low-speed punch: while it is on, it punches all eight channels of every character sent, even of a character that
//! does not print.

/// The punch and the tape that comes out of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Punch {
    pub(super) on: bool,
    pub(super) frames: Vec<u8>,
}

impl Punch {
    /// Presses the ON or the OFF button.
    pub fn set_on(&mut self, on: bool) {
        self.on = on;
    }

    /// Whether the punch is on.
    pub const fn is_on(&self) -> bool {
        self.on
    }

    /// Returns the frames punched since the tape was last torn off.
    #[doc(hidden)]
    pub fn frames(&self) -> &[u8] {
        &self.frames
    }

    /// Tears the tape off, and returns it.
    pub fn take_tape(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.frames)
    }

    pub(super) fn punch(&mut self, frame: u8) {
        if self.on {
            self.frames.push(frame);
        }
    }
}

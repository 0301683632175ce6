//! Paper tape: eight channels across, ten frames an inch, read by lamps or by pins.
//!
//! ```text
//! channel   8 7 6 5 4 . 3 2 1       a frame is a byte, channel 8 its high bit
//! leader    o . . . . . . . .       0200, before and after a program: to be pulled through by hand
//! ```
//!
//! Programs come in two formats, [`rim`] and [`bin`]; texts of programs in [`text`].

pub mod bin;

/// A paper tape: its frames from the beginning, all eight channels.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tape {
    frames: Vec<u8>,
}

/// A frame with channel 8 alone, as leader and trailer have it.
pub const LEADER: u8 = 0o200;

/// How many frames of leader and trailer are punched: eight inches, a hand's breadth.
pub const LEADER_FRAMES: usize = 80;

impl Tape {
    /// A tape with these frames.
    pub fn new(frames: impl Into<Vec<u8>>) -> Self {
        Tape { frames: frames.into() }
    }

    /// Its frames from the beginning.
    pub fn frames(&self) -> &[u8] {
        &self.frames
    }

    /// Takes the tape apart into its frames.
    pub fn into_frames(self) -> Vec<u8> {
        self.frames
    }
}

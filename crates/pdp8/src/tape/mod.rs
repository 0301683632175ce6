//! Paper tape: eight channels across, ten frames an inch, read by pins or by light.
//!
//! ```text
//! channel   8 7 6 5 4 . 3 2 1       a frame is a byte, channel 8 its high bit
//! leader    o . . . . . . . .       0200, before and after a program, for handling the tape
//! blank     . . . . . . . . .       0000, with only the sprocket holes punched
//! ```
//!
//! Programs come in two formats, [`rim`] and [`bin`]; [`Tape::program`] recognises and reads either. Text
//! (sources, FOCAL programs) is in [`text`].

mod error;
mod leader;
mod program;

pub mod bin;
mod detect;
pub mod rim;
pub mod text;

pub use error::{KeyError, TapeError, TapeErrorKind};
pub use program::{Format, Program, Section};

/// A frame of leader or trailer: only channel 8 is punched.
#[doc(hidden)]
pub const LEADER: u8 = 0o200;

/// The number of frames that are punched as leader, and again as trailer: eight inches.
#[doc(hidden)]
pub const LEADER_FRAMES: usize = 80;

/// A frame with all channels punched: it deletes a wrong frame, and encloses remarks on a BIN tape.
#[doc(hidden)]
pub const RUBOUT: u8 = 0o377;

/// The two channels that mark a field setting on a BIN tape. The frame of a field setting is 11fff000.
const FIELD: u8 = 0o300;

/// Whether a frame is a field setting.
fn is_field(frame: u8) -> bool {
    frame & 0o307 == FIELD
}

/// A paper tape: its frames from the beginning, all eight channels.
///
/// ```
/// use pdp8::tape::{Format, bin};
/// use pdp8::word::{Address, Word};
/// let words = [(Address::new(0o200), Word::new(0o7402)), (Address::new(0o201), Word::new(0o5200))];
/// let tape = bin::punch(&words);
/// let program = tape.program().unwrap();
/// assert_eq!(program.format, Format::Bin);
/// assert_eq!(program.words().collect::<Vec<_>>(), words);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tape {
    frames: Vec<u8>,
}

impl Tape {
    /// Makes a tape with these frames.
    pub fn new(frames: impl Into<Vec<u8>>) -> Self {
        Tape { frames: frames.into() }
    }

    /// Returns the frames of the tape from its beginning.
    pub fn frames(&self) -> &[u8] {
        &self.frames
    }

    /// Returns the frames, and drops the tape.
    pub fn into_frames(self) -> Vec<u8> {
        self.frames
    }

    /// Appends the frames of the tape `other`.
    #[doc(hidden)]
    pub fn splice(&mut self, other: &Tape) {
        self.frames.extend_from_slice(&other.frames);
    }

    /// Whether the tape holds text and no program: a text file of the host, or a punched text.
    pub fn is_text(&self) -> bool {
        let is_filling = |frame: &u8| matches!(*frame, 0 | LEADER | RUBOUT);
        let begin = self.frames.iter().position(|frame| !is_filling(frame)).unwrap_or(self.frames.len());
        let end = self.frames.iter().rposition(|frame| !is_filling(frame)).map_or(begin, |last| last + 1);
        leader::is_text(&self.frames[begin..end]) && self.program().is_err()
    }

    /// Reads the program on the tape, BIN or RIM. A damaged tape is an error.
    pub fn program(&self) -> Result<Program, TapeError> {
        detect::read(&self.frames)
    }

    /// Reads a tape that may be damaged. Returns the words that a loader would leave in core, and the first fault of
    /// each section.
    ///
    /// # Errors
    ///
    /// When a loader would read nothing from the tape.
    #[doc(hidden)]
    pub fn salvage(&self) -> Result<(Program, Vec<TapeError>), TapeError> {
        detect::salvage(&self.frames)
    }
}

//! What can be wrong with a tape, and at which frame.

use crate::ascii::NoKey;
use crate::word::{Address, Word};

/// What is wrong with a tape, and where on it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}{}", place(*.section, *.frame))]
#[non_exhaustive]
pub struct TapeError {
    /// What is wrong.
    pub kind: TapeErrorKind,
    /// The section, from 1; 0 when the tape as a whole is at fault.
    pub section: usize,
    /// The frame, from 1 at the beginning of the tape; 0 when no single frame is at fault.
    pub frame: usize,
}

fn place(section: usize, frame: usize) -> String {
    match (section, frame) {
        (0, 0) => String::new(),
        (0, frame) => format!(" (frame {frame})"),
        (section, frame) => format!(" (section {section}, frame {frame})"),
    }
}

impl TapeError {
    /// The tape as a whole is at fault.
    pub(super) fn of_tape(kind: TapeErrorKind) -> Self {
        TapeError { kind, section: 0, frame: 0 }
    }

    /// The frame at index `at` of a section is at fault.
    pub(super) fn at(kind: TapeErrorKind, section: usize, at: usize) -> Self {
        TapeError { kind, section, frame: at + 1 }
    }
}

/// What the reader does with a fault.
#[derive(Debug)]
pub(super) enum Faults {
    /// The first fault ends the reading.
    Refused,
    /// The reader keeps the first fault of each section, and reads what can be read.
    Kept(Vec<TapeError>),
}

impl Faults {
    /// Takes a fault.
    pub(super) fn meet(&mut self, error: TapeError) -> Result<(), TapeError> {
        match self {
            Faults::Refused => Err(error),
            Faults::Kept(faults) => {
                faults.push(error);
                Ok(())
            }
        }
    }
}

/// A character of a text that no key of a Teletype sends, and its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {}", NoKey(*character))]
pub struct KeyError {
    /// The number of the line, from 1.
    pub line: usize,
    /// The character.
    pub character: char,
}

/// What is wrong with a tape.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TapeErrorKind {
    /// No frames at all.
    #[error("the tape is empty")]
    Empty,
    /// Readable text.
    #[error("this is text, not a program tape in BIN or RIM format")]
    IsText,
    /// No run of 0200 frames before a program that is not in RIM format.
    #[error("no leader: a tape in BIN format begins with frames of 200")]
    NoLeader,
    /// Leader and no program.
    #[error("there is no program on the tape, only leader")]
    NoProgram,
    /// The checksum at the end of a section is not the sum of its frames.
    #[error("checksum is {computed}, tape says {punched}")]
    Checksum {
        /// The sum of the frames.
        computed: Word,
        /// What the tape has.
        punched: Word,
    },
    /// The tape is over before a section is.
    #[error("the tape ends within a section: the checksum and the trailer of frames 200 are missing")]
    CutOff,
    /// A section without a last word.
    #[error("the section has no checksum: the last word before the trailer is missing")]
    NoChecksum,
    /// A word before the first origin of a BIN section.
    #[error("a word before any origin: expected 01hhhhhh 00llllll, found frame {0:03o}")]
    NoOrigin(u8),
    /// A high half, and something else than a low half after it.
    #[error("half a word: expected its low six bits 00llllll, found frame {0:03o}")]
    HalfWord(u8),
    /// In a RIM tape, something else than an address where an address is due.
    #[error("expected an address 01aaaaaa, found frame {0:03o}")]
    NoAddress(u8),
    /// In a RIM tape, the end between an address and its word.
    #[error("the tape ends between an address and its word")]
    RimCutOff,
    /// A few words and the end: a RIM tape has no checksum, so nothing says that it is one, and whole.
    #[error("no trailer and no addresses that count up: a whole RIM tape has the one or the other")]
    NoTrailer,
    /// A remark between rubouts that does not end.
    #[error("the remark that this rubout 377 begins is not ended by another")]
    RuboutNotClosed,
    /// RIM has no way to name a field.
    #[error("{0} cannot be punched: RIM format knows field 0 only; use BIN")]
    RimField(Address),
    /// A character that is not in the teletype's code.
    #[error("{0:?} is not in the teletype's code")]
    NotAscii(char),
    /// A frame that is no character of a text.
    #[error("frame {0:03o} is not a character of a text")]
    NotText(u8),
}

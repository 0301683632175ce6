//! The faults of a tape, each with its frame.

use crate::ascii::NoKey;
use crate::word::{Address, Word};

/// A fault of a tape, with its position on the tape.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}{}", place(*.section, *.frame))]
#[non_exhaustive]
pub struct TapeError {
    /// The kind of the fault.
    pub kind: TapeErrorKind,
    /// The number of the section, from 1; 0 when the tape as a whole is at fault.
    pub section: usize,
    /// The number of the frame, from 1 at the beginning of the tape; 0 when no single frame is at fault.
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
    /// Makes the error for a fault of the tape as a whole.
    pub(super) fn of_tape(kind: TapeErrorKind) -> Self {
        TapeError { kind, section: 0, frame: 0 }
    }

    /// Makes the error for a fault of the frame at index `at`, in a section.
    pub(super) fn at(kind: TapeErrorKind, section: usize, at: usize) -> Self {
        TapeError { kind, section, frame: at + 1 }
    }
}

/// The action when a fault is found on a tape.
#[derive(Debug)]
pub(super) enum Faults {
    /// Reading ends at the first fault.
    Refused,
    /// The first fault of each section is collected, and everything that can be read is read.
    Kept(Vec<TapeError>),
}

impl Faults {
    /// If faults are kept, adds the fault to the kept faults. Otherwise, returns the fault as the error that ends the
    /// reading.
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

/// The error for a character that no Teletype key sends, with the line number of the character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {}", NoKey(*character))]
pub struct KeyError {
    /// The number of the line, from 1.
    pub line: usize,
    /// The character.
    pub character: char,
}

/// The kind of a fault of a tape.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TapeErrorKind {
    /// A tape without frames.
    #[error("the tape is empty")]
    Empty,
    /// A tape with readable text instead of a program.
    #[error("this is text, not a program tape in BIN or RIM format")]
    IsText,
    /// A tape that has no leader (a run of 0200 frames) and is not in RIM format.
    #[error("no leader: a tape in BIN format begins with frames of 200")]
    NoLeader,
    /// A tape with a leader and no program.
    #[error("there is no program on the tape, only leader")]
    NoProgram,
    /// A checksum that differs from the sum of the frames of its section.
    #[error("checksum is {computed}, tape says {punched}")]
    Checksum {
        /// The sum of the frames.
        computed: Word,
        /// The checksum on the tape.
        punched: Word,
    },
    /// A tape that ends within a section.
    #[error("the tape ends within a section: the checksum and the trailer of frames 200 are missing")]
    CutOff,
    /// A section without a checksum.
    #[error("the section has no checksum: the last word before the trailer is missing")]
    NoChecksum,
    /// A word before the first origin of a BIN section.
    #[error("a word before any origin: expected 01hhhhhh 00llllll, found frame {0:03o}")]
    NoOrigin(u8),
    /// The high half of a word without a low half after it.
    #[error("half a word: expected its low six bits 00llllll, found frame {0:03o}")]
    HalfWord(u8),
    /// A frame of a RIM tape that is not an address, where an address is required.
    #[error("expected an address 01aaaaaa, found frame {0:03o}")]
    NoAddress(u8),
    /// A RIM tape that ends between an address and its word.
    #[error("the tape ends between an address and its word")]
    RimCutOff,
    /// A tape that has no trailer, and no address that is one higher than the address before. Nothing shows that this
    /// is a complete RIM tape.
    #[error("no trailer and no addresses that count up: a whole RIM tape has the one or the other")]
    NoTrailer,
    /// A remark that begins with a rubout and does not end.
    #[error("the remark that this rubout 377 begins is not ended by another")]
    RuboutNotClosed,
    /// A word outside field 0, which a RIM tape cannot hold.
    #[error("{0} cannot be punched: RIM format knows field 0 only; use BIN")]
    RimField(Address),
    /// A character that is not in the Teletype's code.
    #[error("{0:?} is not in the teletype's code")]
    NotAscii(char),
    /// A frame that is not a character of a text.
    #[error("frame {0:03o} is not a character of a text")]
    NotText(u8),
}

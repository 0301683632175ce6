//! What a program tape holds: words and where they go, section by section.

use super::error::{TapeError, TapeErrorKind};
use super::{bin, leader, rim};
use crate::word::{Address, Word};

/// How a tape is punched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Two frames a word, origins, a checksum.
    Bin,
    /// Four frames a word: address and contents.
    Rim,
}

/// What stands between two leaders: one load.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Section {
    /// The words in the order of the tape; where an address comes twice, the later word holds.
    pub words: Vec<(Address, Word)>,
}

/// Everything on a program tape, read and found whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// How it was punched.
    pub format: Format,
    /// Its sections; a RIM tape has one.
    pub sections: Vec<Section>,
}

impl Program {
    /// All words, in the order of the tape.
    pub fn words(&self) -> impl Iterator<Item = (Address, Word)> {
        self.sections.iter().flat_map(|section| section.words.iter().copied())
    }

    /// The fields that words go to, each once, from 0 up: whether the machine has the core for this tape.
    pub fn fields(&self) -> Vec<u8> {
        (0..8).filter(|&field| self.words().any(|(address, _)| address.field() == field)).collect()
    }
}

/// Reads a tape of either format.
pub(super) fn read(frames: &[u8]) -> Result<Program, TapeError> {
    read_from_leader(frames).map_err(|error| {
        // What was wrong with it as a program is beside the point.
        if leader::is_text(frames) { TapeError::of_tape(TapeErrorKind::IsText) } else { error }
    })
}

/// Reads a tape from the first place where it proves to be a program.
fn read_from_leader(frames: &[u8]) -> Result<Program, TapeError> {
    let mut result = Err(TapeError::of_tape(TapeErrorKind::NoProgram));
    for start in leader::starts(frames)? {
        result = read_from(frames, start);
        if result.is_ok() {
            break;
        }
    }
    result
}

/// Reads a tape from the frame at `start` on, telling the formats apart by what they prove.
fn read_from(frames: &[u8], start: usize) -> Result<Program, TapeError> {
    let rim = rim::read(frames, start);
    let bin = bin::read(frames, start);
    match (rim, bin) {
        (Ok(rim), Err(_)) => Ok(rim),
        (Err(_), Ok(bin)) => Ok(bin),
        (Ok(rim), Ok(bin)) => Ok(if is_rim_after_all(&rim) { rim } else { bin }),
        (Err(rim), Err(bin)) => Err(if looks_like_rim(&frames[start..]) { rim } else { bin }),
    }
}

/// Nothing but pairs of address and word, and a checksum that is right as well: of a RIM tape by chance, one in
/// 4096; of a BIN tape when each word has an origin of its own and one more stands before the checksum. The
/// first counts addresses up, the second has no reason to.
fn is_rim_after_all(rim: &Program) -> bool {
    let addresses: Vec<Address> = rim.words().map(|(address, _)| address).collect();
    addresses.windows(2).any(|pair| pair[0].next() == pair[1])
}

/// A RIM tape begins address, word, address; a BIN tape hardly has a second origin so soon.
fn looks_like_rim(frames: &[u8]) -> bool {
    let mut marks = frames.iter().filter(|&&frame| frame < 0o200).map(|&frame| frame >= 0o100);
    [true, false, false, false, true].into_iter().all(|mark| marks.next() == Some(mark))
}

/// The program, unless nothing but leader was found.
pub(super) fn checked(format: Format, sections: Vec<Section>) -> Result<Program, TapeError> {
    if sections.iter().all(|section| section.words.is_empty()) {
        return Err(TapeError::of_tape(TapeErrorKind::NoProgram));
    }
    Ok(Program { format, sections })
}

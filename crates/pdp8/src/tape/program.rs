//! The contents of a program tape: words with their addresses, section by section.

use super::error::{TapeError, TapeErrorKind};
use crate::word::{Address, Word};

/// The format of a program tape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Two frames a word, with origins and a checksum.
    Bin,
    /// Four frames a word: address and contents.
    Rim,
}

/// The words between a leader and the trailer after them. The loader loads one section at a time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Section {
    /// The words in the order of the tape. If an address occurs twice, the later word replaces the earlier word.
    pub words: Vec<(Address, Word)>,
}

/// The program on a tape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The format of the tape.
    pub format: Format,
    /// The sections; a RIM tape has one.
    pub sections: Vec<Section>,
}

impl Program {
    /// Returns all words, in the order of the tape.
    pub fn words(&self) -> impl Iterator<Item = (Address, Word)> {
        self.sections.iter().flat_map(|section| section.words.iter().copied())
    }
}

/// Makes the program; returns an error if the tape has no words.
pub(super) fn checked(format: Format, sections: Vec<Section>) -> Result<Program, TapeError> {
    if sections.iter().all(|section| section.words.is_empty()) {
        return Err(TapeError::of_tape(TapeErrorKind::NoProgram));
    }
    Ok(Program { format, sections })
}

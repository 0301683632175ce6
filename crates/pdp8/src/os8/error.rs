//! Errors of directories and of changes to them.

use crate::quote::quote;

/// Why a directory cannot be read or changed. Nothing has been changed then.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Os8Error {
    /// A name that no file can have.
    #[error("'{}' is not a name: up to six letters and digits, a dot, and up to two", quote(.0))]
    NotAName(String),
    /// A day that cannot be written down.
    #[error("{0}")]
    NotADate(String),
    /// A block that the medium does not have.
    #[error("there is no block {0:o}")]
    NoBlock(usize),
    /// The block is no part of a directory.
    #[error("there is no directory: block {block:o}, word {word:o}: {reason}")]
    NotADirectory {
        /// The block.
        block: usize,
        /// The word of the block.
        word: usize,
        /// What is wrong with the word.
        reason: String,
    },
    /// A name that is not in the directory.
    #[error("there is no file {0}")]
    NoSuchFile(String),
    /// A name that is there already.
    #[error("there is already a file {0}")]
    Twice(String),
    /// No gap is large enough.
    #[error("there is no room: {needed} blocks in one piece are needed, and the largest gap has {largest}")]
    Full {
        /// Blocks that are needed.
        needed: usize,
        /// Blocks of the largest gap.
        largest: usize,
    },
    /// Six segments hold no more.
    #[error("the directory is full: its six blocks hold no more entries")]
    DirectoryFull,
    /// More blocks than a file can have.
    #[error("{0} blocks are more than the 4095 that a file can have")]
    TooLong(usize),
    /// A character that is none of the PDP-8's.
    #[error("line {line}: '{}' is not ASCII", quote(&.character.to_string()))]
    NotAscii {
        /// The number of the line, from 1.
        line: usize,
        /// The name that was found.
        character: char,
    },
}

//! Errors of directories and of changes to directories.

use crate::quote::quote;

/// The reason why a directory cannot be read or changed. After an error, nothing is changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Os8Error {
    /// A file cannot have this name.
    #[error("'{}' is not a name: up to six letters and digits, a dot, and up to two", quote(.0))]
    NotAName(String),
    /// A directory cannot hold this date.
    #[error("{0}")]
    NotADate(String),
    /// The medium does not have this block.
    #[error("there is no block {0:o}")]
    NoBlock(usize),
    /// The block is not a segment of a directory.
    #[error("there is no directory: block {block:o}, word {word:o}: {reason}")]
    NotADirectory {
        /// The number of the block.
        block: usize,
        /// The number of the first invalid word in the block, counted from 0.
        word: usize,
        /// A description of the error in the word.
        reason: String,
    },
    /// The name is not in the directory.
    #[error("there is no file {0}")]
    NoSuchFile(String),
    /// The name is in the directory already.
    #[error("there is already a file {0}")]
    Twice(String),
    /// No gap is large enough.
    #[error("there is no room: {needed} blocks in one piece are needed, and the largest gap has {largest}")]
    Full {
        /// The number of blocks that the file needs.
        needed: usize,
        /// The number of blocks of the largest gap.
        largest: usize,
    },
    /// The directory is full: six segments hold no more entries.
    #[error("the directory is full: its six blocks hold no more entries")]
    DirectoryFull,
    /// The file has more blocks than an entry can have.
    #[error("{0} blocks are more than the 4095 that a file can have")]
    TooLong(usize),
    /// The text has a character that is not ASCII.
    #[error("line {line}: '{}' is not ASCII", quote(&.character.to_string()))]
    NotAscii {
        /// The number of the line, from 1.
        line: usize,
        /// The character.
        character: char,
    },
}

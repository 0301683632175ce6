//! The reasons why a device refuses a medium or a saved state.

use crate::quote::quote;

/// The reason why a device refuses a medium. After such an error, the unit is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MediumError {
    /// The unit is moving. The text names the part that moves.
    #[error("{0}")]
    Busy(&'static str),
    /// The file ends within a word.
    #[error("it has {bytes} bytes, and a word is two: the number must be even")]
    HalfWord {
        /// The length of the file in bytes.
        bytes: usize,
    },
    /// The file is longer than the medium.
    #[error("it has {bytes} bytes, and there is room for {room}")]
    TooLong {
        /// The length of the file in bytes.
        bytes: usize,
        /// The number of bytes that the medium holds.
        room: usize,
    },
    /// The file has the length of a DECtape of another machine.
    #[error("it has {bytes} bytes, a DECtape in the form of the {machine}; one of the PDP-8 has {room} or fewer")]
    OtherMachine {
        /// The length of the file in bytes.
        bytes: usize,
        /// The machine that uses DECtapes of this length.
        machine: &'static str,
        /// The number of bytes that a DECtape of the PDP-8 holds.
        room: usize,
    },
    /// The file has the length of a disc that the drive cannot read.
    #[error("it has {bytes} bytes: {reason}")]
    WrongDisc {
        /// The length of the file in bytes.
        bytes: usize,
        /// The kind of the disc, and the reason why the drive cannot read it.
        reason: &'static str,
    },
    /// The file of a deck of cards is not a text file.
    #[error("it is no text; a deck is a text, a line a card")]
    NotText,
    /// A character of the deck is not in the key punch's code.
    #[error("line {card}, column {column}: an 029 key punch has no '{}'", quote(&.character.to_string()))]
    NotPunched {
        /// The line of the text, counted from 1.
        card: usize,
        /// The column of the card, counted from 1.
        column: usize,
        /// The character.
        character: char,
    },
    /// A line of the deck is longer than a card.
    #[error("line {card} has {characters} characters, and a card {columns} columns")]
    CardTooLong {
        /// The line of the text, from 1.
        card: usize,
        /// The length of the line in characters.
        characters: usize,
        /// The number of columns of a card.
        columns: usize,
    },
    /// A device from outside this library refuses the medium. The text is the reason.
    #[error("{0}")]
    Other(String),
}

/// The reason why the saved state of a device is not restored. After this error, the device is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RestoreError {
    /// The saved state is not JSON, or not in the form that this device writes.
    #[error("{0}")]
    Record(String),
    /// The saved state is well-formed, but the device cannot be in this state.
    #[error("invalid device state")]
    InvalidState,
    /// The machine has no device of this name.
    #[error("there is no device '{0}'")]
    NoSuchDevice(String),
    /// A device from outside this library refuses the saved state. The text is the reason.
    #[error("{0}")]
    Other(String),
}

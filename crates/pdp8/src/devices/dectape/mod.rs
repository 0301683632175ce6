//! The parts of DECtape that all controls of a TU56 share: the reels, the transports, and the format of the tape.
//!
//! The TC08 gives a program blocks and words. The TD8-E gives a program the lines of the tape, each with three data
//! bits and a mark bit. Both controls read and write the same files.

mod lines;
mod transport;
mod words;

pub use transport::TAPE;
pub(super) use {
    lines::{mark, read, write},
    transport::{BLOCK, BLOCKS, END_ZONE, RUN_OUT, TAPE_LINES, Transport, Way},
    words::{ALL_WORDS, HEADER_WORDS, WORDS, number, obverse, place, tape_word, word},
};

use crate::machine::Volume;
use crate::machine::device::MediumError;

/// The lengths in bytes of the DECtape files of other machines, and the names of these machines. [`reel`] refuses files
/// of these lengths: a file of the shorter length could be mistaken for a truncated PDP-8 tape, and then be
/// overwritten.
const OTHER_FORMS: [(usize, &str); 2] = [(295_936, "PDP-11"), (591_872, "PDP-9 and 15")];

/// Makes a reel with the contents of a file.
///
/// # Errors
///
/// When the file is longer than a reel, has an odd number of bytes, or is a DECtape of another machine.
pub(super) fn reel(contents: &[u8], read_only: bool) -> Result<Volume, MediumError> {
    if let Some(&(bytes, machine)) = OTHER_FORMS.iter().find(|(bytes, _)| *bytes == contents.len()) {
        return Err(MediumError::OtherMachine { bytes, machine, room: TAPE.bytes() });
    }
    Volume::new(contents, TAPE, read_only)
}

//! The length and the hash of the paper that has been printed.

use super::digest::Digest;

/// The length and the hash of the printed output.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Paper {
    /// The number of characters.
    pub length: u64,
    /// The hash of all characters.
    pub digest: Digest,
}

impl Paper {
    /// Adds printed characters.
    pub(crate) fn add(&mut self, frames: &[u8]) {
        self.length += frames.len() as u64;
        self.digest.add(frames);
    }
}

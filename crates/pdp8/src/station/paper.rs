//! What is known of all the paper that was taken: how long it is, and its hash.

use super::digest::Digest;

/// The paper since power-on, by length and hash.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Paper {
    /// How many characters.
    pub length: u64,
    /// Their hash.
    pub digest: Digest,
}

impl Paper {
    /// More of it.
    pub(crate) fn add(&mut self, frames: &[u8]) {
        self.length += frames.len() as u64;
        self.digest.add(frames);
    }
}

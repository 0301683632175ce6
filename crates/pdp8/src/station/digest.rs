//! A short hash that identifies tapes, papers and states of a machine: 64 bits of FNV-1a.
//!
//! The hash detects accidental changes, but not deliberate ones: two tapes with the same hash can be made on purpose.

use std::fmt;

/// A hash of bytes, to which more bytes can be added.
///
/// ```
/// use pdp8::station::Digest;
/// assert_eq!(Digest::of(b"FOCAL").to_string(), "36aa75213d91348e");
/// ```
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest(u64);

impl Default for Digest {
    /// Returns the hash of an empty input.
    fn default() -> Self {
        Digest(0xcbf2_9ce4_8422_2325)
    }
}

impl Digest {
    /// Returns the hash of `bytes`.
    pub fn of(bytes: &[u8]) -> Self {
        let mut digest = Digest::default();
        digest.add(bytes);
        digest
    }

    /// Adds bytes to the hash.
    pub(crate) fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

/// Writes the hash as sixteen hexadecimal digits.
impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

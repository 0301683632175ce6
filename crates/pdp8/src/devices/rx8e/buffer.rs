//! The sector buffer in the box with the drives. Programs fill and empty the buffer by words or by bytes.

use serde::{Deserialize, Serialize};

use crate::word::{Word, octal, three_bytes};

const BYTES: usize = 256;

/// The sector buffer: 128 bytes in single density, 256 bytes in double density.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Buffer(#[serde(with = "octal::frames")] Vec<u8>);

/// The form in which the program transfers the buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mode {
    /// Whether the program transfers bytes instead of words.
    pub(super) is_8_bit: bool,
    pub(super) is_double: bool,
}

impl Mode {
    const fn bytes(self) -> usize {
        if self.is_double { BYTES } else { BYTES / 2 }
    }

    /// Returns the number of bytes or words that the program transfers for one sector. The words of a sector take only
    /// three quarters of the buffer.
    pub(super) const fn count(self) -> u16 {
        (if self.is_8_bit { self.bytes() } else { self.bytes() / 2 }) as u16
    }
}

impl Default for Buffer {
    fn default() -> Self {
        Buffer(vec![0; BYTES])
    }
}

impl Buffer {
    pub(super) fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.0
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// Returns the word with the number `nth` or, in 8-bit mode, the byte with this number.
    pub(super) fn get(&self, mode: Mode, nth: u16) -> Word {
        let nth = usize::from(nth);
        if mode.is_8_bit {
            return Word::new(self.0[nth].into());
        }
        let at = nth / 2 * 3;
        Word::new(three_bytes::unpack([self.0[at], self.0[at + 1], self.0[at + 2]])[nth % 2])
    }

    /// Stores `word` as the word with the number `nth`. In 8-bit mode, stores the low eight bits of `word` as the byte
    /// with this number. After the last word, the unused bytes of the buffer become zeros.
    pub(super) fn put(&mut self, mode: Mode, nth: u16, word: Word) {
        let (last, nth) = (nth + 1 == mode.count(), usize::from(nth));
        if mode.is_8_bit {
            self.0[nth] = word.bits() as u8;
            return;
        }
        let at = nth / 2 * 3;
        let mut pair = three_bytes::unpack([self.0[at], self.0[at + 1], self.0[at + 2]]);
        pair[nth % 2] = word.bits();
        self.0[at..at + 3].copy_from_slice(&three_bytes::pack(pair));
        if last {
            self.0[at + 3..mode.bytes()].fill(0);
        }
    }

    pub(super) fn is_possible(&self) -> bool {
        self.0.len() == BYTES
    }
}

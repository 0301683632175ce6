//! The sectors of a floppy disc in the order in which OS/8 uses them.
//!
//! ```text
//! single density   a block is four sectors    1 3 5 ... 31   2 4 6 ... 32          of tracks 1 to 114 (octal)
//! double density   a block is two sectors     1 4 7 ... 31   2 5 ... 32   3 6 ... 30
//! ```
//!
//! Track 0 is not used. Between two consecutive sectors of a file, one or two other sectors pass under the head, so
//! that a program has time to process the words.

use std::ops::Range;

/// The number of sectors of a track.
const SECTORS: usize = 26;
/// The number of tracks of a disc. OS/8 uses all tracks except track 0.
const TRACKS: usize = 77;
const USED_TRACKS: usize = TRACKS - 1;

/// The layout of a floppy disc.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Floppy {
    /// The number of sectors of a block.
    sectors_of_block: usize,
    /// The number of bytes of a sector. Two words are stored in three bytes, and the last quarter of the sector is
    /// unused.
    sector_bytes: usize,
    /// The distance on the track between two consecutive sectors of a block.
    interleave: usize,
}

pub(crate) const SINGLE: Floppy = Floppy { sectors_of_block: 4, sector_bytes: 128, interleave: 2 };
pub(crate) const DOUBLE: Floppy = Floppy { sectors_of_block: 2, sector_bytes: 256, interleave: 3 };

impl Floppy {
    pub(super) const fn blocks(self) -> usize {
        USED_TRACKS * SECTORS / self.sectors_of_block
    }

    pub(super) const fn bytes(self) -> usize {
        TRACKS * SECTORS * self.sector_bytes
    }

    /// Returns the byte ranges of the sectors of a block.
    pub(super) fn places(self, block: usize) -> Vec<Range<usize>> {
        let first = block * self.sectors_of_block;
        let place = |nth: usize| {
            let (track, sector) = (1 + nth / SECTORS, self.sector(nth % SECTORS));
            let start = (track * SECTORS + sector) * self.sector_bytes;
            start..start + self.sector_bytes
        };
        (first..first + self.sectors_of_block).map(place).collect()
    }

    /// Returns the position, on the track, of the sector that OS/8 uses as number `nth` of the track. The position and
    /// `nth` are counted from 0.
    fn sector(self, nth: usize) -> usize {
        self.track().nth(nth).unwrap_or_default()
    }

    /// Returns the physical positions of a track's sectors, from 0, in the order in which OS/8 uses the sectors.
    pub(crate) fn track(self) -> impl Iterator<Item = usize> {
        (0..self.interleave).flat_map(move |first| (first..SECTORS).step_by(self.interleave))
    }
}

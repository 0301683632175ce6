//! The differences between the RF08 and the DF32.

use std::ops::Range;

use crate::machine::device::{Medium, Unit};
use crate::machine::{Geometry, Time};

/// The properties in which the RF08 and the DF32 differ.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Kind {
    pub(super) name: &'static str,
    pub(super) codes: &'static [u8],
    pub(super) units: [Unit; 1],
    /// The number of words of a disc.
    pub(super) words: usize,
    /// The time from one word of a track to the next.
    pub(super) word: Time,
    /// The time of a revolution, in nanoseconds.
    pub(super) turn: u64,
    /// The times at which the index mark passes, in nanoseconds from the start of a revolution.
    pub(super) index: Range<u64>,
    /// The status bits that IOTs 6611 and 6615 change.
    pub(super) loaded: u16,
    /// The status bit for a disc that does not exist.
    pub(super) absent: u16,
    /// The status bit for a disc that is locked against writing.
    pub(super) locked: u16,
    /// All status bits that report errors.
    pub(super) errors: u16,
}

/// The time in which a track of 2048 words passes, in nanoseconds: 33 ms.
const TRACK: u64 = 2_048 * 16_200;
/// The time that the index mark takes to pass, in nanoseconds.
const INDEX: u64 = 160_000;

pub(super) const RF08: Kind = Kind {
    name: "rf08",
    codes: &[0o60, 0o61, 0o62, 0o64],
    units: [Unit { name: "rf", aliases: &["rf0"], medium: Medium::Volume }],
    words: 0o1000000,
    word: Time::nanoseconds(16_200),
    // The index mark passes in a gap between the last word and the first.
    turn: TRACK + INDEX,
    index: TRACK..TRACK + INDEX,
    loaded: 0o0770,
    absent: 0o0002,
    locked: 0o1000,
    errors: 0o1007,
};

pub(super) const DF32: Kind = Kind {
    name: "df32",
    codes: &[0o60, 0o61, 0o62],
    units: [Unit { name: "df", aliases: &["df0"], medium: Medium::Volume }],
    words: 0o100000,
    word: Time::nanoseconds(66_000),
    turn: TRACK,
    index: 0..INDEX,
    loaded: 0o3770,
    absent: 0o0002,
    locked: 0o0002,
    errors: 0o0007,
};

pub(super) const MAX_DISCS: usize = 4;
pub(super) const BLOCK: usize = 256;

pub(super) const fn geometry(kind: &Kind, discs: usize) -> Geometry {
    Geometry { blocks: discs * kind.words / BLOCK, block_words: BLOCK, holds_bytes: false }
}

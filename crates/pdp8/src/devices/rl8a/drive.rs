//! An RL01 or RL02 drive with its pack: where the sectors are in the file, and how long the heads take.
//!
//! ```text
//! pack    256 cylinders (RL01) or 512 cylinders (RL02), 2 heads, 40 sectors of 256 bytes
//! file    the sectors in the order of cylinder, head and sector number
//! ```

use serde::{Deserialize, Serialize};

use super::super::pace::Pace;
use crate::machine::{Geometry, Time, Volume};

pub(super) const SECTORS: u16 = 40;
pub(super) const SECTOR_BYTES: usize = 256;
/// The size of an RL01 pack: 5,242,880 bytes.
pub(super) const RL01: Geometry = pack(256);
/// The size of an RL02 pack: 10,485,760 bytes.
pub(super) const RL02: Geometry = pack(512);

const fn pack(cylinders: usize) -> Geometry {
    Geometry { blocks: cylinders * 2 * SECTORS as usize, block_words: SECTOR_BYTES / 2, holds_bytes: true }
}

/// Returns the size of the pack whose file has this length.
pub(super) const fn geometry(bytes: usize) -> Geometry {
    if bytes > RL01.bytes() { RL02 } else { RL01 }
}

const ROTATION: u64 = 25_000_000;
const SECTOR_TIME: u64 = ROTATION / SECTORS as u64;

/// The status code of a drive whose heads are locked on a track.
const LOCKED_ON: u16 = 0o5;
const BRUSHES_HOME: u16 = 0o10;
const HEADS_OUT: u16 = 0o20;
const COVER_OPEN: u16 = 0o40;
const HEAD: u16 = 0o100;
const IS_RL02: u16 = 0o200;
const VOLUME_CHECK: u16 = 0o1000;
const WRITE_GATE: u16 = 0o2000;
const SPIN: u16 = 0o4000;
const WRITE_LOCKED: u16 = 0o20000;

/// A drive and the pack in it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Drive {
    pub(super) volume: Option<Volume>,
    pub(super) cylinder: u16,
    /// The number of the selected head, 0 or 1.
    pub(super) head: u16,
    /// The error bits of the drive's status, until they are reset.
    errors: u16,
}

impl Drive {
    /// Makes a drive with a pack that has just been mounted.
    pub(super) fn with(volume: Volume) -> Self {
        Drive { volume: Some(volume), errors: VOLUME_CHECK, ..Drive::default() }
    }

    const fn is_rl02(geometry: Geometry) -> bool {
        geometry.blocks > RL01.blocks
    }

    /// Returns the name of the drive, which depends on its pack.
    pub(super) fn kind(&self) -> &'static str {
        match &self.volume {
            Some(volume) if Drive::is_rl02(volume.geometry()) => "RL02",
            _ => "RL01",
        }
    }

    /// Returns the number of cylinders of the pack.
    fn cylinders(&self) -> u16 {
        self.volume.as_ref().map_or(1, |volume| (volume.geometry().blocks / 2 / usize::from(SECTORS)) as u16)
    }

    pub(super) fn is_read_only(&self) -> bool {
        self.volume.as_ref().is_some_and(Volume::is_read_only)
    }

    /// Returns the status of the drive, sixteen bits.
    pub(super) fn status(&self) -> u16 {
        let bit = |is_set: bool, bit: u16| if is_set { bit } else { 0 };
        let Some(volume) = &self.volume else { return COVER_OPEN | self.errors };
        LOCKED_ON
            | BRUSHES_HOME
            | HEADS_OUT
            | bit(self.head == 1, HEAD)
            | bit(Drive::is_rl02(volume.geometry()), IS_RL02)
            | bit(volume.is_read_only(), WRITE_LOCKED)
            | self.errors
    }

    /// Clears the errors of the drive. The volume check, the error bit that reports a newly mounted pack, remains.
    pub(super) fn clear_errors(&mut self) {
        self.errors &= VOLUME_CHECK;
    }

    /// Carries out the function "reset drive", which also clears the volume check.
    pub(super) fn reset(&mut self) {
        self.errors = 0;
    }

    /// Sets the error for an order that has found no pack in the drive.
    pub(super) fn fail_to_spin(&mut self) {
        self.errors |= SPIN;
    }

    /// Sets the error for a program that has tried to write on a write-locked pack.
    pub(super) fn refuse_write(&mut self) {
        self.errors |= WRITE_GATE;
    }

    /// Returns the cylinder that a seek over `distance` cylinders reaches. The seek goes inward if `is_inward` is true,
    /// and otherwise outward, but never beyond the first or last cylinder of the pack.
    pub(super) fn cylinder_at(&self, distance: u16, is_inward: bool) -> u16 {
        if is_inward {
            (self.cylinder + distance).min(self.cylinders() - 1)
        } else {
            self.cylinder.saturating_sub(distance)
        }
    }

    /// Returns the word that identifies a sector of the track under the heads.
    pub(super) const fn header(&self, sector: u16) -> u16 {
        (self.cylinder * 2 + self.head) << 6 | sector
    }

    /// Returns the offset in the file, in bytes, of a sector of the track under the heads.
    const fn offset(&self, sector: u16) -> usize {
        ((self.cylinder * 2 + self.head) as usize * SECTORS as usize + sector as usize) * SECTOR_BYTES
    }

    pub(super) fn byte(&self, sector: u16, at: usize) -> u8 {
        self.volume.as_ref().map_or(0, |volume| volume.byte(self.offset(sector) + at))
    }

    /// Writes `bytes` at the beginning of a sector, and fills the rest of the sector with zeros.
    pub(super) fn write(&mut self, sector: u16, bytes: &[u8]) {
        let first = self.offset(sector);
        let Some(volume) = &mut self.volume else { return };
        let bytes = bytes.iter().copied().chain(std::iter::repeat(0));
        (first..first + SECTOR_BYTES).zip(bytes).for_each(|(at, byte)| volume.set_byte(at, byte));
        volume.commit();
    }

    /// Whether a drive can be in this state. An impossible saved state is not restored.
    pub(super) fn is_possible(&self) -> bool {
        self.volume.as_ref().is_none_or(|volume| [RL01, RL02].contains(&volume.geometry()))
            && self.cylinder < self.cylinders()
            && self.head <= 1
            && self.errors & !(VOLUME_CHECK | WRITE_GATE | SPIN) == 0
    }
}

/// Returns the time in which the heads move over this number of cylinders.
pub(super) fn seek_time(cylinders: u16, pace: Pace) -> Time {
    match (cylinders, pace) {
        (0, Pace::Real) => Time::milliseconds(8),
        (_, Pace::Real) => Time::microseconds(15_000 + 333 * (u64::from(cylinders) - 1)),
        (_, Pace::Fast) => Time::microseconds(50 + u64::from(cylinders)),
    }
}

/// Returns the number of the sector that is under the heads at the time `now`.
pub(super) fn passing(now: Time, pace: Pace) -> u16 {
    match pace {
        Pace::Real => (now.as_nanoseconds() % ROTATION / SECTOR_TIME) as u16,
        Pace::Fast => 0,
    }
}

/// Returns the time at which `count` sectors, beginning with `first`, have passed under the heads.
pub(super) fn passed(first: u16, count: u16, now: Time, pace: Pace) -> Time {
    if pace == Pace::Fast {
        return now + Time::microseconds(300);
    }
    let begins = u64::from(first % SECTORS) * SECTOR_TIME;
    let wait = (ROTATION + begins - now.as_nanoseconds() % ROTATION) % ROTATION;
    now + Time::nanoseconds(wait + SECTOR_TIME * u64::from(count))
}

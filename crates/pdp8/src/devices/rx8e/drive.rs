//! An RX01 or RX02 drive with its floppy disc: where the sectors are in the file, and how long the heads take.
//!
//! ```text
//! disc    77 tracks (0 to 114 octal) with 26 sectors each (1 to 32 octal); the file has the sectors in this order
//! sector  128 bytes in single density, 256 bytes in double density
//! ```
//!
//! The length of the file shows the density. Some files lack track 0, which OS/8 does not use. Copy programs of other
//! systems made files in logical order: the sectors of a track follow one another as OS/8 uses them.
//!
//! Formatting makes a file longer if the new density needs more bytes. A file that was attached with 512,512 bytes
//! keeps its length when its disc is formatted in single density: the disc uses only the first half, and the second
//! half does not change.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::super::pace::Pace;
use crate::machine::device::MediumError;
use crate::machine::{Geometry, Time, Volume};
use crate::os8::floppy;

const TRACKS: usize = 77;
const SECTORS: usize = 26;
const SECTOR_BYTES: usize = 128;

/// The size of a disc in single density: 256,256 bytes.
pub(super) const SINGLE: Geometry = floppy(TRACKS, SECTOR_BYTES);
/// The size of a disc in double density: 512,512 bytes.
pub(super) const DOUBLE: Geometry = floppy(TRACKS, 2 * SECTOR_BYTES);
/// The size of a disc in single density whose file has the length of a disc in double density, because the disc had
/// double density when it was attached. The disc uses only the first half of the file.
const SINGLE_IN_LONG_FILE: Geometry = floppy(2 * TRACKS, SECTOR_BYTES);
/// The size of a disc in single density whose file lacks track 0.
const SINGLE_WITHOUT_TRACK_0: Geometry = floppy(TRACKS - 1, SECTOR_BYTES);
const DOUBLE_WITHOUT_TRACK_0: Geometry = floppy(TRACKS - 1, 2 * SECTOR_BYTES);
/// The size of the file of a two-sided disc. Only an RX03 reads both sides.
const TWO_SIDES: usize = 2 * DOUBLE.bytes();

const fn floppy(tracks: usize, sector_bytes: usize) -> Geometry {
    Geometry { blocks: tracks * SECTORS, block_words: sector_bytes / 2, holds_bytes: true }
}

const ROTATION: u64 = 166_667_000;
const SECTOR_TIME: u64 = ROTATION / SECTORS as u64;

/// The control and its drives: RX8-E with RX01 drives, or RX28 with RX02 drives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kind {
    #[default]
    Rx8e,
    Rx28,
}

/// A drive and the disc in it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Drive {
    pub(super) volume: Option<Volume>,
    pub(super) track: u8,
    /// The sectors that carry the mark of deleted data, counted from the first sector of track 0. The file does not
    /// hold these marks.
    deleted: BTreeSet<u16>,
    /// Whether the file has the sectors of a track in the order in which OS/8 uses them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    is_logical: bool,
    /// Whether the file had at most the length of a disc in single density when it was attached. Formatting in single
    /// density shortens only such a file. The bytes that are cut off are bytes that focal8 has added to the file.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    was_short: bool,
}

/// The address of a sector on a disc: the track, and the number of the sector in the track, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Place {
    pub(super) track: u8,
    pub(super) sector: u8,
}

impl Place {
    pub(super) const fn has_track(self) -> bool {
        (self.track as usize) < TRACKS
    }

    pub(super) const fn has_sector(self) -> bool {
        1 <= self.sector && self.sector as usize <= SECTORS
    }

    /// Returns the number of the sector, counted from the first sector of track 0.
    const fn number(self) -> u16 {
        self.track as u16 * SECTORS as u16 + self.sector as u16 - 1
    }
}

/// Returns the size of the disc whose file has this length.
///
/// # Errors
///
/// When no RX01 or RX02 disc has a file of this length.
pub(super) fn geometry(bytes: usize) -> Result<Geometry, MediumError> {
    let without_track_0 = [SINGLE_WITHOUT_TRACK_0, DOUBLE_WITHOUT_TRACK_0];
    if let Some(geometry) = without_track_0.into_iter().find(|geometry| geometry.bytes() == bytes) {
        return Ok(geometry);
    }
    if bytes == TWO_SIDES {
        let reason = "a disc with two sides (RX03); an RX02 reads one side, 512512 bytes";
        return Err(MediumError::WrongDisc { bytes, reason });
    }
    Ok(if bytes > SINGLE.bytes() { DOUBLE } else { SINGLE })
}

/// Whether a disc of this size has double density.
pub(super) const fn is_double(geometry: Geometry) -> bool {
    geometry.block_words > SECTOR_BYTES / 2
}

impl Drive {
    /// Makes a drive with this disc, whose file has `bytes` bytes, and with the heads at `track`.
    pub(super) fn with(volume: Volume, bytes: usize, track: u8) -> Self {
        Drive { volume: Some(volume), track, was_short: bytes <= SINGLE.bytes(), ..Drive::default() }
    }

    /// Takes the disc out.
    pub(super) fn unload(&mut self) {
        self.volume = None;
        self.deleted.clear();
        (self.is_logical, self.was_short) = (false, false);
    }

    /// If a disc is in the drive, records that its file has the sectors in logical order.
    pub(super) fn take_logical_order(&mut self) {
        self.is_logical = self.volume.is_some();
    }

    /// Whether the file has the sectors in logical order.
    pub(super) fn is_logical(&self) -> bool {
        self.is_logical
    }

    /// Whether the disc in the drive has double density.
    pub(super) fn is_double(&self) -> bool {
        self.volume.as_ref().is_some_and(|volume| is_double(volume.geometry()))
    }

    pub(super) fn is_read_only(&self) -> bool {
        self.volume.as_ref().is_some_and(Volume::is_read_only)
    }

    /// Whether the file of the disc lacks track 0.
    pub(super) fn lacks_track_0(&self) -> bool {
        self.volume.as_ref().is_some_and(|volume| volume.geometry().blocks < TRACKS * SECTORS)
    }

    /// Whether the disc has single density, and its file has the length of a disc in double density.
    pub(super) fn is_in_long_file(&self) -> bool {
        self.volume.as_ref().is_some_and(|volume| volume.geometry() == SINGLE_IN_LONG_FILE)
    }

    /// Whether a file can hold the disc in the drive. `geometry` is the disc size that the file's length indicates.
    /// Returns true if the drive is empty.
    pub(super) fn fits(&self, geometry: Geometry) -> bool {
        let Some(volume) = &self.volume else { return true };
        volume.geometry() == geometry || self.is_in_long_file() && geometry == DOUBLE
    }

    /// Returns the offset of a sector in the file, and the number of bytes of the sector. Returns `None` if the file
    /// lacks the sector.
    fn bytes(&self, place: Place) -> Option<(usize, usize)> {
        let geometry = self.volume.as_ref()?.geometry();
        let missing = (TRACKS * SECTORS).saturating_sub(geometry.blocks);
        let size = 2 * geometry.block_words;
        Some((self.number_in_file(place).checked_sub(missing)? * size, size))
    }

    /// Returns the index of a sector in the file. Track 0 is counted even if the file lacks this track.
    fn number_in_file(&self, place: Place) -> usize {
        if !self.is_logical || !place.has_sector() {
            return usize::from(place.number());
        }
        let layout = if self.is_double() { floppy::DOUBLE } else { floppy::SINGLE };
        let own = usize::from(place.sector) - 1;
        let nth = layout.track().position(|position| position == own).expect("OS/8 uses every sector of a track");
        usize::from(place.track) * SECTORS + nth
    }

    /// Whether the file has this sector.
    pub(super) fn holds(&self, place: Place) -> bool {
        self.bytes(place).is_some()
    }

    /// Reads a sector into the buffer. Returns whether the sector carries the mark of deleted data.
    pub(super) fn read(&self, place: Place, buffer: &mut [u8]) -> bool {
        if let Some(volume) = &self.volume {
            match self.bytes(place) {
                Some((first, size)) => {
                    (first..first + size).zip(buffer).for_each(|(at, byte)| *byte = volume.byte(at));
                }
                None => buffer[..2 * volume.geometry().block_words].fill(0),
            }
        }
        self.deleted.contains(&place.number())
    }

    /// Writes a sector from the buffer. If `is_deleted` is true, the sector gets the mark of deleted data; otherwise it
    /// loses the mark.
    pub(super) fn write(&mut self, place: Place, buffer: &[u8], is_deleted: bool) {
        let Some(((first, size), volume)) = self.bytes(place).zip(self.volume.as_mut()) else { return };
        (first..first + size).zip(buffer).for_each(|(at, &byte)| volume.set_byte(at, byte));
        volume.commit();
        // The length of the file shows the kind of the disc, so the file must not stay short.
        volume.complete();
        if is_deleted {
            self.deleted.insert(place.number());
        } else {
            self.deleted.remove(&place.number());
        }
    }

    /// Formats the disc in double density if `is_double` is true, and otherwise in single density. Every sector becomes
    /// empty.
    pub(super) fn format(&mut self, is_double: bool) {
        self.deleted.clear();
        let geometry = match is_double {
            true => DOUBLE,
            false if self.was_short => SINGLE,
            false => SINGLE_IN_LONG_FILE,
        };
        self.volume.iter_mut().for_each(|volume| volume.format(geometry, TRACKS * SECTORS));
    }

    /// Returns the time in which the heads move to a track.
    pub(super) fn seek_time(&self, track: u8, kind: Kind, pace: Pace) -> Time {
        let tracks = u64::from(self.track.abs_diff(track));
        match (tracks, pace, kind) {
            (0, ..) => Time::ZERO,
            (_, Pace::Fast, _) => Time::microseconds(30 * tracks),
            (_, Pace::Real, Kind::Rx8e) => Time::milliseconds(10 * tracks + 20),
            (_, Pace::Real, Kind::Rx28) => Time::milliseconds(6 * tracks + 25),
        }
    }

    /// Whether a drive can be in this state. An impossible saved state is not restored.
    pub(super) fn is_possible(&self) -> bool {
        let sizes = [SINGLE, DOUBLE, SINGLE_IN_LONG_FILE, SINGLE_WITHOUT_TRACK_0, DOUBLE_WITHOUT_TRACK_0];
        usize::from(self.track) < TRACKS
            && self.volume.as_ref().is_none_or(|volume| sizes.contains(&volume.geometry()))
            && (self.volume.is_some() || self.deleted.is_empty() && !self.is_logical && !self.was_short)
            && !(self.was_short && self.is_in_long_file())
            && self.deleted.iter().all(|&sector| usize::from(sector) < TRACKS * SECTORS)
    }
}

/// Returns the time at which a sector has passed under the heads. The heads reach the track at the time `there`.
pub(super) fn passed(place: Place, there: Time, pace: Pace) -> Time {
    if pace == Pace::Fast {
        return there + Time::microseconds(5);
    }
    if !place.has_sector() {
        // The box looks for the sector during two revolutions.
        return there + Time::nanoseconds(2 * ROTATION);
    }
    let begins = u64::from(place.sector - 1) * SECTOR_TIME;
    let wait = (ROTATION + begins - there.as_nanoseconds() % ROTATION) % ROTATION;
    there + Time::nanoseconds(wait + SECTOR_TIME)
}

//! The RK8-E control: its registers, its functions, and the drives with their heads.

use serde::{Deserialize, Serialize};

use super::super::pace::Pace;
use crate::machine::{DataBreak, Geometry, Time, Volume};
use crate::word::{Address, Word};

/// The state of the control and its drives in a core image.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct State {
    pub(super) command: Word,
    pub(super) disk_address: Word,
    pub(super) current_address: Word,
    pub(super) status: Word,
    /// The time at which the present transfer ends.
    pub(super) transfer: Option<Time>,
    pub(super) drives: [Drive; 4],
    pub(super) pace: Pace,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Drive {
    pub(super) volume: Option<Volume>,
    pub(super) cylinder: u16,
    /// The time at which the heads arrive at the cylinder; `None` if the heads are not moving.
    pub(super) arrival: Option<Time>,
    /// Whether the arrival of the heads sets the status bit `DONE`.
    pub(super) announces: bool,
    /// Whether the program has protected the drive from writing.
    pub(super) locked: bool,
}

const CYLINDERS: u16 = 203;
const SECTORS: u16 = 16;
const BLOCKS_OF_CYLINDER: u16 = 2 * SECTORS;
/// The size of an RK05 pack: 6496 blocks.
pub const RK05: Geometry =
    Geometry { blocks: (CYLINDERS * BLOCKS_OF_CYLINDER) as usize, block_words: 256, holds_bytes: false };

const ROTATION: u64 = 40_000_000;
const SECTOR: u64 = ROTATION / SECTORS as u64;

/// An upper bound on the time of a transfer: more than the longest seek, a revolution and a sector together.
const MAX_OPERATION_TIME: Time = Time::milliseconds(200);

pub(super) const DONE: u16 = 0o4000;
const IN_MOTION: u16 = 0o2000;
pub(super) const NOT_READY: u16 = 0o0200;
const BUSY_ERROR: u16 = 0o0100;
const TIMING: u16 = 0o0040;
const WRITE_LOCK: u16 = 0o0020;
pub(super) const DRIVE_STATUS: u16 = 0o0002;
/// The status bits that make DSKP skip, and that request an interrupt.
pub(super) const NOTICED: u16 = DONE | 0o0177;

pub(super) const INTERRUPT: u16 = 0o0400;
const SEEK_DONE: u16 = 0o0200;
const HALF: u16 = 0o0100;

impl State {
    fn drive(&self) -> &Drive {
        &self.drives[self.drive_number()]
    }

    fn drive_mut(&mut self) -> &mut Drive {
        let number = self.drive_number();
        &mut self.drives[number]
    }

    pub(super) const fn drive_number(&self) -> usize {
        (self.command.bits() >> 1 & 3) as usize
    }

    const fn function(&self) -> u16 {
        self.command.bits() >> 9
    }

    const fn is_write(&self) -> bool {
        matches!(self.function(), 4 | 5)
    }

    const fn block(&self) -> u16 {
        (self.command.bits() & 1) << 12 | self.disk_address.bits()
    }

    const fn words(&self) -> u16 {
        if self.command.bits() & HALF != 0 { 0o200 } else { 0o400 }
    }

    pub(super) fn set(&mut self, bits: u16) {
        self.status = Word::new(self.status.bits() | bits);
    }

    /// Returns the status word. The bits `NOT_READY` and `IN_MOTION` show the selected drive as it is now.
    pub(super) fn live_status(&self) -> u16 {
        let drive = self.drive();
        // Without a pack the drive is not ready, and reports that its heads are moving.
        let not_ready = if drive.volume.is_none() { NOT_READY | IN_MOTION } else { 0 };
        let in_motion = if drive.arrival.is_some() { IN_MOTION } else { 0 };
        self.status.bits() | not_ready | in_motion
    }

    /// Whether the control refuses an IOT because a transfer is under way. If so, sets the status bits `DONE` and
    /// `BUSY_ERROR`.
    pub(super) fn refuses(&mut self) -> bool {
        let busy = self.transfer.is_some();
        if busy {
            self.set(DONE | BUSY_ERROR);
        }
        busy
    }

    /// Carries out DLDC: loads the command and clears the status. If the command has the bit `SEEK_DONE`, and the heads
    /// of the selected drive are not moving, sets the status bit `DONE` immediately.
    pub(super) fn load_command(&mut self, command: Word) {
        (self.command, self.status) = (command, Word::ZERO);
        let (announces, drive) = (command.bits() & SEEK_DONE != 0, self.drive_mut());
        if announces && drive.volume.is_some() {
            drive.announces = drive.arrival.is_some();
            if !drive.announces {
                self.set(DONE);
            }
        }
    }

    /// Carries out DCLR: clears the control or the status, or recalibrates the drive.
    pub(super) fn clear(&mut self, how: u16, now: Time) {
        self.status = Word::ZERO;
        match how & 3 {
            1 => {
                self.transfer = None;
                (self.command, self.disk_address, self.current_address) = (Word::ZERO, Word::ZERO, Word::ZERO);
            }
            3 => {}
            _ if self.refuses() => {}
            2 if self.is_usable() => self.seek(0, now),
            _ => {}
        }
    }

    /// Whether the selected drive can execute a function. If the drive has no pack, sets the status bits `NOT_READY`
    /// and `DRIVE_STATUS`. If the heads are moving, sets `DONE` and `DRIVE_STATUS`.
    fn is_usable(&mut self) -> bool {
        let drive = self.drive();
        let wrong = match (&drive.volume, drive.arrival) {
            (None, _) => NOT_READY | DRIVE_STATUS,
            (_, Some(_)) => DONE | DRIVE_STATUS,
            _ => return true,
        };
        self.set(wrong);
        false
    }

    /// Carries out the second half of DLAG, after the disk address is loaded: starts the function in the command
    /// register.
    pub(super) fn go(&mut self, now: Time) {
        if !self.is_usable() {
            return;
        }
        let cylinder = self.block() / BLOCKS_OF_CYLINDER;
        let moves_heads = self.function() != 2;
        if moves_heads && cylinder >= CYLINDERS {
            return self.set(DONE | DRIVE_STATUS);
        }
        let drive = self.drive();
        if self.is_write() && (drive.locked || drive.volume.as_ref().is_some_and(Volume::is_read_only)) {
            return self.set(DONE | WRITE_LOCK);
        }
        match self.function() {
            2 => {
                self.drive_mut().locked = true;
                self.set(DONE);
            }
            3 => self.seek(cylinder, now),
            6 | 7 => self.set(DONE | TIMING),
            _ => self.begin_transfer(cylinder, now),
        }
    }

    /// Starts a seek. Sets the status bit `DONE` immediately. If the command has the bit `SEEK_DONE`, the arrival of
    /// the heads sets `DONE` again.
    fn seek(&mut self, cylinder: u16, now: Time) {
        let announces = self.command.bits() & SEEK_DONE != 0;
        // A seek takes a moment even when the heads need not move, because the control must first find out whether the
        // heads must move.
        let time = self.seek_time(cylinder).max(Time::microseconds(100));
        let drive = self.drive_mut();
        (drive.cylinder, drive.arrival, drive.announces) = (cylinder, Some(now + time), announces);
        self.set(DONE);
    }

    fn seek_time(&self, cylinder: u16) -> Time {
        let cylinders = u64::from(self.drive().cylinder.abs_diff(cylinder));
        match (cylinders, self.pace) {
            (0, _) => Time::ZERO,
            (_, Pace::Real) => Time::microseconds(8_000 + 380 * cylinders),
            (_, Pace::Fast) => Time::microseconds(50 + cylinders),
        }
    }

    fn begin_transfer(&mut self, cylinder: u16, now: Time) {
        let there = now + self.seek_time(cylinder);
        let passed = match self.pace {
            Pace::Fast => there + Time::microseconds(300),
            Pace::Real => {
                let sector = u64::from(self.block() % SECTORS) * SECTOR;
                let phase = there.as_nanoseconds() % ROTATION;
                let wait = (ROTATION + sector - phase) % ROTATION;
                there + Time::nanoseconds(wait + SECTOR * u64::from(self.words()) / 0o400)
            }
        };
        let drive = self.drive_mut();
        drive.arrival = (there > now).then_some(there);
        (drive.cylinder, drive.announces) = (cylinder, false);
        self.transfer = Some(passed);
    }

    /// Transfers the words of the addressed sector.
    pub(super) fn transfer(&mut self, core: &mut DataBreak<'_>) {
        let (words, is_write, first) = (self.words(), self.is_write(), usize::from(self.block()) * 0o400);
        let (field, address) = ((self.command.bits() >> 3 & 7) as u8, self.current_address.bits());
        let place = |count: u16| Address::in_field(field, Word::new(address.wrapping_add(count)));
        if let Some(volume) = &mut self.drive_mut().volume {
            if is_write {
                // Half a sector is written with zeros after it.
                let mut sector = [Word::ZERO; 0o400];
                (0..words).zip(&mut sector).for_each(|(count, word)| *word = core.read(place(count)));
                volume.set_words_of_block(first, &sector);
                volume.commit();
            } else {
                let sector = volume.words_of_block(first, words.into());
                (0..words).zip(sector).for_each(|(count, word)| core.write(place(count), word));
            }
        }
        self.current_address = Word::new(address.wrapping_add(words));
        self.set(DONE);
    }

    /// Whether a control can be in this state. An impossible saved state is not restored.
    pub(super) fn is_possible(&self, now: Time) -> bool {
        let soon = |due: &Option<Time>| due.is_none_or(|due| due <= now + MAX_OPERATION_TIME);
        let drive = |drive: &Drive| {
            drive.cylinder < CYLINDERS
                && soon(&drive.arrival)
                && drive.volume.as_ref().is_none_or(|volume| volume.geometry() == RK05)
                && (drive.volume.is_some() || drive.arrival.is_none() && !drive.locked)
                && (drive.arrival.is_some() || !drive.announces)
        };
        let moves_words = matches!(self.function(), 0 | 1 | 4 | 5);
        let writes_what_it_may =
            !self.is_write() || self.drive().volume.as_ref().is_some_and(|volume| !volume.is_read_only());
        let transfer = moves_words
            && writes_what_it_may
            && self.drive().volume.is_some()
            && usize::from(self.block()) < RK05.blocks;
        self.drives.iter().all(drive) && soon(&self.transfer) && (self.transfer.is_none() || transfer)
    }
}

//! The RK8-E control with up to four RK05 drives: device code 74, one-cycle data breaks.
//!
//! ```text
//! 6741 DSKP  skip on done or error      6744 DLCA  current address = AC
//! 6742 DCLR  clear: by AC 10-11         6745 DRST  AC = status
//! 6743 DLAG  disk address = AC, go      6746 DLDC  command = AC, status = 0
//!
//!             0-2       3          4         5      6-8    9-10    11
//! command  function  interrupt  seek done  half   field   drive   cylinder's top bit
//! ```
//!
//! A pack has 203 cylinders of two surfaces of sixteen sectors of 256 words. The thirteen bits of command bit 11 and disk
//! address are the number of a block. A block moves as a whole when its sector has passed under the head.
//!
//! Left out: maintenance (6747), errors of the surface, and what goes wrong in a drive.

use serde::{Deserialize, Serialize};

use crate::instruction::Model;
use crate::machine::device::{Bootstrap, Medium, Moment, Row, Unit, from_record, impossible, to_record};
use crate::machine::{DataBreak, Device, Geometry, Iot, Lines, Time, Volume};
use crate::word::{Address, Word};

use super::pace::Pace;

/// The control and its drives.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rk8e(State);

/// What a core image says of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct State {
    command: Word,
    disk_address: Word,
    current_address: Word,
    status: Word,
    /// When the block under way has passed.
    transfer: Option<Time>,
    drives: [Drive; 4],
    pace: Pace,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Drive {
    volume: Option<Volume>,
    cylinder: u16,
    /// When the heads will be there.
    arrival: Option<Time>,
    /// That they are there makes the control done.
    announces: bool,
    /// Write protected by the program.
    locked: bool,
}

const fn unit(name: &'static str, aliases: &'static [&'static str]) -> Unit {
    Unit { name, aliases, medium: Medium::Volume }
}

const UNITS: [Unit; 4] = [unit("rk0", &["rk"]), unit("rk1", &[]), unit("rk2", &[]), unit("rk3", &[])];

const CYLINDERS: u16 = 203;
const SECTORS: u16 = 16;
const BLOCKS_OF_CYLINDER: u16 = 2 * SECTORS;
/// An RK05 pack: 6496 blocks.
pub const RK05: Geometry = Geometry { blocks: (CYLINDERS * BLOCKS_OF_CYLINDER) as usize, block_words: 256 };

const ROTATION: u64 = 40_000_000;
const SECTOR: u64 = ROTATION / SECTORS as u64;

/// No transfer ends later than the longest seek, a turn and a sector after its beginning.
const LONGEST: Time = Time::milliseconds(200);

const DONE: u16 = 0o4000;
const IN_MOTION: u16 = 0o2000;
const NOT_READY: u16 = 0o0200;
const BUSY_ERROR: u16 = 0o0100;
const WRITE_LOCK: u16 = 0o0020;
const DRIVE_STATUS: u16 = 0o0002;
/// What DSKP and the interrupt look at.
const NOTICED: u16 = DONE | 0o0177;

const INTERRUPT: u16 = 0o0400;
const SEEK_DONE: u16 = 0o0200;
const HALF: u16 = 0o0100;

/// Toggled in at 24 in front of the drive's word; what block 0 holds decides how it ends, since it is read over it.
const BOOTSTRAPS: [[u16; 7]; 4] = [bootstrap(0), bootstrap(1), bootstrap(2), bootstrap(3)];

const fn bootstrap(drive: u16) -> [u16; 7] {
    // DLCA; TAD 32; DLDC; DLAG; TAD 32; JMP .; twice the drive
    [0o6744, 0o1032, 0o6746, 0o6743, 0o1032, 0o5031, drive << 1]
}

impl State {
    fn drive(&self) -> &Drive {
        &self.drives[self.drive_number()]
    }

    fn drive_mut(&mut self) -> &mut Drive {
        let number = self.drive_number();
        &mut self.drives[number]
    }

    const fn drive_number(&self) -> usize {
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

    fn set(&mut self, bits: u16) {
        self.status = Word::new(self.status.bits() | bits);
    }

    /// The status with what the selected drive shows just now.
    fn live_status(&self) -> u16 {
        let drive = self.drive();
        let not_ready = if drive.volume.is_none() { NOT_READY } else { 0 };
        let in_motion = if drive.arrival.is_some() { IN_MOTION } else { 0 };
        self.status.bits() | not_ready | in_motion
    }

    /// An order that the control does not take while it works.
    fn refuses(&mut self) -> bool {
        let busy = self.transfer.is_some();
        if busy {
            self.set(DONE | BUSY_ERROR);
        }
        busy
    }

    /// DCLR.
    fn clear(&mut self, how: u16, now: Time) {
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

    /// Whether the selected drive can be told to do something; the error is set otherwise.
    fn is_usable(&mut self) -> bool {
        let drive = self.drive();
        let wrong = match (&drive.volume, drive.arrival) {
            (None, _) => NOT_READY | DRIVE_STATUS,
            (_, Some(_)) => DRIVE_STATUS,
            _ => return true,
        };
        self.set(DONE | wrong);
        false
    }

    /// DLAG, once the disk address is there: starts what is in the command register.
    fn go(&mut self, now: Time) {
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
            6 | 7 => self.set(DONE),
            _ => self.begin_transfer(cylinder, now),
        }
    }

    /// Done at once, and perhaps once more when the heads are there.
    fn seek(&mut self, cylinder: u16, now: Time) {
        let announces = self.command.bits() & SEEK_DONE != 0;
        // Heads that stay where they are need a moment too, for the control to find that out.
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

    /// The sector has passed: its words move.
    fn transfer(&mut self, core: &mut DataBreak<'_>) {
        let (words, is_write, first) = (self.words(), self.is_write(), usize::from(self.block()) * 0o400);
        let (field, address) = ((self.command.bits() >> 3 & 7) as u8, self.current_address.bits());
        let place = |count: u16| Address::in_field(field, Word::new(address.wrapping_add(count)));
        if let Some(volume) = &mut self.drive_mut().volume {
            for count in 0..words {
                let at = first + usize::from(count);
                if is_write {
                    volume.set_word(at, core.read(place(count)))
                } else {
                    core.write(place(count), volume.word(at))
                }
            }
            if is_write {
                (words..0o400).for_each(|count| volume.set_word(first + usize::from(count), Word::ZERO));
                volume.commit();
            }
        }
        self.current_address = Word::new(address.wrapping_add(words));
        self.set(DONE);
    }

    /// Whether a machine can have come to it.
    fn is_possible(&self, now: Time) -> bool {
        let soon = |due: &Option<Time>| due.is_none_or(|due| due <= now + LONGEST);
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

impl Device for Rk8e {
    fn name(&self) -> &str {
        "rk8e"
    }

    fn codes(&self) -> &[u8] {
        &[0o74]
    }

    fn iot(&mut self, iot: Iot, lines: &mut Lines) {
        let control = &mut self.0;
        let ac = lines.ac;
        match iot.pulses {
            0 => return,
            1 => return lines.skip_if(control.status.bits() & NOTICED != 0),
            _ => lines.clear_ac(),
        }
        match iot.pulses {
            2 => control.clear(ac.bits(), iot.now),
            3 if !control.refuses() => {
                control.disk_address = ac;
                control.go(iot.now);
            }
            4 if !control.refuses() => control.current_address = ac,
            5 => lines.ac = Word::new(control.live_status()),
            6 if !control.refuses() => (control.command, control.status) = (ac, Word::ZERO),
            _ => {}
        }
    }

    fn test(&self, iot: Iot) -> Option<bool> {
        (iot.pulses == 1).then_some(self.0.status.bits() & NOTICED != 0)
    }

    fn interrupt_request(&self) -> bool {
        self.0.command.bits() & INTERRUPT != 0 && self.0.status.bits() & NOTICED != 0
    }

    fn next_event(&self) -> Time {
        let arrivals = self.0.drives.iter().filter_map(|drive| drive.arrival);
        arrivals.chain(self.0.transfer).min().unwrap_or(Time::NEVER)
    }

    fn advance(&mut self, now: Time, core: &mut DataBreak<'_>) {
        let control = &mut self.0;
        let mut announced = false;
        for drive in control.drives.iter_mut().filter(|drive| drive.arrival.is_some_and(|due| due <= now)) {
            drive.arrival = None;
            announced |= std::mem::take(&mut drive.announces);
        }
        if announced {
            control.set(DONE);
        }
        if control.transfer.is_some_and(|due| due <= now) {
            control.transfer = None;
            control.transfer(core);
        }
    }

    /// The control forgets everything; heads that move come to where they go.
    fn clear(&mut self, _: Time) {
        let control = &mut self.0;
        (control.command, control.disk_address, control.current_address) = (Word::ZERO, Word::ZERO, Word::ZERO);
        (control.status, control.transfer) = (Word::ZERO, None);
        control.drives.iter_mut().for_each(|drive| (drive.locked, drive.announces) = (false, false));
    }

    fn units(&self) -> &[Unit] {
        &UNITS
    }

    fn attach(&mut self, unit: usize, contents: Vec<u8>, read_only: bool, _: Time) -> Result<(), String> {
        let is_working = self.0.transfer.is_some() && self.0.drive_number() == unit;
        let drive = &mut self.0.drives[unit];
        if is_working || drive.arrival.is_some() {
            return Err("the drive is busy".to_owned());
        }
        drive.volume = Some(Volume::new(&contents, RK05, read_only)?);
        drive.locked = false;
        Ok(())
    }

    fn detach(&mut self, unit: usize, _: Time) {
        let drive = &mut self.0.drives[unit];
        *drive = Drive { cylinder: drive.cylinder, ..Drive::default() };
        if self.0.drive_number() == unit && self.0.transfer.take().is_some() {
            self.0.set(DONE | NOT_READY | DRIVE_STATUS);
        }
    }

    fn volume(&self, unit: usize) -> Option<&Volume> {
        self.0.drives[unit].volume.as_ref()
    }

    fn volume_mut(&mut self, unit: usize) -> Option<&mut Volume> {
        self.0.drives[unit].volume.as_mut()
    }

    fn warning(&self, model: Model) -> Option<String> {
        (model != Model::E).then(|| format!("the RK8-E was made for the PDP-8/E; on a PDP-{model} it works here only"))
    }

    fn bootstrap(&self, unit: usize) -> Option<Bootstrap> {
        Some(Bootstrap { start: 0o24, words: &BOOTSTRAPS[unit] })
    }

    fn show(&self) -> Vec<Row> {
        let control = &self.0;
        let busy = if control.transfer.is_some() { "busy" } else { "idle" };
        let mut rows = vec![Row::new("rk8e", self.codes(), format!("{busy}, {}", control.pace))];
        rows.extend(UNITS.iter().zip(&control.drives).map(|(unit, drive)| {
            let state = match &drive.volume {
                None => "no pack".to_owned(),
                Some(volume) => {
                    let protected = volume.is_read_only() || drive.locked;
                    format!("cylinder {}{}", drive.cylinder, if protected { ", write protected" } else { "" })
                }
            };
            Row::new(unit.name, self.codes(), state)
        }));
        rows
    }

    fn settings(&self) -> &'static str {
        Pace::SETTINGS
    }

    fn set(&mut self, value: &str) -> bool {
        Pace::named(value).map(|pace| self.0.pace = pace).is_some()
    }

    fn record(&self) -> String {
        to_record(&self.0)
    }

    fn restore(&mut self, record: &str, at: Moment) -> Result<(), String> {
        let state: State = from_record(record)?;
        if !state.is_possible(at.now) {
            return Err(impossible());
        }
        self.0 = state;
        Ok(())
    }
}

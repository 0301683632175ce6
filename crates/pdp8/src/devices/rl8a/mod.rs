//! The RL8-A control with up to four RL01 or RL02 disc drives: device codes 60 and 61, one-cycle data breaks.
//!
//! ```text
//! 6600 RLDC  clear the control         6610 RRER  AC = error register
//! 6601 RLSD  skip on done, done = 0    6611 RRWC  AC = word count
//! 6602 RLMA  memory address = AC       6612 RRCA  AC = command register A
//! 6603 RLCA  command register A = AC   6613 RRCB  AC = command register B
//! 6604 RLCB  command register B = AC   6614 RRSA  AC 0-5 = sector
//! 6605 RLSA  sector = AC 0-5           6615 RRSI  AC = next byte of the silo
//! 6607 RLWC  word count = AC           6617 RLSE  skip on error, error = 0
//!
//!     0        1     2            3          4-5    6-8    9-11
//! A   inward   head  -            ---- cylinder, or the cylinders of a seek ----
//! B   -        -     8-bit mode   interrupt  drive  field  function
//! ```
//!
//! In 8-bit mode a word of core holds a byte of the disc. In 12-bit mode two words take three bytes, low bits first,
//! and a transfer ends at the end of the sector. The functions are in `control.rs`, and the drives in `drive.rs`.
//!
//! Not simulated: the maintenance function, errors of the disc surface, and faults of a drive.

mod control;
mod drive;

use crate::instruction::Model;
use crate::machine::device::{
    Bootstrap, MediumError, RestoreContext, RestoreError, Row, Unit, from_valid_record, to_record,
};
use crate::machine::{DataBreak, Device, Iot, IotReply, Time, Volume};
use crate::word::Word;

use super::pace::Pace;
use control::State;
use drive::Drive;

/// The RL8-A control and its drives.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rl8a(State);

const UNITS: [Unit; 4] =
    [Unit::drive("rl0", &["rl"]), Unit::drive("rl1", &[]), Unit::drive("rl2", &[]), Unit::drive("rl3", &[])];

/// The bootstrap for drive 0, toggled in at address 1. It reads a page from cylinder 0 to address 0 and the following
/// addresses, and so overwrites itself.
const BOOTSTRAP: [u16; 31] = [
    0o6600, 0o7201, 0o4027, 0o1004, 0o4027, 0o6615, 0o7002, 0o7012, 0o6615, 0o0025, 0o7004, 0o6603, 0o7325, 0o4027,
    0o7332, 0o6605, 0o1026, 0o6607, 0o7327, 0o4027, 0o0377, 0o7600, 0o0000, 0o6604, 0o6601, 0o5031, 0o6617, 0o5427,
    0o5001, 0, 0,
];

impl Device for Rl8a {
    fn name(&self) -> &str {
        "rl8a"
    }

    fn codes(&self) -> &[u8] {
        &[0o60, 0o61]
    }

    fn iot(&mut self, iot: Iot, reply: &mut IotReply) {
        let control = &mut self.0;
        let ac = reply.ac;
        if iot.device == 0o60 {
            reply.clear_ac();
            match iot.pulses {
                0 => control.clear(),
                1 => reply.skip_if(std::mem::take(&mut control.done)),
                2 => control.memory_address = ac,
                3 => control.a = ac,
                4 => control.go(ac, iot.now),
                5 => control.sector = ac.bits() >> 6,
                7 => control.word_count = ac,
                _ => {}
            }
            return;
        }
        reply.ac = match iot.pulses {
            0 => Word::new(control.error_register()),
            1 => control.word_count,
            2 => control.a,
            3 => control.b,
            4 => Word::new(control.sector << 6),
            5 => Word::new(control.next_byte()),
            _ => ac,
        };
        if iot.pulses == 7 {
            reply.skip_if(std::mem::take(&mut control.error));
        }
    }

    fn interrupt_request(&self) -> bool {
        self.0.interrupt_request()
    }

    fn next_event(&self) -> Time {
        self.0.due.unwrap_or(Time::NEVER)
    }

    fn advance(&mut self, now: Time, core: &mut DataBreak<'_>) {
        if self.0.due.is_some_and(|due| due <= now) {
            self.0.end(now, core);
        }
    }

    fn clear(&mut self, _: Time) {
        self.0.clear();
    }

    fn units(&self) -> &[Unit] {
        &UNITS
    }

    fn attach(&mut self, unit: usize, contents: Vec<u8>, read_only: bool, _: Time) -> Result<(), MediumError> {
        if self.0.is_busy(unit) {
            return Err(MediumError::Busy("the drive is busy"));
        }
        let geometry = drive::geometry(contents.len());
        self.0.drives[unit] = Drive::with(Volume::new(&contents, geometry, read_only)?);
        Ok(())
    }

    fn check_length(&self, unit: usize, bytes: usize) -> Result<(), MediumError> {
        let Some(volume) = &self.0.drives[unit].volume else { return Ok(()) };
        if drive::geometry(bytes) == volume.geometry() {
            return Ok(());
        }
        Err(MediumError::WrongDisc { bytes, reason: "the image has a pack of the other kind, RL01 or RL02" })
    }

    fn detach(&mut self, unit: usize, _: Time) {
        self.0.drives[unit] = Drive::default();
    }

    fn volume(&self, unit: usize) -> Option<&Volume> {
        self.0.drives[unit].volume.as_ref()
    }

    fn volume_mut(&mut self, unit: usize) -> Option<&mut Volume> {
        self.0.drives[unit].volume.as_mut()
    }

    fn warning(&self, model: Model) -> Option<String> {
        (model != Model::E).then(|| format!("an RL8-A on a PDP-{model} works only in this emulator"))
    }

    fn bootstrap(&self, unit: usize) -> Option<Bootstrap> {
        (unit == 0).then_some(Bootstrap { origin: 1, start: 1, words: &BOOTSTRAP })
    }

    fn show(&self) -> Vec<Row> {
        let control = &self.0;
        let busy = if control.due.is_some() { "busy" } else { "idle" };
        let mut rows = vec![Row::new("rl8a", self.codes(), format!("{busy}, {}", control.pace))];
        rows.extend(UNITS.iter().zip(&control.drives).map(|(unit, drive)| {
            let protected = if drive.is_read_only() { ", write protected" } else { "" };
            let state = match drive.volume {
                None => "no pack".to_owned(),
                Some(_) => format!("{}, cylinder {}{protected}", drive.kind(), drive.cylinder),
            };
            Row::new(unit.name, self.codes(), state)
        }));
        rows
    }

    fn settings(&self) -> &'static str {
        Pace::SETTINGS
    }

    fn set(&mut self, value: &str) -> bool {
        self.0.pace.set(value)
    }

    fn record(&self) -> String {
        to_record(&self.0)
    }

    fn restore(&mut self, record: &str, at: RestoreContext) -> Result<(), RestoreError> {
        self.0 = from_valid_record(record, |state: &State| state.is_possible(at.now))?;
        Ok(())
    }
}

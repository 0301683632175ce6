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
//! A pack has 203 cylinders with two surfaces each. A cylinder has sixteen sectors on each surface, and a sector has
//! 256 words. Command bit 11 and the disk address together form the 13-bit number of a block. A block is
//! transferred as a whole when its sector has passed under the head.
//!
//! Not simulated: maintenance (6747), errors of the disc surface, and faults of a drive.

mod control;

use crate::instruction::Model;
use crate::machine::device::{
    Bootstrap, MediumError, RestoreContext, RestoreError, Row, Unit, from_valid_record, to_record,
};
use crate::machine::{DataBreak, Device, Iot, IotReply, Time, Volume};
use crate::word::Word;

use super::pace::Pace;
use control::{DONE, DRIVE_STATUS, Drive, INTERRUPT, NOT_READY, NOTICED, State};

pub use control::RK05;

/// The RK8-E control and its drives.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rk8e(State);

const UNITS: [Unit; 4] =
    [Unit::drive("rk0", &["rk"]), Unit::drive("rk1", &[]), Unit::drive("rk2", &[]), Unit::drive("rk3", &[])];

/// The bootstraps for the four drives, toggled in at address 24. A bootstrap reads block 0 over itself, and then
/// executes the words of the block.
const BOOTSTRAPS: [[u16; 7]; 4] = [bootstrap(0), bootstrap(1), bootstrap(2), bootstrap(3)];

const fn bootstrap(drive: u16) -> [u16; 7] {
    // DLCA; TAD 32; DLDC; DLAG; TAD 32; JMP .; the number of the drive times 2
    [0o6744, 0o1032, 0o6746, 0o6743, 0o1032, 0o5031, drive << 1]
}

impl Device for Rk8e {
    fn name(&self) -> &str {
        "rk8e"
    }

    fn codes(&self) -> &[u8] {
        &[0o74]
    }

    fn iot(&mut self, iot: Iot, reply: &mut IotReply) {
        let control = &mut self.0;
        let ac = reply.ac;
        match iot.pulses {
            0 => return,
            1 => return reply.skip_if(control.status.bits() & NOTICED != 0),
            _ => reply.clear_ac(),
        }
        match iot.pulses {
            2 => control.clear(ac.bits(), iot.now),
            3 if !control.refuses() => {
                control.disk_address = ac;
                control.go(iot.now);
            }
            4 if !control.refuses() => control.current_address = ac,
            5 => reply.ac = Word::new(control.live_status()),
            6 if !control.refuses() => control.load_command(ac),
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

    /// Clears the control, and the write protection that a program has set. Heads that are moving continue to their
    /// cylinder.
    fn clear(&mut self, _: Time) {
        let control = &mut self.0;
        (control.command, control.disk_address, control.current_address) = (Word::ZERO, Word::ZERO, Word::ZERO);
        (control.status, control.transfer) = (Word::ZERO, None);
        control.drives.iter_mut().for_each(|drive| (drive.locked, drive.announces) = (false, false));
    }

    fn units(&self) -> &[Unit] {
        &UNITS
    }

    fn attach(&mut self, unit: usize, contents: Vec<u8>, read_only: bool, _: Time) -> Result<(), MediumError> {
        let is_working = self.0.transfer.is_some() && self.0.drive_number() == unit;
        let drive = &mut self.0.drives[unit];
        if is_working || drive.arrival.is_some() {
            return Err(MediumError::Busy("the drive is busy"));
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
        (model != Model::E).then(|| format!("an RK8-E on a PDP-{model} works only in this emulator"))
    }

    fn bootstrap(&self, unit: usize) -> Option<Bootstrap> {
        Some(Bootstrap { origin: 0o24, start: 0o24, words: &BOOTSTRAPS[unit] })
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

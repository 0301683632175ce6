//! The TC08 control with up to eight DECtape transports: device codes 76 and 77, three-cycle data breaks with the word
//! count in 7754 and the current address in 7755.
//!
//! ```text
//! 6761 DTRA  AC |= status A            6771 DTSF  skip on error or DECtape flag
//! 6762 DTCA  status A = 0              6772 DTRB  AC |= status B
//! 6764 DTXA  status A ^= AC, AC = 0    6774 DTLB  memory field = AC 6-8, AC = 0
//!
//!            0-2        3       4     5           6-8       9
//! status A   transport  reverse go    continuous  function  interrupts
//!            0      1     2    3       4       5       6-8     11
//! status B   error  mark  end  select  parity  timing  field   DECtape flag
//! ```
//!
//! Each word is transferred when it passes the head, so a program can read a block over itself and continue. The
//! transfers are in `control.rs`; the motion of the tape and the words on the tape are in the module `dectape`.
//!
//! Not simulated: the timing and mark tracks, errors of the tape itself, and the writing of words other than data.

mod control;

use crate::instruction::Model;
use crate::machine::device::{
    Bootstrap, MediumError, RestoreContext, RestoreError, Row, Unit, from_valid_record, to_record,
};
use crate::machine::{DataBreak, Device, Iot, IotReply, Time, Volume};
use crate::word::Word;

use super::dectape::reel;
use super::pace::Pace;
use control::{INTERRUPT, SELECT, State, Transport};

/// The TC08 control and its transports.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tc08(State);

const UNITS: [Unit; 8] = [
    Unit::drive("dt0", &["dt"]),
    Unit::drive("dt1", &[]),
    Unit::drive("dt2", &[]),
    Unit::drive("dt3", &[]),
    Unit::drive("dt4", &[]),
    Unit::drive("dt5", &[]),
    Unit::drive("dt6", &[]),
    Unit::drive("dt7", &[]),
];

/// The bootstrap. It rewinds drive 0, and then reads block 0 over itself.
const BOOTSTRAP: [u16; 19] = [
    0o7600, 0o1216, 0o4210, 0o1217, 0o3620, 0o1222, 0o4210, 0o5600, 0o0000, 0o6766, 0o3621, 0o6771, 0o5213, 0o5610,
    0o0600, 0o7577, 0o7755, 0o7754, 0o0220,
];

impl Device for Tc08 {
    fn name(&self) -> &str {
        "tc08"
    }

    fn codes(&self) -> &[u8] {
        &[0o76, 0o77]
    }

    fn iot(&mut self, iot: Iot, reply: &mut IotReply) {
        let control = &mut self.0;
        if iot.device == 0o76 {
            if iot.iop1() {
                reply.or_into_ac(control.a.bits());
            }
            if iot.iop4() {
                // When one IOT both clears and loads status A, the control does not obey the cleared status in between.
                let base = if iot.iop2() { Word::ZERO } else { control.a };
                control.change(base, reply.ac, iot.now);
                reply.clear_ac();
            } else if iot.iop2() {
                control.a = Word::ZERO;
                control.begin(iot.now);
            }
            return;
        }
        if iot.iop1() {
            reply.skip_if(control.is_noticed());
        }
        if iot.iop2() {
            reply.or_into_ac(control.status_b());
        }
        if iot.iop4() {
            control.field = (reply.ac.bits() >> 3 & 7) as u8;
            reply.clear_ac();
        }
    }

    fn test(&self, iot: Iot) -> Option<bool> {
        (iot.device == 0o77 && iot.pulses == 1).then(|| self.0.is_noticed())
    }

    fn interrupt_request(&self) -> bool {
        self.0.a.bits() & INTERRUPT != 0 && self.0.is_noticed()
    }

    fn next_event(&self) -> Time {
        (0..UNITS.len()).map(|number| self.0.due(number)).min().unwrap_or(Time::NEVER)
    }

    fn advance(&mut self, now: Time, core: &mut DataBreak<'_>) {
        for number in 0..UNITS.len() {
            while self.0.due(number) <= now {
                self.0.advance(number, now, core);
            }
        }
    }

    /// Clears both status registers, and stops every tape.
    fn clear(&mut self, now: Time) {
        let control = &mut self.0;
        control.leave();
        (control.a, control.errors, control.field, control.flag) = (Word::ZERO, Word::ZERO, 0, false);
        control.transports.iter_mut().for_each(|transport| transport.order(None, now, control.pace));
    }

    fn units(&self) -> &[Unit] {
        &UNITS
    }

    fn attach(&mut self, unit: usize, contents: Vec<u8>, read_only: bool, _: Time) -> Result<(), MediumError> {
        let transport = &mut self.0.transports[unit];
        if !transport.is_still() {
            return Err(MediumError::Busy("the tape there moves"));
        }
        *transport = Transport::with(reel(&contents, read_only)?);
        Ok(())
    }

    fn detach(&mut self, unit: usize, now: Time) {
        let control = &mut self.0;
        let is_in_use = control.number() == unit && !control.transports[unit].is_still();
        control.transports[unit] = Transport::default();
        if is_in_use {
            control.fail(SELECT, now);
        }
    }

    fn volume(&self, unit: usize) -> Option<&Volume> {
        self.0.transports[unit].volume.as_ref()
    }

    fn volume_mut(&mut self, unit: usize) -> Option<&mut Volume> {
        self.0.transports[unit].volume.as_mut()
    }

    fn warning(&self, model: Model) -> Option<String> {
        (model == Model::S).then(|| "a TC08 on a PDP-8/S works only in this emulator".to_owned())
    }

    fn bootstrap(&self, unit: usize) -> Option<Bootstrap> {
        (unit == 0).then_some(Bootstrap { origin: 0o200, start: 0o200, words: &BOOTSTRAP })
    }

    fn show(&self) -> Vec<Row> {
        let control = &self.0;
        let mut rows = vec![Row::new("tc08", self.codes(), control.pace.to_string())];
        let loaded = UNITS.iter().zip(&control.transports).filter(|(_, transport)| transport.volume.is_some());
        rows.extend(loaded.map(|(unit, transport)| Row::new(unit.name, self.codes(), transport.description())));
        rows
    }

    fn settings(&self) -> &'static str {
        Pace::SETTINGS
    }

    /// Sets the pace. A tape that is moving keeps its pace until it has stopped.
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

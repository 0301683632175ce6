//! The TD8-E control with two DECtape transports: device code 77, without interrupts or data breaks.
//!
//! ```text
//! 6771 SDSS  skip on single-line flag   6774 SDLC  command = AC 0-3, AC = 0
//! 6772 SDST  skip on timing error       6775 SDLD  data = AC
//! 6773 SDSQ  skip on quad-line flag     6776 SDRC  AC = command, lock, error, mark register
//!                                       6777 SDRD  AC = data
//!
//!          0      1        2   3      4     5                        6-11
//! SDRC     drive  reverse  go  write  lock  timing or select error   the last six mark bits
//! ```
//!
//! A program finds blocks by their mark bits, assembles words from lines, and has 133 microseconds for each word. The
//! registers are in `control.rs`; the motion and the contents of the tape are in the module `dectape`.
//!
//! Not simulated: errors of the tape itself, and the writing of anything but the data of blocks.

mod control;

use crate::instruction::Model;
use crate::machine::device::{
    Bootstrap, MediumError, RestoreContext, RestoreError, Row, Unit, from_valid_record, to_record,
};
use crate::machine::{DataBreak, Device, Iot, IotReply, Time, Volume};

use super::dectape::reel;
use control::{State, Transport};

/// The TD8-E control and its transports.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Td8e(State);

const UNITS: [Unit; 2] = [Unit::drive("td0", &["td"]), Unit::drive("td1", &[])];

/// The bootstrap. It rewinds drive 0, and reads the first words of the tape into 7354 to 7777. The first of these words
/// is in the header of block 0.
const BOOTSTRAP: [u16; 27] = [
    0o1312, 0o4312, 0o4312, 0o6773, 0o5303, 0o6777, 0o3726, 0o2326, 0o5303, 0o5732, 0o2000, 0o1300, 0o6774, 0o6771,
    0o5315, 0o6776, 0o0331, 0o1327, 0o7640, 0o5315, 0o2321, 0o5712, 0o7354, 0o7756, 0o7747, 0o0077, 0o7400,
];

impl Device for Td8e {
    fn name(&self) -> &str {
        "td8e"
    }

    fn codes(&self) -> &[u8] {
        &[0o77]
    }

    fn iot(&mut self, iot: Iot, reply: &mut IotReply) {
        let control = &mut self.0;
        control.pass_lines(iot.now);
        match iot.pulses {
            4 => {
                control.command(reply.ac, iot.now);
                reply.clear_ac();
            }
            5 => {
                control.data = reply.ac;
                control.take();
            }
            6 => {
                reply.ac = control.status();
                control.take();
            }
            7 => {
                reply.ac = control.data;
                control.take();
            }
            _ => reply.skip_if(self.test(iot) == Some(true)),
        }
    }

    fn test(&self, iot: Iot) -> Option<bool> {
        match iot.pulses {
            1 => Some(self.0.single),
            2 => Some(self.0.timing_error),
            3 => Some(self.0.quad),
            _ => None,
        }
    }

    fn next_event(&self) -> Time {
        (0..UNITS.len()).map(|number| self.0.due(number)).min().unwrap_or(Time::NEVER)
    }

    fn advance(&mut self, now: Time, _: &mut DataBreak<'_>) {
        for number in 0..UNITS.len() {
            while self.0.due(number) <= now {
                self.0.advance(number, now);
            }
        }
    }

    /// Clears the command register and the flags, and stops both tapes.
    fn clear(&mut self, now: Time) {
        self.0.clear(now);
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

    fn detach(&mut self, unit: usize, _: Time) {
        self.0.transports[unit] = Transport::default();
    }

    fn volume(&self, unit: usize) -> Option<&Volume> {
        self.0.transports[unit].volume.as_ref()
    }

    fn volume_mut(&mut self, unit: usize) -> Option<&mut Volume> {
        self.0.transports[unit].volume.as_mut()
    }

    fn warning(&self, model: Model) -> Option<String> {
        (model != Model::E).then(|| format!("a TD8-E on a PDP-{model} works only in this emulator"))
    }

    fn bootstrap(&self, unit: usize) -> Option<Bootstrap> {
        (unit == 0).then_some(Bootstrap { origin: 0o7300, start: 0o7300, words: &BOOTSTRAP })
    }

    fn show(&self) -> Vec<Row> {
        let mut rows = vec![Row::new("td8e", self.codes(), self.0.description())];
        rows.extend(UNITS.iter().zip(&self.0.transports).map(|(unit, transport)| {
            let state = transport.volume.as_ref().map_or_else(|| "no tape".to_owned(), |_| transport.description());
            Row::new(unit.name, self.codes(), state)
        }));
        rows
    }

    fn record(&self) -> String {
        to_record(&self.0)
    }

    fn restore(&mut self, record: &str, at: RestoreContext) -> Result<(), RestoreError> {
        self.0 = from_valid_record(record, |state: &State| state.is_possible(at.now))?;
        Ok(())
    }
}

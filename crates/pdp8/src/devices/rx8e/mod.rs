//! The RX8-E control with two RX01 floppy disc drives, or the RX28 with two RX02 drives: device code 75.
//!
//! ```text
//! 6751 LCD  command = AC, AC = 0, go         6755 SDN   skip on done, done = 0
//! 6752 XDR  transfer a word                  6756 INTR  interrupt enable = AC 11
//! 6753 STR  skip on transfer request, clear  6757 INIT  initialize the box
//! 6754 SER  skip on error, error = 0
//!
//!           0-2  3               4            5      6     7      8-10      11
//! command   -    double density  maintenance  8-bit  side  drive  function  -
//! ```
//!
//! The control does not use data breaks. The box with the drives has a buffer for the contents of one sector. To read a
//! sector, a program gives two commands: the first moves the contents from the disc to the buffer, and the second moves
//! the words from the buffer to the AC one by one. To write a sector, a program first fills the buffer with one
//! command, and then writes the buffer to the disc with another. The commands are in `control.rs`, the buffer in
//! `buffer.rs`, and the discs in `drive.rs`.
//!
//! Not simulated: maintenance (command bit 4), the second side of a disc, and faults of a disc.

mod buffer;
mod control;
mod drive;

use crate::instruction::Model;
use crate::machine::device::{
    Bootstrap, MediumError, RestoreContext, RestoreError, Row, Unit, from_valid_record, to_record,
};
use crate::machine::{DataBreak, Device, Iot, IotReply, Time, Volume};

use control::{Phase, State};
use drive::{Drive, Kind};

/// An RX8-E or RX28 control and its drives.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rx8e {
    /// The number of the control in [`CONTROLS`].
    number: usize,
    state: State,
}

/// The name and the device code of each control. The first entry is the control of the drives `rx0` and `rx1`. Each
/// other entry is a possible second control, with the drives `rx2` and `rx3`.
const CONTROLS: [(&str, [u8; 1]); 8] = [
    ("rx8e", [0o75]),
    ("rx8e-70", [0o70]),
    ("rx8e-71", [0o71]),
    ("rx8e-72", [0o72]),
    ("rx8e-73", [0o73]),
    ("rx8e-74", [0o74]),
    ("rx8e-76", [0o76]),
    ("rx8e-77", [0o77]),
];

const UNITS: [[Unit; 2]; 2] =
    [[Unit::drive("rx0", &["rx"]), Unit::drive("rx1", &[])], [Unit::drive("rx2", &[]), Unit::drive("rx3", &[])]];

/// The bootstraps of the RX8-E for drive 0 and drive 1, toggled in at address 22. A bootstrap reads the first sector of
/// track 1 to address 2 and the following addresses, and so overwrites itself. The word at address 60 selects the
/// drive; the program in the sector uses this word too.
const RX8E_BOOTSTRAPS: [[u16; 32]; 2] = [rx8e_bootstrap(0o7004), rx8e_bootstrap(0o7024)];

const fn rx8e_bootstrap(drive: u16) -> [u16; 32] {
    [
        0o6755, 0o5022, 0o7126, 0o1060, 0o6751, 0o7201, 0o4053, 0o4053, 0o7104, 0o6755, 0o5054, 0o6754, 0o7450, 0o7610,
        0o5046, 0o7402, 0o7402, 0o7402, 0o7402, 0o7402, 0o6751, 0o4053, 0o3002, 0o2050, 0o5047, 0o0000, 0o6753, 0o5033,
        0o6752, 0o5453, drive, 0o6030,
    ]
}

/// The bootstrap of the RX28, toggled in at address 20. It tries both drives in both densities. Its start address is
/// 33.
const RX28_BOOTSTRAP: [u16; 34] = [
    0o1061, 0o1046, 0o0060, 0o3061, 0o7327, 0o1061, 0o6751, 0o7201, 0o4053, 0o4053, 0o7004, 0o6755, 0o5054, 0o6754,
    0o7450, 0o5020, 0o1061, 0o6751, 0o1061, 0o0046, 0o1032, 0o3060, 0o0360, 0o4053, 0o3002, 0o2050, 0o5047, 0o0000,
    0o6753, 0o5033, 0o6752, 0o5453, 0o0420, 0o0020,
];

impl Rx8e {
    /// Makes the second control, with its usual device code.
    pub(crate) fn second() -> Self {
        Rx8e { number: 1, state: State::default() }
    }

    /// Makes the control with a name such as `rx8e-74`.
    pub(crate) fn named(name: &str) -> Option<Self> {
        let number = CONTROLS.iter().position(|(own, _)| own.eq_ignore_ascii_case(name))?;
        Some(Rx8e { number, state: State::default() })
    }

    fn unit_table(&self) -> &'static [Unit; 2] {
        &UNITS[usize::from(self.number > 0)]
    }

    /// Returns the kind that the control has after a disc is put into drive `unit`. If the user has chosen a kind, it
    /// is that kind. Otherwise, if a program has used the control and a disc is in the other drive, the kind does not
    /// change. In all other cases, it is the kind that the discs in both drives require.
    fn kind_with(&self, unit: usize, is_double: bool) -> Kind {
        let other = &self.state.drives[1 - unit];
        match self.state.chosen {
            None if self.state.is_used && other.volume.is_some() => self.state.kind,
            None if is_double || other.is_double() => Kind::Rx28,
            None => Kind::Rx8e,
            Some(chosen) => chosen,
        }
    }
}

impl Device for Rx8e {
    fn name(&self) -> &str {
        CONTROLS[self.number].0
    }

    fn codes(&self) -> &[u8] {
        &CONTROLS[self.number].1
    }

    fn iot(&mut self, iot: Iot, reply: &mut IotReply) {
        let control = &mut self.state;
        match iot.pulses {
            1 => {
                let is_accepted = control.load_command(reply.ac, iot.now);
                if is_accepted {
                    reply.clear_ac();
                }
            }
            2 => reply.ac = control.transfer_word(reply.ac, iot.now),
            3 => reply.skip_if(std::mem::take(&mut control.transfer_request)),
            4 => reply.skip_if(std::mem::take(&mut control.error)),
            5 => reply.skip_if(std::mem::take(&mut control.done)),
            6 => control.enable = reply.ac.bits() & 1 != 0,
            7 => {
                control.is_used = true;
                control.initialize(iot.now);
            }
            _ => {}
        }
    }

    /// Returns `Some(false)` for a skip IOT whose flag is down, because such an IOT only tests the flag. Returns `None`
    /// if the flag is up, because the IOT then also clears the flag.
    fn test(&self, iot: Iot) -> Option<bool> {
        let flag = match iot.pulses {
            3 => self.state.transfer_request,
            4 => self.state.error,
            5 => self.state.done,
            _ => return None,
        };
        (!flag).then_some(false)
    }

    fn interrupt_request(&self) -> bool {
        self.state.done && self.state.enable
    }

    fn next_event(&self) -> Time {
        self.state.due.unwrap_or(Time::NEVER)
    }

    fn advance(&mut self, now: Time, _: &mut DataBreak<'_>) {
        if self.state.due.is_some_and(|due| due <= now) {
            self.state.go_on();
        }
    }

    /// Initializes the box, as INIT does.
    fn clear(&mut self, now: Time) {
        self.state.initialize(now);
    }

    fn units(&self) -> &[Unit] {
        self.unit_table()
    }

    fn attach(&mut self, unit: usize, contents: Vec<u8>, read_only: bool, _: Time) -> Result<(), MediumError> {
        if self.state.is_busy(unit) {
            return Err(MediumError::Busy("the drive is busy"));
        }
        let geometry = drive::geometry(contents.len())?;
        let is_double = drive::is_double(geometry);
        let kind = self.kind_with(unit, is_double);
        if kind == Kind::Rx8e && is_double {
            let reason = "a disc in double density (RX02), which an RX8-E cannot read; the setting 'rx28' changes this";
            return Err(MediumError::WrongDisc { bytes: contents.len(), reason });
        }
        let volume = Volume::new(&contents, geometry, read_only)?;
        self.state.drives[unit] = Drive::with(volume, contents.len(), self.state.drives[unit].track);
        self.state.become_kind(kind);
        Ok(())
    }

    fn check_length(&self, unit: usize, bytes: usize) -> Result<(), MediumError> {
        let drive = &self.state.drives[unit];
        if drive.fits(drive::geometry(bytes)?) {
            return Ok(());
        }
        let reason = "the disc has been formatted in another density, or is another disc";
        Err(MediumError::WrongDisc { bytes, reason })
    }

    fn is_in_logical_order(&self, unit: usize) -> Option<bool> {
        Some(self.state.drives[unit].is_logical())
    }

    fn take_logical_order(&mut self, unit: usize) {
        self.state.drives[unit].take_logical_order();
    }

    fn detach(&mut self, unit: usize, _: Time) {
        self.state.break_off(unit);
        self.state.drives[unit].unload();
    }

    fn volume(&self, unit: usize) -> Option<&Volume> {
        self.state.drives[unit].volume.as_ref()
    }

    fn volume_mut(&mut self, unit: usize) -> Option<&mut Volume> {
        self.state.drives[unit].volume.as_mut()
    }

    fn warning(&self, model: Model) -> Option<String> {
        let name = if self.state.kind == Kind::Rx28 { "RX28" } else { "RX8-E" };
        (model != Model::E).then(|| format!("an {name} on a PDP-{model} works only in this emulator"))
    }

    fn attach_remark(&self, unit: usize) -> Option<String> {
        let drive = &self.state.drives[unit];
        let remark = match () {
            () if drive.lacks_track_0() => "the file lacks track 0, which reads as zeros and cannot be written",
            () if drive.is_in_long_file() => {
                "the disc uses only the first 256256 bytes of its file, so the next time the file is attached, it is \
                 taken for a disc in double density"
            }
            () => return None,
        };
        Some(remark.to_owned())
    }

    fn bootstrap(&self, unit: usize) -> Option<Bootstrap> {
        let first = self.number == 0;
        first.then(|| match self.state.kind {
            Kind::Rx8e => Bootstrap { origin: 0o22, start: 0o22, words: &RX8E_BOOTSTRAPS[unit] },
            Kind::Rx28 => Bootstrap { origin: 0o20, start: 0o33, words: &RX28_BOOTSTRAP },
        })
    }

    fn boot_remark(&self, unit: usize) -> Option<String> {
        let drive = &self.state.drives[unit];
        let remark = match self.state.kind {
            Kind::Rx28 if drive.is_double() => return None,
            Kind::Rx28 => {
                "this disc has single density, and a system that was made for the RX8-E hangs on an RX28; 'set rx0 \
                 rx8e' makes the control an RX8-E"
            }
            Kind::Rx8e if unit == 0 || self.state.drives[0].volume.is_some() => return None,
            Kind::Rx8e => "rx0 is empty, so the box reports an error, and the bootstrap halts",
        };
        Some(remark.to_owned())
    }

    fn show(&self) -> Vec<Row> {
        let State { kind, chosen, phase, pace, .. } = &self.state;
        let kind = if *kind == Kind::Rx28 { "RX28" } else { "RX8-E" };
        let by = if chosen.is_some() { "" } else { ", chosen by the discs" };
        let busy = if *phase == Phase::Idle { "idle" } else { "busy" };
        let mut rows = vec![Row::new(CONTROLS[self.number].0, self.codes(), format!("{kind}{by}, {busy}, {pace}"))];
        rows.extend(self.unit_table().iter().zip(&self.state.drives).map(|(unit, drive)| {
            let state = match &drive.volume {
                None => "no disc".to_owned(),
                Some(_) => {
                    let density = if drive.is_double() { "double" } else { "single" };
                    let order = if drive.is_logical() { ", logical order" } else { "" };
                    let protected = if drive.is_read_only() { ", write protected" } else { "" };
                    format!("track {:o}, {density} density{order}{protected}", drive.track)
                }
            };
            Row::new(unit.name, self.codes(), state)
        }));
        rows
    }

    fn settings(&self) -> &'static str {
        "rx8e|rx28|auto|real|fast"
    }

    fn set(&mut self, value: &str) -> bool {
        let state = &mut self.state;
        let chosen = match value {
            "rx8e" => Some(Kind::Rx8e),
            "rx28" => Some(Kind::Rx28),
            "auto" => None,
            pace => return state.pace.set(pace),
        };
        state.chosen = chosen;
        state.become_kind(chosen.unwrap_or(state.kind));
        true
    }

    fn record(&self) -> String {
        to_record(&self.state)
    }

    fn restore(&mut self, record: &str, at: RestoreContext) -> Result<(), RestoreError> {
        self.state = from_valid_record(record, |state: &State| state.is_possible(at.now))?;
        Ok(())
    }
}

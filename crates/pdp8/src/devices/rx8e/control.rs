//! The state of the RX8-E and its drive box. The box carries out each order word by word and sector by sector.

use serde::{Deserialize, Serialize};

use super::super::pace::Pace;
use super::buffer::{Buffer, Mode};
use super::drive::{Drive, Kind, Place, passed};
use crate::machine::Time;
use crate::word::Word;

/// The state of the control, of its box and of its drives, as a core image stores it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct State {
    pub(super) kind: Kind,
    /// The kind of control that the user has chosen; `None` if the discs in the drives determine the kind.
    pub(super) chosen: Option<Kind>,
    /// Whether a program has given the control an order.
    pub(super) is_used: bool,
    command: Word,
    /// The interface register.
    pub(super) register: Word,
    pub(super) transfer_request: bool,
    pub(super) done: bool,
    pub(super) error: bool,
    pub(super) enable: bool,
    pub(super) phase: Phase,
    /// The time at which the box continues its order; `None` while the box waits for the program.
    pub(super) due: Option<Time>,
    buffer: Buffer,
    /// The number of words or bytes that the program has transferred in the present order.
    count: u16,
    /// The code of the last error.
    code: u16,
    /// Whether the sector that was last read or written carries the mark of deleted data.
    deleted: bool,
    pub(super) drives: [Drive; 2],
    pub(super) pace: Pace,
}

/// The part of an order that the drive box is carrying out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub(super) enum Phase {
    Idle,
    /// The box initializes itself.
    Initialize,
    /// The box waits for the high four bits of the command.
    Command,
    Fill,
    Empty,
    /// The box waits for the number of the sector.
    Sector,
    /// The box waits for the number of the track.
    Track {
        sector: u8,
    },
    /// The box waits for the word that permits the formatting of the disc.
    Key,
    /// The box reads or writes a sector.
    Transfer(Place),
    /// The box formats the disc.
    Format,
    /// The box carries out an order that transfers no words, or ends an order that has failed. `code` is the error code
    /// of the failed order, and otherwise 0.
    Work {
        code: u16,
    },
}

const READY: u16 = 0o0200;
const DELETED: u16 = 0o0100;
const DOUBLE: u16 = 0o0040;
const DENSITY_ERROR: u16 = 0o0020;
const RX02: u16 = 0o0010;
const INITIALIZED: u16 = 0o0004;
const CRC: u16 = 0o0001;

/// The error code that the box with the drives reports if drive 0 holds no disc.
const NO_DISC_IN_0: u16 = 0o0010;
const NO_DISC_IN_1: u16 = 0o0020;
const NO_TRACK: u16 = 0o0040;
const NO_SECTOR: u16 = 0o0070;
const PROTECTED: u16 = 0o0100;
const NO_CLOCK: u16 = 0o0110;
const BAD_DATA: u16 = 0o0200;
const WRONG_DENSITY: u16 = 0o0240;
const WRONG_KEY: u16 = 0o0250;

/// The key that allows the box to format a disc: the letter I.
const KEY: u16 = 0o111;

const FILL: u16 = 0;
const EMPTY: u16 = 1;
const WRITE: u16 = 2;
const READ: u16 = 3;
const SET_DENSITY: u16 = 4;
const READ_STATUS: u16 = 5;
const WRITE_DELETED: u16 = 6;
const READ_CODE: u16 = 7;

/// The time to format a disc, which takes longer than any other order.
const FORMAT_TIME: Time = Time::milliseconds(15_000);

impl Default for State {
    /// Makes the control at power-on, when the box with the drives begins to initialize itself.
    fn default() -> Self {
        let mut state = State {
            kind: Kind::default(),
            chosen: None,
            is_used: false,
            command: Word::ZERO,
            register: Word::ZERO,
            transfer_request: false,
            done: false,
            error: false,
            enable: false,
            phase: Phase::Idle,
            due: None,
            buffer: Buffer::default(),
            count: 0,
            code: 0,
            deleted: false,
            drives: Default::default(),
            pace: Pace::default(),
        };
        state.initialize(Time::ZERO);
        state
    }
}

impl State {
    const fn function(&self) -> u16 {
        self.command.bits() >> 1 & 7
    }

    const fn unit(&self) -> usize {
        (self.command.bits() >> 4 & 1) as usize
    }

    fn drive(&self) -> &Drive {
        &self.drives[self.unit()]
    }

    /// Whether the command is for a disc of double density. The RX8-E ignores the density bit of the command.
    fn wants_double(&self) -> bool {
        self.kind == Kind::Rx28 && self.command.bits() & 0o400 != 0
    }

    fn mode(&self) -> Mode {
        Mode { is_8_bit: self.command.bits() & 0o100 != 0, is_double: self.wants_double() }
    }

    /// Returns `real` at the real pace, or `fast` microseconds at the fast pace.
    const fn time(&self, real: Time, fast: u64) -> Time {
        match self.pace {
            Pace::Real => real,
            Pace::Fast => Time::microseconds(fast),
        }
    }

    /// Carries out INIT: aborts the order under way, and begins to initialize the box.
    pub(super) fn initialize(&mut self, now: Time) {
        (self.command, self.register, self.deleted) = (Word::ZERO, Word::ZERO, false);
        (self.transfer_request, self.done, self.error, self.enable) = (false, false, false, false);
        let is_loaded = self.drives[0].volume.is_some();
        let time = if is_loaded { self.time(Time::milliseconds(1_800), 300) } else { Time::microseconds(300) };
        (self.phase, self.due) = (Phase::Initialize, Some(now + time));
    }

    /// Carries out LCD. Returns false if the box is busy and does not take the command. LCD does not clear the error
    /// flag, because the handlers of OS/8 test this flag only after the next LCD.
    pub(super) fn load_command(&mut self, command: Word, now: Time) -> bool {
        if self.phase != Phase::Idle {
            return false;
        }
        (self.done, self.transfer_request, self.is_used) = (false, false, true);
        self.command = command;
        if self.kind == Kind::Rx28 && self.mode().is_8_bit {
            self.phase = Phase::Command;
            self.transfer_request = true;
            return true;
        }
        self.begin(now);
        // These orders request the first word immediately.
        if matches!(self.phase, Phase::Fill | Phase::Sector | Phase::Key) {
            (self.transfer_request, self.due) = (true, None);
        }
        true
    }

    /// Begins the order in the command register.
    fn begin(&mut self, now: Time) {
        self.count = 0;
        if self.function() != READ_CODE {
            self.code = 0;
        }
        if matches!(self.function(), FILL | EMPTY | WRITE | READ | WRITE_DELETED) {
            self.deleted = false;
        }
        let work = Phase::Work { code: 0 };
        let moment = self.time(Time::microseconds(250), 300);
        let (phase, time) = match self.function() {
            FILL => (Phase::Fill, self.word_time()),
            EMPTY => (Phase::Empty, self.word_time()),
            WRITE | READ | WRITE_DELETED => (Phase::Sector, self.word_time()),
            SET_DENSITY if self.kind == Kind::Rx28 => (Phase::Key, self.word_time()),
            READ_STATUS => (work, self.time(Time::milliseconds(250), 300)),
            _ => (work, moment),
        };
        (self.phase, self.due) = (phase, Some(now + time));
    }

    /// Returns the time between a word and the next transfer request.
    fn word_time(&self) -> Time {
        self.time(Time::microseconds(if self.mode().is_8_bit { 18 } else { 23 }), 5)
    }

    /// Carries out XDR. If the drive box waits for a word, gives the AC to the box; otherwise reads the interface
    /// register. Returns the new AC.
    pub(super) fn transfer_word(&mut self, ac: Word, now: Time) -> Word {
        let waits = self.due.is_none();
        match self.phase {
            Phase::Idle | Phase::Initialize | Phase::Transfer(_) | Phase::Format | Phase::Work { .. } => {
                return self.taken(ac);
            }
            _ if !waits => return self.taken(ac),
            Phase::Empty => {
                let taken = self.taken(ac);
                self.count += 1;
                self.due = Some(now + self.word_time());
                return taken;
            }
            Phase::Command => {
                self.command = Word::new(ac.bits() << 8 | self.command.bits() & 0o377);
                self.register = ac;
                self.begin(now);
                return ac;
            }
            Phase::Fill => {
                self.buffer.put(self.mode(), self.count, ac);
                self.count += 1;
                self.due = Some(now + self.word_time());
            }
            Phase::Sector => {
                self.phase = Phase::Track { sector: (ac.bits() & 0o177) as u8 };
                self.due = Some(now + self.word_time());
            }
            Phase::Track { sector } => self.seek(Place { track: (ac.bits() & 0o377) as u8, sector }, now),
            Phase::Key => self.format(ac, now),
        }
        self.register = ac;
        ac
    }

    fn taken(&self, ac: Word) -> Word {
        match self.mode().is_8_bit {
            true => Word::new(ac.bits() | self.register.bits() & 0o377),
            false => self.register,
        }
    }

    /// Moves the heads to the track of a sector, and waits for the sector.
    fn seek(&mut self, place: Place, now: Time) {
        let (kind, pace, unit) = (self.kind, self.pace, self.unit());
        let is_write = self.function() != READ;
        let drive = &mut self.drives[unit];
        let fault = match () {
            () if drive.volume.is_none() => NO_CLOCK,
            () if is_write && drive.is_read_only() => PROTECTED,
            () if !place.has_track() => NO_TRACK,
            () => 0,
        };
        if fault != 0 {
            return self.fail(fault, now);
        }
        let there = now + drive.seek_time(place.track, kind, pace);
        drive.track = place.track;
        (self.phase, self.due) = (Phase::Transfer(place), Some(passed(place, there, pace)));
    }

    /// Begins to format the disc if the low eight bits of `key` are `KEY`; otherwise the order fails.
    fn format(&mut self, key: Word, now: Time) {
        let drive = self.drive();
        let fault = match () {
            () if key.bits() & 0o377 != KEY => WRONG_KEY,
            () if drive.volume.is_none() => NO_CLOCK,
            () if drive.is_read_only() || drive.lacks_track_0() => PROTECTED,
            () => {
                (self.phase, self.due) = (Phase::Format, Some(now + self.time(FORMAT_TIME, 300)));
                return;
            }
        };
        self.fail(fault, now);
    }

    /// Makes the order end with an error after a short time.
    fn fail(&mut self, code: u16, now: Time) {
        let moment = self.time(Time::microseconds(250), 300);
        (self.phase, self.due) = (Phase::Work { code }, Some(now + moment));
    }

    /// Continues the order at the time `due`.
    pub(super) fn go_on(&mut self) {
        self.due = None;
        match self.phase {
            Phase::Initialize => self.end_initialize(),
            Phase::Fill if self.count == self.mode().count() => self.end(0),
            Phase::Empty if self.count == self.mode().count() => self.end(0),
            Phase::Empty => {
                self.register = self.buffer.get(self.mode(), self.count);
                self.transfer_request = true;
            }
            Phase::Transfer(place) => {
                let code = self.move_sector(place);
                self.end_disc_order(code);
            }
            Phase::Format => {
                let (unit, is_double) = (self.unit(), self.wants_double());
                self.drives[unit].format(is_double);
                self.end_disc_order(0);
            }
            Phase::Work { code } if code != 0 => self.end_disc_order(code),
            Phase::Work { .. } => self.end_work(),
            Phase::Idle => {}
            Phase::Fill | Phase::Command | Phase::Sector | Phase::Track { .. } | Phase::Key => {
                self.transfer_request = true;
            }
        }
    }

    /// Ends the initialization: drive 0 has read the first sector of track 1 into the buffer.
    fn end_initialize(&mut self) {
        let boot = Place { track: 1, sector: 1 };
        (self.drives[0].track, self.drives[1].track) = (1, 0);
        if self.is_readable(0) {
            self.drives[0].read(boot, self.buffer.bytes_mut());
        }
        let [is_in_0, is_in_1] = [0, 1].map(|unit: usize| self.drives[unit].volume.is_some());
        self.code = match (is_in_0, is_in_1) {
            (false, _) => NO_DISC_IN_0,
            (_, false) => NO_DISC_IN_1,
            _ => 0,
        };
        self.error = !is_in_0;
        self.end(0);
    }

    /// Whether this drive can read the disc in it: an RX01 cannot read a disc of double density.
    fn is_readable(&self, unit: usize) -> bool {
        self.kind == Kind::Rx28 || !self.drives[unit].is_double()
    }

    /// Reads or writes the sector that has passed under the heads. Returns the error code, or 0 if there is no error.
    fn move_sector(&mut self, place: Place) -> u16 {
        let (function, unit) = (self.function(), self.unit());
        let drive = &self.drives[unit];
        match () {
            () if drive.volume.is_none() => return NO_CLOCK,
            () if self.is_other_density() => return WRONG_DENSITY,
            () if !self.is_readable(unit) => return BAD_DATA,
            () if !place.has_sector() => return NO_SECTOR,
            // The file cannot store this sector, so a write would be lost.
            () if function != READ && !drive.holds(place) => return PROTECTED,
            () => {}
        }
        let drive = &mut self.drives[unit];
        if function == READ {
            self.deleted = drive.read(place, self.buffer.bytes_mut());
        } else {
            self.deleted = function == WRITE_DELETED;
            drive.write(place, self.buffer.bytes(), self.deleted);
        }
        0
    }

    /// Whether the density in the command differs from the density of the disc in the selected drive.
    fn is_other_density(&self) -> bool {
        let drive = self.drive();
        self.kind == Kind::Rx28 && drive.volume.is_some() && drive.is_double() != self.wants_double()
    }

    /// Ends an order that neither transfers words nor moves the heads.
    fn end_work(&mut self) {
        match self.function() {
            READ_CODE => {
                self.register = Word::new(self.code);
                (self.phase, self.done) = (Phase::Idle, true);
            }
            READ_STATUS => self.end_disc_order(if self.is_other_density() { WRONG_DENSITY } else { 0 }),
            _ => self.end(0),
        }
    }

    /// Ends an order for a disc, and keeps the error code, which a later order can read.
    fn end_disc_order(&mut self, code: u16) {
        self.code = code;
        self.error |= code != 0;
        self.end(code);
    }

    /// Ends an order: puts the status into the interface register, and sets the done flag.
    fn end(&mut self, code: u16) {
        self.register = Word::new(self.status(code));
        (self.phase, self.done) = (Phase::Idle, true);
    }

    fn status(&self, code: u16) -> u16 {
        let bit = |is_set: bool, bit: u16| if is_set { bit } else { 0 };
        let is_rx28 = self.kind == Kind::Rx28;
        INITIALIZED
            | bit(self.drive().volume.is_some(), READY)
            | bit(self.deleted, DELETED)
            | bit(is_rx28, RX02)
            | bit(is_rx28 && self.drive().is_double(), DOUBLE)
            | bit(code == WRONG_DENSITY, DENSITY_ERROR)
            | bit(code == BAD_DATA, CRC)
    }

    /// Whether the box with the drives is executing an order for the disc in this drive.
    pub(super) fn is_busy(&self, unit: usize) -> bool {
        matches!(self.phase, Phase::Transfer(_) | Phase::Format) && self.unit() == unit
    }

    /// Aborts an order for the disc in a drive, because the disc is taken out.
    pub(super) fn break_off(&mut self, unit: usize) {
        if self.is_busy(unit) {
            self.phase = Phase::Work { code: NO_CLOCK };
        }
    }

    /// Sets the kind of the control. If the kind changes while an order is under way, the order ends with an error.
    pub(super) fn become_kind(&mut self, kind: Kind) {
        let is_other = self.kind != kind;
        self.kind = kind;
        if is_other && !matches!(self.phase, Phase::Idle | Phase::Initialize) {
            (self.due, self.transfer_request) = (None, false);
            self.end_disc_order(NO_CLOCK);
        }
    }

    /// Whether a control can be in this state. An impossible saved state is not restored.
    pub(super) fn is_possible(&self, now: Time) -> bool {
        let is_rx28 = self.kind == Kind::Rx28;
        let phase = match self.phase {
            Phase::Idle => self.due.is_none(),
            Phase::Initialize | Phase::Work { .. } => self.due.is_some(),
            Phase::Transfer(place) => self.due.is_some() && place.has_track(),
            Phase::Format => is_rx28 && self.due.is_some() && !self.drive().is_read_only(),
            Phase::Command => is_rx28 && self.due.is_none(),
            Phase::Key => is_rx28,
            Phase::Fill | Phase::Empty => {
                self.count < self.mode().count() || self.due.is_some() && self.count == self.mode().count()
            }
            Phase::Sector | Phase::Track { .. } => true,
        };
        phase
            && self.due.is_none_or(|due| due <= now + FORMAT_TIME)
            && self.chosen.is_none_or(|chosen| chosen == self.kind)
            && self.buffer.is_possible()
            && self.count <= 0o400
            && self.code <= 0o377
            && self.drives.iter().all(Drive::is_possible)
    }
}

//! The fixed-head discs: RF08 with RS08 (device codes 60 61 62 64) and DF32 with DS32 (60 61 62). A machine can have
//! only one of the two. Both use three-cycle data breaks, with the word count in 7750 and the current address in 7751;
//! each word is transferred when it comes under its head.
//!
//! ```text
//! 6601 DCMA  address, done, errors = 0       6611 DCIM/DCEA  clear enables (extended address) and field
//! 6603 DMAR  the same, address = AC, read    6612 DSAC       skip when the address is under the head
//! 6605 DMAW  the same, write                 6615 DIML/DEAL  load the same from the AC (RF08: AC = 0)
//! 6621 DFSE  skip on error (DF32: no error)  6616 DIMA/DEAC  AC = status
//! 6622 DFSC  skip on done                    6641 DCXA  6643 DXAL  6645 DXAC  the RF08's extended address
//! 6623 DISK  skip on either                  6626 DMAC  AC = address
//!
//!               0          1        2       3-5      6-8    9          10            11
//! RF08 status   photocell  request  locked  enables  field  data late  non-existent  parity
//! DF32 status   photocell  extended address (1-5)    field  data late  locked or non-existent  parity
//! ```
//!
//! An address beyond the last disc sets the status bit "non-existent" even without a transfer, so that programs can
//! count the discs. A transfer to a disc that does not exist ends immediately on the DF32; the RF08 counts the words of
//! such a transfer, but transfers none.
//!
//! Not simulated: maintenance IOTs, the switches that lock a part of a disc, and errors of the disc surface.

mod kind;
mod state;

use crate::instruction::Model;
use crate::machine::device::{
    Bootstrap, MediumError, RestoreContext, RestoreError, Row, Unit, from_valid_record, to_record,
};
use crate::machine::{DataBreak, Device, Iot, IotReply, Time, Volume};
use crate::word::{Address, Word};

use super::pace::Pace;
use kind::{DF32, Kind, MAX_DISCS, RF08, geometry};
use state::{State, Transfer};

/// An RF08 or DF32 control with up to four discs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FixedHeadDisc {
    kind: &'static Kind,
    state: State,
}

const WORD_COUNT: Address = Address::new(0o7750);
const CURRENT_ADDRESS: Address = Address::new(0o7751);
const PHOTOCELL: u16 = 0o4000;
const DATA_REQUEST: u16 = 0o2000;
const ERROR_ENABLE: u16 = 0o0400;
const PHOTOCELL_ENABLE: u16 = 0o0200;
const DONE_ENABLE: u16 = 0o0100;

/// The bootstrap. It reads a block over itself, and then executes the words of the block.
const BOOTSTRAP: Bootstrap =
    Bootstrap { origin: 0o7750, start: 0o7750, words: &[0o7600, 0o6603, 0o6622, 0o5352, 0o5752] };

impl FixedHeadDisc {
    /// Makes an RF08 without a disc.
    pub(crate) const fn rf08() -> Self {
        FixedHeadDisc::of(&RF08)
    }

    /// Makes a DF32 without a disc.
    pub(crate) const fn df32() -> Self {
        FixedHeadDisc::of(&DF32)
    }

    const fn of(kind: &'static Kind) -> Self {
        let state = State {
            status: Word::ZERO,
            address: Word::ZERO,
            extended: Word::ZERO,
            done: true,
            has_ended: false,
            transfer: None,
            watched_until: Time::ZERO,
            next_edge: None,
            index: false,
            volume: None,
            pace: Pace::Real,
        };
        FixedHeadDisc { kind, state }
    }

    fn is_rf08(&self) -> bool {
        self.kind == &RF08
    }

    fn has_error(&self) -> bool {
        self.state.status.bits() & self.kind.errors != 0
    }

    /// Returns the address of the current word, counted over all discs.
    fn full_address(&self) -> usize {
        let extended = if self.is_rf08() { self.state.extended.bits() } else { self.state.status.bits() >> 6 & 0o37 };
        usize::from(extended) << 12 | usize::from(self.state.address.bits())
    }

    fn set_full_address(&mut self, address: usize) {
        self.state.address = Word::new(address as u16 & 0o7777);
        let extended = (address >> 12) as u16;
        if self.is_rf08() {
            self.state.extended = Word::new(extended & 0o377);
        } else {
            self.state.status = Word::new(self.state.status.bits() & !0o3700 | (extended & 0o37) << 6);
        }
    }

    /// Returns the contents of all discs; `None` if the addressed word is on a disc that does not exist.
    fn addressed(&self) -> Option<&Volume> {
        self.state.volume.as_ref().filter(|volume| self.full_address() < volume.geometry().words())
    }

    /// Returns the status, with the present state of the photocell and of the addressed disc.
    fn live_status(&self, now: Time) -> u16 {
        let request = if self.is_rf08() && self.state.transfer.is_some() { DATA_REQUEST } else { 0 };
        let absent = if self.addressed().is_none() { self.kind.absent } else { 0 };
        let photocell = if self.kind.index.contains(&self.phase(now)) { PHOTOCELL } else { 0 };
        self.state.status.bits() | request | absent | photocell
    }

    /// Returns the time since word 0 was last under the head, in nanoseconds.
    const fn phase(&self, now: Time) -> u64 {
        // A real disc may be at any angle at power-on. Here the disc is a third of a revolution past word 0, so that it
        // does not seem to wait at word 0 for the program.
        (now.as_nanoseconds() + self.kind.turn / 3) % self.kind.turn
    }

    /// Returns the time from word 0 to the addressed word, in nanoseconds.
    fn place(&self) -> u64 {
        (self.full_address() as u64 & 0o3777) * self.kind.word.as_nanoseconds() % self.kind.turn
    }

    /// Returns the time from the previous word to the addressed word. Between two tracks of the RF08, this time
    /// includes the gap for the index mark.
    fn to_next_word(&self) -> Time {
        let is_first = self.state.address.bits() & 0o3777 == 0;
        let gap = self.kind.turn.saturating_sub(0o4000 * self.kind.word.as_nanoseconds());
        self.kind.word + Time::nanoseconds(if is_first { gap } else { 0 })
    }

    fn begin(&mut self, is_write: bool, now: Time) {
        self.state.done = false;
        let wrong = match self.addressed() {
            None if !self.is_rf08() => self.kind.absent,
            Some(volume) if is_write && volume.is_read_only() => self.kind.locked,
            _ => {
                let wait = match self.state.pace {
                    Pace::Real => (self.kind.turn + self.place() - self.phase(now)) % self.kind.turn,
                    Pace::Fast => 300_000,
                };
                self.state.transfer = Some(Transfer { is_write, due: now + Time::nanoseconds(wait.max(1)) });
                return;
            }
        };
        self.set(wrong);
        self.end();
    }

    fn set(&mut self, bits: u16) {
        self.state.status = Word::new(self.state.status.bits() | bits);
    }

    fn end(&mut self) {
        (self.state.transfer, self.state.done, self.state.has_ended) = (None, true, true);
        if let Some(volume) = &mut self.state.volume {
            volume.commit();
        }
    }

    /// Transfers the word that is under the head; returns whether another word follows.
    fn word(&mut self, is_write: bool, core: &mut DataBreak<'_>) -> bool {
        let (at, field) = (self.full_address(), (self.state.status.bits() >> 3 & 7) as u8);
        let counts_through = self.is_rf08();
        let volume = self.state.volume.as_mut().filter(|volume| at < volume.geometry().words());
        let wrong = match &volume {
            None => self.kind.absent,
            Some(volume) if is_write && volume.is_read_only() => self.kind.locked,
            Some(_) => 0,
        };
        if wrong != 0 && !(volume.is_none() && counts_through) {
            self.set(wrong);
            return false;
        }
        let count = core.increment(WORD_COUNT);
        let address = Address::in_field(field, core.increment(CURRENT_ADDRESS));
        match volume {
            Some(volume) if is_write => volume.set_word(at, core.read(address)),
            Some(volume) => core.write(address, volume.word(at)),
            None => self.set(wrong),
        }
        let is_last = count == Word::ZERO;
        // After a write, the DF32's address remains that of the last word written.
        if !(is_last && is_write && !self.is_rf08()) {
            self.set_full_address(at + 1);
        }
        // After the last address, the DF32 stops with an error and does not continue at address 0; the RF08 continues
        // to count.
        if !counts_through && !is_last && self.full_address() != at + 1 {
            self.set(self.kind.absent);
            return false;
        }
        !is_last
    }

    fn register_iot(&mut self, iot: Iot, reply: &mut IotReply) {
        let is_here = self.phase(iot.now).abs_diff(self.place()) < self.kind.word.as_nanoseconds();
        let loaded = self.kind.loaded;
        match iot.pulses {
            1 => self.state.status = Word::new(self.state.status.bits() & !loaded),
            2 => {
                self.watch(iot.now);
                reply.skip_if(is_here);
                reply.clear_ac();
            }
            5 => {
                self.state.status = Word::new(self.state.status.bits() & !loaded | reply.ac.bits() & loaded);
                if self.is_rf08() {
                    reply.clear_ac();
                }
                if self.waits_for_index() {
                    self.watch(iot.now);
                }
            }
            6 => {
                self.watch(iot.now);
                reply.skip_if(is_here && !self.is_rf08());
                reply.ac = Word::new(self.live_status(iot.now));
            }
            _ => {}
        }
    }

    /// Records that a program has read a value that depends on the angle of the disc.
    fn watch(&mut self, now: Time) {
        self.state.watched_until = now + Time::nanoseconds(self.kind.turn);
        self.turn(now);
    }

    /// Updates `index` and `next_edge` of the state: whether the index mark is passing, and the time at which the mark
    /// next begins or stops passing.
    fn turn(&mut self, now: Time) {
        let matters = self.waits_for_index() || now < self.state.watched_until;
        let (phase, index) = (self.phase(now), &self.kind.index);
        let mut edges = [index.start, index.end, self.kind.turn + index.start].into_iter();
        let edge = edges.find(|&edge| edge > phase).expect("the index comes once more in each turn");
        self.state.index = matters && index.contains(&phase);
        self.state.next_edge = matters.then(|| now + Time::nanoseconds(edge - phase));
    }

    fn waits_for_index(&self) -> bool {
        self.is_rf08() && self.state.status.bits() & PHOTOCELL_ENABLE != 0
    }

    fn skip_iot(&mut self, iot: Iot, reply: &mut IotReply) {
        if iot.iop4() {
            if iot.iop2() {
                reply.clear_ac();
            }
            reply.or_into_ac(self.state.address.bits());
        }
        reply.skip_if(self.skips(iot));
    }

    fn skips(&self, iot: Iot) -> bool {
        let on_error = iot.iop1() && self.has_error() == self.is_rf08();
        on_error || iot.iop2() && !iot.iop4() && self.state.done
    }
}

impl Device for FixedHeadDisc {
    fn name(&self) -> &str {
        self.kind.name
    }

    fn codes(&self) -> &[u8] {
        self.kind.codes
    }

    fn iot(&mut self, iot: Iot, reply: &mut IotReply) {
        match iot.device {
            0o60 => {
                if iot.iop1() {
                    if self.state.transfer.is_some() {
                        self.end();
                    }
                    (self.state.done, self.state.has_ended, self.state.address) = (false, false, Word::ZERO);
                    self.state.status = Word::new(self.state.status.bits() & !self.kind.errors);
                }
                if iot.iop2() || iot.iop4() {
                    self.state.address = Word::new(self.state.address.bits() | reply.ac.bits());
                    reply.clear_ac();
                    self.begin(iot.iop4(), iot.now);
                }
            }
            0o61 => self.register_iot(iot, reply),
            0o62 => self.skip_iot(iot, reply),
            _ => match iot.pulses {
                1 => self.state.extended = Word::ZERO,
                3 => {
                    self.state.extended = Word::new(reply.ac.bits() & 0o377);
                    reply.clear_ac();
                }
                5 => reply.ac = self.state.extended,
                _ => {}
            },
        }
    }

    fn test(&self, iot: Iot) -> Option<bool> {
        (iot.device == 0o62 && !iot.iop4()).then(|| self.skips(iot))
    }

    fn interrupt_request(&self) -> bool {
        let status = self.state.status.bits();
        if !self.is_rf08() {
            return self.state.has_ended;
        }
        self.state.done && status & DONE_ENABLE != 0
            || self.has_error() && status & ERROR_ENABLE != 0
            || self.state.index && self.waits_for_index()
    }

    fn next_event(&self) -> Time {
        let word = self.state.transfer.map(|transfer| transfer.due);
        word.into_iter().chain(self.state.next_edge).min().unwrap_or(Time::NEVER)
    }

    fn advance(&mut self, now: Time, core: &mut DataBreak<'_>) {
        if self.state.next_edge.is_some_and(|due| due <= now) {
            self.turn(now);
        }
        while let Some(Transfer { is_write, due }) = self.state.transfer.filter(|transfer| transfer.due <= now) {
            if !self.word(is_write, core) {
                self.end();
            } else if self.state.pace == Pace::Real {
                self.state.transfer = Some(Transfer { is_write, due: due + self.to_next_word() });
            }
        }
    }

    /// Sets the done flag, and clears the other flags and the registers.
    fn clear(&mut self, _: Time) {
        self.end();
        let State { volume, pace, .. } = self.state.clone();
        self.state = State { volume, pace, ..FixedHeadDisc::of(self.kind).state };
    }

    fn units(&self) -> &[Unit] {
        &self.kind.units
    }

    /// Attaches as many discs as the file needs.
    fn attach(&mut self, _: usize, contents: Vec<u8>, read_only: bool, _: Time) -> Result<(), MediumError> {
        if self.state.transfer.is_some() {
            return Err(MediumError::Busy("the disc is busy"));
        }
        let discs = contents.len().div_ceil(geometry(self.kind, 1).bytes()).clamp(1, MAX_DISCS);
        self.state.volume = Some(Volume::new(&contents, geometry(self.kind, discs), read_only)?);
        Ok(())
    }

    fn detach(&mut self, _: usize, _: Time) {
        self.state.volume = None;
        if self.state.transfer.is_some() && !self.is_rf08() {
            self.set(self.kind.absent);
            self.end();
        }
    }

    fn volume(&self, _: usize) -> Option<&Volume> {
        self.state.volume.as_ref()
    }

    fn volume_mut(&mut self, _: usize) -> Option<&mut Volume> {
        self.state.volume.as_mut()
    }

    fn warning(&self, model: Model) -> Option<String> {
        (model == Model::S && self.is_rf08()).then(|| "an RF08 on a PDP-8/S works only in this emulator".to_owned())
    }

    fn bootstrap(&self, _: usize) -> Option<Bootstrap> {
        Some(BOOTSTRAP)
    }

    fn show(&self) -> Vec<Row> {
        let state = match &self.state.volume {
            None => format!("no disc, {}", self.state.pace),
            Some(volume) => {
                let locked = if volume.is_read_only() { ", write locked" } else { "" };
                let discs = volume.geometry().words() / self.kind.words;
                format!("{discs} disc{}{locked}, {}", if discs == 1 { "" } else { "s" }, self.state.pace)
            }
        };
        vec![Row::new(self.kind.units[0].name, self.kind.codes, state)]
    }

    fn settings(&self) -> &'static str {
        Pace::SETTINGS
    }

    fn set(&mut self, value: &str) -> bool {
        self.state.pace.set(value)
    }

    fn record(&self) -> String {
        to_record(&self.state)
    }

    fn restore(&mut self, record: &str, at: RestoreContext) -> Result<(), RestoreError> {
        self.state = from_valid_record(record, |state: &State| state.is_possible(self.kind, at.now))?;
        Ok(())
    }
}

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
//! Words come one by one, as the tape brings them: programs are read over themselves and live on. How the tape moves is in
//! `transport.rs`.
//!
//! Left out: errors of the tape itself, the timing and mark tracks, and writing of anything but data words.

mod transport;

use serde::{Deserialize, Serialize};

use crate::instruction::Model;
use crate::machine::device::{Bootstrap, Medium, Moment, Row, Unit, from_record, impossible, to_record};
use crate::machine::{DataBreak, Device, Iot, Lines, Time, Volume};
use crate::word::{Address, Word};

use super::pace::Pace;
use transport::{BLOCK, BLOCKS, END_ZONE, TAPE_LINES, Transport, Way};

pub use transport::TAPE;

/// The control and its transports.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tc08(State);

/// What a core image says of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct State {
    /// Status A.
    a: Word,
    /// The errors of status B.
    errors: Word,
    field: u8,
    /// The DECtape flag.
    flag: bool,
    transports: [Transport; 8],
    /// The last line with which something was done, counted in the direction of the tape.
    progress: i64,
    /// The words of the block under the head that have gone by, and which block it is in the direction of the tape.
    block: Option<(i64, i64)>,
    /// The word count has become 0.
    counted_out: bool,
    pace: Pace,
}

const fn unit(name: &'static str, aliases: &'static [&'static str]) -> Unit {
    Unit { name, aliases, medium: Medium::Volume }
}

const UNITS: [Unit; 8] = [
    unit("dt0", &["dt"]),
    unit("dt1", &[]),
    unit("dt2", &[]),
    unit("dt3", &[]),
    unit("dt4", &[]),
    unit("dt5", &[]),
    unit("dt6", &[]),
    unit("dt7", &[]),
];

const WORD_COUNT: Address = Address::new(0o7754);
const CURRENT_ADDRESS: Address = Address::new(0o7755);

const REVERSE: u16 = 0o0400;
const GO: u16 = 0o0200;
const CONTINUOUS: u16 = 0o0100;
const INTERRUPT: u16 = 0o0004;

const END_OF_TAPE: u16 = 0o1000;
const SELECT: u16 = 0o0400;
const TIMING: u16 = 0o0100;

const SEARCH: u16 = 1;
const READ_DATA: u16 = 2;
const READ_ALL: u16 = 3;
const WRITE_DATA: u16 = 4;
const WRITE_ALL: u16 = 5;

/// Lines from the beginning of a block to where its number has been read,
const MARK: i64 = 12;
/// to its first data word,
const DATA: i64 = 30;
/// and to the end of its checksum.
const CHECKED: i64 = DATA + 4 * WORDS + 6;
/// Data words of a block.
const WORDS: i64 = TAPE.block_words as i64;
/// Words of a whole block, header and trailer included, and those before the data.
const ALL_WORDS: i64 = BLOCK / 4;
const HEADER_WORDS: i64 = 8;
/// The line at which the far end zone begins.
const FAR_END: i64 = END_ZONE + BLOCKS;

/// Rewinds drive 0, then reads block 0 over itself.
const BOOTSTRAP: [u16; 19] = [
    0o7600, 0o1216, 0o4210, 0o1217, 0o3620, 0o1222, 0o4210, 0o5600, 0o0000, 0o6766, 0o3621, 0o6771, 0o5213, 0o5610,
    0o0600, 0o7577, 0o7755, 0o7754, 0o0220,
];

/// A word as the tape shows it when it goes the other way: its digits in reverse order, each complemented.
const fn obverse(word: Word) -> Word {
    let bits = word.bits();
    Word::new(!(bits >> 9 | bits >> 3 & 0o70 | bits << 3 & 0o700 | bits << 9))
}

impl State {
    const fn number(&self) -> usize {
        (self.a.bits() >> 9) as usize
    }

    fn selected(&mut self) -> &mut Transport {
        let number = self.number();
        &mut self.transports[number]
    }

    const fn function(&self) -> u16 {
        self.a.bits() >> 3 & 7
    }

    const fn is_continuous(&self) -> bool {
        self.a.bits() & CONTINUOUS != 0
    }

    const fn wanted(&self) -> Option<Way> {
        match self.a.bits() & (GO | REVERSE) {
            GO => Some(Way::Forward),
            0o600 => Some(Way::Reverse),
            _ => None,
        }
    }

    fn is_noticed(&self) -> bool {
        self.flag || self.errors != Word::ZERO
    }

    fn status_b(&self) -> u16 {
        let error = if self.errors == Word::ZERO { 0 } else { 0o4000 };
        error | self.errors.bits() | u16::from(self.field) << 3 | u16::from(self.flag)
    }

    /// DTXA: other bits in status A than in `base`, which are obeyed.
    fn change(&mut self, base: Word, ac: Word, now: Time) {
        let before = self.a;
        self.a = Word::new(base.bits() ^ ac.bits() & 0o7774);
        if ac.bits() & 2 == 0 {
            self.errors = Word::ZERO;
        }
        self.flag &= ac.bits() & 1 != 0;
        // Transport, motion and function.
        if (before.bits() ^ self.a.bits()) & 0o7670 != 0 {
            self.begin(now);
        }
        self.obey(now);
    }

    /// The function begins with what comes under the head from now on.
    fn begin(&mut self, now: Time) {
        self.leave();
        let transport = &self.transports[self.number()];
        if let Some(way) = transport.running() {
            self.progress = way.counted(transport.position(now));
        }
    }

    /// No block is under way any more.
    fn leave(&mut self) {
        self.transports.iter_mut().filter_map(|transport| transport.volume.as_mut()).for_each(Volume::commit);
        (self.block, self.counted_out) = (None, false);
    }

    /// Moves the selected tape as status A says, where it can.
    fn obey(&mut self, now: Time) {
        let (pace, function, wanted) = (self.pace, self.function(), self.wanted());
        let transport = self.selected();
        if let Some(way) = wanted {
            let is_locked = transport.volume.as_ref().is_none_or(Volume::is_read_only);
            if transport.volume.is_none() || function > WRITE_ALL || function >= WRITE_DATA && is_locked {
                return self.fail(SELECT, now);
            }
            if transport.is_at_end(way, now) {
                return self.fail(END_OF_TAPE, now);
            }
        }
        self.selected().order(wanted, now, pace);
    }

    /// An error: the tape stops.
    fn fail(&mut self, error: u16, now: Time) {
        self.errors = Word::new(self.errors.bits() | error);
        self.a = Word::new(self.a.bits() & !GO);
        self.leave();
        let pace = self.pace;
        self.selected().order(None, now, pace);
    }

    /// The next line, in the direction of the tape, with which the function has something to do.
    fn next_line(&self) -> i64 {
        // The first that is at `offset` of a block and not before `from`.
        let first = |offset: i64, from: i64| {
            let block = (from - END_ZONE - offset + BLOCK - 1).div_euclid(BLOCK).max(0);
            END_ZONE + block * BLOCK + offset
        };
        let line = match (self.function(), self.block) {
            (SEARCH, _) => first(MARK, self.progress + 1),
            (READ_DATA | WRITE_DATA, Some((block, words))) => {
                END_ZONE + block * BLOCK + if words < WORDS { DATA + 4 * (words + 1) } else { CHECKED }
            }
            (READ_DATA | WRITE_DATA, None) => first(DATA, self.progress),
            (READ_ALL | WRITE_ALL, _) => (self.progress - END_ZONE).div_euclid(4).max(0) * 4 + 4 + END_ZONE,
            _ => FAR_END,
        };
        line.min(FAR_END)
    }

    /// When something is due on a transport.
    fn due(&self, number: usize) -> Time {
        let transport = &self.transports[number];
        if transport.running().is_none() {
            return transport.next_change();
        }
        let line = if number == self.number() { self.next_line() } else { FAR_END };
        transport.reaches(line)
    }

    /// Does what is due on a transport.
    fn advance(&mut self, number: usize, now: Time, core: &mut DataBreak<'_>) {
        let (pace, is_selected) = (self.pace, number == self.number());
        let transport = &mut self.transports[number];
        let Some(way) = transport.running() else {
            transport.advance(now);
            if is_selected && transport.running().is_some() {
                self.begin(now);
            }
            return;
        };
        if !is_selected {
            // Nobody looks after it: it stops in the end zone, and stays on its reel.
            return transport.order(None, now, pace);
        }
        let line = self.next_line();
        self.progress = line;
        if line >= FAR_END {
            return self.fail(END_OF_TAPE, now);
        }
        let (block, offset) = ((line - END_ZONE) / BLOCK, (line - END_ZONE) % BLOCK);
        match self.function() {
            SEARCH => self.mark(way, block, now, core),
            READ_ALL | WRITE_ALL => self.any_word(way, line, core),
            _ if self.block.is_none() && self.flag => self.fail(TIMING, now),
            _ if self.block.is_none() => self.block = Some((block, 0)),
            _ if offset == CHECKED => self.end_block(),
            _ => self.data_word(way, core),
        }
    }

    /// A block's number has been read.
    fn mark(&mut self, way: Way, block: i64, now: Time, core: &mut DataBreak<'_>) {
        if self.flag {
            return self.fail(TIMING, now);
        }
        let count = core.increment(WORD_COUNT);
        // The address is not counted.
        let address = core.read(CURRENT_ADDRESS);
        core.write(Address::in_field(self.field, address), Word::new(number(way, block) as u16));
        self.flag = !self.is_continuous() || count == Word::ZERO;
    }

    /// Word count and current address, and where in core the word belongs.
    fn count(&mut self, core: &mut DataBreak<'_>) -> Address {
        self.counted_out = core.increment(WORD_COUNT) == Word::ZERO;
        Address::in_field(self.field, core.increment(CURRENT_ADDRESS))
    }

    /// The next data word of the block.
    fn data_word(&mut self, way: Way, core: &mut DataBreak<'_>) {
        let Some((block, words)) = self.block else { return };
        self.block = Some((block, words + 1));
        let at = place(way, block, words);
        if self.function() == READ_DATA {
            if !self.counted_out {
                let address = self.count(core);
                core.write(address, self.word(way, at));
            }
        } else {
            // The rest of a block is filled up.
            let address = (!self.counted_out).then(|| self.count(core));
            self.write(way, at, address.map_or(Word::ZERO, |address| core.read(address)));
        }
    }

    /// The end of the block has passed.
    fn end_block(&mut self) {
        self.flag |= !self.is_continuous() || self.counted_out;
        self.leave();
    }

    /// Any word of a block, of its header and trailer too.
    fn any_word(&mut self, way: Way, line: i64, core: &mut DataBreak<'_>) {
        if !self.counted_out {
            let (block, nth) = ((line - 1 - END_ZONE) / BLOCK, (line - 1 - END_ZONE) % BLOCK / 4);
            let address = self.count(core);
            // As they lie on the tape, forward.
            let (block, nth) = match way {
                Way::Forward => (block, nth),
                Way::Reverse => (number(way, block), ALL_WORDS - 1 - nth),
            };
            let at = (HEADER_WORDS..HEADER_WORDS + WORDS)
                .contains(&nth)
                .then(|| place(Way::Forward, block, nth - HEADER_WORDS));
            match at {
                _ if self.function() == READ_ALL => core.write(address, self.tape_word(way, block, nth)),
                Some(at) => self.write(way, at, core.read(address)),
                None => drop(core.read(address)),
            }
        }
        self.flag |= !self.is_continuous() || self.counted_out;
    }

    /// The word number `nth` of a block, header and trailer counted, as it is read this way.
    fn tape_word(&mut self, way: Way, block: i64, nth: i64) -> Word {
        let number = block as u16;
        let data = |nth| place(Way::Forward, block, nth);
        let word = match nth {
            2 => Word::new(number >> 6),
            3 => Word::new(number << 6),
            7 => Word::new(0o77),
            nth if (HEADER_WORDS..HEADER_WORDS + WORDS).contains(&nth) => {
                self.word(Way::Forward, data(nth - HEADER_WORDS))
            }
            137 => Word::new(self.checksum(block) << 6),
            141 => obverse(Word::new(number << 6)),
            142 => obverse(Word::new(number >> 6)),
            _ => Word::ZERO,
        };
        if way == Way::Forward { word } else { obverse(word) }
    }

    /// Six bits: the sum without carries of both halves of every word's complement, and of 77.
    fn checksum(&mut self, block: i64) -> u16 {
        (0..WORDS).fold(0o77, |sum, nth| {
            let word = !self.word(Way::Forward, place(Way::Forward, block, nth)).bits();
            (sum ^ word ^ word >> 6) & 0o77
        })
    }

    /// A data word of the selected tape as it is read this way.
    fn word(&mut self, way: Way, at: usize) -> Word {
        let word = self.selected().volume.as_ref().map_or(Word::ZERO, |volume| volume.word(at));
        if way == Way::Forward { word } else { obverse(word) }
    }

    fn write(&mut self, way: Way, at: usize, word: Word) {
        if let Some(volume) = &mut self.selected().volume {
            volume.set_word(at, if way == Way::Forward { word } else { obverse(word) });
        }
    }

    /// Whether a machine can have come to it.
    fn is_possible(&self, now: Time) -> bool {
        let transport = &self.transports[self.number()];
        let writes = matches!(self.function(), WRITE_DATA | WRITE_ALL);
        let may_write = transport.volume.as_ref().is_some_and(|volume| !volume.is_read_only());
        let block = match self.block {
            None => true,
            Some((block, words)) => {
                let begun = END_ZONE + block * BLOCK + DATA;
                matches!(self.function(), READ_DATA | WRITE_DATA)
                    && (0..TAPE.blocks as i64).contains(&block)
                    && (0..=WORDS).contains(&words)
                    && transport.running().is_some()
                    && self.progress == begun + 4 * words
            }
        };
        let counted_out = !self.counted_out || self.block.is_some() || matches!(self.function(), READ_ALL | WRITE_ALL);
        // What is due has been done, and nothing before its time.
        let progress = transport.running().is_none_or(|way| {
            let line = way.counted(transport.position(now));
            self.progress <= line && self.next_line() + 64 >= line
        });
        self.a.bits() & 3 == 0
            && self.errors.bits() & !0o3700 == 0
            && self.field <= 7
            && (0..=TAPE_LINES).contains(&self.progress)
            && self.transports.iter().all(|transport| transport.is_possible(now))
            && (transport.running().is_none() || !writes || may_write)
            && block
            && counted_out
            && progress
    }
}

/// The number of the block that comes so many blocks after the end of the tape that is left behind.
const fn number(way: Way, block: i64) -> i64 {
    match way {
        Way::Forward => block,
        Way::Reverse => TAPE.blocks as i64 - 1 - block,
    }
}

/// Where the word lies that is the so many-th of that block.
const fn place(way: Way, block: i64, word: i64) -> usize {
    let word = match way {
        Way::Forward => word,
        Way::Reverse => WORDS - 1 - word,
    };
    (number(way, block) * WORDS + word) as usize
}

impl Device for Tc08 {
    fn name(&self) -> &str {
        "tc08"
    }

    fn codes(&self) -> &[u8] {
        &[0o76, 0o77]
    }

    fn iot(&mut self, iot: Iot, lines: &mut Lines) {
        let control = &mut self.0;
        if iot.device == 0o76 {
            if iot.iop1() {
                lines.or_into_ac(control.a.bits());
            }
            if iot.iop4() {
                // Cleared and loaded in one IOT, it is not obeyed in between.
                let base = if iot.iop2() { Word::ZERO } else { control.a };
                control.change(base, lines.ac, iot.now);
                lines.clear_ac();
            } else if iot.iop2() {
                control.a = Word::ZERO;
                control.begin(iot.now);
            }
            return;
        }
        if iot.iop1() {
            lines.skip_if(control.is_noticed());
        }
        if iot.iop2() {
            lines.or_into_ac(control.status_b());
        }
        if iot.iop4() {
            control.field = (lines.ac.bits() >> 3 & 7) as u8;
            lines.clear_ac();
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

    /// Status A and B 0, and every tape that moves stops.
    fn clear(&mut self, now: Time) {
        let control = &mut self.0;
        control.leave();
        (control.a, control.errors, control.field, control.flag) = (Word::ZERO, Word::ZERO, 0, false);
        control.transports.iter_mut().for_each(|transport| transport.order(None, now, control.pace));
    }

    fn units(&self) -> &[Unit] {
        &UNITS
    }

    fn attach(&mut self, unit: usize, contents: Vec<u8>, read_only: bool, _: Time) -> Result<(), String> {
        let transport = &mut self.0.transports[unit];
        if !transport.is_still() {
            return Err("the tape there moves".to_owned());
        }
        *transport = Transport::with(Volume::new(&contents, TAPE, read_only)?);
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
        (model == Model::S).then(|| "no TC08 was made for the PDP-8/S; it works here only".to_owned())
    }

    fn bootstrap(&self, unit: usize) -> Option<Bootstrap> {
        (unit == 0).then_some(Bootstrap { start: 0o200, words: &BOOTSTRAP })
    }

    fn show(&self) -> Vec<Row> {
        let control = &self.0;
        let mut rows = vec![Row::new("tc08", self.codes(), control.pace.to_string())];
        rows.extend(UNITS.iter().zip(&control.transports).filter(|(_, transport)| transport.volume.is_some()).map(
            |(unit, transport)| {
                let is_locked = transport.volume.as_ref().is_some_and(Volume::is_read_only);
                let locked = if is_locked { ", write locked" } else { "" };
                Row::new(unit.name, self.codes(), format!("{}{locked}", transport.words()))
            },
        ));
        rows
    }

    fn settings(&self) -> &'static str {
        Pace::SETTINGS
    }

    /// A tape that moves keeps its times until it stands.
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

//! The TC08 control: its two status registers, and its functions, which read and write the tape line by line.

use serde::{Deserialize, Serialize};

use super::super::dectape::{
    self, ALL_WORDS, BLOCK, BLOCKS, END_ZONE, HEADER_WORDS, TAPE, TAPE_LINES, WORDS, Way, number, obverse, place,
    tape_word, word,
};
use super::super::pace::Pace;
use crate::machine::{DataBreak, Time, Volume};
use crate::word::{Address, Word};

/// The time to start a tape, 73 ms, given as the number of lines that pass in this time at full speed.
///
/// When a tape is reversed, it first runs past the line at which the reversal was ordered. On its way back, the tape
/// reaches full speed more than half a block before this line, so SEARCH reads the number of the same block again.
const START: i64 = 2_204;
/// The position of a newly mounted tape. The tape reaches full speed before block 0.
const LOADED: i64 = END_ZONE - START / 2 - 64;

pub(super) type Transport = dectape::Transport<START, LOADED>;

/// The state of the control and its transports in a core image.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct State {
    /// Status register A.
    pub(super) a: Word,
    /// The error bits of status register B.
    pub(super) errors: Word,
    pub(super) field: u8,
    /// Whether the DECtape flag is up.
    pub(super) flag: bool,
    pub(super) transports: [Transport; 8],
    /// The number of the last tape line that the control's function has processed, counted in the direction of motion.
    pub(super) progress: i64,
    /// The number of the block under the head, counted in the direction of motion, and the number of its words that
    /// have passed.
    pub(super) block: Option<(i64, i64)>,
    /// Whether the word count has become 0.
    pub(super) counted_out: bool,
    pub(super) pace: Pace,
}

const WORD_COUNT: Address = Address::new(0o7754);
const CURRENT_ADDRESS: Address = Address::new(0o7755);

const REVERSE: u16 = 0o0400;
const GO: u16 = 0o0200;
const CONTINUOUS: u16 = 0o0100;
pub(super) const INTERRUPT: u16 = 0o0004;

const END_OF_TAPE: u16 = 0o1000;
pub(super) const SELECT: u16 = 0o0400;
const TIMING: u16 = 0o0100;

const SEARCH: u16 = 1;
const READ_DATA: u16 = 2;
pub(super) const READ_ALL: u16 = 3;
const WRITE_DATA: u16 = 4;
const WRITE_ALL: u16 = 5;

/// The number of tape lines from the beginning of a block to the end of the block number.
const MARK: i64 = 12;
/// The number of tape lines from the beginning of a block to the first data word.
const DATA: i64 = 30;
/// The number of tape lines from the beginning of a block to the end of the checksum.
const CHECKED: i64 = DATA + 4 * WORDS + 6;
/// The tape line at which the far end zone begins.
const FAR_END: i64 = END_ZONE + BLOCKS;

impl State {
    pub(super) const fn number(&self) -> usize {
        (self.a.bits() >> 9) as usize
    }

    pub(super) fn selected(&mut self) -> &mut Transport {
        let number = self.number();
        &mut self.transports[number]
    }

    pub(super) const fn function(&self) -> u16 {
        self.a.bits() >> 3 & 7
    }

    pub(super) const fn is_continuous(&self) -> bool {
        self.a.bits() & CONTINUOUS != 0
    }

    const fn wanted(&self) -> Option<Way> {
        match self.a.bits() & (GO | REVERSE) {
            GO => Some(Way::Forward),
            0o600 => Some(Way::Reverse),
            _ => None,
        }
    }

    pub(super) fn is_noticed(&self) -> bool {
        self.flag || self.errors != Word::ZERO
    }

    pub(super) fn status_b(&self) -> u16 {
        let error = if self.errors == Word::ZERO { 0 } else { 0o4000 };
        error | self.errors.bits() | u16::from(self.field) << 3 | u16::from(self.flag)
    }

    /// Sets status A to `base` XOR the AC, as DTXA does. Clears the errors unless AC 10 is 1, and the DECtape flag
    /// unless AC 11 is 1. Then moves or stops the tape as the new status A orders.
    pub(super) fn change(&mut self, base: Word, ac: Word, now: Time) {
        let before = self.a;
        self.a = Word::new(base.bits() ^ ac.bits() & 0o7774);
        if ac.bits() & 2 == 0 {
            self.errors = Word::ZERO;
        }
        self.flag &= ac.bits() & 1 != 0;
        // The bits for transport, motion and function.
        if (before.bits() ^ self.a.bits()) & 0o7670 != 0 {
            self.begin(now);
        }
        self.obey(now);
    }

    /// Makes the function begin with the next tape line that comes under the head.
    pub(super) fn begin(&mut self, now: Time) {
        self.leave();
        let transport = &self.transports[self.number()];
        if let Some(way) = transport.running() {
            self.progress = way.counted(transport.position(now));
        }
    }

    /// Stops the processing of the block under the head. Words that have been written into the block are preserved.
    pub(super) fn leave(&mut self) {
        self.transports.iter_mut().filter_map(|transport| transport.volume.as_mut()).for_each(Volume::commit);
        (self.block, self.counted_out) = (None, false);
    }

    /// Moves or stops the selected tape as status A orders. If the order is impossible, sets an error.
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

    /// Sets an error, and stops the tape.
    pub(super) fn fail(&mut self, error: u16, now: Time) {
        self.errors = Word::new(self.errors.bits() | error);
        self.a = Word::new(self.a.bits() & !GO);
        self.leave();
        let pace = self.pace;
        self.selected().order(None, now, pace);
    }

    /// Returns the number of the next tape line at which the selected DECtape function, such as SEARCH, acts. Lines are
    /// counted in the direction of motion.
    fn next_line(&self) -> i64 {
        // Returns the first line, at or after `from`, that is `offset` lines after the beginning of a block.
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

    /// Returns the time of the next event of a transport.
    pub(super) fn due(&self, number: usize) -> Time {
        let transport = &self.transports[number];
        if transport.running().is_none() {
            return transport.next_change();
        }
        let line = if number == self.number() { self.next_line() } else { FAR_END };
        transport.reaches(line)
    }

    /// Carries out the events that are due on a transport.
    pub(super) fn advance(&mut self, number: usize, now: Time, core: &mut DataBreak<'_>) {
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
            // No program controls this tape, so it stops in the end zone and does not run off its reel.
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

    /// Carries out SEARCH after a block number has passed the head: increments the word count, and stores the block
    /// number in core.
    fn mark(&mut self, way: Way, block: i64, now: Time, core: &mut DataBreak<'_>) {
        if self.flag {
            return self.fail(TIMING, now);
        }
        let count = core.increment(WORD_COUNT);
        // The current address is not incremented.
        let address = core.current_address(CURRENT_ADDRESS);
        core.write(Address::in_field(self.field, address), Word::new(number(way, block) as u16));
        self.flag = !self.is_continuous() || count == Word::ZERO;
    }

    /// Adds 1 to the word count and to the current address. Returns the core address of the next word.
    pub(super) fn count(&mut self, core: &mut DataBreak<'_>) -> Address {
        self.counted_out = core.increment(WORD_COUNT) == Word::ZERO;
        Address::in_field(self.field, core.increment(CURRENT_ADDRESS))
    }

    /// Transfers the next data word of the block.
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
            // After the last word that the program writes, the rest of the block is filled with zeros.
            let address = (!self.counted_out).then(|| self.count(core));
            self.write(way, at, address.map_or(Word::ZERO, |address| core.read(address)));
        }
    }

    /// Ends the processing of the block that has just passed under the head. Sets the DECtape flag, unless the function
    /// is continuous and the word count has not yet become 0.
    fn end_block(&mut self) {
        self.flag |= !self.is_continuous() || self.counted_out;
        self.leave();
    }

    /// Transfers the next word of a block: a header word, a data word or a trailer word.
    fn any_word(&mut self, way: Way, line: i64, core: &mut DataBreak<'_>) {
        if !self.counted_out {
            let (block, nth) = ((line - 1 - END_ZONE) / BLOCK, (line - 1 - END_ZONE) % BLOCK / 4);
            let address = self.count(core);
            // The same block and word, counted in the forward direction.
            let (block, nth) = match way {
                Way::Forward => (block, nth),
                Way::Reverse => (number(way, block), ALL_WORDS - nth),
            };
            let at = (HEADER_WORDS..HEADER_WORDS + WORDS)
                .contains(&nth)
                .then(|| place(Way::Forward, block, nth - HEADER_WORDS));
            match at {
                _ if self.function() == READ_ALL => {
                    core.write(address, tape_word(self.selected().volume.as_ref(), way, block, nth))
                }
                Some(at) => self.write(way, at, core.read(address)),
                None => drop(core.read(address)),
            }
        }
        self.flag |= !self.is_continuous() || self.counted_out;
    }

    /// Returns a data word of the selected tape as the head reads the word in the direction `way`. `at` is the index of
    /// the word in the file.
    fn word(&self, way: Way, at: usize) -> Word {
        self.transports[self.number()].volume.as_ref().map_or(Word::ZERO, |volume| word(volume, way, at))
    }

    fn write(&mut self, way: Way, at: usize, word: Word) {
        if let Some(volume) = &mut self.selected().volume {
            volume.set_word(at, if way == Way::Forward { word } else { obverse(word) });
        }
    }

    /// Whether a control can be in this state. An impossible saved state is not restored.
    pub(super) fn is_possible(&self, now: Time) -> bool {
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
        // Every line that is due has been used, and no later line.
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

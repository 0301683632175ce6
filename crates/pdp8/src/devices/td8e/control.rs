//! The registers of the TD8-E, and the lines of tape that pass the head of the selected drive.

use serde::{Deserialize, Serialize};

use super::super::dectape::{self, END_ZONE, RUN_OUT, TAPE_LINES, Way};
use super::super::pace::Pace;
use crate::machine::{Time, Volume};
use crate::word::Word;

/// The time to start a tape, 83 ms, given as the number of lines that pass in this time at full speed.
///
/// When a tape is reversed, it first runs past the line at which the reversal was ordered. On its way back, the tape
/// reaches full speed less than a block before this line.
const START: i64 = 2_500;
/// The position of a newly mounted tape: just before block 0, so that the tape reaches full speed in block 1.
const LOADED: i64 = END_ZONE - 200;

pub(super) type Transport = dectape::Transport<START, LOADED>;

/// The pace of the tapes. A program must read or write each line in time, so a tape never moves faster than a real
/// tape.
const PACE: Pace = Pace::Real;

/// The state of the control and its transports in a core image.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct State {
    /// Bits 0 to 3 of the command register.
    command: Word,
    pub(super) timing_error: bool,
    /// Whether the single-line flag is up: a line has passed.
    pub(super) single: bool,
    /// Whether the quad-line flag is up: four lines have passed.
    pub(super) quad: bool,
    /// The number of lines that have passed since the last complete word.
    lines: u8,
    /// The mark bits of the last six lines.
    mark: u8,
    pub(super) data: Word,
    /// The number of the last line that has passed the head of the selected drive, counted in the direction of motion.
    progress: i64,
    pub(super) transports: [Transport; 2],
}

const DRIVE: u16 = 0o4000;
const REVERSE: u16 = 0o2000;
const GO: u16 = 0o1000;
const WRITE: u16 = 0o0400;
const COMMAND: u16 = DRIVE | REVERSE | GO | WRITE;
const LOCK: u16 = 0o0200;
const ERROR: u16 = 0o0100;

/// The number of tape lines that hold a word.
const WORD: u8 = 4;
/// The number of lines whose marks the mark register holds.
const MARKS: i64 = 6;

impl State {
    const fn has(&self, bit: u16) -> bool {
        self.command.bits() & bit != 0
    }

    const fn number(&self) -> usize {
        (self.command.bits() >> 11) as usize
    }

    const fn selected(&self) -> &Transport {
        &self.transports[self.number()]
    }

    fn wanted(&self) -> Option<Way> {
        let way = if self.has(REVERSE) { Way::Reverse } else { Way::Forward };
        self.has(GO).then_some(way)
    }

    /// Returns the word that SDRC reads.
    pub(super) fn status(&self) -> Word {
        let transport = self.selected();
        let lock = if transport.is_locked() { LOCK } else { 0 };
        let error = if self.timing_error || transport.volume.is_none() { ERROR } else { 0 };
        Word::new(self.command.bits() | lock | error | u16::from(self.mark))
    }

    /// Lowers the flags, and makes the next line the first line of a word.
    pub(super) const fn take(&mut self) {
        (self.single, self.quad, self.lines) = (false, false, 0);
    }

    /// Loads the command register, as SDLC does. Then moves or stops the tape as the new command orders.
    pub(super) fn command(&mut self, ac: Word, now: Time) {
        let before = self.command;
        self.command = Word::new(ac.bits() & COMMAND);
        self.timing_error = false;
        if !self.has(WRITE) {
            self.commit();
        }
        // A moving tape keeps moving if the command only begins or ends writing.
        if (before.bits() ^ self.command.bits()) & !WRITE != 0 {
            self.commit();
            self.take();
            self.mark = 0;
        }
        let (number, wanted) = (self.number(), self.wanted());
        self.transports[number].order(wanted, now, PACE);
        self.begin(now);
    }

    /// Makes the control read or write from the next line that comes under the head of the selected drive.
    fn begin(&mut self, now: Time) {
        if let Some(way) = self.selected().running() {
            self.progress = way.counted(self.selected().position(now));
        }
    }

    /// Completes the block that is being written.
    fn commit(&mut self) {
        self.transports.iter_mut().filter_map(|transport| transport.volume.as_mut()).for_each(Volume::commit);
    }

    /// Clears the command register and the flags, and stops both tapes.
    pub(super) fn clear(&mut self, now: Time) {
        self.pass_lines(now);
        self.command(Word::ZERO, now);
        self.take();
        self.mark = 0;
        self.transports.iter_mut().for_each(|transport| transport.order(None, now, PACE));
    }

    /// Returns the number of the next line at which a flag changes if the program does nothing. Lines are counted in
    /// the direction of motion.
    fn next_line(&self) -> i64 {
        if !self.single {
            self.progress + 1
        } else if !self.quad || !self.timing_error {
            self.progress + i64::from(WORD - self.lines)
        } else {
            RUN_OUT
        }
    }

    /// Returns the time of the next event of a transport.
    pub(super) fn due(&self, number: usize) -> Time {
        let transport = &self.transports[number];
        if transport.running().is_none() {
            return transport.next_change();
        }
        let line = if number == self.number() { self.next_line() } else { RUN_OUT };
        transport.reaches(line.min(RUN_OUT))
    }

    /// Carries out the next event of a transport, which is due at `now` or before.
    pub(super) fn advance(&mut self, number: usize, now: Time) {
        let is_selected = number == self.number();
        if self.transports[number].running().is_none() {
            self.transports[number].advance(now);
            if is_selected {
                self.begin(self.transports[number].since().unwrap_or(now));
            }
            return;
        }
        if is_selected {
            self.pass_lines(now);
        }
        // No program has stopped this tape, so it stops here and does not run off its reel.
        let transport = &mut self.transports[number];
        let end = transport.reaches(RUN_OUT);
        if end <= now {
            transport.order(None, end, PACE);
            self.commit();
        }
    }

    /// Reads or writes the lines that have passed the head of the selected drive.
    pub(super) fn pass_lines(&mut self, now: Time) {
        let Some(way) = self.selected().running() else { return };
        let last = way.counted(self.selected().position(now)).min(RUN_OUT);
        if self.single && self.quad && self.timing_error {
            // All flags are up, so lines change only the registers, whose contents depend only on the last lines: skip
            // the others.
            let words = (last - MARKS - self.progress).max(0) / i64::from(WORD);
            self.progress += words * i64::from(WORD);
        }
        while self.progress < last {
            self.progress += 1;
            self.pass_line(way);
        }
    }

    /// Reads or writes the line that has just passed, and raises the flags.
    fn pass_line(&mut self, way: Way) {
        let line = match way {
            Way::Forward => self.progress - 1,
            Way::Reverse => TAPE_LINES - self.progress,
        };
        let (number, writes) = (self.number(), self.has(WRITE));
        let Some(volume) = &mut self.transports[number].volume else { return };
        self.mark = (self.mark << 1 | dectape::mark(way, line)) & 0o77;
        let read = if writes {
            if !volume.is_read_only() {
                dectape::write(volume, way, line, self.data.bits() >> 9);
            }
            0
        } else {
            dectape::read(volume, way, line)
        };
        self.data = Word::new(self.data.bits() << 3 | read);
        self.single = true;
        self.lines += 1;
        if self.lines == WORD {
            self.lines = 0;
            if self.quad {
                self.timing_error = true;
                self.command = Word::new(self.command.bits() & !WRITE);
                self.commit();
            }
            self.quad = true;
        }
    }

    /// Returns a description of the control.
    pub(super) fn description(&self) -> String {
        let order = match (self.wanted(), self.has(WRITE)) {
            (None, _) => "stop",
            (Some(_), true) => "write",
            (Some(_), false) => "read",
        };
        let error = if self.timing_error { ", timing error" } else { "" };
        format!("drive {}, {order}{error}", self.number())
    }

    /// Whether a control can be in this state. An impossible saved state is not restored.
    pub(super) fn is_possible(&self, now: Time) -> bool {
        let transport = self.selected();
        // Every line that is due has been used, and no later line.
        let progress = transport.running().is_none_or(|way| {
            let line = way.counted(transport.position(now));
            self.progress <= line && line <= RUN_OUT + 64 && self.next_line() + 64 >= line
        });
        self.command.bits() & !COMMAND == 0
            && !(self.timing_error && self.has(WRITE))
            && self.lines < WORD
            && self.mark <= 0o77
            && (0..=TAPE_LINES).contains(&self.progress)
            && self.transports.iter().all(|transport| transport.is_possible(now))
            && progress
    }
}

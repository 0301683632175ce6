//! The RL8-A control: its registers, its functions and the transfers.

use serde::{Deserialize, Serialize};

use super::super::pace::Pace;
use super::drive::{Drive, SECTOR_BYTES, SECTORS, passed, passing, seek_time};
use crate::machine::{DataBreak, Time};
use crate::word::{Address, Word};

/// The state of the control and its drives in a core image.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct State {
    /// Command register A: the motion of a seek, or the track of a transfer.
    pub(super) a: Word,
    /// Command register B: mode, drive, field and function.
    pub(super) b: Word,
    pub(super) word_count: Word,
    pub(super) memory_address: Word,
    /// The sector register, six bits.
    pub(super) sector: u16,
    pub(super) done: bool,
    /// The error flag, on which RLSE skips. RLSE also clears this flag.
    pub(super) error: bool,
    /// The error bits of the last order.
    errors: u16,
    /// The silo: the three words that the drive has sent, which the program reads byte by byte.
    silo: [u16; 3],
    /// The number of bytes of `silo` that the program has read.
    read: u8,
    /// The time at which the order under way ends.
    pub(super) due: Option<Time>,
    pub(super) drives: [Drive; 4],
    pub(super) pace: Pace,
}

/// An upper bound on the time of an order.
const MAX_ORDER_TIME: Time = Time::milliseconds(250);

const INWARD: u16 = 0o4000;
const HEAD: u16 = 0o2000;
const CYLINDER: u16 = 0o777;

const BYTES: u16 = 0o1000;
const INTERRUPT: u16 = 0o0400;

const INCOMPLETE: u16 = 0o2000;
const HEADER: u16 = 0o1000;
const DRIVE_ERROR: u16 = 0o0002;
const DRIVE_READY: u16 = 0o0001;

const RESET: u16 = 1;
const GET_STATUS: u16 = 2;
const SEEK: u16 = 3;
const READ_HEADER: u16 = 4;
const WRITE: u16 = 5;
const READ_WITHOUT_HEADER: u16 = 7;

/// The number of words of a sector in 12-bit mode: two words take three bytes, and one byte is not used.
const WORDS: u16 = 170;

impl State {
    const fn function(&self) -> u16 {
        self.b.bits() & 7
    }

    pub(super) const fn unit(&self) -> usize {
        (self.b.bits() >> 6 & 3) as usize
    }

    fn drive(&self) -> &Drive {
        &self.drives[self.unit()]
    }

    fn drive_mut(&mut self) -> &mut Drive {
        let unit = self.unit();
        &mut self.drives[unit]
    }

    /// Returns the cylinder to which command register A moves the heads.
    fn goal(&self) -> u16 {
        self.drive().cylinder_at(self.a.bits() & CYLINDER, self.a.bits() & INWARD != 0)
    }

    /// Returns the number of the head in command register A.
    fn head(&self) -> u16 {
        u16::from(self.a.bits() & HEAD != 0)
    }

    pub(super) fn interrupt_request(&self) -> bool {
        self.done && self.b.bits() & INTERRUPT != 0
    }

    /// Returns the error register. The last bit shows whether the selected drive is ready now.
    pub(super) fn error_register(&self) -> u16 {
        self.errors | if self.drive().volume.is_some() { DRIVE_READY } else { 0 }
    }

    /// Carries out RLDC: clears all registers. The heads stay where they are.
    pub(super) fn clear(&mut self) {
        let (mut drives, pace) = (std::mem::take(&mut self.drives), self.pace);
        drives.iter_mut().for_each(Drive::clear_errors);
        *self = State { drives, pace, ..State::default() };
    }

    /// Returns the next byte of the silo: of each word, the low byte comes first.
    pub(super) fn next_byte(&mut self) -> u16 {
        let word = self.silo.get(usize::from(self.read / 2)).copied().unwrap_or_default();
        let byte = word.to_le_bytes()[usize::from(self.read % 2)];
        self.read = (self.read + 1).min(6);
        byte.into()
    }

    /// Carries out RLCB: loads command register B, and starts its function. A busy control does nothing.
    pub(super) fn go(&mut self, command: Word, now: Time) {
        if self.due.is_some() {
            return;
        }
        self.b = command;
        (self.done, self.error, self.errors, self.read) = (false, false, 0, 0);
        let moment = now + Time::microseconds(if self.pace == Pace::Fast { 10 } else { 100 });
        let end = match self.function() {
            0..=GET_STATUS => moment,
            _ if self.drive().volume.is_none() => moment,
            SEEK => now + seek_time(self.drive().cylinder.abs_diff(self.goal()), self.pace),
            READ_HEADER => moment,
            _ => passed(self.sector, self.sectors().max(1), now, self.pace),
        };
        self.due = Some(end);
    }

    /// Returns the number of words or bytes that are still to be transferred. A word count of 0 means 10000 octal.
    fn wanted(&self) -> u16 {
        0o10000 - self.word_count.bits()
    }

    const fn is_in_bytes(&self) -> bool {
        self.b.bits() & BYTES != 0
    }

    /// Returns the number of sectors of the transfer. A transfer never continues beyond the end of the track. In 12-bit
    /// mode, a transfer has at most one sector.
    fn sectors(&self) -> u16 {
        let wanted = if self.is_in_bytes() { self.wanted().div_ceil(SECTOR_BYTES as u16) } else { 1 };
        wanted.min(SECTORS.saturating_sub(self.sector))
    }

    /// Ends the order under way: carries out its function, and sets the done flag.
    pub(super) fn end(&mut self, now: Time, core: &mut DataBreak<'_>) {
        (self.due, self.done) = (None, true);
        match self.function() {
            0 => {}
            RESET => self.drive_mut().reset(),
            GET_STATUS => self.silo = [self.drive().status(); 3],
            _ if self.drive().volume.is_none() => {
                self.drive_mut().fail_to_spin();
                self.fail(INCOMPLETE);
            }
            SEEK => {
                let (cylinder, head) = (self.goal(), self.head());
                let drive = self.drive_mut();
                (drive.cylinder, drive.head) = (cylinder, head);
            }
            READ_HEADER => self.silo = [self.drive().header(passing(now, self.pace)), 0, 0],
            _ => self.transfer(core),
        }
    }

    fn fail(&mut self, errors: u16) {
        self.errors |= errors;
        self.error = true;
    }

    /// Transfers the words or bytes of the addressed sectors.
    fn transfer(&mut self, core: &mut DataBreak<'_>) {
        let is_write = self.function() == WRITE;
        if is_write && self.drive().is_read_only() {
            self.drive_mut().refuse_write();
            return self.fail(DRIVE_ERROR);
        }
        let is_other_cylinder = self.a.bits() & CYLINDER != self.drive().cylinder;
        if self.sector >= SECTORS || is_other_cylinder && self.function() != READ_WITHOUT_HEADER {
            return self.fail(INCOMPLETE | HEADER);
        }
        let head = self.head();
        self.drive_mut().head = head;
        for _ in 0..self.sectors() {
            let most = if self.is_in_bytes() { SECTOR_BYTES as u16 } else { WORDS };
            let count = self.wanted().min(most);
            if is_write {
                self.write_sector(count, core)
            } else {
                self.read_sector(count, core)
            }
            self.word_count = Word::new(self.word_count.bits() + count);
            self.memory_address = Word::new(self.memory_address.bits() + count);
            self.sector += 1;
        }
        if self.word_count != Word::ZERO {
            self.fail(INCOMPLETE);
        }
    }

    fn place(&self, count: u16) -> Address {
        Address::in_field((self.b.bits() >> 3 & 7) as u8, Word::new(self.memory_address.bits() + count))
    }

    fn read_sector(&self, count: u16, core: &mut DataBreak<'_>) {
        let byte = |at: u16| u16::from(self.drive().byte(self.sector, usize::from(at)));
        for nth in 0..count {
            let at = nth / 2 * 3;
            let word = match nth % 2 {
                _ if self.is_in_bytes() => byte(nth),
                0 => byte(at) | byte(at + 1) << 8,
                _ => byte(at + 1) >> 4 | byte(at + 2) << 4,
            };
            core.write(self.place(nth), Word::new(word));
        }
    }

    fn write_sector(&mut self, count: u16, core: &mut DataBreak<'_>) {
        let words: Vec<u16> = (0..count).map(|nth| core.read(self.place(nth)).bits()).collect();
        let bytes: Vec<u8> = if self.is_in_bytes() {
            words.iter().map(|&word| word as u8).collect()
        } else {
            let three = |pair: &[u16]| {
                let [first, second] = [pair[0], pair.get(1).copied().unwrap_or_default()];
                [first as u8, (first >> 8 | second << 4) as u8, (second >> 4) as u8]
            };
            words.chunks(2).flat_map(three).collect()
        };
        let sector = self.sector;
        self.drive_mut().write(sector, &bytes);
    }

    /// Whether the control is executing an order that needs the pack in this drive.
    pub(super) fn is_busy(&self, unit: usize) -> bool {
        self.due.is_some() && self.unit() == unit && self.function() >= SEEK
    }

    /// Whether a control can be in this state. An impossible saved state is not restored.
    pub(super) fn is_possible(&self, now: Time) -> bool {
        self.sector <= 0o77
            && self.read <= 6
            && self.errors & !(INCOMPLETE | HEADER | DRIVE_ERROR) == 0
            && self.due.is_none_or(|due| due <= now + MAX_ORDER_TIME)
            && self.drives.iter().all(Drive::is_possible)
    }
}

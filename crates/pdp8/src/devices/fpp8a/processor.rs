//! The registers of the FPP8-A, the ACTIVE PARAMETER TABLE in core, and the time that the FPP takes.
//!
//! ```text
//! word of the table (octal)
//!   0     fields of: operand (bits 0-2), base (3-5), index registers (6-8), PC (9-11)
//!   1     PC
//!   2     address of the index registers
//!   3     base
//!   4     address of the operand
//!   5     exponent of the AC
//!   6-7   fraction of the AC (6-12 if the FPP is in format E)
//! ```
//!
//! All accesses of an instruction to core happen together; then the FPP computes for some time without using core.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::number::{Format, Number};
use crate::machine::device::some;
use crate::machine::{DataBreak, Time};
use crate::word::{Address, Word};

const COMMAND_UNDERFLOW: u16 = 0o2000;
const COMMAND_ONE_FIELD: u16 = 0o1000;
const COMMAND_INTERRUPT: u16 = 0o0400;
/// The command bits that, if all of them are set, select an ACTIVE PARAMETER TABLE of two words.
const COMMAND_FAST: u16 = 0o0360;
/// The bits of the command that FPICL keeps.
const COMMAND_KEPT: u16 = 0o6400;

pub(super) const DOUBLE: u16 = 0o4000;
pub(super) const TRAP: u16 = 0o2000;
pub(super) const HALTED: u16 = 0o1000;
pub(super) const TO_MEMORY: u16 = 0o0020;
const LOCK: u16 = 0o0010;
pub(super) const EXTENDED: u16 = 0o0004;
pub(super) const PAUSED: u16 = 0o0002;
const RUNNING: u16 = 0o0001;

/// The kind of work of an instruction. The kind decides how long the FPP works after the accesses to core.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Work {
    Move,
    Add,
    Multiply,
    Divide,
}

impl Work {
    const fn time(self) -> Time {
        Time::microseconds(match self {
            Work::Move => 4,
            Work::Add => 8,
            Work::Multiply => 12,
            Work::Divide => 15,
        })
    }
}

/// What the FPP does at its next event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Task {
    /// Loads the ACTIVE PARAMETER TABLE.
    Load,
    /// Begins the internal work for an instruction, after the instruction's accesses to core. The work takes this time.
    Work(Time),
    /// Carries out an instruction, or halts.
    Instruction,
}

/// The moment at which FPHLT stops the FPP.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Halt {
    #[default]
    No,
    /// FPHLT stops the FPP before the next instruction.
    Now,
    /// FPHLT stops the FPP after the first instruction that follows FPST.
    AfterOne,
}

/// The registers and the state of the FPP.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct State {
    command: Word,
    status: Word,
    pub(super) flag: bool,
    halt: Halt,
    /// The address of the ACTIVE PARAMETER TABLE.
    table: Address,
    pub(super) pc: Address,
    pub(super) index_base: Address,
    pub(super) base: Address,
    /// The address of the last word of the operand that was used most recently.
    pub(super) operand: Address,
    pub(super) ac: Number,
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "some")]
    next: Option<(Task, Time)>,
    /// The number of instructions since power-on.
    instructions: u64,
    /// The number of memory cycles since power-on.
    cycles: u64,
}

/// An upper bound on the time that the FPP works for an instruction, and on the time from one event of the FPP to the
/// next.
const MAX_INSTRUCTIONS: Time = Time::microseconds(15);
/// The delay between the core accesses of an FPP instruction and the event that starts the FPP's internal work for this
/// instruction. The delay is shorter than a memory cycle, so the event occurs as soon as the memory cycles that the FPP
/// has stolen are over.
const MOMENT: Time = Time::nanoseconds(1);

impl State {
    pub(super) fn status(&self) -> u16 {
        self.status.bits()
    }

    pub(super) fn has(&self, bits: u16) -> bool {
        self.status.bits() & bits != 0
    }

    /// Returns the number of instructions since power-on, and the number of memory cycles that they have taken.
    pub(super) const fn work(&self) -> (u64, u64) {
        (self.instructions, self.cycles)
    }

    /// Clears the bits `clear` of the status, and then sets the bits `set`.
    pub(super) fn change_status(&mut self, clear: u16, set: u16) {
        self.status = Word::new(self.status.bits() & !clear | set);
    }

    pub(super) fn format(&self) -> Format {
        if self.has(DOUBLE) {
            Format::Double
        } else if self.has(EXTENDED) {
            Format::Extended
        } else {
            Format::Floating
        }
    }

    pub(super) fn stops_on_underflow(&self) -> bool {
        self.command.bits() & COMMAND_UNDERFLOW != 0
    }

    pub(super) fn interrupt_request(&self) -> bool {
        self.flag && self.command.bits() & COMMAND_INTERRUPT != 0
    }

    fn is_idle(&self) -> bool {
        !self.has(RUNNING) && !self.flag
    }

    /// Carries out FPICL and INITIALIZE.
    pub(super) fn initialize(&mut self) {
        self.clear_status();
        self.next = None;
        self.command = Word::new(self.command.bits() & COMMAND_KEPT);
    }

    /// Clears the status and the flag.
    pub(super) fn clear_status(&mut self) {
        (self.status, self.flag, self.halt) = (Word::ZERO, false, Halt::No);
    }

    /// Carries out FPCOM.
    pub(super) fn load_command(&mut self, command: Word) {
        if self.is_idle() {
            self.command = command;
            self.change_status(DOUBLE | LOCK, command.bits() & (DOUBLE | LOCK));
            if self.has(DOUBLE) {
                self.change_status(EXTENDED, 0);
            }
        }
    }

    /// Carries out FPEP. Returns whether the IOT had an effect.
    pub(super) fn extend(&mut self, ac: Word) -> bool {
        let is_obeyed = !self.has(RUNNING) && ac.bit(0);
        if is_obeyed {
            self.change_status(DOUBLE, EXTENDED);
        }
        is_obeyed
    }

    /// Carries out FPHLT.
    pub(super) fn halt(&mut self, now: Time) {
        if self.has(RUNNING) {
            self.halt = Halt::Now;
            self.next = self.next.or(Some((Task::Instruction, now)));
        } else if !self.flag {
            self.halt = Halt::AfterOne;
        }
    }

    /// Carries out FPST. Returns whether the FPP has started, or has continued after FPAUSE.
    pub(super) fn start(&mut self, table: Word, now: Time) -> bool {
        if self.has(PAUSED) {
            self.change_status(PAUSED, 0);
            self.next = self.next.or(Some((Task::Instruction, now)));
            return true;
        }
        let is_idle = self.is_idle();
        if is_idle {
            self.table = Address::in_field((self.command.bits() & 7) as u8, table);
            self.change_status(0, RUNNING);
            self.next = Some((Task::Load, now));
        }
        is_idle
    }

    pub(super) fn due(&self) -> Time {
        self.next.map_or(Time::NEVER, |(_, due)| due)
    }

    pub(super) fn advance(&mut self, now: Time, core: &mut DataBreak<'_>) {
        let Some((task, _)) = self.next.filter(|&(_, due)| due <= now) else { return };
        let before = core.cycles();
        self.next = None;
        let work = match task {
            Task::Work(time) => {
                self.next = Some((Task::Instruction, now + time));
                None
            }
            Task::Load => {
                self.load_table(core);
                Some(Work::Move)
            }
            Task::Instruction if self.halt == Halt::Now => {
                self.stop(HALTED, core);
                None
            }
            Task::Instruction => Some(self.instruction(core)),
        };
        self.cycles += core.cycles() - before;
        if let Some(work) = work.filter(|_| self.has(RUNNING) && (!self.has(PAUSED) || self.halt == Halt::Now)) {
            self.next = Some((Task::Work(work.time()), now + MOMENT));
        }
    }

    fn instruction(&mut self, core: &mut DataBreak<'_>) -> Work {
        self.instructions += 1;
        self.change_status(TO_MEMORY, 0);
        let work = self.execute(core);
        if self.halt == Halt::AfterOne {
            if self.has(RUNNING) {
                self.halt = Halt::Now;
            } else {
                (self.halt, self.status) = (Halt::No, Word::new(self.status() | HALTED));
            }
        }
        work
    }

    /// Stores the ACTIVE PARAMETER TABLE, sets the flag and the status bits `status`, and stops the FPP.
    pub(super) fn stop(&mut self, status: u16, core: &mut DataBreak<'_>) {
        self.store_table(core);
        self.change_status(RUNNING | PAUSED, status);
        self.flag = true;
        if self.halt == Halt::Now {
            self.halt = Halt::No;
        }
    }

    /// Makes an address from the low fifteen bits of `address`. If the command limits the FPP to one field, the field
    /// of the ACTIVE PARAMETER TABLE replaces the field in `address`.
    pub(super) fn place(&self, address: u32) -> Address {
        let bits = (address & 0o77777) as u16;
        if self.command.bits() & COMMAND_ONE_FIELD == 0 {
            Address::new(bits)
        } else {
            Address::in_field(self.table.field(), Word::new(bits))
        }
    }

    /// Returns the address `count` words after `address`.
    pub(super) fn after(&self, address: Address, count: u16) -> Address {
        self.place(u32::from(address.bits()) + u32::from(count))
    }

    fn has_short_table(&self) -> bool {
        self.command.bits() & COMMAND_FAST == COMMAND_FAST
    }

    fn table_word(&self, number: u16) -> Address {
        Address::new(self.table.bits().wrapping_add(number))
    }

    fn load_table(&mut self, core: &mut DataBreak<'_>) {
        let [fields, pc] = [0, 1].map(|number| core.read(self.table_word(number)));
        let place = |fpp: &State, shift: u32, offset: Word| {
            fpp.place(u32::from(fields.bits() >> shift & 7) << 12 | u32::from(offset.bits()))
        };
        self.pc = place(self, 0, pc);
        if !self.has_short_table() {
            let [index_base, base, operand] = [2, 3, 4].map(|number| core.read(self.table_word(number)));
            self.index_base = place(self, 3, index_base);
            self.base = place(self, 6, base);
            self.operand = place(self, 9, operand);
            let words: Vec<Word> =
                (5..5 + self.table_format().words()).map(|at| core.read(self.table_word(at))).collect();
            self.ac = Number::from_words(self.table_format(), &words);
        }
        self.ac = self.ac.cut(self.format());
    }

    /// Returns the format in which the ACTIVE PARAMETER TABLE holds the AC. The table has an exponent even if the FPP
    /// is in format D.
    fn table_format(&self) -> Format {
        if self.format() == Format::Extended { Format::Extended } else { Format::Floating }
    }

    fn store_table(&mut self, core: &mut DataBreak<'_>) {
        let places = [self.pc, self.index_base, self.base, self.operand];
        let fields = places.iter().rev().fold(0, |fields, place| fields << 3 | u16::from(place.field()));
        let mut words = vec![Word::new(fields)];
        words.extend(places.map(Address::offset));
        words.extend(self.ac.words(self.table_format()));
        let count = if self.has_short_table() { 2 } else { words.len() };
        for (number, word) in (0..).zip(&words[..count]) {
            core.write(self.table_word(number), *word);
        }
    }

    /// Whether an FPP can be in this state. An impossible saved state is not restored.
    pub(super) fn is_possible(&self, now: Time) -> bool {
        let is_at_work = self.next.is_some() || self.has(PAUSED);
        let is_in_time = |(task, due): (Task, Time)| {
            due <= now + MAX_INSTRUCTIONS && !matches!(task, Task::Work(time) if time > MAX_INSTRUCTIONS)
        };
        self.has(RUNNING) == is_at_work
            && !(self.flag && self.has(RUNNING))
            && !(self.has(DOUBLE) && self.has(EXTENDED))
            && self.next.is_none_or(is_in_time)
            && self.ac.is_possible(Format::Extended)
            && (!self.has(RUNNING) || matches!(self.next, Some((Task::Load, _))) || self.ac.is_possible(self.format()))
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.has(RUNNING) {
            f.write_str("idle")?;
        } else {
            write!(f, "{} at {}", if self.has(PAUSED) { "paused" } else { "running" }, self.pc)?;
        }
        write!(f, ", {} instructions in {} cycles of core", self.instructions, self.cycles)
    }
}

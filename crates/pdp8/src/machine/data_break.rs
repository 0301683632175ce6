//! Data breaks: a device accesses core directly, and each access takes one memory cycle from the program.
//!
//! Breaks happen between instructions, whether the interrupt system is on or off. MA and MB keep the values of the
//! program's last cycle.

use super::Memory;
use crate::word::{Address, Word};

/// The numbers of memory cycles that data breaks have taken: one number for each lamp of the 8/I that shows such
/// cycles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct BreakCycles {
    /// The number of cycles that light WORD COUNT: the first cycle of each three-cycle break.
    pub word_count: u64,
    /// The number of cycles that light CURRENT ADDRESS: the second cycle of each three-cycle break.
    pub current_address: u64,
    /// The number of cycles that light BREAK: each of these cycles transfers a word.
    pub transfer: u64,
}

impl BreakCycles {
    /// Adds the numbers in `other` to these numbers.
    pub fn add(&mut self, other: BreakCycles) {
        self.word_count += other.word_count;
        self.current_address += other.current_address;
        self.transfer += other.transfer;
    }

    /// Returns these numbers less the earlier numbers `before`. A difference is 0 if the number in `before` is larger,
    /// as after a step back in time.
    pub fn since(self, before: BreakCycles) -> BreakCycles {
        BreakCycles {
            word_count: self.word_count.saturating_sub(before.word_count),
            current_address: self.current_address.saturating_sub(before.current_address),
            transfer: self.transfer.saturating_sub(before.transfer),
        }
    }

    const fn sum(self) -> u64 {
        self.word_count + self.current_address + self.transfer
    }
}

/// The access of a device to core during [`Bus::advance`](super::Bus::advance). Each access steals one memory cycle.
///
/// A three-cycle break calls [`increment`](DataBreak::increment) for the word count, calls it again for the current
/// address, and then calls `read` or `write`. A one-cycle break calls only `read` or `write`.
#[derive(Debug)]
pub struct DataBreak<'a> {
    memory: &'a mut Memory,
    cycles: BreakCycles,
    /// Whether the word count has been incremented, so that the next `increment` adds 1 to the current address.
    is_counted: bool,
}

impl<'a> DataBreak<'a> {
    /// Makes a `DataBreak` that has not stolen a cycle yet.
    #[doc(hidden)]
    pub fn new(memory: &'a mut Memory) -> Self {
        DataBreak { memory, cycles: BreakCycles::default(), is_counted: false }
    }

    /// Reads a word, in one cycle; absent core reads as 0.
    pub fn read(&mut self, address: Address) -> Word {
        self.count_transfer();
        self.word(address)
    }

    /// Writes a word, in one cycle. A write to absent core has no effect.
    pub fn write(&mut self, address: Address, word: Word) {
        self.count_transfer();
        self.memory.write(address, word);
    }

    /// Does a WORD COUNT or CURRENT ADDRESS cycle: adds 1 to a word in core, and returns the sum.
    pub fn increment(&mut self, address: Address) -> Word {
        let sum = self.memory.read(address).next();
        self.memory.write(address, sum);
        if self.is_counted {
            self.cycles.current_address += 1;
        } else {
            self.cycles.word_count += 1;
        }
        self.is_counted = !self.is_counted;
        sum
    }

    /// Does a one-cycle break that adds 1 to a word in core. Returns the sum.
    pub(crate) fn add_one(&mut self, address: Address) -> Word {
        let sum = self.memory.read(address).next();
        self.write(address, sum);
        sum
    }

    /// Does a CURRENT ADDRESS cycle that adds nothing: reads the current address, in one cycle.
    pub(crate) fn current_address(&mut self, address: Address) -> Word {
        self.cycles.current_address += 1;
        self.word(address)
    }

    fn count_transfer(&mut self) {
        self.cycles.transfer += 1;
        self.is_counted = false;
    }

    /// Returns the word at `address`; absent core reads as 0.
    fn word(&self, address: Address) -> Word {
        if self.memory.is_present(address) { self.memory.read(address) } else { Word::ZERO }
    }

    /// Returns the number of memory cycles stolen so far.
    pub const fn cycles(&self) -> u64 {
        self.cycles.sum()
    }

    /// Returns the number of memory cycles stolen so far, for each lamp that shows such cycles.
    pub(crate) const fn by_lamp(&self) -> BreakCycles {
        self.cycles
    }
}

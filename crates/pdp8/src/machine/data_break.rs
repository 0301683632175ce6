//! Data breaks: a device reaches into core by itself, and each word costs the program a memory cycle.
//!
//! Breaks are taken between instructions, whatever the interrupt system does. MA and MB keep the values of the
//! program's last cycle.

use super::Memory;
use crate::word::{Address, Word};

/// Core as a device sees it during [`Bus::advance`](super::Bus::advance). Every call is one stolen memory cycle.
///
/// A three-cycle break is [`increment`](DataBreak::increment) of its word count, `increment` of its current address,
/// and a `read` or `write`; a one-cycle break is only the `read` or `write`.
#[derive(Debug)]
pub struct DataBreak<'a> {
    memory: &'a mut Memory,
    cycles: u64,
}

impl<'a> DataBreak<'a> {
    /// Makes a view of core with no cycle stolen yet.
    #[doc(hidden)]
    pub fn new(memory: &'a mut Memory) -> Self {
        DataBreak { memory, cycles: 0 }
    }

    /// Reads a word; 0 where there is no core. 1 cycle.
    pub fn read(&mut self, address: Address) -> Word {
        self.cycles += 1;
        if self.memory.is_present(address) { self.memory.read(address) } else { Word::ZERO }
    }

    /// Writes a word; lost where there is no core. 1 cycle.
    pub fn write(&mut self, address: Address, word: Word) {
        self.cycles += 1;
        self.memory.write(address, word);
    }

    /// Adds 1 to a word in core and returns the sum: the WORD COUNT and CURRENT ADDRESS cycles. 1 cycle.
    pub fn increment(&mut self, address: Address) -> Word {
        let sum = self.memory.read(address).next();
        self.write(address, sum);
        sum
    }

    /// Returns the number of memory cycles stolen so far.
    pub const fn cycles(&self) -> u64 {
        self.cycles
    }
}

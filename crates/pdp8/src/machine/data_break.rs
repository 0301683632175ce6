//! Data breaks: a device accesses core directly, and each access takes one memory cycle from the program.
//!
//! Breaks happen between instructions, whether the interrupt system is on or off. MA and MB keep the values of the
//! program's last cycle.

use super::Memory;
use crate::word::{Address, Word};

/// The access of a device to core during [`Bus::advance`](super::Bus::advance). Each access steals one memory cycle.
///
/// A three-cycle break calls [`increment`](DataBreak::increment) for the word count and for the current address, and
/// then `read` or `write`. A one-cycle break calls only `read` or `write`.
#[derive(Debug)]
pub struct DataBreak<'a> {
    memory: &'a mut Memory,
    cycles: u64,
}

impl<'a> DataBreak<'a> {
    /// Makes a `DataBreak` that has not stolen a cycle yet.
    #[doc(hidden)]
    pub fn new(memory: &'a mut Memory) -> Self {
        DataBreak { memory, cycles: 0 }
    }

    /// Reads a word, in one cycle; absent core reads as 0.
    pub fn read(&mut self, address: Address) -> Word {
        self.cycles += 1;
        if self.memory.is_present(address) { self.memory.read(address) } else { Word::ZERO }
    }

    /// Writes a word, in one cycle. A write to absent core has no effect.
    pub fn write(&mut self, address: Address, word: Word) {
        self.cycles += 1;
        self.memory.write(address, word);
    }

    /// Does a WORD COUNT or CURRENT ADDRESS cycle: adds 1 to a word in core, and returns the sum.
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

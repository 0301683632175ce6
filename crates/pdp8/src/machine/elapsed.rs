//! The counts of a machine: cycles, instructions, simulated time.
//!
//! Some memory cycles take longer than others (see [`Timing`](crate::instruction::Timing)), but each counts as one
//! cycle.

use super::iot::Time;

/// The counts of a machine since power-on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Elapsed {
    /// The number of memory cycles.
    pub cycles: u64,
    // This field separates `cycles` and `time`, which every cycle changes. If these two fields were side by side, the
    // compiler would store them as one vector, and the host stalls when it reads half of a vector that has just been
    // stored.
    /// The number of instructions begun. Interrupt entries are not counted.
    pub instructions: u64,
    /// The exact simulated time.
    pub time: Time,
}

impl Elapsed {
    /// Counts one memory cycle that takes this time.
    #[inline]
    pub(super) fn cycle(&mut self, nanoseconds: u64) {
        self.cycles += 1;
        self.time.pass(nanoseconds);
    }

    /// Counts memory cycles of data breaks. Each cycle takes `nanoseconds`.
    pub(super) fn steal(&mut self, cycles: u64, nanoseconds: u64) {
        self.cycles += cycles;
        self.time.pass(cycles * nanoseconds);
    }

    /// Adds time without a memory cycle: the processor waits while the EAE works.
    pub(super) fn pause(&mut self, nanoseconds: u64) {
        self.time.pass(nanoseconds);
    }
}

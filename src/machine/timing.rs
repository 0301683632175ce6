//! How long everything takes, by model: the one table of the processor's times.
//!
//! A memory cycle is always counted as one cycle; only its length in nanoseconds differs. The sources and how
//! certain each figure is stand in `docs/accuracy.md`.

use super::iot::Time;
use crate::instruction::Model;

/// Nanoseconds per step of one model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timing {
    /// A cycle that writes back what it read: FETCH, DEFER without auto-index, operates.
    pub read_cycle: u64,
    /// A cycle that may write a new word: EXECUTE, DEFER with auto-index, interrupt entry.
    pub write_cycle: u64,
    /// The one cycle of an IOT for a device, stretched for three pulse times whether used or not.
    pub device_iot: u64,
    /// The EAE, in a machine that has one.
    pub eae: EaeTiming,
}

impl Default for Timing {
    fn default() -> Self {
        Timing::of(Model::default())
    }
}

/// Nanoseconds that EAE instructions take as a whole, their FETCH and operand cycle included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EaeTiming {
    /// SCL: the operand word into the step counter.
    pub load_counter: u64,
    /// MUY.
    pub multiply: u64,
    /// DVI that divides.
    pub divide: u64,
    /// DVI that overflows.
    pub divide_overflow: u64,
    /// SHL ASR LSR: the whole instruction when it shifts one place.
    pub shift_one: u64,
    /// Each place more (or less).
    pub shift_more: u64,
    /// NMI that finds the number normalised.
    pub normalised: u64,
    /// NMI that shifts: this, and `shift_more` for each place.
    pub normalise: u64,
    /// Mode B's DAD and DST: the whole instruction.
    pub double_word: u64,
    /// What MUY and DVI take more in mode B, for the address.
    pub indirect: u64,
}

/// The KE8/I, measured within one per cent on the gates.
const KE8_I: EaeTiming = EaeTiming {
    load_counter: 3_000,
    multiply: 6_000,
    divide: 6_500,
    divide_overflow: 3_100,
    shift_one: 3_100,
    shift_more: 270,
    normalised: 1_500,
    normalise: 1_300,
    double_word: 0,
    indirect: 0,
};

/// The KE8-E, from the handbook's round figures.
const KE8_E: EaeTiming = EaeTiming {
    load_counter: 2_600,
    multiply: 7_400,
    divide: 7_400,
    divide_overflow: 2_600,
    shift_one: 2_900,
    shift_more: 300,
    normalised: 1_500,
    normalise: 1_500,
    double_word: 5_200,
    indirect: 1_200,
};

impl Timing {
    /// The times of `model`.
    pub const fn of(model: Model) -> Timing {
        match model {
            Model::I => Timing { read_cycle: 1_500, write_cycle: 1_500, device_iot: 4_250, eae: KE8_I },
            Model::E => Timing { read_cycle: 1_200, write_cycle: 1_400, device_iot: 1_200, eae: KE8_E },
            Model::L => Timing { read_cycle: 1_600, write_cycle: 1_600, device_iot: 4_250, eae: KE8_I },
            // The core cycle is 8 µs, but the adder takes the word a bit at a time: 36 µs for a direct TAD.
            Model::S => Timing { read_cycle: 18_000, write_cycle: 18_000, device_iot: 18_000, eae: KE8_I },
        }
    }

    /// The longest that a single cycle can be, EAE apart: what a run can count on per cycle.
    pub const fn longest_cycle(self) -> u64 {
        if self.device_iot > self.write_cycle { self.device_iot } else { self.write_cycle }
    }
}

/// How much the machine has done since power-on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Elapsed {
    /// Memory cycles.
    pub cycles: u64,
    // Between the two that every cycle changes: side by side they would be changed as one vector, and reading
    // half of one that was just stored stalls the host.
    /// Instructions begun; an interrupt entry is none.
    pub instructions: u64,
    /// Simulated time, exact.
    pub time: Time,
}

impl Elapsed {
    /// One memory cycle of so many nanoseconds.
    #[inline]
    pub(super) fn cycle(&mut self, nanoseconds: u64) {
        self.cycles += 1;
        self.time.pass(nanoseconds);
    }

    /// Memory cycles of data breaks, each of so many nanoseconds.
    pub(super) fn steal(&mut self, cycles: u64, nanoseconds: u64) {
        self.cycles += cycles;
        self.time.pass(cycles * nanoseconds);
    }

    /// Time without a memory cycle: the EAE at work while the processor waits.
    pub(super) fn pause(&mut self, nanoseconds: u64) {
        self.time.pass(nanoseconds);
    }
}

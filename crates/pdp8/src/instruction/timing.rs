//! The times of a model's memory cycles and instructions, in nanoseconds. The file `docs/accuracy.md` gives the source
//! of each time, and says how certain the time is. Each model has its times among its properties: see
//! [`Model::traits`](super::Model::traits).

/// The times of one model, in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timing {
    /// A cycle that writes back the word it read: FETCH (the only cycle of an operate instruction), or DEFER without
    /// auto-index.
    pub read_cycle: u64,
    /// A cycle that may write a new word: EXECUTE, DEFER with auto-index, interrupt entry.
    pub write_cycle: u64,
    /// The duration of an IOT for a device: one cycle and three pulse times, even if no pulse is sent.
    pub device_iot: u64,
    /// The times of the EAE, in a machine that has one.
    pub(crate) eae: EaeTiming,
}

/// The times of whole EAE instructions in nanoseconds, with their FETCH and operand cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EaeTiming {
    /// SCL, which loads the step counter from the operand word.
    pub load_counter: u64,
    /// MUY: the whole instruction.
    pub multiply: u64,
    /// A DVI that divides.
    pub divide: u64,
    /// A DVI that overflows.
    pub divide_overflow: u64,
    /// SHL, ASR or LSR: the whole instruction when it shifts by one bit.
    pub shift_one: u64,
    /// The time that each further bit adds to `shift_one`.
    pub shift_more: u64,
    /// An NMI that finds the number already normalised.
    pub normalised: u64,
    /// An NMI that shifts; each bit of the shift adds `shift_more`.
    pub normalise: u64,
    /// DAD and DST of mode B.
    pub double_word: u64,
    /// The time that mode B adds to MUY and DVI, which read the address of their operand.
    pub indirect: u64,
}

/// The times of the KE8/I, measured on a gate-level model; they are right within one per cent.
pub(super) const KE8_I: EaeTiming = EaeTiming {
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

/// The times of the KE8-E, from the rounded numbers of the handbook.
pub(super) const KE8_E: EaeTiming = EaeTiming {
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

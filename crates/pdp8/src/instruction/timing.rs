//! The times of a model's memory cycles and instructions, in nanoseconds. The file `docs/accuracy.md` gives the source
//! of each time, and says how certain the time is. Each model has its times among its properties: see
//! [`Model::traits`](super::Model::traits).

/// The times of one model, in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timing {
    /// The time of a cycle that writes the same word back: FETCH, or DEFER without auto-index.
    pub read_cycle: u64,
    /// The time of a cycle that may write a new word: EXECUTE, DEFER with auto-index, interrupt entry.
    pub write_cycle: u64,
    /// The time of an IOT for a device, whatever pulses the IOT sends.
    pub device_iot: u64,
    /// The times of the EAE instructions.
    pub(crate) eae: EaeTiming,
}

/// The times of EAE instructions in nanoseconds. The times include the FETCH and the operand cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EaeTiming {
    /// The time of SCL, which loads the step counter.
    pub load_counter: u64,
    /// The time of MUY.
    pub multiply: u64,
    /// The time of a DVI that divides.
    pub divide: u64,
    /// The time of a DVI that overflows.
    pub divide_overflow: u64,
    /// The time of SHL, ASR or LSR by one bit.
    pub shift_one: u64,
    /// The additional time for each further bit of a shift.
    pub shift_more: u64,
    /// The time of an NMI that does not shift.
    pub normalised: u64,
    /// The time of an NMI that shifts, not including `shift_more` for each bit.
    pub normalise: u64,
    /// The time of DAD or DST in mode B.
    pub double_word: u64,
    /// The additional time of MUY and DVI in mode B, which read the address of the operand first.
    pub indirect: u64,
}

/// The times of the KE8/I, measured on a gate-level model. The error is at most one per cent.
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

//! The cost of traces: the numbers of cycles, of instructions, and of cycles that may write, packed into one number.

/// The numbers of cycles, of instructions, and of cycles that may write, packed into one number. One addition adds all
/// three numbers, and one comparison compares the cycles.
///
/// ```text
/// | cycles, 22 bits | instructions, 21 bits | writing cycles, 21 bits |
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[repr(transparent)]
pub(super) struct Cost(u64);

/// The cost of an interrupt entry: one cycle that writes, and no instruction.
pub(super) const INTERRUPT_ENTRY: Cost = Cost(1 << CYCLES | 1);

/// The cost of a JMP I that increments no auto-index register.
pub(super) const INDIRECT_JMP: Cost = Cost::instruction(2, 0);

/// The position of the lowest bit of the number of cycles in a [`Cost`], counted from the right.
pub(super) const CYCLES: u32 = 42;
const INSTRUCTIONS: u32 = 21;

impl Cost {
    /// The largest value of each packed number. A run of traces ends before a number exceeds this value.
    pub const MAX_COUNT: u64 = 1 << 20;

    /// The additional cost of a memory cycle that may write, compared with a memory cycle that only reads.
    pub(crate) const WRITE: Cost = Cost(1);

    /// The cost of a JMP or of an operate instruction.
    pub(super) const ONE: Cost = Cost::instruction(1, 0);

    /// Returns the cost of one instruction: `cycles` cycles, of which `writes` cycles may write.
    pub(crate) const fn instruction(cycles: u64, writes: u64) -> Cost {
        Cost(cycles << CYCLES | 1 << INSTRUCTIONS | writes)
    }

    /// Returns the cost of `cycles` cycles, as a limit for comparison with other costs.
    pub(crate) const fn limit(cycles: u64) -> Cost {
        Cost(cycles << CYCLES)
    }

    /// Returns the three packed numbers as one integer, for machine code.
    #[cfg(machine_code)]
    pub(crate) const fn bits(self) -> u64 {
        self.0
    }

    /// Returns the number of memory cycles.
    pub(crate) const fn cycles(self) -> u64 {
        self.0 >> CYCLES
    }

    /// Returns the number of instructions.
    pub const fn instructions(self) -> u64 {
        self.0 >> INSTRUCTIONS & ((1 << INSTRUCTIONS) - 1)
    }

    /// Returns the number of memory cycles that may write.
    pub const fn writes(self) -> u64 {
        self.0 & ((1 << INSTRUCTIONS) - 1)
    }

    #[inline(always)]
    pub(crate) const fn plus(self, other: Cost) -> Cost {
        Cost(self.0.wrapping_add(other.0))
    }

    /// Subtracts a cost. In the middle of a trace, the difference may wrap below 0. The cost of the trace is added at
    /// the end of the trace, and the sum is then 0 or more.
    #[inline(always)]
    pub const fn minus(self, other: Cost) -> Cost {
        Cost(self.0.wrapping_sub(other.0))
    }

    pub const fn times(self, count: u64) -> Cost {
        Cost(self.0 * count)
    }
}

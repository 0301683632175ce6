//! What a trace is made of: decoded operations, and what running up to each of them costs.

/// Cycles, instructions and writing cycles, packed so that one addition counts all three and one comparison
/// looks at the cycles.
///
/// ```text
/// | cycles, 22 bits | instructions, 21 bits | writing cycles, 21 bits |
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd)]
pub(super) struct Cost(u64);

const CYCLES: u32 = 42;
const INSTRUCTIONS: u32 = 21;

impl Cost {
    /// No part may count further than this: a run of traces is cut into slices below it.
    pub const MAX_COUNT: u64 = 1 << 20;

    /// One instruction of so many cycles, of which so many may write.
    pub const fn instruction(cycles: u64, writes: u64) -> Cost {
        Cost(cycles << CYCLES | 1 << INSTRUCTIONS | writes)
    }

    /// So many cycles and nothing else: a limit to compare with.
    pub const fn limit(cycles: u64) -> Cost {
        Cost(cycles << CYCLES)
    }

    /// Memory cycles.
    pub const fn cycles(self) -> u64 {
        self.0 >> CYCLES
    }

    /// Instructions.
    pub const fn instructions(self) -> u64 {
        self.0 >> INSTRUCTIONS & ((1 << INSTRUCTIONS) - 1)
    }

    /// Those of the cycles that may write.
    pub const fn writes(self) -> u64 {
        self.0 & ((1 << INSTRUCTIONS) - 1)
    }

    #[inline(always)]
    pub const fn plus(self, other: Cost) -> Cost {
        Cost(self.0.wrapping_add(other.0))
    }

    /// May go below nothing for a while: what is taken off comes back with the end of the trace.
    #[inline(always)]
    pub const fn minus(self, other: Cost) -> Cost {
        Cost(self.0.wrapping_sub(other.0))
    }

    pub const fn times(self, count: u64) -> Cost {
        Cost(self.0 * count)
    }
}

/// What is known of an operation beside what it does.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Info {
    /// The cost of the trace from its first instruction to this operation, this included; when the operation is two
    /// instructions of which the first stores, to that store.
    pub cost: Cost,
    /// The instruction after that, for leaving when the store went into code.
    pub next: u16,
}

/// The linear part of a group 1 instruction: `L,AC <- ((L,AC and keep) xor flip) + add`.
///
/// In two half-words, so that every operation is at most eight bytes: `add` stands in the sign of `flip`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Linear {
    keep: u16,
    flip_add: u16,
}

impl Linear {
    /// Nothing is changed.
    pub const NOTHING: Linear = Linear::new(ALL, 0, false);

    /// The part with these masks of thirteen bits.
    pub const fn new(keep: u16, flip: u16, add: bool) -> Linear {
        Linear { keep, flip_add: flip | (add as u16) << 15 }
    }

    /// The mask alone, when there is nothing else.
    pub fn only_keeps(self) -> Option<u16> {
        (self.flip_add == 0).then_some(self.keep)
    }

    /// What becomes of L,AC.
    #[inline(always)]
    pub fn of(self, lac: u32) -> u32 {
        let flip = u32::from(self.flip_add);
        (((lac & u32::from(self.keep)) ^ (flip & 0o17777)) + (flip >> 15)) & 0o17777
    }
}

/// L and AC.
pub(super) const ALL: u16 = 0o17777;

/// An operation: one instruction, or two or three that often stand together. Addresses have their field in them.
///
/// *Skips* pass over the operation after them, which is one instruction. *Jumps* leave the trace when taken.
#[derive(Clone, Copy, Debug)]
pub(super) enum Op {
    And(u16),
    Tad(u16),
    Dca(u16),
    AndIndirect(u16),
    TadIndirect(u16),
    DcaIndirect(u16),
    AndAuto(u16),
    TadAuto(u16),
    DcaAuto(u16),

    Linear(Linear),
    Ral(Linear),
    Rtl(Linear),
    Rar(Linear),
    Rtr(Linear),
    /// Any other group 1 word, and where it stands.
    Group1(u16, u16),
    /// CDF to a field that is there.
    DataField(u16),

    /// Skip when any bit of `test` is set in L,AC; keep only `keep`.
    SkipSet {
        test: u16,
        keep: u16,
    },
    SkipClear {
        test: u16,
        keep: u16,
    },
    SkipZero {
        keep: u16,
    },
    SkipNonZero {
        keep: u16,
    },
    /// A test of AC = 0 together with others: the word.
    SkipGroup2(u16),
    Isz(u16),
    IszIndirect(u16),
    IszAuto(u16),

    /// A skip and the JMP after it: jump when any bit of `test` is set.
    JumpSet {
        test: u16,
        keep: u16,
        to: u16,
    },
    JumpClear {
        test: u16,
        keep: u16,
        to: u16,
    },
    JumpZero {
        keep: u16,
        to: u16,
    },
    JumpNonZero {
        keep: u16,
        to: u16,
    },
    IszJump {
        at: u16,
        to: u16,
    },
    /// `ISZ at; JMP .-1`, standing at `from`: as many turns at once as there is time for.
    Delay {
        at: u16,
        from: u16,
    },

    /// JMS, the trace going on in the subroutine.
    Jms {
        at: u16,
        back: u16,
    },
    /// JMP I through `at`, the trace going on if that leads to `to` in its field: the end of a subroutine.
    JmpThrough {
        at: u16,
        to: u16,
    },

    /// JMS I through `at`, the trace going on in the subroutine if that is the one at `entry`.
    JmsThrough {
        at: u16,
        entry: u16,
        back: u16,
    },

    /// On to another trace.
    Goto(u16),
    JmpIndirect(u16),
    JmpAuto(u16),
    JmsGoto {
        at: u16,
        back: u16,
    },
    JmsIndirect {
        at: u16,
        back: u16,
    },
    JmsAuto {
        at: u16,
        back: u16,
    },
    /// An instruction that the cycle-stepped machine must do: IOT, HLT, OSR, group 3.
    Core(u16),
    /// A word that the program keeps changing: decoded each time it is met.
    Volatile(u16),

    // What often stands together.
    TadTad(u16, u16),
    TadDca(u16, u16),
    TadTadDca(u16, u16, u16),
    DcaTad(u16, u16),
    TadAnd(u16, u16),
    KeepTad {
        keep: u16,
        at: u16,
    },
    KeepTadDca {
        keep: u16,
        at: u16,
        to: u16,
    },
    KeepTadTad {
        keep: u16,
        at: u16,
        and: u16,
    },
    TadLinear(u16, Linear),
    /// A word of several rotated: TAD RAL, and TAD RAL DCA.
    TadRal {
        keep: u16,
        at: u16,
    },
    TadRalDca {
        keep: u16,
        at: u16,
        to: u16,
    },
    TadRar {
        keep: u16,
        at: u16,
    },
    TadRarDca {
        keep: u16,
        at: u16,
        to: u16,
    },
    /// A word of several added with the carry of the last: RAL TAD TAD, and with DCA.
    RalTad(u16),
    RalTadTad(u16, u16),
    RalTadTadDca(u16, u16, u16),
    AndJumpZero {
        at: u16,
        keep: u16,
        to: u16,
    },
    AndJumpNonZero {
        at: u16,
        keep: u16,
        to: u16,
    },
    TadJumpZero {
        at: u16,
        keep: u16,
        to: u16,
    },
    TadJumpNonZero {
        at: u16,
        keep: u16,
        to: u16,
    },
    TadJumpSet {
        at: u16,
        test: u16,
        to: u16,
    },
    TadJumpClear {
        at: u16,
        test: u16,
        to: u16,
    },
    /// The same with CLA.
    TadJumpSetCla {
        at: u16,
        test: u16,
        to: u16,
    },
    TadJumpClearCla {
        at: u16,
        test: u16,
        to: u16,
    },
    /// A skip without CLA over a group 1 instruction without rotation.
    UnlessSet {
        test: u16,
        part: Linear,
    },
    UnlessClear {
        test: u16,
        part: Linear,
    },
    UnlessZero(Linear),
    UnlessNonZero(Linear),

    // Pairs: the operation and the one after it, which stays in its own place, so that a skip can still pass over
    // the first alone. Nothing is saved but the jump from one to the other.
    /// TadRalDca, as often as it follows itself: a number of several words shifted.
    TadRalDcaRun {
        keep: u16,
        at: u16,
        to: u16,
    },
    TadRarDcaRun {
        keep: u16,
        at: u16,
        to: u16,
    },
    KeepTadTadThenDca {
        keep: u16,
        at: u16,
        and: u16,
    },
    RalTadTadThenJumpClear(u16, u16),
    TadAutoThenDca(u16),
    TadAutoThenJumpZero(u16),
    TadAutoThenJms(u16),
    DcaAutoThenIszJump(u16),
    DcaThenRalTadTad(u16),
    DcaThenIszJump(u16),
    DcaThenTadDca(u16),
    LinearThenTadDca(Linear),
    TadAndThenJumpZero(u16, u16),
    UnlessNonZeroThenUnlessSet(Linear),
    JmpThroughThenDcaAuto {
        at: u16,
        to: u16,
    },
    JmsThenTadIndirect {
        at: u16,
        back: u16,
    },
    TadIndirectThenUnlessClear(u16),

    /// A skip and the JMP I after it: away through the pointer at `at` unless the skip is taken.
    JumpZeroThrough {
        keep: u16,
        at: u16,
    },
    JumpNonZeroThrough {
        keep: u16,
        at: u16,
    },
    JumpSetThrough {
        test: u16,
        keep: u16,
        at: u16,
    },
    JumpClearThrough {
        test: u16,
        keep: u16,
        at: u16,
    },
}

// Four to the cache line's quarter: the operations of a trace are read one after the other all the time.
const _: () = assert!(size_of::<Op>() == 8);

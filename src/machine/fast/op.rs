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
    pub const MOST: u64 = 1 << 20;

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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Linear {
    pub keep: u16,
    pub flip: u16,
    pub add: u16,
}

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
    /// JMP I through `at`, the trace going on at `back` when that is where it goes.
    Return {
        at: u16,
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

    TadTad(u16, u16),
    TadDca(u16, u16),
    TadTadDca(u16, u16, u16),
    DcaTad(u16, u16),
    KeepTad {
        keep: u16,
        at: u16,
    },
    KeepTadDca {
        keep: u16,
        at: u16,
        to: u16,
    },
    TadLinear {
        at: u16,
        flip: u16,
        add: u16,
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
}

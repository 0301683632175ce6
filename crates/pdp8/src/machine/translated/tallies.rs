//! The time of the instructions at each address. The counts of operations that have not been converted to times yet are
//! not included: see `counts.rs`.

use super::cost::Cost;
use super::op::{Operands, following, preceding};
use crate::instruction::Timing;
use crate::machine::memory::PAGE;
use crate::machine::{Bus, Elapsed, Machine, MajorState, Time};

/// The number of cycles after which the counts of operations are converted to times. A count of 32 bits cannot overflow
/// in this time.
const CYCLES_UNTIL_COLLECTED: u64 = 1 << 31;

/// The two counts of the operation in a slot, at the indexes [`LEFT`] and [`SKIPPED`]. An array of zero counts consists
/// of zero bytes only, so the host need not provide memory for a large array before a count is changed.
pub(super) type Pass = [u32; 2];

/// The index of the first count in a [`Pass`]: how often the trace was left after the counted operation.
pub(super) const LEFT: usize = 0;

/// The index of the second count in a [`Pass`]: how often the counted operation skipped the operation after it.
pub(super) const SKIPPED: usize = 1;

/// The number and the time of the instructions at an address. An instruction that a trace counts, but does not execute,
/// is subtracted at once, and is added only when the counts of operations are converted to times. Until then, the
/// values may have wrapped around below zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tally {
    instructions: u64,
    cycles: u64,
    nanoseconds: u64,
}

/// The time of the instructions at each address.
#[derive(Clone, Debug)]
pub(super) struct Tallies {
    /// The time of the instructions at each address. Addresses beyond the end of the list have no time.
    addresses: Vec<Tally>,
    /// The time of interrupt entries, which have no address.
    entries: Tally,
    /// The address of the instruction that was stepped last; `None` after an interrupt entry.
    last: Option<u16>,
    timing: Timing,
    /// The number of cycles that traces have run since the counts of operations were last converted to times.
    uncollected: u64,
}

/// The way in which the time of an operation varies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Varies {
    /// The operation always takes the same time, or does nothing and leaves its instruction to the cycle-stepped
    /// machine.
    Never,
    /// The operation executes several instructions, and may skip the last of them.
    ByInstruction,
    /// The whole time of the operation varies. The cost of the trace does not include this time, so the operation's
    /// routine counts it.
    Wholly,
    /// The operation is a delay loop. Its time depends on the number of iterations.
    ByIterations,
    /// The time depends on how long the EAE takes. The value tells which operand gives the address of the instruction.
    ByPause(Place),
}

/// The operand that gives the address of an operation's instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// The operand `a` is the address of the operation's instruction.
    A,
    /// The operand `a` is the address of the operation's instruction, plus 1.
    NextIsA,
    /// The operand `b` is the address of the operation's instruction.
    B,
}

impl Place {
    /// Returns the address of the instruction, found in the operands `op`.
    #[inline(always)]
    pub(crate) const fn of(self, op: Operands) -> u16 {
        match self {
            Place::A => op.a,
            Place::NextIsA => preceding(op.a),
            Place::B => op.b,
        }
    }
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.instructions = self.instructions.wrapping_add(other.instructions);
        self.cycles = self.cycles.wrapping_add(other.cycles);
        self.nanoseconds = self.nanoseconds.wrapping_add(other.nanoseconds);
    }

    fn minus(self) -> Tally {
        let Tally { instructions, cycles, nanoseconds } = self;
        Tally {
            instructions: instructions.wrapping_neg(),
            cycles: cycles.wrapping_neg(),
            nanoseconds: nanoseconds.wrapping_neg(),
        }
    }

    fn between(before: &Elapsed, after: &Elapsed) -> Tally {
        Tally {
            instructions: after.instructions - before.instructions,
            cycles: after.cycles - before.cycles,
            nanoseconds: (after.time - before.time).as_nanoseconds(),
        }
    }

    fn elapsed(self) -> Elapsed {
        let Tally { instructions, cycles, nanoseconds } = self;
        Elapsed { instructions, cycles, time: Time::nanoseconds(nanoseconds) }
    }
}

impl Tallies {
    pub(crate) fn new(machine: &Machine) -> Self {
        Tallies { addresses: Vec::new(), entries: Tally::default(), last: None, timing: machine.timing, uncollected: 0 }
    }

    fn tally(&self, cost: Cost, times: u64) -> Tally {
        let (cycles, writes) = (cost.cycles(), cost.writes());
        let nanoseconds = (cycles - writes) * self.timing.read_cycle + writes * self.timing.write_cycle;
        Tally { instructions: cost.instructions() * times, cycles: cycles * times, nanoseconds: nanoseconds * times }
    }

    fn add(&mut self, at: u16, tally: Tally) {
        let at = usize::from(at);
        if at >= self.addresses.len() {
            self.addresses.resize((at + 1).next_multiple_of(PAGE), Tally::default());
        }
        self.addresses[at].add(tally);
    }

    /// Adds the time of an instruction that is executed several times.
    pub(crate) fn add_times(&mut self, at: u16, cost: Cost, times: u64) {
        let tally = self.tally(cost, times);
        self.add(at, tally);
    }

    /// Subtracts the time of an instruction that was counted, although the trace did not execute it.
    pub(crate) fn take_off(&mut self, at: u16, cost: Cost) {
        let tally = self.tally(cost, 1).minus();
        self.add(at, tally);
    }

    /// Adds the waiting time of the EAE, in nanoseconds, to the time of the instruction at `at`.
    pub(crate) fn add_pause(&mut self, at: u16, nanoseconds: u64) {
        self.add(at, Tally { nanoseconds, ..Tally::default() });
    }

    /// Adds the time of an interrupt entry.
    pub(crate) fn add_entry(&mut self, cost: Cost) {
        let tally = self.tally(cost, 1);
        self.entries.add(tally);
    }

    /// Adds the time of iterations of a loop of two instructions, the first of which is at `at`. `times` are the times
    /// of the two instructions, in nanoseconds.
    pub(crate) fn add_loop(&mut self, at: u16, iterations: u64, times: [u64; 2]) {
        for (at, nanoseconds) in [at, following(at)].into_iter().zip(times) {
            let nanoseconds = nanoseconds * iterations;
            self.add(at, Tally { instructions: iterations, cycles: iterations, nanoseconds });
        }
    }

    /// Sets the number of cycles in `uncollected` to 0, because the caller is about to convert the counts of operations
    /// to times.
    pub(crate) fn begin_to_collect(&mut self) {
        self.uncollected = 0;
    }

    /// Adds `cycles` to the number of cycles that traces have run. Returns whether the counts of operations must now be
    /// converted to times.
    pub(crate) fn must_collect(&mut self, cycles: u64) -> bool {
        self.uncollected += cycles;
        self.uncollected >= CYCLES_UNTIL_COLLECTED
    }

    /// Uses the cycle times of `machine` from now on. The caller must have removed all traces.
    pub(crate) fn set_timing(&mut self, machine: &Machine) {
        self.timing = machine.timing;
    }

    /// Executes one instruction or an interrupt entry on the cycle-stepped machine, and counts its time.
    pub(crate) fn step<B: Bus>(&mut self, machine: &mut Machine, bus: &mut B) {
        let (before, at) = (machine.elapsed, machine.pc_address().bits());
        let is_begun = machine.state == MajorState::Fetch;
        machine.step(bus);
        let tally = Tally::between(&before, &machine.elapsed);
        let is_entry = is_begun && tally.instructions == 0;
        self.last = (!is_entry).then_some(at);
        self.add_to_last(tally);
    }

    /// Counts the time from `before` to `after`, which data breaks took after the instruction that was stepped last.
    pub(crate) fn count_stolen(&mut self, before: &Elapsed, after: &Elapsed) {
        self.add_to_last(Tally::between(before, after));
    }

    fn add_to_last(&mut self, tally: Tally) {
        match self.last {
            Some(at) => self.add(at, tally),
            None => self.entries.add(tally),
        }
    }

    /// Removes all counted times, and passes them to `each`. The time of the instructions at an address comes with this
    /// address. The time of the interrupt entries comes with `None`. Before this call, the counts of operations must
    /// have been converted to times.
    pub(crate) fn take(&mut self, mut each: impl FnMut(Option<u16>, Elapsed)) {
        let entries = std::mem::take(&mut self.entries);
        if entries != Tally::default() {
            each(None, entries.elapsed());
        }
        for (at, tally) in (0..).zip(&mut self.addresses) {
            if *tally != Tally::default() {
                each(Some(at), std::mem::take(tally).elapsed());
            }
        }
    }
}

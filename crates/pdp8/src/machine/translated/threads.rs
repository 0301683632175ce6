//! Threaded code: each operation has a routine, which jumps to the routine of the next operation.
//!
//! ```text
//!   slot      n             n + 1         n + 2
//!         +---------+   +---------+   +---------+
//!         | routine |-->| routine |-->| routine |--> leave: count the cost, test the limit, on to another trace
//!         +---------+   +---------+   +---------+
//! ```
//!
//! A routine ends with a call of the next routine, and passes the PDP-8's registers as arguments. The compiler turns
//! this tail call into a jump, and the values stay in the host's registers. Where the compiler does not do this
//! (without optimisation, or in WebAssembly), the calls nest. In this case the limit of [`SLICE`] cycles keeps the
//! depth small enough for any stack, because every instruction costs at least one cycle and becomes at most three
//! operations.
//!
//! A routine may do several operations in sequence, see `sequences.rs`. Each operation still has its own slot and
//! routine, because a skip may continue at any of these operations.

use super::cost::Cost;
use super::op::Operands;
use super::state::{End, Leave, ROOM, SPARE, State};
use super::tallies::Varies;
use crate::machine::memory::REACH;

/// The number of cycles of a slice. At the end of each slice, the traces return to the engine. If the compiler does not
/// turn the calls from routine to routine into jumps, the calls nest, and this number limits their depth.
pub(super) const SLICE: u64 = 4096;

/// The words that a 16-bit number can address: the 32K words of core, and unused words after core.
pub(super) type Core = [u16; REACH];

/// All slots.
pub(super) type Slots = [Slot; ROOM + SPARE];

/// The routine of an operation. The arguments are the state, core, all slots, the number of the operation's slot, L and
/// AC, and the cost spent. The C calling convention lets routines and the host's machine code call each other.
pub(super) type Routine = extern "C" fn(&mut State, &mut Core, &Slots, usize, u32, Cost);

/// The two routines of a chain of operations.
#[derive(Clone, Copy, Debug)]
pub(super) struct Routines {
    /// The routine that carries out the operations without counting.
    plain: Routine,
    /// The routine that carries out the operations and updates the counts of each operation.
    counting: Routine,
}

impl Routines {
    /// Returns the two routines of a chain of operations.
    pub(crate) const fn of<C: Chain>() -> Self {
        Routines { plain: routine::<C, false>, counting: routine::<C, true> }
    }

    /// Returns the counting routine if `counts` is true, otherwise the plain routine.
    pub(crate) const fn that(self, counts: bool) -> Routine {
        if counts { self.counting } else { self.plain }
    }
}

/// The routine that does an operation of a trace, perhaps together with the operations after it.
///
/// The routines are in one array and the operands of the operations are in another. So the elements of each array are
/// small enough for the host to index them directly by the slot number.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub(super) struct Slot {
    pub routine: Routine,
}

/// The continuation after an operation.
pub(super) enum Then {
    /// The next operation.
    On,
    /// The operation after the next.
    Skip,
    /// Another trace, which begins at this address.
    Leave(u16),
    /// The cycle-stepped machine takes over, and executes the instruction at this address. The operation that returns
    /// this value changes nothing and costs nothing.
    Core(u16),
}

/// An operation; `run` carries it out with the operands `op`.
pub(super) trait Operation {
    /// The way in which the time of the operation varies.
    const VARIES: Varies;

    fn run(run: &mut Run<'_>, op: Operands) -> Then;
}

/// The registers and state on which an operation works.
pub(super) struct Run<'a> {
    pub state: &'a mut State,
    pub words: &'a mut Core,
    slots: &'a Slots,
    /// The slot of the operation that is being executed.
    pub at: usize,
    /// L and AC.
    pub lac: u32,
    pub spent: Cost,
}

impl<'a> Run<'a> {
    /// Makes a `Run` for executing instructions that belong to no trace. `lac` is L and AC.
    pub(crate) fn new(state: &'a mut State, words: &'a mut Core, slots: &'a Slots, lac: u32, spent: Cost) -> Self {
        Run { state, words, slots, at: 0, lac, spent }
    }
}

impl Run<'_> {
    /// Returns the cost of the trace up to and including this operation. For a jump, this is the cost when the jump is
    /// taken.
    #[inline(always)]
    pub fn cost(&self) -> Cost {
        self.state.costs[self.at]
    }

    /// Returns the address of the instruction after the operation.
    #[inline(always)]
    pub(crate) fn next(&self) -> u16 {
        self.state.operands[self.at].next
    }

    /// Returns the word at `place`.
    #[inline(always)]
    pub(crate) fn word(&self, place: u16) -> u16 {
        self.words[usize::from(place)]
    }

    /// Returns the address to which the word at `place` points in the data field.
    #[inline(always)]
    pub fn through(&self, place: u16) -> u16 {
        self.state.data_field | self.word(place)
    }

    /// Stores into a word that no trace has decoded.
    #[inline(always)]
    pub(crate) fn store(&mut self, place: u16, bits: u16) {
        self.words[usize::from(place)] = bits;
    }

    /// Stores into any word. Returns true if the trace must be left: the store has changed a decoded word, or a
    /// breakpoint watches the word.
    #[inline(always)]
    pub fn store_anywhere(&mut self, place: u16, bits: u16) -> bool {
        self.words[usize::from(place)] = bits;
        let State { guard, limit, .. } = &mut *self.state;
        guard.marks[usize::from(place)] != 0 && guard.store(place, bits, limit)
    }

    /// Jumps to the routine of another slot.
    #[inline(always)]
    fn go(self, at: usize) {
        (self.slots[at].routine)(self.state, self.words, self.slots, at, self.lac, self.spent);
    }

    /// Whether the run stops before the instruction at `at`.
    #[inline(always)]
    pub(crate) fn is_breakpoint(&self, at: u16) -> bool {
        self.state.guard.has_breakpoints && self.state.guard.is_breakpoint(at, self.word(at))
    }

    #[inline(always)]
    fn leave(self, to: u16) {
        let spent = self.spent.plus(self.cost());
        follow(self.state, self.words, self.slots, to.into(), self.lac, spent, self.at);
    }
}

/// Continues with the trace that begins at the address `to`. The host's machine code calls this function. Before the
/// call, `left_at` must hold the slot of the operation that leaves the trace.
#[cfg(machine_code)]
pub(super) extern "C" fn go_on(state: &mut State, words: &mut Core, slots: &Slots, to: usize, lac: u32, spent: Cost) {
    let from = state.left_at.into();
    follow(state, words, slots, to, lac, spent, from);
}

/// Continues with the trace that begins at the address `to`. Leaves the traces if the limit is reached or no trace
/// begins at `to`. `from` is the slot of the last operation.
#[inline(always)]
fn follow(state: &mut State, words: &mut Core, slots: &Slots, to: usize, lac: u32, spent: Cost, from: usize) {
    if spent >= state.limit {
        return leave_traces(state, lac, spent, to as u16, Leave::Budget, from);
    }
    let at = state.guard.entry[to & (REACH - 1)];
    if at == 0 {
        return leave_traces(state, lac, spent, to as u16, Leave::Missing, from);
    }
    let at = usize::from(at);
    (slots[at].routine)(state, words, slots, at, lac, spent);
}

/// Records where and why the traces are left. `from` is the slot of the last operation.
#[inline(never)]
fn leave_traces(state: &mut State, lac: u32, spent: Cost, pc: u16, leave: Leave, from: usize) {
    state.end = End { lac, spent, pc, leave };
    state.left_at = from as u16;
}

/// Two totals as they were before an operation: the cost spent, and the waiting time of the EAE.
#[derive(Clone, Copy, Debug)]
struct Before {
    spent: Cost,
    paused: u64,
}

impl Before {
    #[inline(always)]
    fn of(run: &Run<'_>) -> Self {
        Before { spent: run.spent, paused: run.state.paused }
    }

    /// Updates the counts of the operation that has just run, and the times of its instructions.
    #[inline(always)]
    fn count(self, run: &mut Run<'_>, varies: Varies, op: Operands, then: &Then) {
        let at = run.at;
        match *then {
            Then::On => {}
            Then::Skip => run.state.count_skip(at),
            Then::Leave(_) => run.state.count_left(at),
            Then::Core(place) => {
                run.state.count_left(at);
                if run.spent != self.spent {
                    run.state.take_off(place, self.spent.minus(run.spent));
                }
            }
        }
        let is_done = !matches!(*then, Then::Core(_));
        match varies {
            Varies::Never => {}
            Varies::ByInstruction if run.spent != self.spent => run.state.count_skip(at),
            Varies::Wholly if is_done => run.state.add(op.a, run.spent.minus(self.spent)),
            Varies::ByIterations if run.spent != self.spent => {
                let iterations = run.spent.minus(self.spent).instructions() / 2;
                run.state.add_delay(op.c, iterations);
            }
            Varies::ByPause(place) if run.state.paused != self.paused => {
                run.state.add_pause(place.of(op), run.state.paused - self.paused);
            }
            _ => {}
        }
    }
}

/// A chain of operations that one routine does in order. With `COUNTS`, the routine also updates the counts of each
/// operation.
pub(super) trait Chain {
    fn run<const COUNTS: bool>(run: Run<'_>);
}

/// The end of a chain of operations. It jumps to the routine of the next operation.
pub(super) struct Next;

impl Chain for Next {
    #[inline(always)]
    fn run<const COUNTS: bool>(run: Run<'_>) {
        let at = run.at;
        run.go(at);
    }
}

impl<First: Operation, Others: Chain> Chain for (First, Others) {
    #[inline(always)]
    fn run<const COUNTS: bool>(mut run: Run<'_>) {
        let op = run.state.operands[run.at];
        let before = COUNTS.then(|| Before::of(&run));
        let then = First::run(&mut run, op);
        if let Some(before) = before {
            before.count(&mut run, First::VARIES, op, &then);
        }
        match then {
            Then::On => {
                run.at += 1;
                Others::run::<COUNTS>(run);
            }
            Then::Skip => {
                let passed = run.state.costs[run.at + 1].minus(run.cost());
                run.spent = run.spent.minus(passed);
                let at = run.at + 2;
                run.go(at);
            }
            Then::Leave(to) => run.leave(to),
            Then::Core(place) => {
                let spent = run.spent.plus(run.cost());
                leave_traces(run.state, run.lac, spent, place, Leave::Core, run.at);
            }
        }
    }
}

/// Carries out a chain of operations; each instance of this function is a [`Routine`].
pub(super) extern "C" fn routine<C: Chain, const COUNTS: bool>(
    state: &mut State,
    words: &mut Core,
    slots: &Slots,
    at: usize,
    lac: u32,
    spent: Cost,
) {
    C::run::<COUNTS>(Run { state, words, slots, at: at & (ROOM - 1), lac, spent });
}

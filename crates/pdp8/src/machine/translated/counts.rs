//! The time of the instructions at each address, counted while traces run.
//!
//! ```text
//!   entered 7 times --> operation 0 --> operation 1 --> operation 2 --> operation 3
//!                                          |   |                           ^   |
//!                                          |   '------ skips 2 times ------'   '--> left 6 times
//!                                          '--> left 1 time
//! ```
//!
//! The routines of traces count only how often a trace was left after each operation, and how often an operation
//! skipped another. From these two kinds of counts, the engine computes how often each operation of a trace was
//! executed: a trace is left as often as it is entered. An operation stands for one instruction or several, whose costs
//! are known. If the time of an instruction is not known in advance, the routine adds it immediately to the time
//! counted for the address of the instruction.

use super::branches::jump_taken;
use super::cost::Cost;
use super::guard::zeros;
use super::op::preceding;
use super::plan::Planned;
use super::state::Passes;
use super::tallies::{LEFT, Tallies, Varies};
use crate::machine::Machine;

/// An instruction of a trace.
#[derive(Clone, Copy, Debug)]
pub(super) struct Instruction {
    /// The index of the operation that stands for the instruction.
    pub operation: usize,
    /// The address of the instruction.
    pub at: u16,
    pub cost: Cost,
}

/// The condition under which an instruction of an operation is executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum When {
    /// The instruction is executed whenever the operation is executed.
    Always,
    /// The instruction is a jump out of the trace. It is executed each time the trace is left after the operation.
    Left,
    /// The instruction follows a skip instruction in the same operation. It is executed each time the skip instruction
    /// does not skip it.
    NotSkipped,
}

/// A trace for which the engine counts how often each operation is executed.
#[derive(Clone, Debug)]
struct CountedTrace {
    first: usize,
    length: usize,
    instructions: Vec<(Instruction, When)>,
}

/// The traces for which the engine counts how often each operation is executed.
#[derive(Clone, Debug, Default)]
pub(super) struct CountedTraces(Vec<CountedTrace>);

/// The counts of one account. An account is a separate set of times, for example the times while FOCAL executes one
/// line of a program. `passes` counts how often operations are executed, and `tallies` holds the times of the
/// instructions.
#[derive(Clone, Debug)]
pub(super) struct Counts {
    pub passes: Box<Passes>,
    pub tallies: Box<Tallies>,
}

impl Counts {
    pub(crate) fn new(machine: &Machine) -> Self {
        Counts { passes: zeros(), tallies: Box::new(Tallies::new(machine)) }
    }
}

impl CountedTraces {
    /// Adds a trace that begins at the slot `first`.
    pub(crate) fn add(&mut self, first: usize, trace: &[Planned], instructions: &[Instruction]) {
        let mut listed: Vec<(Instruction, When)> = Vec::with_capacity(instructions.len() + 2);
        let mut instructions = instructions.iter().peekable();
        let mut before = Cost::default();
        for (operation, &Planned { op, cost, next }) in trace.iter().enumerate() {
            let mut sum = before;
            while let Some(&instruction) = instructions.next_if(|instruction| instruction.operation == operation) {
                listed.push((instruction, When::Always));
                sum = sum.plus(instruction.cost);
            }
            debug_assert_eq!(sum, cost, "{op:?}");
            before = cost;
            if let (true, Some((_, when))) = (op.kind.varies() == Varies::ByInstruction, listed.last_mut()) {
                *when = When::NotSkipped;
            }
            let jump = jump_taken(op);
            if jump != Cost::default() {
                listed.push((Instruction { operation, at: preceding(next), cost: jump }, When::Left));
            }
        }
        self.0.push(CountedTrace { first, length: trace.len(), instructions: listed });
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// Computes times from the counts in `passes`, adds these times to `tallies`, and sets the counts to 0.
    pub(crate) fn collect(&self, passes: &mut Passes, tallies: &mut Tallies) {
        tallies.begin_to_collect();
        let mut reached = Vec::new();
        for trace in &self.0 {
            let passes = &mut passes[trace.first..][..trace.length];
            let entered: u64 = passes.iter().map(|pass| u64::from(pass[LEFT])).sum();
            if entered == 0 {
                continue;
            }
            reached.clear();
            reached.resize(trace.length + 2, 0);
            reached[0] = entered;
            let mut instructions = trace.instructions.iter().peekable();
            for (operation, pass) in passes.iter_mut().enumerate() {
                let [left, skipped] = std::mem::take(pass);
                let (here, left, mut skipped) = (reached[operation], u64::from(left), u64::from(skipped));
                let mut merged = 0;
                while let Some(&(Instruction { at, cost, .. }, when)) =
                    instructions.next_if(|(instruction, _)| instruction.operation == operation)
                {
                    let times = match when {
                        When::Always => here,
                        When::Left => left,
                        When::NotSkipped => {
                            merged = skipped;
                            here - merged
                        }
                    };
                    tallies.add_times(at, cost, times);
                }
                // An operation that skips a part of itself continues with the next operation.
                skipped -= merged;
                reached[operation + 1] += here - left - skipped;
                reached[operation + 2] += skipped;
            }
        }
    }
}

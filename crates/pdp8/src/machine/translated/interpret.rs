//! Execution of single instructions shortly before an event, when a trace would last beyond the event.
//!
//! The interpreter takes a fraction of the host instructions of [`Machine::step`](crate::machine::Machine::step),
//! because it looks neither for events nor for interrupts, and does not set MA, MB and IR.

use super::any;
use super::cost::Cost;
use super::op::{Operands, following};
use super::state::{End, Leave, State};
use super::threads::{Core, Run, Slots, Then};
use crate::instruction::Operation;

/// The interpreter runs only if more than this number of cycles remain until the next event. For fewer cycles, entering
/// and leaving the interpreter would take more time than the interpreter saves.
pub(super) const WORTH_IT: u64 = 8;

/// Whether `bits` is neither an IOT nor a group 3 instruction. The interpreter may still leave such an instruction, for
/// example HLT, to the cycle-stepped machine.
pub(super) const fn takes(bits: u16) -> bool {
    bits >> 9 != 6 && bits & 0o7401 != 0o7401
}

/// Returns the number of cycles of an instruction that can be interpreted.
#[inline(always)]
fn cycles_of(bits: u16) -> u64 {
    match bits >> 9 {
        7 => 1,
        operation => 1 + u64::from(operation != Operation::Jmp as u16) + u64::from(bits >> 8 & 1),
    }
}

/// Executes instructions after the end of the last trace, until a jump or skip leads to a trace that fits into
/// `budget`. Returns false if the next instruction does not fit into `budget`, or if the cycle-stepped machine must
/// execute it.
pub(super) fn interpret(state: &mut State, words: &mut Core, slots: &Slots, budget: Cost) -> bool {
    let End { lac, spent, mut pc, .. } = state.end;
    let mut run = Run::new(state, words, slots, lac, spent);
    let leave = loop {
        if run.spent.plus(Cost::limit(cycles_of(run.word(pc)))) > budget {
            break Leave::Budget;
        }
        let before = run.spent;
        let then = any::run(&mut run, Operands { a: pc, next: following(pc), ..Operands::default() });
        if run.state.tallies.is_some() && !matches!(then, Then::Core(_)) {
            run.state.add(pc, run.spent.minus(before));
        }
        match then {
            Then::On => pc = following(pc),
            Then::Skip | Then::Core(_) => break Leave::Core,
            Then::Leave(to) => {
                pc = to;
                if run.state.guard.fits(to, run.spent, budget) {
                    break Leave::Missing;
                }
            }
        }
    };
    let (lac, after) = (run.lac, run.spent);
    state.interpreted = state.interpreted.plus(after.minus(spent));
    state.end = End { lac, spent: after, pc, leave };
    leave == Leave::Missing
}

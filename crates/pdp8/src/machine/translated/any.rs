//! Decodes one instruction and carries it out. The interpreter calls this code for every instruction. A trace calls it
//! for a rare instruction, for an instruction that the program keeps changing, and for a store into a word that may be
//! part of a trace.

use super::cost::Cost;
use super::op::{LINK, Operands, following};
use super::threads::{Run, Then};
use crate::instruction::{Instruction, Model, Operation, group2 as g2};
use crate::machine::cycle::is_auto_index;
use crate::machine::operate;
use crate::word::Word;

/// The cost of AND, TAD, ISZ, DCA or JMS without an indirect address.
const DIRECT: Cost = Cost::instruction(2, 1);

/// Returns the cost of an instruction that needs no device.
pub(super) fn cost(instruction: Instruction, at: u16) -> Cost {
    let cycles = u64::from(instruction.cycles());
    match instruction {
        Instruction::Memory(reference) => {
            let auto = reference.indirect && is_auto_index(reference.address(Word::new(at)));
            let execute = reference.operation != Operation::Jmp;
            Cost::instruction(cycles, u64::from(auto) + u64::from(execute))
        }
        _ => Cost::instruction(cycles, 0),
    }
}

/// Carries out the instruction at `op.a`. Adds the cost of the instruction, because the cost of the trace does not
/// include this cost.
///
/// Like the FETCH of the cycle-stepped machine, this function tests the bits of the word directly. With
/// `Instruction::decode`, this function would be half as fast.
#[inline(always)]
pub(super) fn run(run: &mut Run<'_>, op: Operands) -> Then {
    let at = op.a;
    let bits = run.word(at);
    if run.state.guard.stops_at(bits) {
        return Then::Core(at);
    }
    match bits >> 9 {
        6 => Then::Core(at),
        7 if bits & 0o400 == 0 => {
            run.lac = group1(run.state.model, bits, at, run.lac);
            run.spent = run.spent.plus(Cost::ONE);
            Then::On
        }
        7 => group2(run, bits, at),
        _ => memory(run, bits, at),
    }
}

#[inline(always)]
fn group2(run: &mut Run<'_>, bits: u16, at: u16) -> Then {
    // In user mode OSR traps too.
    let stepped = if run.state.user_mode { g2::PRIVILEGED } else { g2::HLT };
    // Bit 11 is on in group 3.
    if bits & (stepped | 1) != 0 {
        return Then::Core(at);
    }
    let (link, ac, sr) = (run.lac & LINK != 0, Word::new(run.lac as u16), Word::new(run.state.sr));
    let effect = operate::group2(Word::new(bits), link, ac, sr);
    run.lac = run.lac & LINK | u32::from(effect.ac.bits());
    run.spent = run.spent.plus(Cost::ONE);
    if effect.skip { Then::Leave(following(following(at))) } else { Then::On }
}

#[inline(always)]
fn memory(run: &mut Run<'_>, bits: u16, at: u16) -> Then {
    const CYCLE: Cost = Cost::limit(1);
    let operation = bits >> 9;
    let is_jmp = operation == Operation::Jmp as u16;
    let jumps = is_jmp || operation == Operation::Jms as u16;
    let next = following(at);
    let field = at & 0o70000;
    let page = if bits & 0o200 == 0 { 0 } else { at & 0o7600 };
    let mut place = field | page | bits & 0o177;
    // A jump into another field, or a jump to a breakpoint, is left to the cycle-stepped machine.
    if jumps
        && (run.state.waiting_field.is_some()
            || run.state.guard.has_breakpoints && leads_to_breakpoint(run, bits, place))
    {
        return Then::Core(at);
    }
    let mut changed = false;
    run.spent = run.spent.plus(if is_jmp { Cost::ONE } else { DIRECT });
    if bits & 0o400 != 0 {
        run.spent = run.spent.plus(CYCLE);
        let pointer = place;
        let mut to = run.word(pointer);
        if is_auto_index(Word::new(pointer)) {
            run.spent = run.spent.plus(Cost::WRITE);
            to = (to + 1) & 0o7777;
            changed = run.store_anywhere(pointer, to);
        }
        place = to | if jumps { field } else { run.state.data_field };
    }
    match operation {
        0 => run.lac &= u32::from(run.word(place)) | LINK,
        1 => run.add(place),
        2 => {
            let bits = (run.word(place) + 1) & 0o7777;
            changed |= run.store_anywhere(place, bits);
            if bits == 0 {
                return Then::Leave(following(next));
            }
        }
        3 => {
            let bits = run.take_ac();
            changed |= run.store_anywhere(place, bits);
        }
        4 => {
            run.store_anywhere(place, next & 0o7777);
            return Then::Leave(following(place));
        }
        _ => return Then::Leave(place),
    }
    if changed { Then::Leave(next) } else { Then::On }
}

/// Whether the JMP or JMS `bits` leads to a breakpoint. `place` is the address of its target or, if the instruction is
/// indirect, of the pointer.
#[cold]
#[inline(never)]
fn leads_to_breakpoint(run: &Run<'_>, bits: u16, place: u16) -> bool {
    let to = match bits & 0o400 {
        0 => place,
        _ => {
            let increment = u16::from(is_auto_index(Word::new(place)));
            place & 0o70000 | (run.word(place) + increment) & 0o7777
        }
    };
    let is_jmp = bits >> 9 == Operation::Jmp as u16;
    run.is_breakpoint(if is_jmp { to } else { following(to) })
}

/// Carries out a group 1 word as the cycle-stepped machine does.
pub(super) fn group1(model: Model, bits: u16, at: u16, lac: u32) -> u32 {
    let (link, ac) = operate::group1(model, Word::new(bits), Word::new(at), lac & LINK != 0, Word::new(lac as u16));
    u32::from(link) << 12 | u32::from(ac.bits())
}

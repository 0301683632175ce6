//! One instruction, decoded each time it is run: for words that the program keeps changing, and for stores into decoded
//! words.

use super::cost::Cost;
use super::op::{AC, LINK, Operands, following};
use super::threads::{Run, Then};
use crate::instruction::{Instruction, MemoryReference, Model, Operation, group2 as g2};
use crate::machine::cycle::is_auto_index;
use crate::machine::operate;
use crate::word::Word;

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
#[inline(always)]
pub(super) fn run(run: &mut Run<'_>, op: Operands) -> Then {
    let at = op.a;
    let instruction = Instruction::decode(Word::new(run.word(at)));
    let then = match instruction {
        Instruction::Memory(reference) => memory(run, reference, at),
        Instruction::Group1(word) => {
            run.lac = group1(run.state.model, word.bits(), at, run.lac);
            Then::On
        }
        Instruction::Group2(word) if word.bits() & g2::HLT == 0 => {
            let (link, ac, sr) = (run.lac & LINK != 0, Word::new(run.lac as u16), Word::new(run.state.sr));
            let effect = operate::group2(word, link, ac, sr);
            run.lac = run.lac & LINK | u32::from(effect.ac.bits());
            if effect.skip { Then::Leave(following(following(at))) } else { Then::On }
        }
        _ => return Then::Core(at),
    };
    if !matches!(then, Then::Core(_)) {
        run.spent = run.spent.plus(cost(instruction, at));
    }
    then
}

#[inline(always)]
fn memory(run: &mut Run<'_>, reference: MemoryReference, at: u16) -> Then {
    let next = following(at);
    let field = at & 0o70000;
    let jumps = matches!(reference.operation, Operation::Jms | Operation::Jmp);
    // A jump into another field, or a jump that may lead to a breakpoint, is left to the cycle-stepped machine.
    if jumps && (run.state.waiting_field.is_some() || run.state.guard.has_breakpoints) {
        return Then::Core(at);
    }
    let direct = field | reference.address(Word::new(at)).bits();
    let counts_on = reference.indirect && is_auto_index(Word::new(direct));
    let mut place = direct;
    if reference.indirect {
        let pointer = (run.word(direct) + u16::from(counts_on)) & 0o7777;
        place = pointer | if jumps { field } else { run.state.data_field };
    }
    let mut changed = counts_on && run.store_anywhere(direct, place & 0o7777);
    match reference.operation {
        Operation::And => run.lac &= u32::from(run.word(place)) | LINK,
        Operation::Tad => run.add(place),
        Operation::Isz => {
            let bits = (run.word(place) + 1) & 0o7777;
            changed |= run.store_anywhere(place, bits);
            if bits == 0 {
                return Then::Leave(following(next));
            }
        }
        Operation::Dca => {
            let bits = (run.lac & AC) as u16;
            run.lac &= LINK;
            changed |= run.store_anywhere(place, bits);
        }
        Operation::Jms => {
            run.store_anywhere(place, next & 0o7777);
            return Then::Leave(following(place));
        }
        Operation::Jmp => return Then::Leave(place),
    }
    if changed { Then::Leave(next) } else { Then::On }
}

/// Carries out a group 1 word as the cycle-stepped machine does.
pub(super) fn group1(model: Model, bits: u16, at: u16, lac: u32) -> u32 {
    let (link, ac) = operate::group1(model, Word::new(bits), Word::new(at), lac & LINK != 0, Word::new(lac as u16));
    u32::from(link) << 12 | u32::from(ac.bits())
}

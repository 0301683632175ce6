//! Group 3 in traces: the MQ and the EAE.

use super::cost::Cost;
use super::op::Op;
use super::operations::LINK;
use super::threads::{Run, Then};
use super::translate::following;
use crate::machine::arithmetic::{Arithmetic, DAD, DST, Event3, event3};
use crate::machine::cycle::is_auto_index;
use crate::word::Word;

/// More cycles than any instruction of the EAE takes, its waiting counted as cycles.
pub(super) const MOST_CYCLES: u64 = 16;

/// Does the group 3 word `op.a` at `op.b`, if the EAE is in the mode `op.c` that it was decoded for.
#[inline(always)]
pub(super) fn run(run: &mut Run<'_>, op: Op) -> Then {
    if run.state.arithmetic.mode_b != (op.c != 0) {
        let decoded_for = Arithmetic { mode_b: op.c != 0, ..run.state.arithmetic };
        run.spent = run.spent.minus(cost(&decoded_for, op.a));
        return Then::Core(op.b);
    }
    let operand_at = following(op.b);
    let data_field = run.state.data_field;
    let arithmetic = &mut run.state.arithmetic;
    arithmetic.link = run.lac & LINK != 0;
    arithmetic.ac = Word::new(run.lac as u16);
    arithmetic.moves(op.a);
    let mut then = Then::On;
    let word = |place: u16| Word::new(run.words[usize::from(place & 0o77777)]);
    // The time of the whole instruction, and how much of it is cycles.
    let (whole, cycles) = match event3(arithmetic.eae, arithmetic.mode_b, op.a) {
        Event3::Nothing => (0, 1),
        Event3::Mode(mode_b) => {
            arithmetic.set_mode(mode_b);
            (0, 1)
        }
        Event3::Registers(function) => {
            let (skips, whole) = arithmetic.without_operand(function);
            if skips {
                then = Then::Leave(following(operand_at));
            }
            (whole, 1)
        }
        Event3::Operand(function) => (arithmetic.with_operand(function, word(operand_at)), 2),
        Event3::Addressed(function) => {
            let low = data_field | word(operand_at).bits();
            let high = following(low);
            match function {
                DAD => {
                    arithmetic.add_low(word(low));
                    arithmetic.add_high(word(high));
                    (arithmetic.timing.double_word, 4)
                }
                DST => {
                    let (mq, ac, whole) = (arithmetic.mq, arithmetic.ac, arithmetic.timing.double_word);
                    let changed = run.store_anywhere(low, mq.bits());
                    if run.store_anywhere(high, ac.bits()) || changed {
                        then = Then::Leave(run.next());
                    }
                    (whole, 4)
                }
                function => (arithmetic.with_operand(function, word(low)), 3),
            }
        }
    };
    let arithmetic = &run.state.arithmetic;
    run.lac = u32::from(arithmetic.link) << 12 | u32::from(arithmetic.ac.bits());
    let pause = whole.saturating_sub(cycles * run.state.read_cycle);
    if pause != 0 {
        run.state.pause(pause);
    }
    then
}

/// How many words the group 3 word `bits` is, its operand counted.
pub(super) fn words(arithmetic: &Arithmetic, bits: u16) -> u16 {
    match event3(arithmetic.eae, arithmetic.mode_b, bits) {
        Event3::Operand(_) | Event3::Addressed(_) => 2,
        _ => 1,
    }
}

/// What the group 3 word `bits` costs, but for the time that it takes besides.
pub(super) fn cost(arithmetic: &Arithmetic, bits: u16) -> Cost {
    let cycles = match event3(arithmetic.eae, arithmetic.mode_b, bits) {
        Event3::Nothing | Event3::Mode(_) | Event3::Registers(_) => 1,
        Event3::Operand(_) => 2,
        Event3::Addressed(DAD | DST) => 4,
        Event3::Addressed(_) => 3,
    };
    Cost::instruction(cycles, 0)
}

/// Whether the word would count an auto-index register on, standing at `at`: that is left to the cycle-stepped machine.
pub(super) fn counts_on(arithmetic: &Arithmetic, bits: u16, at: u16) -> bool {
    let addressed = matches!(event3(arithmetic.eae, arithmetic.mode_b, bits), Event3::Addressed(_));
    addressed && is_auto_index(Word::new(following(at)))
}

/// The mode after the word.
pub(super) fn mode_after(arithmetic: &Arithmetic, bits: u16) -> bool {
    match event3(arithmetic.eae, arithmetic.mode_b, bits) {
        Event3::Mode(mode_b) => mode_b,
        _ => arithmetic.mode_b,
    }
}

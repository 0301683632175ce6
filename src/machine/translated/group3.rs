//! Group 3 in traces: the MQ and the EAE.

use super::cost::Cost;
use super::op::{LINK, Operands, following};
use super::threads::{Run, Then};
use crate::machine::arithmetic::{Arithmetic, DAD, DST, Event3, SWAB, event3};
use crate::machine::cycle::is_auto_index;
use crate::word::Word;

/// More cycles than any instruction of the EAE takes, its waiting counted as cycles.
pub(super) const MOST_CYCLES: u64 = 16;

impl Run<'_> {
    /// The registers after events 1 and 2; `None` when the EAE is not in the mode that the word was decoded for.
    ///
    /// A copy, which the compiler keeps in the host's registers.
    #[inline(always)]
    fn moved(&mut self, op: Operands) -> Option<Arithmetic> {
        let mode_b = op.c != 0;
        if self.state.arithmetic.mode_b != mode_b {
            let decoded_for = Arithmetic { mode_b, ..self.state.arithmetic };
            self.spent = self.spent.minus(cost(&decoded_for, op.a));
            return None;
        }
        let (link, ac) = (self.lac & LINK != 0, Word::new(self.lac as u16));
        let mut arithmetic = Arithmetic { link, ac, mode_b, ..self.state.arithmetic };
        arithmetic.moves(op.a);
        Some(arithmetic)
    }

    /// After event 3: the whole instruction takes so long, of which so many cycles are counted.
    #[inline(always)]
    fn finish(&mut self, arithmetic: Arithmetic, whole: u64, cycles: u64) {
        self.lac = u32::from(arithmetic.link) << 12 | u32::from(arithmetic.ac.bits());
        // One by one: a copy of the whole would have the host read together what was stored apart.
        let Arithmetic { mq, sc, gt, mode_b, .. } = arithmetic;
        let own = &mut self.state.arithmetic;
        (own.mq, own.sc, own.gt, own.mode_b) = (mq, sc, gt, mode_b);
        let pause = whole.saturating_sub(cycles * self.state.read_cycle);
        if pause != 0 {
            self.state.pause(pause);
        }
    }

    #[inline(always)]
    fn word_at(&self, place: u16) -> Word {
        Word::new(self.word(place))
    }
}

/// No event 3.
#[inline(always)]
pub(super) fn moves(run: &mut Run<'_>, op: Operands) -> Then {
    let Some(arithmetic) = run.moved(op) else { return Then::Core(op.b) };
    run.finish(arithmetic, 0, 1);
    Then::On
}

/// SWAB and SWBA.
#[inline(always)]
pub(super) fn change_mode(run: &mut Run<'_>, op: Operands) -> Then {
    let Some(mut arithmetic) = run.moved(op) else { return Then::Core(op.b) };
    arithmetic.set_mode(op.a == SWAB);
    run.finish(arithmetic, 0, 1);
    Then::On
}

/// A function of the registers alone.
#[inline(always)]
pub(super) fn function(run: &mut Run<'_>, op: Operands, function: u8) -> Then {
    let Some(mut arithmetic) = run.moved(op) else { return Then::Core(op.b) };
    let (skips, whole) = arithmetic.without_operand(function);
    run.finish(arithmetic, whole, 1);
    if skips { Then::Leave(following(following(op.b))) } else { Then::On }
}

/// A function of the word behind the instruction.
#[inline(always)]
pub(super) fn of_word(run: &mut Run<'_>, op: Operands, function: u8) -> Then {
    let Some(mut arithmetic) = run.moved(op) else { return Then::Core(op.b) };
    let operand = run.word_at(following(op.b));
    let whole = arithmetic.with_operand(function, operand);
    run.finish(arithmetic, whole, 2);
    Then::On
}

/// A function of the word, or of two, that the word behind the instruction names in the data field.
#[inline(always)]
pub(super) fn of_address(run: &mut Run<'_>, op: Operands, function: u8) -> Then {
    let Some(mut arithmetic) = run.moved(op) else { return Then::Core(op.b) };
    let low = run.through(following(op.b));
    let high = following(low);
    match function {
        DAD => {
            arithmetic.add_low(run.word_at(low));
            arithmetic.add_high(run.word_at(high));
            run.finish(arithmetic, arithmetic.timing.double_word, 4);
        }
        DST => {
            let changed = run.store_anywhere(low, arithmetic.mq.bits());
            let changed = run.store_anywhere(high, arithmetic.ac.bits()) || changed;
            run.finish(arithmetic, arithmetic.timing.double_word, 4);
            if changed {
                return Then::Leave(run.next());
            }
        }
        function => {
            let whole = arithmetic.with_operand(function, run.word_at(low));
            run.finish(arithmetic, whole, 3);
        }
    }
    Then::On
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

//! Group 3 in traces: the MQ and the EAE.
//!
//! An instruction becomes one operation or two: first the moves of its events 1 and 2, then the function of its event
//! 3. Both operations depend on the mode of the EAE. A trace tests the mode before its first group 3 operation, and
//! knows the mode after this test.

use super::cost::Cost;
use super::op::{LINK, Operands, following};
use super::state::cycles_of;
use super::threads::{Run, Then};
use crate::machine::arithmetic::{Arithmetic, DAD, DST, Event3, event3};
use crate::machine::cycle::is_auto_index;
use crate::word::Word;

/// An upper bound on the cycles of an EAE instruction, including the waiting time of the EAE.
pub(super) const MAX_INSTRUCTION_CYCLES: u64 = 16;

impl Run<'_> {
    /// Calls `work` with the registers of the EAE, including L and AC.
    #[inline(always)]
    fn arithmetic<T>(&mut self, work: impl FnOnce(&mut Arithmetic) -> T) -> T {
        let own = &mut self.state.arithmetic;
        (own.link, own.ac) = (self.lac & LINK != 0, Word::new(self.lac as u16));
        let result = work(own);
        self.lac = u32::from(own.link) << 12 | u32::from(own.ac.bits());
        result
    }

    /// Adds the waiting time of an EAE instruction to the cost spent. `whole` is the instruction's whole time in
    /// nanoseconds, and `cycles` is the number of its memory cycles. The waiting time is the whole time less the time
    /// of these memory cycles.
    #[inline(always)]
    fn lasts(&mut self, whole: u64, cycles: u64) {
        let pause = whole.saturating_sub(cycles * self.state.read_cycle);
        // The pause also counts as memory cycles, so that the budget includes the pause and the traces stop before the
        // next event.
        let as_cycles = cycles_of(pause);
        self.state.paused += pause;
        self.state.paused_cycles += as_cycles;
        self.spent = self.spent.plus(Cost::limit(as_cycles));
    }

    #[inline(always)]
    fn word_at(&self, place: u16) -> Word {
        Word::new(self.word(place))
    }
}

/// Continues the trace if the EAE is in the mode for which the trace was made; otherwise leaves the trace.
#[inline(always)]
pub(super) fn in_mode(run: &mut Run<'_>, op: Operands) -> Then {
    let arithmetic = &mut run.state.arithmetic;
    if arithmetic.mode_b != (op.a != 0) {
        return Then::Core(op.b);
    }
    arithmetic.gt &= op.c == 0;
    Then::On
}

/// Carries out the register transfers of events 1 and 2 whose bits are set in `bits`.
#[inline(always)]
pub(super) fn moves(run: &mut Run<'_>, bits: u16) -> Then {
    run.arithmetic(|arithmetic| arithmetic.transfer(bits));
    Then::On
}

/// Carries out an EAE function without an operand in memory.
#[inline(always)]
pub(super) fn function(run: &mut Run<'_>, op: Operands, function: u8) -> Then {
    let (skips, whole) = run.arithmetic(|arithmetic| arithmetic.without_operand(function));
    // Only NMI takes longer than its one cycle.
    if function == 0o04 {
        run.lasts(whole, 1);
    }
    if skips { Then::Leave(following(following(op.a))) } else { Then::On }
}

/// Carries out a function whose operand is the word after the instruction.
#[inline(always)]
pub(super) fn of_word(run: &mut Run<'_>, op: Operands, function: u8) -> Then {
    let operand = run.word_at(op.a);
    let whole = run.arithmetic(|arithmetic| arithmetic.with_operand(function, operand));
    run.lasts(whole, 2);
    Then::On
}

/// Carries out a function whose operand is one or two words in the data field. The word after the instruction holds the
/// address of the operand.
#[inline(always)]
pub(super) fn of_address(run: &mut Run<'_>, op: Operands, function: u8) -> Then {
    let low = run.through(op.a);
    let high = following(low);
    match function {
        DAD => {
            let (low, high) = (run.word_at(low), run.word_at(high));
            let whole = run.arithmetic(|arithmetic| {
                arithmetic.add_low(low);
                arithmetic.add_high(high);
                arithmetic.timing.double_word
            });
            run.lasts(whole, 4);
        }
        DST => {
            let changed = run.store_anywhere(low, run.state.arithmetic.mq.bits());
            let changed = run.store_anywhere(high, (run.lac as u16) & 0o7777) || changed;
            run.lasts(run.state.arithmetic.timing.double_word, 4);
            if changed {
                return Then::Leave(run.next());
            }
        }
        function => {
            let operand = run.word_at(low);
            let whole = run.arithmetic(|arithmetic| arithmetic.with_operand(function, operand));
            run.lasts(whole, 3);
        }
    }
    Then::On
}

/// Carries out a one-word group 3 instruction that does not change the mode.
pub(super) fn whole(run: &mut Run<'_>, op: Operands) -> Then {
    let mode_b = op.c != 0;
    if run.state.arithmetic.mode_b != mode_b {
        let decoded_for = Arithmetic { mode_b, ..run.state.arithmetic };
        run.spent = run.spent.minus(cost(&decoded_for, op.a));
        return Then::Core(op.b);
    }
    let (skips, whole) = run.arithmetic(|arithmetic| {
        arithmetic.moves(op.a);
        match event3(arithmetic.eae, mode_b, op.a) {
            Event3::Registers(function) => arithmetic.without_operand(function),
            _ => (false, 0),
        }
    });
    run.lasts(whole, 1);
    if skips { Then::Leave(following(following(op.b))) } else { Then::On }
}

/// Returns the number of words of the group 3 instruction `bits`, including its operand.
pub(super) fn words(arithmetic: &Arithmetic, bits: u16) -> u16 {
    match event3(arithmetic.eae, arithmetic.mode_b, bits) {
        Event3::Operand(_) | Event3::Addressed(_) => 2,
        _ => 1,
    }
}

/// Returns the cost in memory cycles of the group 3 instruction `bits`. The waiting time of the EAE is not included.
pub(super) fn cost(arithmetic: &Arithmetic, bits: u16) -> Cost {
    let cycles = match event3(arithmetic.eae, arithmetic.mode_b, bits) {
        Event3::Nothing | Event3::Mode(_) | Event3::Registers(_) => 1,
        Event3::Operand(_) => 2,
        Event3::Addressed(DAD | DST) => 4,
        Event3::Addressed(_) => 3,
    };
    Cost::instruction(cycles, 0)
}

/// Whether the group 3 instruction `bits` at `at` would increment an auto-index register. The cycle-stepped machine
/// executes such an instruction.
pub(super) fn counts_on(arithmetic: &Arithmetic, bits: u16, at: u16) -> bool {
    let addressed = matches!(event3(arithmetic.eae, arithmetic.mode_b, bits), Event3::Addressed(_));
    addressed && is_auto_index(Word::new(following(at)))
}

/// Whether the EAE is in mode B after a group 3 word.
pub(super) fn mode_after(arithmetic: &Arithmetic, bits: u16) -> bool {
    match event3(arithmetic.eae, arithmetic.mode_b, bits) {
        Event3::Mode(mode_b) => mode_b,
        _ => arithmetic.mode_b,
    }
}

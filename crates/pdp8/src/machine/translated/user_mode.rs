//! User mode in traces: the traps of the user mode, the interrupt entry after a trap, and the instructions that restore
//! or change the field and the mode.
//!
//! A trace belongs to one mode, so an operation that changes the mode leaves the trace.

use super::cost::{Cost, INTERRUPT_ENTRY};
use super::op::{AC, LINK, Operands, following};
use super::state::State;
use super::threads::{Run, Then};
use crate::machine::extension::USER;

/// The bits of IF in a word that holds IF and DF. [`DATA_FIELD`] has the bits of DF.
const INSTRUCTION_FIELD: u16 = 0o70;
const DATA_FIELD: u16 = 0o7;

/// The bit of L in the word that GTF loads into the AC and RTF reads from the AC. The next three constants are the bits
/// of GT, the interrupt request and ION.
const FLAG_LINK: u16 = 0o4000;
const FLAG_GT: u16 = 0o2000;
const FLAG_REQUEST: u16 = 0o1000;
const FLAG_ION: u16 = 0o0200;

impl State {
    /// Whether a device or the user interrupt flag requests an interrupt.
    #[inline(always)]
    pub(crate) fn requests_interrupt(&self) -> bool {
        self.device_request || self.user_interrupt
    }

    #[inline(always)]
    fn set_mode(&mut self, user_mode: bool) {
        (self.user_mode, self.user_buffer) = (user_mode, user_mode);
        self.guard.set_mode(user_mode);
    }
}

/// Makes the next JMP or JMS change the instruction field to `field`. Until then, no other trace begins, and no
/// interrupt comes.
#[inline(always)]
pub(super) fn wait(state: &mut State, field: u16) {
    let held = state.waiting_field.map_or(state.limit, |(_, held)| held);
    state.waiting_field = Some((field, held));
    state.limit = Cost::default();
}

/// Enters the mode that earlier instructions have set for this JMP or JMS. Returns the instruction field that they have
/// set for it.
#[inline(always)]
pub(super) fn enter(state: &mut State) -> u16 {
    state.set_mode(state.user_buffer);
    let (field, held) = state.waiting_field.take().expect("an operation before this one in its trace has set it");
    state.limit = held;
    field
}

/// Carries out CUF or SUF.
#[inline(always)]
pub(super) fn change_user_buffer(run: &mut Run<'_>, op: Operands) -> Then {
    let field = run.state.waiting_field.map_or(op.a, |(field, _)| field);
    wait(run.state, field);
    run.state.user_buffer = op.b != 0;
    Then::On
}

/// Carries out RMF.
#[inline(always)]
pub(super) fn restore_fields(run: &mut Run<'_>, op: Operands) -> Then {
    restore(run, op, run.state.save_field)
}

/// Carries out GTF.
#[inline(always)]
pub(super) fn get_flags(run: &mut Run<'_>) -> Then {
    let state = &run.state;
    let flags = [
        (run.lac & LINK != 0, FLAG_LINK),
        (state.arithmetic.gt, FLAG_GT),
        (state.requests_interrupt(), FLAG_REQUEST),
        (state.ion, FLAG_ION),
    ];
    let flags = flags.iter().filter(|(is_set, _)| *is_set).fold(state.save_field, |sum, (_, flag)| sum | flag);
    run.lac = run.lac & LINK | u32::from(flags);
    Then::On
}

/// Carries out RTF.
#[inline(always)]
pub(super) fn restore_flags(run: &mut Run<'_>, op: Operands) -> Then {
    let flags = (run.lac & AC) as u16;
    if run.state.requests_interrupt() {
        return leave_to_core(run, op);
    }
    let then = restore(run, op, flags);
    if matches!(then, Then::On) {
        run.lac = u32::from(flags) | if flags & FLAG_LINK != 0 { LINK } else { 0 };
        run.state.arithmetic.gt = flags & FLAG_GT != 0;
        run.state.ion = true;
    }
    then
}

/// Sets the fields and the mode from the bits of a word. The data field takes effect now. The instruction field and the
/// mode take effect at the next JMP or JMS.
#[inline(always)]
fn restore(run: &mut Run<'_>, op: Operands, bits: u16) -> Then {
    let (instruction_field, data_field) = ((bits & INSTRUCTION_FIELD) << 9, (bits & DATA_FIELD) << 12);
    let state = &mut *run.state;
    if instruction_field.max(data_field) >= state.fields_end {
        return leave_to_core(run, op);
    }
    state.data_field = data_field;
    state.user_buffer = state.time_share && bits & u16::from(USER) != 0;
    wait(state, instruction_field);
    Then::On
}

/// Leaves the one-cycle instruction at `op.a` to the cycle-stepped machine.
#[inline(always)]
fn leave_to_core(run: &mut Run<'_>, op: Operands) -> Then {
    run.spent = run.spent.minus(Cost::ONE);
    Then::Core(op.a)
}

/// Carries out a trap, and the interrupt entry after it if the interrupt system is on.
#[inline(always)]
pub(super) fn trap(run: &mut Run<'_>, op: Operands) -> Then {
    run.lac &= u32::from(op.a);
    let state = &mut *run.state;
    state.user_interrupt = true;
    if !state.ion {
        return Then::Leave(op.next);
    }
    state.ion = false;
    state.save_field = u16::from(USER) | (op.next >> 9 & INSTRUCTION_FIELD) | state.data_field >> 12;
    state.data_field = 0;
    state.set_mode(false);
    if let Some(tallies) = &mut state.tallies {
        tallies.add_entry(INTERRUPT_ENTRY);
    }
    run.spent = run.spent.plus(INTERRUPT_ENTRY);
    run.store_anywhere(0, op.next & 0o7777);
    Then::Leave(following(0))
}

//! A copy of core and registers, made before traces run. The copy is restored if the traces have run past a breakpoint.

use crate::machine::arithmetic::Arithmetic;
use crate::machine::{Elapsed, Extension, Machine};
use crate::word::Word;

/// A copy of the parts of a machine that traces can change.
#[derive(Clone, Debug)]
pub(super) struct Checkpoint {
    core: Vec<u16>,
    arithmetic: Arithmetic,
    pc: Word,
    extension: Extension,
    /// ION, and the delay of one instruction after ION.
    interrupts: (bool, bool),
    elapsed: Elapsed,
}

impl Checkpoint {
    /// Makes a checkpoint of the machine. Reuses the buffer of the checkpoint `before`, if any.
    pub fn of(machine: &Machine, before: Option<Checkpoint>) -> Self {
        let mut core = before.map(|before| before.core).unwrap_or_default();
        core.clear();
        core.extend_from_slice(&machine.memory.all()[..machine.memory.size()]);
        Checkpoint {
            core,
            arithmetic: machine.arithmetic(),
            pc: machine.pc,
            extension: machine.extension,
            interrupts: (machine.ion, machine.ion_delay),
            elapsed: machine.elapsed,
        }
    }

    /// Restores core and registers.
    pub fn put_back(&self, machine: &mut Machine) {
        machine.memory.all_mut()[..self.core.len()].copy_from_slice(&self.core);
        machine.set_arithmetic(self.arithmetic);
        machine.pc = self.pc;
        machine.extension = self.extension;
        (machine.ion, machine.ion_delay) = self.interrupts;
        machine.elapsed = self.elapsed;
    }
}

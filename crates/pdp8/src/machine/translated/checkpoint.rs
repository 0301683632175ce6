//! A copy of core and registers, made before traces run. The copy is restored if the traces have run past a breakpoint.

use crate::machine::arithmetic::Arithmetic;
use crate::machine::word_set::BLOCK;
use crate::machine::{Elapsed, Extension, Machine};
use crate::word::Word;

/// A copy of the parts of a machine that traces can change.
#[derive(Clone, Debug)]
pub(super) struct Checkpoint {
    core: Vec<u16>,
    /// The number of stores that `Memory::stores` returned when core was copied. `None` if the next checkpoint must
    /// copy all words of core.
    stores: Option<u64>,
    arithmetic: Arithmetic,
    pc: Word,
    extension: Extension,
    /// ION, and the delay of one instruction after ION.
    interrupts: (bool, bool),
    elapsed: Elapsed,
}

impl Checkpoint {
    /// Makes a checkpoint of the machine. `before` is the last checkpoint, if there is one. This function reuses the
    /// copy of core in `before`, and copies only the words that have changed since. `stored_blocks` must contain all
    /// blocks into which traces have stored since the checkpoint `before`.
    pub fn of(machine: &Machine, before: Option<Checkpoint>, stored_blocks: &[usize]) -> Self {
        let (mut core, stores) = before.map(|before| (before.core, before.stores)).unwrap_or_default();
        let now = &machine.memory.all()[..machine.memory.size()];
        match stores.and_then(|stores| machine.memory.stored_since(stores)) {
            Some(stepped) if core.len() == now.len() => {
                for (address, _) in stepped {
                    let at = usize::from(address.bits());
                    core[at] = now[at];
                }
                let (own, blocks) = (core.as_chunks_mut::<BLOCK>().0, now.as_chunks::<BLOCK>().0);
                for &block in stored_blocks {
                    if let (Some(own), Some(block)) = (own.get_mut(block), blocks.get(block)) {
                        *own = *block;
                    }
                }
            }
            _ => {
                core.clear();
                core.extend_from_slice(now);
            }
        }
        Checkpoint {
            core,
            stores: Some(machine.memory.stores()),
            arithmetic: machine.arithmetic(),
            pc: machine.pc,
            extension: machine.extension,
            interrupts: (machine.ion, machine.ion_delay),
            elapsed: machine.elapsed,
        }
    }

    /// Makes the next checkpoint copy all words of core.
    pub fn forget(&mut self) {
        self.stores = None;
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

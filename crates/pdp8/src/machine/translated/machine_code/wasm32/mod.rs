//! Machine code as WebAssembly. A batch of traces becomes one function of a new module, which the host instantiates.
//! The new module shares the memory and the table of functions with the emulator's own module.
//!
//! A jump to a trace of the same module is a jump in the same function, which the host's compiler makes fast. A jump to
//! another module takes as long as several PDP-8 instructions. So the batches are large, and contain the traces that
//! run most often together.

mod assemble;
mod executable;

pub(super) use assemble::assemble;
pub(super) use executable::Executable;

/// A trace is compiled when this number of slices have ended just before the trace ran. A module costs the host a
/// millisecond or more, so a rare trace is not worth a module.
pub(super) const SAMPLES: u8 = 3;

/// The number of traces that fill a batch.
pub(super) const BATCH_TRACES: usize = 256;

/// Returns the number of slices after which a batch that is not full is compiled. `ended` is the number of slices that
/// have ended while a batch waited. The batches wait longer and longer, because the later traces are rarer.
pub(super) fn batch_slices(ended: u64) -> u64 {
    (ended / 2).max(1024)
}

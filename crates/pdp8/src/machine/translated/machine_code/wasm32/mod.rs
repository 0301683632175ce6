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

/// The number of samples after which a trace is compiled. A sample is taken at the end of each slice of 4096 memory
/// cycles, and counts for the trace that is about to run. The host needs a millisecond or more to compile a module, so
/// a rare trace is not compiled.
pub(super) const SAMPLES: u8 = 3;

/// The number of traces in a full batch. The traces of a batch are compiled together.
pub(super) const BATCH_TRACES: usize = 256;

/// Returns the number of slices for which a batch of traces waits for further traces before it is compiled. A slice is
/// a period of `SLICE` cycles. A full batch does not wait. `ended` is the number of slices for which the present batch
/// and all earlier batches together have waited so far. Later batches wait longer than earlier batches, because the
/// traces of later batches run less often.
pub(super) fn batch_slices(ended: u64) -> u64 {
    (ended / 2).max(1024)
}

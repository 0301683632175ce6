//! Machine code for x86-64 on Linux.

mod assemble;
mod executable;
mod group3;

pub(super) use assemble::assemble;
pub(super) use executable::Executable;

/// A trace is compiled when this number of slices have ended just before the trace ran.
pub(super) const SAMPLES: u8 = 1;

/// The number of traces that fill a batch. Even a batch of one trace takes a whole page of the host's memory.
pub(super) const BATCH_TRACES: usize = 16;

/// Returns the number of slices after which a batch that is not full is compiled. `_ended` is the number of slices that
/// have ended while a batch waited.
pub(super) const fn batch_slices(_ended: u64) -> u64 {
    16
}

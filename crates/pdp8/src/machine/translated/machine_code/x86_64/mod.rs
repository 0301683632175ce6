//! Machine code for x86-64 on Linux.

mod assemble;
mod executable;
mod group3;

pub(super) use assemble::assemble;
pub(super) use executable::Executable;

/// The number of samples after which a trace is compiled. A sample is taken at the end of each slice of 4096 memory
/// cycles, and counts for the trace that is about to run.
pub(super) const SAMPLES: u8 = 1;

/// The number of traces in a full batch. The traces of a batch are compiled together, because a batch takes at least
/// one page of the host's memory.
pub(super) const BATCH_TRACES: usize = 16;

/// Returns the number of slices for which a batch of traces waits for further traces before it is compiled. A slice is
/// a period of `SLICE` cycles. A full batch does not wait. `_ended` is the number of slices for which the present batch
/// and all earlier batches together have waited so far.
pub(super) const fn batch_slices(_ended: u64) -> u64 {
    16
}

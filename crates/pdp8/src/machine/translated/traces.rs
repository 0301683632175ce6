//! The ways to run a trace.

/// The way in which traces are run. It changes the speed, but never the result.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Traces {
    /// Machine code for the traces that run most, if the host has it (feature `jit` on x86-64 Linux), and threaded code
    /// for the others.
    #[default]
    Best,
    /// Threaded code for all traces.
    Threaded,
    /// Machine code for all traces from the start, if the host has it; the PDP-8 instructions that run in machine code
    /// are counted. This is for tests, which are too short for a trace to run often.
    MachineCode,
}

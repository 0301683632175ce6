//! The ways to run a trace.

/// The way in which traces are run. The choice changes the speed, but never the result.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Traces {
    /// Machine code for the traces that run most often, and threaded code for the others. Machine code requires the
    /// feature `jit`, on x86-64 Linux or in WebAssembly.
    #[default]
    Best,
    /// Threaded code for all traces.
    Threaded,
    /// Machine code for all traces from the start, for tests. The PDP-8 instructions that run in machine code are
    /// counted.
    MachineCode,
}

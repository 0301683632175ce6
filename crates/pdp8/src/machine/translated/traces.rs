//! The ways to run a trace.

/// The way in which traces are run. The result is always the same.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Traces {
    /// The traces that run most in machine code, where there is any: with the feature `jit` on x86-64 Linux.
    #[default]
    Best,
    /// All traces in threaded code.
    Threaded,
    /// All traces in machine code at once, where there is any, and counted: for tests, which could not wait until a
    /// trace has run often.
    MachineCode,
}

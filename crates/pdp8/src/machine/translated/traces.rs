//! The ways to run a trace.

/// How traces are run. What they do is the same.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Traces {
    /// Those that run most in machine code, where there is any: with the feature `jit` on x86-64 Linux.
    #[default]
    Best,
    /// All of them in threaded code.
    Threaded,
    /// All of them in machine code at once, where there is any, and counted: for tests, which could not wait.
    MachineCode,
}

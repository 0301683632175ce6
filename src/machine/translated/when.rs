//! When traces are made machine code.

/// When a trace is made machine code: with the feature `jit` on a host that it is written for, which is x86-64 Linux.
/// Elsewhere all of them are the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MachineCode {
    /// When it is one of those that run most.
    #[default]
    WhenItPays,
    /// Always and at once, and counted: for tests, which could not wait.
    Always,
    /// Never.
    Never,
}

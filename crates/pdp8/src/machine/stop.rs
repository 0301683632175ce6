//! The reasons why a run ended: one list for all layers, from the processor to the command-line program.

/// The reason why a run ended.
///
/// The processor stops for a HLT, a limit or a breakpoint. A station also stops when its budget is used up, when the
/// program waits for a key, or when the program is in an endless loop. The monitor also stops for an expected text,
/// after the instructions of a `step` command, or at `runlimit`. The command-line program also stops at the end of the
/// input, for `quit` or a signal, or when a file cannot be written. Each layer passes on the reasons of the layer
/// below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StopReason {
    /// The program executed a HLT, or RUN was off from the start.
    Halt,
    /// The limit of instructions is reached.
    InstructionLimit,
    /// The limit of memory cycles is reached.
    CycleLimit,
    /// The limit of simulated time is reached.
    TimeLimit,
    /// The memory cycles that the caller of the run allowed are used up. The machine can continue.
    Budget,
    /// The program waits for a key. All earlier keys have been taken.
    Waiting,
    /// The program is in an endless loop that does not poll the keyboard. No key can end the loop.
    EndlessLoop,
    /// A breakpoint is reached.
    Breakpoint,
    /// An expected text has been printed.
    Expected {
        /// Whether the expectation has commands. These commands run next.
        scripted: bool,
    },
    /// All instructions of a `step` command have been executed.
    Stepped,
    /// The operator's `runlimit` is reached.
    RunLimit,
    /// An output file of the run could not be written.
    WriteFailed,
    /// All input has been typed and the machine waits for more, or the terminal is gone.
    EndOfInput,
    /// The operator ended the session, with this exit code.
    Quit(u8),
    /// A signal asked the emulator to end.
    Signal,
}

impl StopReason {
    /// Whether the reason is a limit on instructions, cycles or time.
    pub const fn is_limit(self) -> bool {
        matches!(self, StopReason::InstructionLimit | StopReason::CycleLimit | StopReason::TimeLimit)
    }

    /// Returns the name that `--registers` prints, such as `HLT`, `cycles` or `idle`.
    pub const fn name(self) -> &'static str {
        match self {
            StopReason::Halt => "HLT",
            StopReason::InstructionLimit => "instructions",
            StopReason::CycleLimit => "cycles",
            StopReason::TimeLimit => "time",
            StopReason::Budget => "running",
            StopReason::Waiting | StopReason::EndlessLoop => "idle",
            StopReason::Breakpoint => "breakpoint",
            StopReason::Expected { .. } => "expected",
            StopReason::Stepped => "stepped",
            StopReason::RunLimit => "runlimit",
            StopReason::WriteFailed => "write failed",
            StopReason::EndOfInput | StopReason::Quit(_) => "end",
            StopReason::Signal => "signal",
        }
    }
}

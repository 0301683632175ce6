//! Why a run ended: one list of reasons, from the processor to the exit code of the program.

/// Why a run ended.
///
/// The processor knows the first five; a station adds what waiting is, the operator's monitor its breakpoints, and
/// the program whoever drives the machine. Each layer hands on what it gets from the layer below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StopReason {
    /// A HLT, or RUN was off from the start.
    Halt,
    /// So many instructions have been done.
    InstructionLimit,
    /// So many memory cycles have been done.
    CycleLimit,
    /// Simulated time is what was asked for.
    TimeLimit,
    /// The budget of this run is used up; the machine would go on.
    Budget,
    /// Nothing will happen until a key is pressed; the last one has been taken.
    Waiting,
    /// Nothing will happen any more, whatever key is pressed: an endless loop that does not look at the keyboard.
    EndlessLoop,
    /// A breakpoint.
    Breakpoint,
    /// A text that was expected has been printed. `scripted`: the commands that go with it come next.
    Expected {
        /// Whether commands follow.
        scripted: bool,
    },
    /// All instructions of a `step` are done.
    Stepped,
    /// The operator's `runlimit` is reached.
    RunLimit,
    /// A file that grows with the run could not be written.
    WriteFailed,
    /// All input has been typed and the machine waits for more, or the terminal is gone.
    EndOfInput,
    /// The operator ended the session, with this exit code.
    Quit(u8),
    /// A signal asked the program to end.
    Signal,
}

impl StopReason {
    /// Whether it is a limit on instructions, cycles or time.
    pub const fn is_limit(self) -> bool {
        matches!(self, StopReason::InstructionLimit | StopReason::CycleLimit | StopReason::TimeLimit)
    }

    /// As `--registers` prints it: `HLT`, `cycles`, `idle`.
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

//! A batch of traces that are compiled together.

use crate::machine::translated::plan::Planned;
use crate::machine::translated::threads::Routine;

/// A trace that waits to be compiled with its batch.
#[derive(Clone, Debug)]
pub(super) struct Waiting {
    /// The address where the trace begins.
    pub start: u16,
    /// The first slot of the trace in threaded code.
    pub first: u16,
    pub plan: Vec<Planned>,
}

/// What machine code counts, besides the cost of the traces.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counting {
    /// Whether the machine code counts the part of the cost that was spent in machine code.
    pub cost: bool,
    /// Whether the machine code counts how often each slot is executed.
    pub passes: bool,
}

/// The routines of a compiled trace.
pub(super) struct TraceRoutines {
    /// The routine of the whole trace; `None` if the first operation has no machine code.
    pub begin: Option<Routine>,
    /// The routines of the rest of the trace, each with the index of the operation at which the routine begins.
    /// Threaded code continues there in machine code.
    pub entries: Vec<(usize, Routine)>,
}

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

/// The counts that machine code keeps in addition to the cost of all executed traces.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counting {
    /// Whether the machine code adds its own cost to `State::in_machine_code`, which is a part of the total cost.
    pub cost: bool,
    /// Whether the machine code counts how often each slot is executed.
    pub passes: bool,
}

/// The routines of a compiled trace.
pub(super) struct TraceRoutines {
    /// The routine of the whole trace; `None` if the first operation has no machine code.
    pub begin: Option<Routine>,
    /// The routines that begin at later operations of the trace, each with the index of its first operation. When
    /// threaded code reaches this operation, it continues in the routine.
    pub entries: Vec<(usize, Routine)>,
}

//! A batch of traces that are compiled together.

use crate::machine::translated::plan::Planned;

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

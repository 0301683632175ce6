//! Operations by name: what a trace is made of before it is written into slots.

use super::cost::Cost;
use super::op::Operands;
use super::operations::Kind;

/// An operation and what it works on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Op {
    pub kind: Kind,
    pub a: u16,
    pub b: u16,
    pub c: u16,
}

impl Op {
    /// What it works on, with the instruction after it.
    pub const fn operands(self, next: u16) -> Operands {
        Operands { a: self.a, b: self.b, c: self.c, next }
    }
}

impl Kind {
    /// The operation without operands.
    pub const fn bare(self) -> Op {
        self.with(0, 0, 0)
    }

    /// The operation on one thing.
    pub const fn on(self, a: u16) -> Op {
        self.with(a, 0, 0)
    }

    /// The operation on these.
    pub(crate) const fn with(self, a: u16, b: u16, c: u16) -> Op {
        Op { kind: self, a, b, c }
    }
}

/// An operation of a trace that is being made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Planned {
    pub op: Op,
    /// The cost of the trace to its end.
    pub cost: Cost,
    /// The instruction after it.
    pub next: u16,
}

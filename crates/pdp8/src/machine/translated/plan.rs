//! The plan of a trace: its operations before they are written into slots.

use super::cost::Cost;
use super::op::Operands;
use super::operations::Kind;

/// An operation and its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Op {
    pub kind: Kind,
    pub a: u16,
    pub b: u16,
    pub c: u16,
}

impl Op {
    /// Returns the operands. `next` is the address of the instruction after the operation.
    pub const fn operands(self, next: u16) -> Operands {
        Operands { a: self.a, b: self.b, c: self.c, next }
    }
}

impl Kind {
    /// Returns the operation of this kind without operands.
    pub const fn bare(self) -> Op {
        self.with(0, 0, 0)
    }

    /// Returns the operation of this kind with one operand.
    pub const fn on(self, a: u16) -> Op {
        self.with(a, 0, 0)
    }

    /// Returns the operation of this kind with three operands.
    pub(crate) const fn with(self, a: u16, b: u16, c: u16) -> Op {
        Op { kind: self, a, b, c }
    }
}

/// An operation of a trace that is being made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Planned {
    pub op: Op,
    /// The cost of the trace from its beginning to the end of this operation.
    pub cost: Cost,
    /// The address of the instruction after the operation.
    pub next: u16,
}

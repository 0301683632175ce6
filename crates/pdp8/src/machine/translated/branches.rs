//! Properties of operations, such as whether an operation may skip the next operation. Two functions combine a skip and
//! the JMP or JMP I after it into one operation.

use super::cost::{Cost, INDIRECT_JMP};
use super::operations::Kind;
use super::plan::Op;

/// Whether the operation stores into the word at operand `a` without testing whether the word is part of a trace.
pub(super) fn stores(op: Op) -> bool {
    matches!(op.kind, Kind::Dca | Kind::Isz | Kind::AndAuto | Kind::TadAuto | Kind::DcaAuto)
}

/// Whether the operation may skip the next operation.
pub(super) fn is_skip(op: Op) -> bool {
    use Kind::*;
    matches!(op.kind, SkipSet | SkipClear | SkipZero | SkipNonZero | SkipGroup2 | Isz | IszIndirect | SkipUserInterrupt)
}

/// Returns the cost that is added if the operation jumps: the cost of the JMP or JMP I in the operation. The cost of
/// the trace does not include this cost.
pub(super) fn jump_taken(op: Op) -> Cost {
    use Kind::*;
    match op.kind {
        JumpSet | JumpClear | JumpZero | JumpNonZero | IszJump | Delay => Cost::ONE,
        JumpSetThrough | JumpClearThrough | JumpZeroThrough | JumpNonZeroThrough => INDIRECT_JMP,
        _ => Cost::default(),
    }
}

/// Returns the operation that replaces two instructions: a skip at `at`, and a JMP to `to`. Returns `None` if there is
/// no replacement.
pub(super) fn jump_unless(skip: Op, at: u16, to: u16) -> Option<Op> {
    let Op { kind, a, b, .. } = skip;
    Some(match kind {
        Kind::SkipSet => Kind::JumpClear.with(a, b, to),
        Kind::SkipClear => Kind::JumpSet.with(a, b, to),
        Kind::SkipZero => Kind::JumpNonZero.with(a, 0, to),
        Kind::SkipNonZero => Kind::JumpZero.with(a, 0, to),
        Kind::Isz if at == to => Kind::Delay.with(a, 0, at),
        Kind::Isz => Kind::IszJump.with(a, 0, to),
        _ => return None,
    })
}

/// Returns the operation that replaces two instructions: a skip, and a JMP I through `at`. Returns `None` if there is
/// no replacement.
pub(super) fn jump_through_unless(skip: Op, at: u16) -> Option<Op> {
    let Op { kind, a, b, .. } = skip;
    Some(match kind {
        Kind::SkipSet => Kind::JumpClearThrough.with(a, b, at),
        Kind::SkipClear => Kind::JumpSetThrough.with(a, b, at),
        Kind::SkipZero => Kind::JumpNonZeroThrough.with(a, 0, at),
        Kind::SkipNonZero => Kind::JumpZeroThrough.with(a, 0, at),
        _ => return None,
    })
}

//! Properties of operations: which are skips, which replace a skip and the JMP after it, and which store into a word
//! without testing whether the word is decoded.

use super::cost::{Cost, INDIRECT_JMP};
use super::operations::{Kind, ONE};
use super::plan::Op;

/// Whether the operation stores into the word at its operand `a`, without testing whether that word is decoded.
pub(super) fn stores(op: Op) -> bool {
    matches!(op.kind, Kind::Dca | Kind::Isz | Kind::AndAuto | Kind::TadAuto | Kind::DcaAuto)
}

/// Whether the operation may skip the operation after it.
pub(super) fn is_skip(op: Op) -> bool {
    use Kind::*;
    matches!(op.kind, SkipSet | SkipClear | SkipZero | SkipNonZero | SkipGroup2 | Isz | IszIndirect)
}

/// Returns the additional cost if the operation jumps: that of its JMP or JMP I, which the cost of the trace does not
/// include.
pub(super) fn jump_taken(op: Op) -> Cost {
    use Kind::*;
    match op.kind {
        JumpSet | JumpClear | JumpZero | JumpNonZero | IszJump | Delay => ONE,
        JumpSetThrough | JumpClearThrough | JumpZeroThrough | JumpNonZeroThrough => INDIRECT_JMP,
        _ => Cost::default(),
    }
}

/// Returns the operation that replaces a skip at `at` and the JMP to `to` after it; `None` if there is no such
/// operation.
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

/// Returns the operation that replaces a skip and the JMP I `at` after it; `None` if there is no such operation.
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

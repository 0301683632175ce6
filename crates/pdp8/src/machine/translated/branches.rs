//! Skips, the jumps that a skip and the JMP behind it are together, and which operations store unlooked.

use super::cost::Cost;
use super::operations::{Kind, ONE};
use super::plan::Op;

/// Whether it stores into the place that it names, without a test whether that is decoded.
pub(super) fn stores(op: Op) -> bool {
    matches!(op.kind, Kind::Dca | Kind::Isz | Kind::AndAuto | Kind::TadAuto | Kind::DcaAuto)
}

/// Whether it may pass over the operation behind it.
pub(super) fn is_skip(op: Op) -> bool {
    use Kind::*;
    matches!(op.kind, SkipSet | SkipClear | SkipZero | SkipNonZero | SkipGroup2 | Isz | IszIndirect)
}

/// What it costs besides when it is a jump that is taken: the JMP or JMP I is not in the cost of the trace.
pub(super) fn jump_taken(op: Op) -> Cost {
    use Kind::*;
    match op.kind {
        JumpSet | JumpClear | JumpZero | JumpNonZero | IszJump | Delay => ONE,
        JumpSetThrough | JumpClearThrough | JumpZeroThrough | JumpNonZeroThrough => Cost::instruction(2, 0),
        _ => Cost::default(),
    }
}

/// The skip at `at`, and the JMP after it.
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

/// A skip, and the JMP I after it.
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

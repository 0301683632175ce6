//! Fuses two instructions that often follow each other into one instruction, to save a dispatch.
//!
//! The fused instruction also stores the first instruction's result, since a later instruction may read that result.
//! The fused pairs are those that occur most often while our CPL program chooses one move.

use super::code::{Instruction, Register};

/// Returns one instruction with the effect of both instructions. Returns `None` if `second` does not read the result of
/// `first`, or if no such instruction exists.
pub(super) fn fuse(first: Instruction, second: Instruction) -> Option<Instruction> {
    use Instruction::*;
    Some(match (first, second) {
        (Shift { to: made, left, right }, And { to, left: one, right: other }) => {
            ShiftAnd { made, left, right, to, other: beside(made, one, other)? }
        }
        (Shift { to: made, left, right }, Without { to, left: from, right: taken }) if taken == made => {
            ShiftWithout { made, left, right, to, from }
        }
        (MultiplyKnown { to: made, left: number, right: by }, Shift { to, left, right }) if right == made => {
            MultiplyShift { made, number, by, to, left }
        }
        (And { to, left, right }, JumpUnlessKnown { left: made, right: 0, target }) if made == to => {
            AndJump { to, left, right, target }
        }
        (Or { to, left, right }, JumpUnlessKnown { left: made, right: 0, target }) if made == to => {
            OrJump { to, left, right, target }
        }
        _ => return None,
    })
}

/// Returns `other` if `made` is `one`, and `one` if `made` is `other`. Returns `None` if `made` is neither register.
fn beside(made: Register, one: Register, other: Register) -> Option<Register> {
    match made {
        _ if made == one => Some(other),
        _ if made == other => Some(one),
        _ => None,
    }
}

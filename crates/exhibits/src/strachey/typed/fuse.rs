//! Instructions that often follow each other, joined into one: the machine dispatches once.
//!
//! The result of the first is made all the same, since a later instruction may read it. They were chosen by counting what a choice of
//! our program does.

use super::code::{Instruction, Register};

/// Both as one, if the second reads what the first makes and there is an instruction for that.
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

/// The other one of two, if one is `made`.
fn beside(made: Register, one: Register, other: Register) -> Option<Register> {
    match made {
        _ if made == one => Some(other),
        _ if made == other => Some(one),
        _ => None,
    }
}

//! A decoded operation, as it stands in a slot: what it is, and up to three half-words for it.

use super::operations::Kind;

/// L and AC.
pub(super) const ALL: u16 = 0o17777;

/// An operation and what it works on. Addresses have their field in them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Op {
    pub kind: Kind,
    pub a: u16,
    pub b: u16,
    pub c: u16,
}

// Two to the cache line's quarter, with the routine beside it.
const _: () = assert!(size_of::<Op>() == 8);

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
    pub const fn with(self, a: u16, b: u16, c: u16) -> Op {
        Op { kind: self, a, b, c }
    }
}

/// The linear part of a group 1 instruction: `L,AC <- ((L,AC and keep) xor flip) + add`.
///
/// In two half-words: `add` stands in the sign of `flip`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LinearPart {
    pub keep: u16,
    pub flip_add: u16,
}

impl LinearPart {
    /// The part with these masks of thirteen bits.
    pub const fn new(keep: u16, flip: u16, add: bool) -> LinearPart {
        LinearPart { keep, flip_add: flip | (add as u16) << 15 }
    }

    /// The mask alone, when there is nothing else.
    pub fn only_keeps(self) -> Option<u16> {
        (self.flip_add == 0).then_some(self.keep)
    }

    /// What becomes of L,AC.
    #[inline(always)]
    pub fn of(self, lac: u32) -> u32 {
        let flip = u32::from(self.flip_add);
        (((lac & u32::from(self.keep)) ^ (flip & 0o17777)) + (flip >> 15)) & 0o17777
    }
}

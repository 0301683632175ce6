//! The operands of an operation: up to three 16-bit numbers. Addresses contain their field.

/// The thirteen bits of L and AC together.
pub(super) const ALL: u16 = 0o17777;

/// The bits of AC in the thirteen bits of L and AC.
pub(super) const AC: u32 = 0o7777;

/// The bit of L, the highest of the thirteen bits of L and AC.
pub(super) const LINK: u32 = 0o10000;

/// The operands of an operation, and the address of the instruction after the operation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C, align(8))]
pub(super) struct Operands {
    pub a: u16,
    pub b: u16,
    pub c: u16,
    /// The address of the instruction after the operation.
    pub next: u16,
}

/// Returns the next address in the same field.
pub(super) const fn following(at: u16) -> u16 {
    at & 0o70000 | (at + 1) & 0o7777
}

/// Returns the preceding address in the same field.
pub(super) const fn preceding(at: u16) -> u16 {
    at & 0o70000 | (at + 0o7777) & 0o7777
}

/// The linear part of a group 1 instruction: `L,AC <- ((L,AC and keep) xor flip) + add`.
///
/// The top bit of `flip_add` is `add`; the other bits are `flip`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LinearPart {
    pub keep: u16,
    pub flip_add: u16,
}

impl LinearPart {
    /// Makes a linear part from two masks of thirteen bits and the number to add, 0 or 1.
    pub(crate) const fn new(keep: u16, flip: u16, add: bool) -> LinearPart {
        LinearPart { keep, flip_add: flip | (add as u16) << 15 }
    }

    /// Returns the mask `keep` if `flip` and `add` are 0.
    pub fn only_keeps(self) -> Option<u16> {
        (self.flip_add == 0).then_some(self.keep)
    }

    /// Computes `((lac and keep) xor flip) + add`, where `lac` is the thirteen bits of L and AC. In the result, the bit
    /// above L is the carry out of L.
    #[inline(always)]
    pub(crate) fn of(self, lac: u32) -> u32 {
        let flip = u32::from(self.flip_add);
        ((lac & u32::from(self.keep)) ^ (flip & 0o17777)) + (flip >> 15)
    }
}

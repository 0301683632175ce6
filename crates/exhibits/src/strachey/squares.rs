//! Constant sets of squares as bit strings, in which bit n is square n.

/// The squares of the board.
pub(crate) const BOARD: u64 = squares(5, 12) | squares(14, 21) | squares(23, 30) | squares(32, 39);

/// The squares of the two end rows.
pub(crate) const LAST_ROWS: u64 = squares(5, 8) | squares(36, 39);

/// The squares of Black's men before the first move.
pub(crate) const BLACK_START: u64 = squares(5, 12) | squares(14, 17);

/// The squares of White's men before the first move.
pub(crate) const WHITE_START: u64 = squares(27, 30) | squares(32, 39);

const fn squares(first: u32, last: u32) -> u64 {
    (1 << (last + 1)) - (1 << first)
}

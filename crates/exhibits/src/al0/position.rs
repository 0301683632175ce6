//! Positions of this ending: three pieces, the side to move, and the depth of the search.

use super::square::{Square, SquareSet};

/// One of the two sides, of which one is to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// The side with king and rook, which the advice table plays.
    Us,
    /// The side with the lone king.
    Them,
}

/// The three pieces, the side to move, and how many single moves lie between here and the root of the search.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The side to move.
    pub side: Side,
    /// Our king, K.
    pub king: Square,
    /// Our rook, R; under the lone king when it has been taken.
    pub rook: Square,
    /// The lone king, k.
    pub lone_king: Square,
    /// The number of single moves since the root of the search; 0 at the root.
    pub depth: u32,
}

impl Position {
    /// The number of values of `Position::index`: one for each way to put three pieces on 64 squares.
    pub(crate) const INDICES: usize = 64 * 64 * 64;

    /// A position at depth 0, legal or not.
    pub(crate) fn new(side: Side, king: Square, rook: Square, lone_king: Square) -> Self {
        Self { side, king, rook, lone_king, depth: 0 }
    }

    /// The position at depth 0: where searches begin.
    pub(crate) fn as_root(self) -> Self {
        Self { depth: 0, ..self }
    }

    /// The three squares as one number, increasing with Kx, Ky, Rx, Ry, kx, ky in that order.
    pub(crate) fn index(self) -> usize {
        (self.king.index() * 64 + self.rook.index()) * 64 + self.lone_king.index()
    }

    /// The position with this side to move and this `Position::index`.
    ///
    /// # Panics
    ///
    /// When the index is not below [`Position::INDICES`].
    pub(crate) fn from_index(side: Side, index: usize) -> Self {
        assert!(index < Self::INDICES, "{index} is no index of a position");
        let square = |index: usize| Square::from_index(index % 64).expect("a remainder of 64 is a square");
        Self::new(side, square(index / 4096), square(index / 64), square(index))
    }

    /// All legal positions with this side to move, in increasing order of `Position::index`.
    pub fn all_legal(side: Side) -> impl Iterator<Item = Self> {
        (0..Self::INDICES).map(move |index| Self::from_index(side, index)).filter(|position| position.is_legal())
    }

    /// Whether the lone king is on a line of the rook with nothing between.
    #[doc(hidden)]
    pub fn is_check(self) -> bool {
        self.rook.rook_reach(self.king).contains(self.lone_king)
    }

    /// Whether the lone king has taken the rook: he is on its square.
    pub(crate) fn is_rook_taken(self) -> bool {
        self.rook == self.lone_king
    }

    /// The squares to which the lone king may go; the rook's square is among them when our king does not guard it.
    pub(crate) fn escapes(self) -> SquareSet {
        let guarded = self.king.king_reach().with(self.king);
        self.lone_king.king_reach().without(guarded).without(self.rook.rook_reach(self.king))
    }

    /// Whether the lone king is mated: to move, in check, without a move.
    #[doc(hidden)]
    pub fn is_mate(self) -> bool {
        self.side == Side::Them && self.is_check() && self.escapes().is_empty()
    }

    /// Whether the lone king is stalemated: to move, not in check, without a move.
    pub fn is_stalemate(self) -> bool {
        self.side == Side::Them && !self.is_check() && self.escapes().is_empty()
    }

    /// Checks that the rules of chess allow the position.
    pub(crate) fn check_legal(self) -> Result<(), IllegalPosition> {
        if self.king == self.rook {
            Err(IllegalPosition::Shared("king and rook", self.king))
        } else if self.king == self.lone_king {
            Err(IllegalPosition::Shared("both kings", self.king))
        } else if self.rook == self.lone_king {
            Err(IllegalPosition::Shared("rook and lone king", self.rook))
        } else if self.king.distance(self.lone_king) == 1 {
            Err(IllegalPosition::KingsAdjacent)
        } else if self.side == Side::Us && self.is_check() {
            Err(IllegalPosition::LoneKingAttacked)
        } else {
            Ok(())
        }
    }

    /// Whether the pieces are on three squares, the kings apart, and the lone king not attacked when we are to move.
    #[doc(hidden)]
    pub fn is_legal(self) -> bool {
        self.check_legal().is_ok()
    }
}

/// Why the rules of chess do not allow a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalPosition {
    /// Two pieces on one square.
    #[error("{0} are on the same square, {1}")]
    Shared(&'static str, Square),
    /// Kings on neighbouring squares.
    #[error("the kings are on adjacent squares")]
    KingsAdjacent,
    /// A lone king that White, who is to move, could take.
    #[error("the lone king is attacked and it is not his move")]
    LoneKingAttacked,
}

//! Positions of the endgame of king and rook, or king and queen, against king: three pieces, the side to move, and the
//! depth of the search.

use std::fmt;

use super::major::Major;
use super::square::{Square, SquareSet};

/// One of the two sides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// White: the side that has the king and the rook or queen, and that the advice table plays.
    Us,
    /// Black, the side with the lone king.
    Them,
}

/// The squares of the three pieces, the side to move, and the depth of the search.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The side to move.
    pub side: Side,
    /// The square of White's king, K.
    pub king: Square,
    /// White's major piece.
    pub kind: Major,
    /// The square of White's major piece. If the lone king has taken the piece, this is the lone king's square.
    pub major: Square,
    /// The square of the lone king, k.
    pub lone_king: Square,
    /// The number of half-moves since the root of the search; 0 at the root.
    pub depth: u32,
}

impl Position {
    /// The number of values of `Position::index`: the number of ways to put three pieces on 64 squares.
    pub(crate) const INDICES: usize = 64 * 64 * 64;

    /// Creates a position at depth 0. The position need not be legal.
    pub(crate) fn new(side: Side, king: Square, kind: Major, major: Square, lone_king: Square) -> Self {
        Self { side, king, kind, major, lone_king, depth: 0 }
    }

    /// Returns the position with depth 0, as the root of a search.
    pub(crate) fn as_root(self) -> Self {
        Self { depth: 0, ..self }
    }

    /// Returns a number that encodes the three squares. The numbers sort the positions first by Kx, then by Ky, Rx, Ry,
    /// kx and ky, where R is the major piece.
    pub(crate) fn index(self) -> usize {
        (self.king.index() * 64 + self.major.index()) * 64 + self.lone_king.index()
    }

    /// Returns the position with this major piece, this side to move and this `Position::index`.
    ///
    /// # Panics
    ///
    /// Panics if the index is not below [`Position::INDICES`].
    pub(crate) fn from_index(kind: Major, side: Side, index: usize) -> Self {
        assert!(index < Self::INDICES, "{index} is no index of a position");
        let square = |index: usize| Square::from_index(index % 64).expect("a remainder of 64 is a square");
        Self::new(side, square(index / 4096), kind, square(index / 64), square(index))
    }

    /// Returns all legal positions with this major piece and this side to move, in increasing order of
    /// `Position::index`.
    pub fn all_legal(kind: Major, side: Side) -> impl Iterator<Item = Self> {
        (0..Self::INDICES).map(move |index| Self::from_index(kind, side, index)).filter(|position| position.is_legal())
    }

    /// Returns the squares that White's major piece reaches. The lone king does not block the piece.
    pub(crate) fn reach(self) -> SquareSet {
        self.kind.reach(self.major, self.king)
    }

    /// Whether the lone king is in check: on a line of the major piece, with no piece in between.
    #[doc(hidden)]
    pub fn is_check(self) -> bool {
        self.reach().contains(self.lone_king)
    }

    /// Whether the lone king has taken White's major piece.
    pub(crate) fn is_major_taken(self) -> bool {
        self.major == self.lone_king
    }

    /// Returns the squares to which the lone king may move. The square of a neighbouring major piece is included if
    /// White's king does not guard the piece.
    pub(crate) fn escapes(self) -> SquareSet {
        let guarded = self.king.king_reach().with(self.king);
        self.lone_king.king_reach().without(guarded).without(self.reach())
    }

    /// Whether the lone king is mated: he is to move, in check, and has no legal move.
    #[doc(hidden)]
    pub fn is_mate(self) -> bool {
        self.side == Side::Them && self.is_check() && self.escapes().is_empty()
    }

    /// Whether the lone king is stalemated: he is to move, not in check, and has no legal move.
    pub fn is_stalemate(self) -> bool {
        self.side == Side::Them && !self.is_check() && self.escapes().is_empty()
    }

    /// Checks that the rules of chess allow the position.
    pub(crate) fn check_legal(self) -> Result<(), IllegalPosition> {
        if self.king == self.major {
            Err(IllegalPosition::Shared(Pair::KingAndMajor(self.kind), self.king))
        } else if self.king == self.lone_king {
            Err(IllegalPosition::Shared(Pair::BothKings, self.king))
        } else if self.major == self.lone_king {
            Err(IllegalPosition::Shared(Pair::MajorAndLoneKing(self.kind), self.major))
        } else if self.king.distance(self.lone_king) == 1 {
            Err(IllegalPosition::KingsAdjacent)
        } else if self.side == Side::Us && self.is_check() {
            Err(IllegalPosition::LoneKingAttacked)
        } else {
            Ok(())
        }
    }

    /// Whether the position is legal: the three squares are different, the kings are not adjacent, and the lone king is
    /// not in check when White is to move.
    #[doc(hidden)]
    pub fn is_legal(self) -> bool {
        self.check_legal().is_ok()
    }
}

/// The reason why a position is illegal in chess.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalPosition {
    /// Two pieces on one square.
    #[error("{0} are on the same square, {1}")]
    Shared(Pair, Square),
    /// Kings on neighbouring squares.
    #[error("the kings are on adjacent squares")]
    KingsAdjacent,
    /// The lone king is in check, and White is to move.
    #[error("the lone king is attacked and it is not his move")]
    LoneKingAttacked,
}

/// Two pieces of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pair {
    /// White's king and major piece.
    KingAndMajor(Major),
    /// White's king and the lone king.
    BothKings,
    /// White's major piece and the lone king.
    MajorAndLoneKing(Major),
}

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Pair::KingAndMajor(major) => write!(f, "king and {major}"),
            Pair::BothKings => f.write_str("both kings"),
            Pair::MajorAndLoneKing(major) => write!(f, "{major} and lone king"),
        }
    }
}

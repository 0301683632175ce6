//! The major piece that White has beside the king: a rook or a queen.
//!
//! Each advice table is for one of the two pieces. The language of the tables has no bishop and no knight, because a
//! king with one bishop or one knight cannot mate.

use std::fmt;

use super::square::{Square, SquareSet};

/// A major piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Major {
    /// The piece of the historic tables.
    #[default]
    Rook,
    /// The piece of a table that begins with `piece( queen ).`
    Queen,
}

impl Major {
    /// Both pieces.
    pub(crate) const ALL: [Self; 2] = [Self::Rook, Self::Queen];

    /// Returns the piece's letter in FEN and in algebraic notation.
    pub const fn letter(self) -> char {
        match self {
            Self::Rook => 'R',
            Self::Queen => 'Q',
        }
    }

    /// Returns the squares that the piece reaches from a square if `blocker` is the only other occupied square.
    ///
    /// If `blocker` is on a line of the piece, the set includes `blocker` but not the squares behind it.
    pub(crate) fn reach(self, from: Square, blocker: Square) -> SquareSet {
        match self {
            Self::Rook => from.rook_reach(blocker),
            Self::Queen => from.queen_reach(blocker),
        }
    }

    /// Returns the squares that the piece reaches from `from` on an empty board, in the order in which AL0 tries moves.
    /// If `from` is on file x and rank y, the squares of this file and this rank alternate: x:1, 1:y, x:2, 2:y and so
    /// on. For a queen, the squares of the two diagonals follow, by increasing file.
    #[doc(hidden)]
    pub fn targets(self, from: Square) -> &'static [Square] {
        match self {
            Self::Rook => from.rook_targets(),
            Self::Queen => from.queen_targets(),
        }
    }
}

impl fmt::Display for Major {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::Rook => "rook",
            Self::Queen => "queen",
        })
    }
}

//! The seven kinds of piece, with their names and the numbers that `can` uses.

use std::fmt;
use std::str::FromStr;

/// A kind of piece: `figtype`, the left argument of `can`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Figure {
    /// Number 1: moves along circles and spokes.
    Rook = 1,
    /// Number 2: leaps two ranks and one file, or one rank and two files.
    Knight,
    /// Number 3: moves along diagonals.
    Bishop,
    /// Number 4: moves as rook or bishop.
    Queen,
    /// Number 5: moves one step in any direction, and castles.
    King,
    /// Number 6: a pawn that has not crossed the centre and moves inward.
    Pawn,
    /// Number 7: a pawn that has crossed the centre and moves outward.
    PawnCenter,
}

impl Figure {
    /// All seven kinds of piece, in the order of their numbers.
    pub const ALL: [Figure; 7] =
        [Figure::Rook, Figure::Knight, Figure::Bishop, Figure::Queen, Figure::King, Figure::Pawn, Figure::PawnCenter];

    /// Returns the kind of piece with this number, 1 to 7.
    #[doc(hidden)]
    pub fn numbered(number: i64) -> Option<Figure> {
        Figure::ALL.into_iter().find(|figure| figure.number() == number)
    }

    /// Returns the number of the piece, 1 to 7.
    pub fn number(self) -> i64 {
        self as i64
    }

    /// Returns the name of the piece in upper case, as in the notes of 2022 that describe `can`.
    pub fn name(self) -> &'static str {
        match self {
            Figure::Rook => "ROOK",
            Figure::Knight => "KNIGHT",
            Figure::Bishop => "BISHOP",
            Figure::Queen => "QUEEN",
            Figure::King => "KING",
            Figure::Pawn => "PAWN",
            Figure::PawnCenter => "PAWNCENTER",
        }
    }

    /// Returns the letter of the piece on a drawn board.
    pub(crate) fn letter(self) -> char {
        match self {
            Figure::Rook => 'R',
            Figure::Knight => 'N',
            Figure::Bishop => 'B',
            Figure::Queen => 'Q',
            Figure::King => 'K',
            Figure::Pawn | Figure::PawnCenter => 'P',
        }
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error for a text that is not the name or number of a piece.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} is not a piece: expected one of {names}", names = Figure::ALL.map(|figure| format!("{figure} {}", figure.number())).join(", "))]
#[non_exhaustive]
pub struct UnknownFigure(String);

impl FromStr for Figure {
    type Err = UnknownFigure;

    /// Reads the name of a piece, in upper or lower case, or the number of a piece.
    fn from_str(text: &str) -> Result<Figure, UnknownFigure> {
        let called = |figure: &Figure| text.eq_ignore_ascii_case(figure.name()) || text == figure.number().to_string();
        Figure::ALL.into_iter().find(called).ok_or_else(|| UnknownFigure(text.to_owned()))
    }
}

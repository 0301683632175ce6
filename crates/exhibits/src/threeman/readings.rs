//! Where the notes contradict themselves: the readings of each such place, and two profiles for all places.
//!
//! | | `document`, what the text says | `corrected`, what the board says |
//! |---|---|---|
//! | full turn | `plus-only` | `both-ways` |
//! | bishop limit | `over-11` | `from-11` |
//! | castling square | `0 5` | `1 5` |

/// The moves along the circle that are a full turn, and therefore no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FullTurn {
    /// 24 files and more towards the higher numbers: the text names 24 only.
    PlusOnly,
    /// 24 files and more, either way.
    BothWays,
}

impl FullTurn {
    /// Both readings with their names.
    pub const NAMES: [(&str, FullTurn); 2] = [("plus-only", FullTurn::PlusOnly), ("both-ways", FullTurn::BothWays)];
}

/// The length from which a diagonal is too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BishopLimit {
    /// More than 11: the text forbids only diagonals that "exceed 11", though a move of 11 ends where it began.
    Over11,
    /// 11 and more.
    From11,
}

impl BishopLimit {
    /// Both readings with their names.
    pub const NAMES: [(&str, BishopLimit); 2] = [("over-11", BishopLimit::Over11), ("from-11", BishopLimit::From11)];
}

/// The square of a king, modulo 8, that may castle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CastlingSquare {
    /// 0 5, as in the text; no square of the board has rank 0.
    ZeroFive,
    /// 1 5, as the kings' start squares are: 1 5, 1 13, 1 21.
    OneFive,
}

impl CastlingSquare {
    /// Both readings with their names.
    pub const NAMES: [(&str, CastlingSquare); 2] =
        [("0 5", CastlingSquare::ZeroFive), ("1 5", CastlingSquare::OneFive)];
}

/// A reading of each contradictory place of the notes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Readings {
    /// Reading B: the moves that are a full turn.
    pub full_turn: FullTurn,
    /// Reading C: the diagonals that are too long.
    pub bishop_limit: BishopLimit,
    /// Reading D: the king's square for castling.
    pub castling_square: CastlingSquare,
}

impl Readings {
    /// The profile `document`: what the text says.
    pub const DOCUMENT: Readings = Readings {
        full_turn: FullTurn::PlusOnly,
        bishop_limit: BishopLimit::Over11,
        castling_square: CastlingSquare::ZeroFive,
    };
    /// The profile `corrected`: what the board says.
    pub const CORRECTED: Readings = Readings {
        full_turn: FullTurn::BothWays,
        bishop_limit: BishopLimit::From11,
        castling_square: CastlingSquare::OneFive,
    };
    /// Both profiles with their names.
    pub const PROFILES: [(&str, Readings); 2] = [("document", Readings::DOCUMENT), ("corrected", Readings::CORRECTED)];
}

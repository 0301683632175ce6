//! Where the notes contradict themselves: how each place is read, and two ways to read them all.
//!
//! | | `document`, what the text says | `corrected`, what the board says |
//! |---|---|---|
//! | full turn | `plus-only` | `both-ways` |
//! | bishop limit | `over-11` | `from-11` |
//! | castling square | `0 5` | `1 5` |

/// Which moves along the circle are a full turn, and therefore none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FullTurn {
    /// The text names 24 only: 24 files and more towards the higher numbers.
    PlusOnly,
    /// 24 files and more, either way.
    BothWays,
}

impl FullTurn {
    /// Both by name.
    pub const NAMES: [(&str, FullTurn); 2] = [("plus-only", FullTurn::PlusOnly), ("both-ways", FullTurn::BothWays)];
}

/// How long a diagonal is too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BishopLimit {
    /// The running text lets them "exceed 11", so that the move of 11, which ends where it began, is allowed.
    Over11,
    /// 11 and more.
    From11,
}

impl BishopLimit {
    /// Both by name.
    pub const NAMES: [(&str, BishopLimit); 2] = [("over-11", BishopLimit::Over11), ("from-11", BishopLimit::From11)];
}

/// What a king's square must be modulo 8 for castling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CastlingSquare {
    /// As the text has it; no square of the board is.
    ZeroFive,
    /// As the kings' start squares are: 1 5, 1 13, 1 21.
    OneFive,
}

impl CastlingSquare {
    /// Both by name.
    pub const NAMES: [(&str, CastlingSquare); 2] =
        [("0 5", CastlingSquare::ZeroFive), ("1 5", CastlingSquare::OneFive)];
}

/// A way to read each contradictory place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Readings {
    /// Reading B.
    pub full_turn: FullTurn,
    /// Reading C.
    pub bishop_limit: BishopLimit,
    /// Reading D.
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
    /// Both profiles by name.
    pub const PROFILES: [(&str, Readings); 2] = [("document", Readings::DOCUMENT), ("corrected", Readings::CORRECTED)];
}

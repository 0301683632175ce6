//! The possible readings of each contradiction in the notes that describe `can`. Each of the two profiles, `document`
//! and `corrected`, chooses one reading of each contradiction:
//!
//! | | `document`, what the text says | `corrected`, what the board says |
//! |---|---|---|
//! | full turn | `plus-only` | `both-ways` |
//! | bishop limit | `over-11` | `from-11` |
//! | castling square | `0 5` | `1 5` |

/// The vectors along a circle that count as a full turn. A full turn is not a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FullTurn {
    /// A vector counts as a full turn if it leads 24 files or more towards the higher files. The notes that describe
    /// `can` name 24 files but not -24 files.
    PlusOnly,
    /// A vector counts as a full turn if it leads 24 files or more in either direction.
    BothWays,
}

impl FullTurn {
    /// The two possible meanings of "full turn", with their names.
    pub const NAMES: [(&str, FullTurn); 2] = [("plus-only", FullTurn::PlusOnly), ("both-ways", FullTurn::BothWays)];
}

/// The length at which a diagonal is too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BishopLimit {
    /// A diagonal is too long if it has more than 11 steps. The notes that describe `can` say this, although a diagonal
    /// of 11 steps ends on the square where it begins.
    Over11,
    /// A diagonal is too long if it has 11 steps or more.
    From11,
}

impl BishopLimit {
    /// The two possible limits of a diagonal, with their names.
    pub const NAMES: [(&str, BishopLimit); 2] = [("over-11", BishopLimit::Over11), ("from-11", BishopLimit::From11)];
}

/// The square from which a king may castle: rank and file, both modulo 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CastlingSquare {
    /// The square 0 5, as in the notes that describe `can`. No square of the board has rank 0.
    ZeroFive,
    /// The square 1 5. The three kings start on 1 5, 1 13 and 1 21, and each of the files 5, 13 and 21 is 5 modulo 8.
    OneFive,
}

impl CastlingSquare {
    /// The two possible castling squares, with their names.
    pub const NAMES: [(&str, CastlingSquare); 2] =
        [("0 5", CastlingSquare::ZeroFive), ("1 5", CastlingSquare::OneFive)];
}

/// The chosen reading of each contradiction in the notes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Readings {
    /// The answer to question B in `docs/threeman.md`: the vectors that count as a full turn.
    pub full_turn: FullTurn,
    /// The answer to question C in `docs/threeman.md`: the length at which a diagonal is too long for a move.
    pub bishop_limit: BishopLimit,
    /// The answer to question D in `docs/threeman.md`: the king's square for castling.
    pub castling_square: CastlingSquare,
}

impl Readings {
    /// The profile `document`, which follows the text of the notes.
    pub const DOCUMENT: Readings = Readings {
        full_turn: FullTurn::PlusOnly,
        bishop_limit: BishopLimit::Over11,
        castling_square: CastlingSquare::ZeroFive,
    };
    /// The profile `corrected`, which follows the geometry of the board.
    pub const CORRECTED: Readings = Readings {
        full_turn: FullTurn::BothWays,
        bishop_limit: BishopLimit::From11,
        castling_square: CastlingSquare::OneFive,
    };
    /// Both profiles with their names.
    pub const PROFILES: [(&str, Readings); 2] = [("document", Readings::DOCUMENT), ("corrected", Readings::CORRECTED)];
}

//! The options that choose how to read the notes on three-man chess where the notes contradict themselves.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use focal8::exhibits::threeman::{BishopLimit, CastlingSquare, FullTurn, Readings};

#[derive(Debug, Args)]
pub(super) struct Choice {
    /// How to resolve contradictions in the notes: by the text or the board
    ///
    /// The notes to the program of 2022 contradict themselves in some points. `document` follows the text of the notes,
    /// and `corrected` follows the geometry of the board. Each of the options --full-turn, --bishop-limit and
    /// --castling-square decides one of these points, whatever the profile says.
    #[arg(short, long, default_value = "document", value_parser = named(Readings::PROFILES))]
    profile: Readings,
    /// Whether a full turn towards the lower files is a move
    ///
    /// A full turn is 24 files or more along a circle. Towards the higher files, a full turn is never a move. Towards
    /// the lower files, a full turn is a move with `plus-only`, and not a move with `both-ways`.
    #[arg(long, value_name = "READING", value_parser = named(FullTurn::NAMES))]
    full_turn: Option<FullTurn>,
    /// Whether a diagonal of 11 steps is too long
    ///
    /// With `over-11`, a diagonal of 11 steps is a move, and a longer diagonal is too long. With `from-11`, a diagonal
    /// of 11 steps is too long.
    #[arg(long, value_name = "READING", value_parser = named(BishopLimit::NAMES))]
    bishop_limit: Option<BishopLimit>,
    /// Square (rank, file modulo 8) that a king castles from
    ///
    /// The text of the notes on the program has `0 5`, but no square of the board has rank 0. `1 5` stands
    /// for rank 1 and the files 5, 13 and 21, where the three kings start.
    #[arg(long, value_name = "READING", value_parser = named(CastlingSquare::NAMES))]
    castling_square: Option<CastlingSquare>,
}

impl Choice {
    /// Returns the chosen reading of each contradiction in the notes: the reading that an option gives, or else the
    /// reading of the profile.
    pub fn readings(&self) -> Readings {
        Readings {
            full_turn: self.full_turn.unwrap_or(self.profile.full_turn),
            bishop_limit: self.bishop_limit.unwrap_or(self.profile.bishop_limit),
            castling_square: self.castling_square.unwrap_or(self.profile.castling_square),
        }
    }
}

/// Returns a parser that converts one of these names to its value.
fn named<T: Copy + Send + Sync + 'static>(names: [(&'static str, T); 2]) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(names.map(|(name, _)| name)).map(move |typed| {
        let known = names.iter().find(|(name, _)| *name == typed);
        known.expect("the parser lets no other name through").1
    })
}

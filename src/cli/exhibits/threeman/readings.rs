//! The options that choose how to read the notes where the notes contradict themselves.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use focal8::exhibits::threeman::{BishopLimit, CastlingSquare, FullTurn, Readings};

#[derive(Debug, Args)]
pub(super) struct Choice {
    /// How to resolve contradictions in the notes: by the text or the board
    #[arg(short, long, default_value = "document", value_parser = named(Readings::PROFILES))]
    profile: Readings,
    /// Whether a full turn towards the lower files is a move
    #[arg(long, value_name = "READING", value_parser = named(FullTurn::NAMES))]
    full_turn: Option<FullTurn>,
    /// Whether a diagonal of 11 steps is too long
    #[arg(long, value_name = "READING", value_parser = named(BishopLimit::NAMES))]
    bishop_limit: Option<BishopLimit>,
    /// Square (rank, file modulo 8) that a king castles from
    #[arg(long, value_name = "READING", value_parser = named(CastlingSquare::NAMES))]
    castling_square: Option<CastlingSquare>,
}

impl Choice {
    /// Returns the readings of the profile, except where an option chooses another reading.
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

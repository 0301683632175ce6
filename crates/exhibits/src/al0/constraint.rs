//! Constraints: which moves a side may make at which depth of the search.
//!
//! `(depth = 0) and legal then (depth = 2) and checkmove`: anything at the root, only checks two single moves later,
//! nothing deeper. The depth tests are what keeps a search finite.

use super::moves::{Move, MovePredicate};
use super::position::Position;

/// Moves allowed to one side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Constraint {
    /// `(depth = n)`: a test, which makes no moves of its own.
    DepthIs(u32),
    /// `(depth < n)`: a test, which makes no moves of its own.
    DepthBelow(u32),
    /// A named move generator.
    Moves(MovePredicate),
    /// An unknown name, which makes no moves, as in the historic program.
    Unknown(String),
    /// AND: the first part that makes moves sets their order; all parts must allow a move.
    All(Vec<Constraint>),
    /// MOVE-THEN: the moves of each part in turn; a move made twice is kept twice.
    Each(Vec<Constraint>),
}

impl Constraint {
    /// Appends the allowed moves, in order.
    pub fn generate(&self, position: Position, moves: &mut Vec<Move>) {
        match self {
            Self::DepthIs(_) | Self::DepthBelow(_) | Self::Unknown(_) => {}
            Self::Moves(predicate) => predicate.generate(position, moves),
            Self::All(parts) => generate_all(parts, position, moves),
            Self::Each(parts) => parts.iter().for_each(|part| part.generate(position, moves)),
        }
    }

    /// Whether this constraint, as the second half of an AND, lets a move pass.
    fn allows(&self, position: Position, candidate: Move) -> bool {
        match self {
            Self::DepthIs(depth) => position.depth == *depth,
            Self::DepthBelow(depth) => position.depth < *depth,
            Self::Moves(predicate) => predicate.allows(position, candidate),
            Self::Unknown(_) => false,
            Self::All(parts) => parts.iter().all(|part| part.allows(position, candidate)),
            Self::Each(parts) => parts.iter().any(|part| part.allows(position, candidate)),
        }
    }

    /// The result of a depth test, or of several joined; `None` for a constraint that makes moves.
    fn as_depth_test(&self, depth: u32) -> Option<bool> {
        match self {
            Self::DepthIs(wanted) => Some(depth == *wanted),
            Self::DepthBelow(bound) => Some(depth < *bound),
            Self::Moves(_) | Self::Unknown(_) => None,
            Self::All(parts) => parts.iter().try_fold(true, |all, part| Some(part.as_depth_test(depth)? & all)),
            Self::Each(parts) => parts.iter().try_fold(false, |any, part| Some(part.as_depth_test(depth)? | any)),
        }
    }
}

/// Appends the moves of an AND: leading depth tests allow or forbid them all, the next part generates, the rest filter.
fn generate_all(parts: &[Constraint], position: Position, moves: &mut Vec<Move>) {
    let Some((first, rest)) = parts.split_first() else { return };
    match first.as_depth_test(position.depth) {
        Some(true) => generate_all(rest, position, moves),
        Some(false) => {}
        None => {
            let start = moves.len();
            first.generate(position, moves);
            let mut kept = start;
            for candidate in start..moves.len() {
                if rest.iter().all(|part| part.allows(position, moves[candidate])) {
                    moves[kept] = moves[candidate];
                    kept += 1;
                }
            }
            moves.truncate(kept);
        }
    }
}

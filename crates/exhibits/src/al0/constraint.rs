//! Constraints: the moves that a side may make at each depth of the search.
//!
//! For example, `(depth = 0) and legal then (depth = 2) and checkmove` allows any legal move at the root, only checking
//! moves at two half-moves from the root, and no moves at greater depths. The depth tests keep a search finite.

use super::moves::{Move, MovePredicate};
use super::position::Position;

/// A constraint on the moves of one side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Constraint {
    /// The test `(depth = n)`. A test generates no moves.
    DepthIs(u32),
    /// The test `(depth < n)`. A test generates no moves.
    DepthBelow(u32),
    /// A named move generator.
    Moves(MovePredicate),
    /// An unknown name. As in the historic program, an unknown name generates no moves.
    Unknown(String),
    /// AND: the moves that every part allows. The first part that is not a depth test determines the order of the
    /// moves.
    All(Vec<Constraint>),
    /// MOVE-THEN: the moves of the first part, then the moves of the next part, and so on. A move that two parts
    /// generate occurs twice.
    Each(Vec<Constraint>),
}

impl Constraint {
    /// Appends the moves that the constraint allows, in the order of generation.
    pub fn generate(&self, position: Position, moves: &mut Vec<Move>) {
        match self {
            Self::DepthIs(_) | Self::DepthBelow(_) | Self::Unknown(_) => {}
            Self::Moves(predicate) => predicate.generate(position, moves),
            Self::All(parts) => generate_all(parts, position, moves),
            Self::Each(parts) => parts.iter().for_each(|part| part.generate(position, moves)),
        }
    }

    /// Whether this constraint allows a move that an earlier part of an AND has generated.
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

    /// Returns whether the constraint is true at `depth`. Returns `None` if the constraint contains anything other than
    /// depth tests.
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

/// Appends the moves of an AND. Depth tests at the front allow or forbid all moves. The first part after these tests
/// generates the moves. The later parts filter the moves.
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

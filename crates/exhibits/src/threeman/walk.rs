//! Moves a piece square by square, to check `can`.
//!
//! The module uses neither `can` nor the formulas for the destination of a vector: a walk computes only the next
//! square. No other piece blocks a walk. Every moat is bridged, a pawn can always capture, and the king may castle.

use super::figure::Figure;
use super::square::{CAMP_FILES, FILES, RANKS, Square, Vector};

/// Returns every move of the piece from a square: the vector, and the square where the move ends.
///
/// A move never ends on the square where it begins. A pawn that moves inward is never on rank 1, so it has no moves
/// from there.
pub fn walks(figure: Figure, from: Square) -> Vec<(Vector, Square)> {
    let mut found = Vec::new();
    match figure {
        Figure::Rook => STRAIGHT.iter().for_each(|way| run(from, *way, i64::MAX, &mut found)),
        Figure::Bishop => SLANTING.iter().for_each(|way| run(from, *way, i64::MAX, &mut found)),
        Figure::Queen => all_ways().for_each(|way| run(from, way, i64::MAX, &mut found)),
        Figure::King => {
            all_ways().for_each(|way| run(from, way, 1, &mut found));
            if from.rank() == 1 && (from.file() - KING_FILE) % CAMP_FILES == 0 {
                found.extend([2, -2].map(|files| (Vector { rank: 0, file: files }, from.turned(files))));
            }
        }
        Figure::Pawn if from.rank() == 1 => {}
        Figure::Pawn => {
            all_ways().filter(|way| way.rank == 1).for_each(|way| run(from, way, 1, &mut found));
            if from.rank() == 2 {
                run(from, INWARD, 2, &mut found);
                found.dedup();
            }
        }
        Figure::PawnCenter => all_ways().filter(|way| way.rank == -1).for_each(|way| run(from, way, 1, &mut found)),
        Figure::Knight => leap(from, &mut found),
    }
    found.sort();
    found.dedup();
    found
}

/// The king's file in camp 1.
const KING_FILE: i64 = 5;

/// A direction: the change of rank (1 inward, -1 outward, or 0) and the change of the file's number (1, -1 or 0).
type Way = Vector;

const INWARD: Way = Way { rank: 1, file: 0 };
const OUTWARD: Way = Way { rank: -1, file: 0 };
const STRAIGHT: [Way; 4] = [INWARD, OUTWARD, Way { rank: 0, file: 1 }, Way { rank: 0, file: -1 }];
const SLANTING: [Way; 4] =
    [Way { rank: 1, file: 1 }, Way { rank: 1, file: -1 }, Way { rank: -1, file: 1 }, Way { rank: -1, file: -1 }];

fn all_ways() -> impl Iterator<Item = Way> {
    STRAIGHT.into_iter().chain(SLANTING)
}

/// Returns the next square, and the direction of the next step; `None` at the edge.
fn step(at: Square, way: Way) -> Option<(Square, Way)> {
    let crossing = at.rank() == RANKS && way.rank == 1;
    if !crossing {
        return Some((Square::new(at.rank() + way.rank, at.turned(way.file).file())?, way));
    }
    // A straight line crosses to the opposite square. A diagonal crosses to the square two files beyond the opposite
    // square, in the diagonal's direction. After the crossing, both lead outward.
    let across = FILES / 2 + 2 * way.file;
    Some((at.turned(across), Way { rank: -1, ..way }))
}

/// Walks to the edge or for `limit` steps. Stops earlier if the next step leads back to `from`. For each square of the
/// walk, appends to `found` the vector from `from`, and the square.
fn run(from: Square, way: Way, limit: i64, found: &mut Vec<(Vector, Square)>) {
    let (mut at, mut going) = (from, way);
    for count in 1..=limit {
        match step(at, going) {
            Some((next, _)) if next == from => return,
            Some(next) => (at, going) = next,
            None => return,
        }
        found.push((Vector { rank: count * way.rank, file: count * way.file }, at));
    }
}

/// Adds a knight's moves. A move goes first along the spoke of `from`, through the centre if necessary. Then the move
/// goes along a circle.
fn leap(from: Square, found: &mut Vec<(Vector, Square)>) {
    for (way, ranks) in [(INWARD, 1), (INWARD, 2), (OUTWARD, 1), (OUTWARD, 2)] {
        let mut spoke = Vec::new();
        run(from, way, ranks, &mut spoke);
        let Some((vector, at)) = spoke.pop().filter(|(vector, _)| vector.rank.abs() == ranks) else { continue };
        for file in [3 - ranks, ranks - 3] {
            found.push((Vector { file, ..vector }, at.turned(file)));
        }
    }
}

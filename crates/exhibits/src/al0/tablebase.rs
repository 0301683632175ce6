//! Perfect play in the ending of king and rook against king, computed by retrograde analysis.
//!
//! The analysis takes moves back from the mated positions. With White to move, a position is won if a move of White
//! leads to a lost position of the lone king. The win then takes one move more than the loss. With the lone king to
//! move, a position is lost if all replies lead to positions that are won for White. The analysis proceeds in layers of
//! equal distance, so the first distance found for a position is the right distance.

use super::moves::{Move, Piece};
use super::position::{Position, Side};

/// The number of White's moves to mate, for every position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tablebase {
    /// The number of White's moves to mate when White is to move. The index is [`Position::index`]. [`UNKNOWN`] means
    /// that the position is illegal or not won.
    ours: Vec<u8>,
    /// The number of White's moves to mate when the lone king is to move. The index is [`Position::index`]. The number
    /// is 0 if the lone king is mated.
    theirs: Vec<u8>,
}

const UNKNOWN: u8 = u8::MAX;

impl Tablebase {
    /// Computes the number of White's moves to mate for all positions.
    pub fn new() -> Self {
        let mut base = Self { ours: vec![UNKNOWN; Position::INDICES], theirs: vec![UNKNOWN; Position::INDICES] };
        // The number of replies that do not yet lead to a won position. A capture of the rook never leads to a won
        // position.
        let mut replies_left = vec![0; Position::INDICES];
        let mut lost = vec![];
        for position in Position::all_legal(Side::Them) {
            replies_left[position.index()] = position.escapes().len();
            if position.is_mate() {
                base.theirs[position.index()] = 0;
                lost.push(position);
            }
        }
        let mut moves_to_mate = 0;
        while !lost.is_empty() {
            moves_to_mate += 1;
            let mut lost_next = vec![];
            for won in lost.into_iter().flat_map(before_our_move) {
                if base.ours[won.index()] != UNKNOWN {
                    continue;
                }
                base.ours[won.index()] = moves_to_mate;
                for candidate in before_their_move(won) {
                    let left = &mut replies_left[candidate.index()];
                    *left -= 1;
                    if *left == 0 {
                        base.theirs[candidate.index()] = moves_to_mate;
                        lost_next.push(candidate);
                    }
                }
            }
            lost = lost_next;
        }
        base
    }

    /// Returns the number of White's moves to mate when both sides play perfectly. Returns `None` if the position is
    /// illegal or cannot be won.
    pub fn moves_to_mate(&self, position: Position) -> Option<u8> {
        let distances = match position.side {
            Side::Us => &self.ours,
            Side::Them => &self.theirs,
        };
        Some(distances[position.index()]).filter(|&distance| distance != UNKNOWN)
    }
}

impl Default for Tablebase {
    fn default() -> Self {
        Self::new()
    }
}

/// Returns the legal positions from which a move of White leads to `position`. The lone king is to move in `position`.
fn before_our_move(position: Position) -> impl Iterator<Item = Position> {
    let Position { king, rook, lone_king, .. } = position;
    let king_came = king.neighbours().map(move |from| Position::new(Side::Us, from, rook, lone_king));
    let rook_came = rook
        .rook_targets()
        .iter()
        .filter(move |from| from.rook_reach(king).contains(rook))
        .map(move |&from| Position::new(Side::Us, king, from, lone_king));
    king_came.chain(rook_came).filter(|before| before.is_legal())
}

/// Returns the legal positions from which a move of the lone king leads to `position`. White is to move in `position`.
fn before_their_move(position: Position) -> impl Iterator<Item = Position> {
    let came = position.lone_king.neighbours();
    came.map(move |from| Position { side: Side::Them, lone_king: from, ..position }).filter(|before| before.is_legal())
}

impl Move {
    /// Whether this move of the lone king takes the rook.
    pub(crate) fn takes_rook(self, position: Position) -> bool {
        self.piece == Piece::LoneKing && self.to == position.rook
    }
}

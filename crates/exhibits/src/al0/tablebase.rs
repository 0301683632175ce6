//! Perfect play in this ending, made by retrograde analysis.
//!
//! Beginning with the mated positions, moves are taken back: a position with us to move from which a lost position of
//! theirs can be reached is won one move later, a position of theirs all of whose replies lead to won positions is
//! lost. Work goes in layers of equal distance, so the first distance found is the right one.

use super::moves::{Move, Piece};
use super::position::{Position, Side};

/// The number of moves to mate for every position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tablebase {
    /// Our moves to mate with us to move, by [`Position::index`]; [`UNKNOWN`] when illegal or not won.
    ours: Vec<u8>,
    /// Our moves to mate with the lone king to move, by [`Position::index`]: 0 when he is mated.
    theirs: Vec<u8>,
}

const UNKNOWN: u8 = u8::MAX;

impl Tablebase {
    /// Computes the whole ending.
    pub fn new() -> Self {
        let mut base = Self { ours: vec![UNKNOWN; Position::INDICES], theirs: vec![UNKNOWN; Position::INDICES] };
        // How many replies still lead somewhere not yet known to be lost; taking the rook never does.
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

    /// Our moves to mate with best play of both sides; `None` when the position is illegal or cannot be won.
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

/// The legal positions from which one move of ours leads to `position`, where they are to move.
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

/// The legal positions from which a move of the lone king leads to `position`, where we are to move.
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

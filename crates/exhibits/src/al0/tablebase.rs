//! Perfect play in the ending of king and rook, or king and queen, against king, computed by retrograde analysis.
//!
//! The analysis takes moves back from the mated positions. With White to move, a position is won if a move of White
//! leads to a lost position of the lone king. The win then takes one move more than the loss. With the lone king to
//! move, a position is lost if all replies lead to positions that are won for White. The analysis proceeds in layers of
//! equal distance, so the first distance found for a position is the right distance.

use super::major::Major;
use super::moves::{Move, Piece};
use super::position::{Position, Side};

/// The number of White's moves to mate, for every position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tablebase {
    kind: Major,
    /// The number of White's moves to mate when White is to move. The index is [`Position::index`]. [`UNKNOWN`] means
    /// that the position is illegal or not won.
    ours: Vec<u8>,
    /// The number of White's moves to mate when the lone king is to move. The index is [`Position::index`]. The number
    /// is 0 if the lone king is mated.
    theirs: Vec<u8>,
}

const UNKNOWN: u8 = u8::MAX;

impl Tablebase {
    /// Computes the number of White's moves to mate for all positions with this major piece.
    ///
    /// ```
    /// use focal8_exhibits::al0::{Fen, Major, Tablebase};
    /// let position = Fen::parse("k7/8/1K6/8/8/8/7Q/8 w").unwrap().position;
    /// assert_eq!(Tablebase::new(Major::Queen).moves_to_mate(position), Some(1));
    /// ```
    pub fn new(kind: Major) -> Self {
        let mut base = Self { kind, ours: vec![UNKNOWN; Position::INDICES], theirs: vec![UNKNOWN; Position::INDICES] };
        // The number of replies that do not yet lead to a won position. A capture of White's piece never leads to a won
        // position.
        let mut replies_left = vec![0; Position::INDICES];
        let mut lost = vec![];
        for position in Position::all_legal(kind, Side::Them) {
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

    /// Returns White's major piece in all positions of the tablebase.
    pub fn kind(&self) -> Major {
        self.kind
    }

    /// Returns the number of White's moves to mate when both sides play perfectly. Returns `None` if the position is
    /// illegal, has the other major piece, or cannot be won.
    pub fn moves_to_mate(&self, position: Position) -> Option<u8> {
        if position.kind != self.kind {
            return None;
        }
        let distances = match position.side {
            Side::Us => &self.ours,
            Side::Them => &self.theirs,
        };
        Some(distances[position.index()]).filter(|&distance| distance != UNKNOWN)
    }
}

/// Returns the legal positions from which a move of White leads to `position`. The lone king is to move in `position`.
fn before_our_move(position: Position) -> impl Iterator<Item = Position> {
    let Position { king, kind, major, lone_king, .. } = position;
    let king_came = king.neighbours().map(move |from| Position::new(Side::Us, from, kind, major, lone_king));
    let major_came = kind
        .targets(major)
        .iter()
        .filter(move |&&from| kind.reach(from, king).contains(major))
        .map(move |&from| Position::new(Side::Us, king, kind, from, lone_king));
    king_came.chain(major_came).filter(|before| before.is_legal())
}

/// Returns the legal positions from which a move of the lone king leads to `position`. White is to move in `position`.
fn before_their_move(position: Position) -> impl Iterator<Item = Position> {
    let came = position.lone_king.neighbours();
    came.map(move |from| Position { side: Side::Them, lone_king: from, ..position }).filter(|before| before.is_legal())
}

impl Move {
    /// Whether this move of the lone king takes White's major piece.
    pub(crate) fn takes_major(self, position: Position) -> bool {
        self.piece == Piece::LoneKing && self.to == position.major
    }
}

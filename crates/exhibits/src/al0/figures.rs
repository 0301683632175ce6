//! Statistics of perfect play over all positions.

use std::collections::BTreeMap;

use serde::Serialize;

use super::position::{Position, Side};
use super::record::push_digits;
use super::sha256::sha256;
use super::survey::{mean, six_places};
use super::tablebase::Tablebase;

/// Statistics of a [`Tablebase`].
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Figures {
    /// The number of legal positions with White to move.
    pub legal_white_to_move: usize,
    /// Whether every legal position with White to move is won.
    pub all_won: bool,
    /// The longest win, in White's moves.
    pub max_dtm: i32,
    /// The mean length of a win, in White's moves.
    #[serde(serialize_with = "six_places")]
    pub mean_dtm: f64,
    /// For each number of White's moves to mate, the number of positions.
    pub dtm_histogram: BTreeMap<i32, usize>,
    /// The number of legal positions with the lone king to move.
    pub legal_lone_king_to_move: usize,
    /// The number of legal positions with the lone king to move that are not lost for the lone king.
    pub lone_king_to_move_not_lost: usize,
    /// The number of legal positions in which the lone king is mated.
    pub mated_positions: usize,
    /// The SHA-256 of [`Figures::lines`].
    pub sha256_pos_dtm_lines: String,
}

impl Figures {
    /// Counts the positions of a tablebase.
    pub fn new(base: &Tablebase) -> Self {
        let mut histogram = BTreeMap::new();
        let mut won = 0;
        let mut ours = 0;
        for position in Position::all_legal(base.kind(), Side::Us) {
            ours += 1;
            if let Some(moves) = base.moves_to_mate(position) {
                won += 1;
                *histogram.entry(i32::from(moves)).or_default() += 1;
            }
        }
        let theirs: Vec<Option<u8>> =
            Position::all_legal(base.kind(), Side::Them).map(|position| base.moves_to_mate(position)).collect();
        let count = |wanted: Option<u8>| theirs.iter().filter(|&&distance| distance == wanted).count();
        Self {
            legal_white_to_move: ours,
            all_won: won == ours,
            max_dtm: histogram.keys().next_back().copied().unwrap_or(0),
            mean_dtm: mean(&histogram),
            dtm_histogram: histogram,
            legal_lone_king_to_move: theirs.len(),
            lone_king_to_move_not_lost: count(None),
            mated_positions: count(Some(0)),
            sha256_pos_dtm_lines: sha256(&Self::lines(base)),
        }
    }

    /// Returns a line for each legal position with White to move. The line contains six digits, a tab, and the number
    /// of White's moves to mate. If the position is not won, the line contains `-` in place of the number.
    pub fn lines(base: &Tablebase) -> Vec<u8> {
        let mut lines = vec![];
        for position in Position::all_legal(base.kind(), Side::Us) {
            push_digits(position, &mut lines);
            let moves = base.moves_to_mate(position).map_or("-".to_owned(), |moves| moves.to_string());
            lines.extend(format!("\t{moves}\n").as_bytes());
        }
        lines
    }
}

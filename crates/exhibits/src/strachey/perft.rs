//! The number of lines of play some half-moves long: the count that tests a move generator.

use super::moves::Crowning;
use super::position::Position;

/// The number of lines of play of `half_moves` half-moves; different ways to one position each count.
pub fn perft(position: &Position, half_moves: u32, crowning: Crowning) -> u64 {
    match half_moves {
        0 => 1,
        1 => position.count_moves(crowning),
        _ => {
            let mut count = 0;
            position.for_each_move(crowning, &mut |_, next| count += perft(&next, half_moves - 1, crowning));
            count
        }
    }
}

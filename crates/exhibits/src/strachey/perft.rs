//! Counts the lines of play of a given length, a standard test of move generators.

use super::moves::Crowning;
use super::position::Position;

/// Returns the number of lines of play of `half_moves` half-moves. Lines that lead to the same position count
/// separately.
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

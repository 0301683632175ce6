//! Defenders, which play the lone king in place of a person. Of several equally good replies, a defender takes the
//! reply that is generated first.

use std::cmp::Reverse;

use super::moves::Move;
use super::position::Position;
use super::prospects::{Prospects, Verdict};
use super::tablebase::Tablebase;
use super::tree::Reply;

/// A strategy for choosing the lone king's move.
#[derive(Clone, Copy, Debug)]
pub enum Defender<'k> {
    /// A king that takes the major piece if he can, and otherwise delays mate as long as possible. He assumes that
    /// White plays perfectly.
    Perfect(&'k Tablebase),
    /// A king that takes the major piece if he can, and otherwise goes as near the centre as he can.
    Centre,
    /// A king that plays his first legal move.
    First,
    /// A king that makes the move that leads to the worst result for White. The result is computed from the answers of
    /// the advice table to all positions.
    Worst(&'k Prospects),
}

impl Defender<'_> {
    /// Chooses the lone king's move; returns `None` if no move is legal. `foreseen` contains the replies that the
    /// forcing tree answers.
    #[doc(hidden)]
    pub fn choose(&self, position: Position, foreseen: &[Reply]) -> Option<Move> {
        let mut replies = position.replies();
        let major_taken = |reply: &Move| reply.takes_major(position);
        match self {
            Self::Perfect(base) => {
                let distance = |reply: Move| base.moves_to_mate(position.after(reply));
                replies.find(major_taken).or_else(|| position.replies().min_by_key(|&reply| Reverse(distance(reply))))
            }
            Self::Centre => {
                replies.find(major_taken).or_else(|| position.replies().min_by_key(|&reply| from_centre(reply)))
            }
            Self::First => replies.next(),
            Self::Worst(prospects) => {
                replies.min_by_key(|&reply| Reverse(prospects.after_reply(position, reply, foreseen).for_defence()))
            }
        }
    }
}

/// Returns the squared distance from the move's target to the centre of the board. The unit of distance is half the
/// width of a square.
fn from_centre(reply: Move) -> i32 {
    let off = |line: i8| (2 * i32::from(line) - 9).pow(2);
    off(reply.to.x()) + off(reply.to.y())
}

impl Verdict {
    /// Returns the sort key of a verdict; a larger key is better for the lone king. `Escape` is better than `Endless`,
    /// and `Endless` is better than `Mate`. An early `Escape` is better than a late one, and a late `Mate` is better
    /// than an early one.
    fn for_defence(self) -> (u8, i32) {
        match self {
            Self::Escape(moves) => (2, -i32::from(moves)),
            Self::Endless => (1, 0),
            Self::Mate(moves) => (0, i32::from(moves)),
        }
    }
}

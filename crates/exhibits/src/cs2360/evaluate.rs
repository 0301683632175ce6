//! Evaluates boards, without looking ahead.
//!
//! Every evaluator is zero-sum: the values of a board to the two players differ only in sign. No evaluator makes a
//! move, but `Mobility` counts each side's moves.

use std::fmt;
use std::str::FromStr;

use super::board::{Board, Player};
use super::squares::count;

/// The value of a won game, whatever the number of moves.
pub const WON: i32 = 1_000_000;

/// A way to compute the value of a board whose game is not over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Evaluator {
    /// A man counts 10, plus 1 for each row that the man has advanced. A king counts 30, plus 1 for each row that the
    /// king has come back from the far row.
    #[default]
    Reference,
    /// A man counts 10 and a king 30, on any square.
    Material,
    /// The value of `Reference`, plus 1 for each move of the player, minus 1 for each move of the opponent.
    Mobility,
    /// The value of `Reference`, but with 4 in place of 1 for each row, so that men hurry to the far row and kings
    /// hurry home.
    Runner,
}

impl Evaluator {
    /// Every evaluator, the default first.
    #[doc(hidden)]
    pub const ALL: [Evaluator; 4] = [Evaluator::Reference, Evaluator::Material, Evaluator::Mobility, Evaluator::Runner];

    /// Returns the evaluator's name, in lower case.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Evaluator::Reference => "reference",
            Evaluator::Material => "material",
            Evaluator::Mobility => "mobility",
            Evaluator::Runner => "runner",
        }
    }

    /// Returns the board's value to `view` with `turn` to move. Larger values are better for `view`.
    pub fn value(self, board: &Board, view: Player, turn: Player) -> i32 {
        let value = self.value_to_mover(board, turn);
        if view == turn { value } else { -value }
    }

    /// Returns the board's value to the player to move.
    pub(super) fn value_to_mover(self, board: &Board, turn: Player) -> i32 {
        match board.winner(turn) {
            Some(winner) if winner == turn => WON,
            Some(_) => -WON,
            None => self.estimate(board, turn),
        }
    }

    /// Returns the board's value to the player to move, in a game that is not over.
    fn estimate(self, board: &Board, turn: Player) -> i32 {
        let white = match self {
            Evaluator::Reference => material_and_rows(board, 1),
            Evaluator::Material => material_and_rows(board, 0),
            Evaluator::Runner => material_and_rows(board, 4),
            Evaluator::Mobility => {
                let moves = |player| board.moves(player).number() as i32;
                material_and_rows(board, 1) + moves(Player::White) - moves(Player::Black)
            }
        };
        if turn == Player::White { white } else { -white }
    }
}

/// Returns the value to White. A man counts 10, plus `weight` for each row from the back row of the man's side. A king
/// counts 30, plus `weight` for each row from the far row.
///
/// A black man on row r has advanced N-1-r rows, which count against White. So the row number of every man, white or
/// black, is added to White's value. In the same way, the row number of every king is subtracted. One sum over the rows
/// of all men and one sum over the rows of all kings are therefore enough.
fn material_and_rows(board: &Board, weight: i32) -> i32 {
    let (men, kings) = ((board.white | board.black) & !board.kings, board.kings);
    let far = weight * (board.size().n() as i32 - 1);
    let geometry = board.size().geometry();
    10 * count(board.white & men) - (10 + far) * count(board.black & men) + (30 + far) * count(board.white & kings)
        - 30 * count(board.black & kings)
        + weight * (geometry.sum_of_rows(men) - geometry.sum_of_rows(kings))
}

impl fmt::Display for Evaluator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error for a name that no evaluator has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} is not an evaluator: reference, material, mobility or runner")]
#[non_exhaustive]
pub struct UnknownEvaluator(String);

impl FromStr for Evaluator {
    type Err = UnknownEvaluator;

    fn from_str(name: &str) -> Result<Evaluator, UnknownEvaluator> {
        let known = Evaluator::ALL.into_iter().find(|evaluator| evaluator.name().eq_ignore_ascii_case(name));
        known.ok_or_else(|| UnknownEvaluator(name.to_owned()))
    }
}

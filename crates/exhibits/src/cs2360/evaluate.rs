//! Evaluates boards, without looking ahead.
//!
//! Every evaluator is zero-sum: the values of a board for the two players differ only in sign. No evaluator makes a
//! move, but `Mobility` counts each side's moves.

use std::fmt;
use std::str::FromStr;

use super::board::{Board, Player};
use super::squares::count;

/// The value of a won game. It does not depend on the number of moves.
pub const WON: i32 = 1_000_000;

/// A way to compute the value of a board. If the game is over, the value is [`WON`] or `-WON`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Evaluator {
    /// A man counts 10, plus 1 for each row that the man has advanced. A king counts 30, plus 1 for each row that the
    /// king has come back from the far row.
    #[default]
    Reference,
    /// A man counts 10 and a king 30, on any square.
    Material,
    /// The value of `Reference`, plus 1 for each possible move of the player, and minus 1 for each possible move of the
    /// opponent.
    Mobility,
    /// A man counts 10, plus 4 for each row that the man has advanced. A king counts 30, plus 4 for each row that the
    /// king has come back from the far row.
    Runner,
}

impl Evaluator {
    /// Every evaluator. The first is the default.
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

    /// Returns the board's value for the player `view` when `turn` is to move. Larger values are better for `view`.
    pub fn value(self, board: &Board, view: Player, turn: Player) -> i32 {
        let value = self.value_to_mover(board, turn);
        if view == turn { value } else { -value }
    }

    /// Returns the board's value for the player to move.
    pub(super) fn value_to_mover(self, board: &Board, turn: Player) -> i32 {
        match board.winner(turn) {
            Some(winner) if winner == turn => WON,
            Some(_) => -WON,
            None => self.estimate(board, turn),
        }
    }

    /// Returns the board's value for the player to move. The game must not be over.
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

/// Returns the board's value for White: White's points minus Black's points. A man counts 10, plus `weight` for each
/// row that the man has advanced. A king counts 30, plus `weight` for each row that the king has come back from the far
/// row.
fn material_and_rows(board: &Board, weight: i32) -> i32 {
    let (men, kings) = ((board.white | board.black) & !board.kings, board.kings);
    let far = weight * (board.size().n() as i32 - 1);
    let geometry = board.size().geometry();
    // The rows of Black's pieces count against White. A piece on row r of N rows is r rows from the top and N-1-r rows
    // from the bottom. Therefore every man, white or black, adds its row number to White's value. In the same way,
    // every king subtracts its row number.
    10 * count(board.white & men) - (10 + far) * count(board.black & men) + (30 + far) * count(board.white & kings)
        - 30 * count(board.black & kings)
        + weight * (geometry.sum_of_rows(men) - geometry.sum_of_rows(kings))
}

impl fmt::Display for Evaluator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error for an unknown evaluator name.
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

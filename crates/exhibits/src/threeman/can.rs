//! The function `can`, which decides whether a piece can ever move by a vector.
//!
//! `can` says that a move is possible in *some* situation. The function ignores other pieces in the way, check, moats
//! and creeks, castling rights, en passant and promotion.

use Course::{Circle, Diagonal, Elsewhere, Leap, Spoke, Stay};
use Figure::{Bishop, King, Knight, Pawn, PawnCenter, Queen, Rook};
use Predicate::{Rank, RankSum, SquareMod8};

use super::figure::Figure;
use super::predicate::{Answer, Predicate, Test};
use super::readings::{BishopLimit, CastlingSquare, FullTurn, Readings};
use super::square::{Course, FILES, RANKS_ACROSS, Vector};

/// Computes `figtype can vec`: the move is never possible, always possible, or possible only from the squares that
/// satisfy a predicate.
///
/// ```
/// use focal8_exhibits::threeman::{Figure, Readings, Vector, can};
/// let answer = |rank, file| can(Figure::Knight, Vector { rank, file }, Readings::DOCUMENT).to_string();
/// assert_eq!([answer(2, 1), answer(-2, 1), answer(2, 2)], ["1", "2<1⌷", "0"]);
/// ```
pub fn can(figure: Figure, vector: Vector, readings: Readings) -> Answer {
    let (ranks, files) = (vector.rank, vector.file);
    let one_step = vector.length() == 1;
    match (figure, vector.course()) {
        (_, Stay | Elsewhere) => Answer::Never,

        (Pawn, _) if one_step && ranks == 1 => NOT_FROM_RANK_1,
        (Pawn, Spoke) if ranks == 2 => Answer::If(Rank { test: Test::Eq, value: 2 }),
        (PawnCenter, _) if one_step && ranks == -1 => NOT_FROM_RANK_1,

        (King, Circle) if files == 2 || files == -2 => castling(readings.castling_square),
        (King, _) if one_step && ranks == -1 => NOT_FROM_RANK_1,
        (King, _) if one_step => Answer::Always,

        (Rook | Queen, Circle) if is_full_turn(files, readings.full_turn) => Answer::Never,
        (Rook | Queen, Circle) => Answer::Always,
        (Rook | Queen, Spoke) => line(ranks),

        (Bishop | Queen, Diagonal) if is_too_long(vector, readings.bishop_limit) => Answer::Never,
        (Bishop | Queen, Diagonal) => line(ranks),

        (Knight, Leap) if ranks == -1 => NOT_FROM_RANK_1,
        (Knight, Leap) if ranks == -2 => Answer::If(Rank { test: Test::Gt, value: 2 }),
        (Knight, Leap) => Answer::Always,

        _ => Answer::Never,
    }
}

const NOT_FROM_RANK_1: Answer = Answer::If(Rank { test: Test::Ne, value: 1 });

/// Returns the answer for a move by `ranks` along a spoke or a diagonal: the move is possible if the rank of the square
/// of origin, plus `ranks`, is 1 to 12. Sums of 1 to 6 are ranks on the near side of the centre. Sums of 7 to 12 are
/// ranks on the far side.
fn line(ranks: i64) -> Answer {
    let (test, value) = if ranks < 0 { (Test::Ge, 1) } else { (Test::Le, RANKS_ACROSS) };
    Answer::If(RankSum { add: ranks, test, value })
}

fn castling(square: CastlingSquare) -> Answer {
    let rank = match square {
        CastlingSquare::ZeroFive => 0,
        CastlingSquare::OneFive => 1,
    };
    Answer::If(SquareMod8 { rank, file: 5 })
}

fn is_full_turn(files: i64, reading: FullTurn) -> bool {
    match reading {
        FullTurn::PlusOnly => files >= FILES,
        FullTurn::BothWays => files >= FILES || files <= -FILES,
    }
}

/// Whether a diagonal towards the centre is longer than the bishop limit. A diagonal away from the centre has no limit
/// except the edge of the board.
fn is_too_long(vector: Vector, reading: BishopLimit) -> bool {
    let longest = match reading {
        BishopLimit::Over11 => 11,
        BishopLimit::From11 => 10,
    };
    vector.rank > longest && vector.file.unsigned_abs() > longest.unsigned_abs()
}

//! Goals: what an advice must reach (the better goal) and what the advice must never give up (the holding goal).
//!
//! A goal is true or false at a position. Some predicates compare the position with the root of the search.

use super::position::{Position, Side};

/// A named test of a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Predicate {
    /// `true`: always true.
    True,
    /// `mate`: the lone king is to move, is in check and has no legal move.
    Mate,
    /// `stalemate`: the lone king is to move, is not in check and has no legal move.
    Stalemate,
    /// `rooklost` or `queenlost`: the major piece is taken, or the lone king is to move and can take it.
    MajorLost,
    /// `rookexposed` or `queenexposed`: the lone king can reach the major piece before White's king can guard it.
    MajorExposed,
    /// `newroomsmaller`: the lone king has less room than at the root.
    NewRoomSmaller,
    /// `rookdivides` or `queendivides`: the major piece's file is between the files of the kings, or its rank is
    /// between the ranks of the kings.
    MajorDivides,
    /// `okapproachedcsquare`: White's king is nearer to the critical square than at the root.
    OurKingApproachedCriticalSquare,
    /// `lpatt`: the kings are two steps apart, and the major piece is three steps from the lone king. A step is one
    /// file or one rank. Three pieces with these distances usually form an L.
    LPattern,
    /// `roomgt2`: the lone king has more than two squares of room.
    RoomGreaterThan2,
    /// `themtomove`: the lone king is to move.
    ThemToMove,
    /// `okorndle` or `okoqndle`: White's king is no farther from the major piece than at the root.
    OurKingMajorNotFarther,
    /// `our_king_edge`: White's king is on the edge of the board.
    OurKingEdge,
    /// `their_king_edge`: the lone king is on the edge of the board.
    TheirKingEdge,
    /// `kings_close`: the kings are fewer than four king's moves apart.
    KingsClose,
}

impl Predicate {
    /// Whether the predicate is true at `position` in a search that began at `root`.
    pub(crate) fn holds(self, position: Position, root: Position) -> bool {
        let Position { side, king, major, lone_king, .. } = position;
        match self {
            Self::True => true,
            Self::Mate => position.is_mate(),
            Self::Stalemate => position.is_stalemate(),
            Self::MajorLost => {
                position.is_major_taken()
                    || side == Side::Them && lone_king.distance(major) == 1 && king.distance(major) != 1
            }
            Self::MajorExposed => match side {
                Side::Us => king.distance(major) > lone_king.distance(major) + 1,
                Side::Them => king.distance(major) > lone_king.distance(major),
            },
            Self::NewRoomSmaller => room(position) < room(root),
            Self::MajorDivides => {
                is_between(king.x(), major.x(), lone_king.x()) || is_between(king.y(), major.y(), lone_king.y())
            }
            Self::OurKingApproachedCriticalSquare => {
                steps_to_critical_square(position) < steps_to_critical_square(root)
            }
            Self::LPattern => king.steps(lone_king) == 2 && major.steps(lone_king) == 3,
            Self::RoomGreaterThan2 => room(position) > 2,
            Self::ThemToMove => side == Side::Them,
            Self::OurKingMajorNotFarther => king.distance(major) <= root.king.distance(root.major),
            Self::OurKingEdge => king.is_on_edge(),
            Self::TheirKingEdge => lone_king.is_on_edge(),
            Self::KingsClose => king.distance(lone_king) < 4,
        }
    }
}

/// Predicates joined by AND, OR and NOT.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Goal {
    /// A predicate.
    Is(Predicate),
    /// An unknown name. As in the historic program, an unknown name is never true.
    Unknown(String),
    /// AND: every part is true.
    All(Vec<Goal>),
    /// OR: at least one part is true.
    Any(Vec<Goal>),
    /// NOT: the part is false.
    Not(Box<Goal>),
}

impl Goal {
    /// Whether the goal is true at `position` in a search that began at `root`.
    pub fn holds(&self, position: Position, root: Position) -> bool {
        match self {
            Self::Is(predicate) => predicate.holds(position, root),
            Self::Unknown(_) => false,
            Self::All(goals) => goals.iter().all(|goal| goal.holds(position, root)),
            Self::Any(goals) => goals.iter().any(|goal| goal.holds(position, root)),
            Self::Not(goal) => !goal.holds(position, root),
        }
    }
}

/// Returns the number of squares in the rectangle to which the file and the rank of the major piece confine the lone
/// king. Returns 64 if the piece and the lone king share a file or rank.
pub(super) fn room(Position { major, lone_king, .. }: Position) -> i32 {
    if major.x() == lone_king.x() || major.y() == lone_king.y() {
        return 64;
    }
    let side = |major, lone_king| i32::from(lines_left(major, lone_king).count() as u8);
    side(major.x(), lone_king.x()) * side(major.y(), lone_king.y())
}

/// Returns the range of files, or of ranks, on the lone king's side of the major piece. The parameters are the files of
/// the two pieces, or their ranks.
pub(super) fn lines_left(major: i8, lone_king: i8) -> std::ops::RangeInclusive<i8> {
    if lone_king < major { 1..=major - 1 } else { major + 1..=8 }
}

/// Returns the distance from White's king to the critical square: the difference in files plus the difference in ranks.
pub(super) fn steps_to_critical_square(position: Position) -> u8 {
    let (x, y) = critical_square(position);
    (position.king.x() - x).unsigned_abs() + (position.king.y() - y).unsigned_abs()
}

/// Returns the file and rank of the critical square: the square diagonally next to the major piece, on the lone king's
/// side.
///
/// If the lone king is on the file or rank of the major piece, the result can be off the board, on file or rank 9.
pub(super) fn critical_square(Position { major, lone_king, .. }: Position) -> (i8, i8) {
    let beside = |major: i8, lone_king: i8| if lone_king < major { major - 1 } else { major + 1 };
    (beside(major.x(), lone_king.x()), beside(major.y(), lone_king.y()))
}

fn is_between(a: i8, b: i8, c: i8) -> bool {
    a < b && b < c || c < b && b < a
}

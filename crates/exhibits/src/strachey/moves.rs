//! The moves of Strachey's checkers on bit boards: the native twin of `LegalPositionsFrom`.
//!
//! Captures are compulsory. Moves are generated direction by direction, in the order 5, 4, -4, -5. The moves of one
//! direction are in ascending order of the square where the piece begins. A capture is one move with all its jumps. If
//! a piece can jump further in several ways, the captures are generated in ascending order of the next landing square.
//! A man that reaches the end row in mid-capture immediately becomes a king and may jump again; in English draughts the
//! move ends there ([`Crowning`]).

use super::position::{Position, Side};
use super::squares::{BOARD, LAST_ROWS};
use super::value::members;

/// The rule for a man that becomes a king during a capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Crowning {
    /// The capture continues if the new king has a further jump, as in Strachey's rules.
    #[default]
    GoesOn,
    /// The capture ends when the man becomes a king, as in English draughts.
    EndsMove,
}

/// The directions in the order in which moves are generated. The numbers are the values of `s` in Strachey's program:
/// positive numbers are forward for the side to move, and negative numbers are backward.
const DIRECTIONS: [i32; 4] = [5, 4, -4, -5];

/// The differences between the numbers of diagonally neighbouring squares, in ascending order.
const ASCENDING: [i32; 4] = [-5, -4, 4, 5];

/// The largest number of squares in a path: the first square, and a landing square for each captured piece. Only pieces
/// on the 18 inner squares can be captured.
const MAX_SQUARES: usize = 1 + 18;

/// The squares of one move: the square where the piece begins, and the squares where the piece lands, in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Path {
    squares: [u8; MAX_SQUARES],
    length: usize,
}

impl Path {
    fn from(square: u32) -> Path {
        let mut path = Path { squares: [0; MAX_SQUARES], length: 0 };
        path.push(square);
        path
    }

    #[inline]
    fn push(&mut self, square: u32) {
        self.squares[self.length] = square as u8;
        self.length += 1;
    }

    /// Returns the squares of the move in order.
    pub fn squares(&self) -> &[u8] {
        &self.squares[..self.length]
    }
}

/// A complete move, with all jumps of a capture, and the position after the move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    /// The squares of the move.
    pub path: Path,
    /// The position after the move, with the opponent to move.
    pub position: Position,
}

impl Move {
    /// Returns the square from which the piece moves.
    pub fn from(&self) -> u8 {
        self.path.squares()[0]
    }

    /// Returns the square to which the piece moves.
    pub fn to(&self) -> u8 {
        self.path.squares()[self.path.squares().len() - 1]
    }

    /// Whether the move captures.
    pub fn is_capture(&self) -> bool {
        self.path.squares()[0].abs_diff(self.path.squares()[1]) > 5
    }
}

impl Position {
    /// Returns the position after each legal move, in Strachey's order. The opponent is to move in these positions.
    ///
    /// ```
    /// use focal8_exhibits::strachey::Position;
    ///
    /// let first = Position::START.legal_positions()[0];
    /// assert_eq!(first.to_string(), "[[27,28,29,30,32,33,34,35,36,37,38,39],[5,6,7,8,9,10,11,12,15,16,17,19],[],-1]");
    /// ```
    pub fn legal_positions(&self) -> Vec<Position> {
        let mut positions = Vec::new();
        self.for_each_move(Crowning::GoesOn, &mut |_, position| positions.push(position));
        positions
    }

    /// Returns the legal moves, in the order of [`Position::legal_positions`].
    pub fn legal_moves(&self, crowning: Crowning) -> Vec<Move> {
        let mut moves = Vec::new();
        self.for_each_move(crowning, &mut |path, position| moves.push(Move { path: *path, position }));
        moves
    }

    /// Whether there is a legal move.
    #[inline]
    pub(crate) fn has_move(&self) -> bool {
        let free = self.free();
        DIRECTIONS.iter().any(|&direction| {
            let step = self.step(direction);
            let neighbours = shift(self.able(direction), step);
            neighbours & free != 0 || shift(neighbours & self.other, step) & free != 0
        })
    }

    /// Returns the number of legal moves.
    pub(crate) fn count_moves(&self, crowning: Crowning) -> u64 {
        if self.must_capture() {
            let mut count = 0;
            self.for_each_capture(crowning, &mut |_, _| count += 1);
            return count;
        }
        let free = self.free();
        let steps = DIRECTIONS.iter().map(|&direction| shift(self.able(direction), self.step(direction)) & free);
        steps.map(|squares| u64::from(squares.count_ones())).sum()
    }

    /// Calls `visit` for every legal move, in the order of [`Position::legal_positions`]. The arguments are the path of
    /// the move and the position after the move.
    pub(crate) fn for_each_move(&self, crowning: Crowning, visit: &mut impl FnMut(&Path, Position)) {
        if self.must_capture() {
            self.for_each_capture(crowning, visit);
        } else {
            self.for_each_plain_move(visit);
        }
    }

    #[inline]
    fn free(&self) -> u64 {
        BOARD & !self.own & !self.other
    }

    /// Returns Strachey's σs: the change in the square's number when a piece of the side to move takes one step in
    /// `direction`.
    #[inline]
    fn step(&self, direction: i32) -> i32 {
        match self.side {
            Side::Black => direction,
            Side::White => -direction,
        }
    }

    /// Returns the squares of the pieces that may move in a direction.
    #[inline]
    fn able(&self, direction: i32) -> u64 {
        if direction > 0 { self.own } else { self.own & self.kings }
    }

    #[inline]
    fn must_capture(&self) -> bool {
        let free = self.free();
        DIRECTIONS.iter().any(|&direction| {
            let step = self.step(direction);
            shift(shift(self.able(direction), step) & self.other, step) & free != 0
        })
    }

    fn for_each_plain_move(&self, visit: &mut impl FnMut(&Path, Position)) {
        let free = self.free();
        for direction in DIRECTIONS {
            let step = self.step(direction);
            for to in members(shift(self.able(direction), step) & free) {
                let from = to.wrapping_add_signed(-step);
                let mut path = Path::from(from);
                path.push(to);
                visit(&path, self.lift(from, crowned(to)).end(to));
            }
        }
    }

    fn for_each_capture(&self, crowning: Crowning, visit: &mut impl FnMut(&Path, Position)) {
        let free = self.free();
        for direction in DIRECTIONS {
            let step = self.step(direction);
            for to in members(shift(shift(self.able(direction), step) & self.other, step) & free) {
                let from = to.wrapping_add_signed(-2 * step);
                self.lift(from, false).jump(to, step, crowning, Path::from(from), visit);
            }
        }
    }

    /// Removes a piece from its square. If the piece is a king or `crown` is true, [`Lifted::end`] puts it down as a
    /// king.
    #[inline]
    fn lift(&self, from: u32, crown: bool) -> Lifted {
        let bit = 1 << from;
        let king = crown || self.kings & bit != 0;
        Lifted { own: self.own & !bit, other: self.other, kings: self.kings & !bit, king, side: self.side }
    }
}

/// A position during a move, without the moving piece.
#[derive(Clone, Copy)]
struct Lifted {
    own: u64,
    other: u64,
    kings: u64,
    king: bool,
    side: Side,
}

impl Lifted {
    /// Jumps to the square `to`, and calls `visit` with each way to complete the move. The captured piece is one `step`
    /// before `to`.
    fn jump(mut self, to: u32, step: i32, crowning: Crowning, mut path: Path, visit: &mut impl FnMut(&Path, Position)) {
        let captured = 1_u64 << to.wrapping_add_signed(-step);
        self.other &= !captured;
        self.kings &= !captured;
        path.push(to);
        let newly_crowned = !self.king && crowned(to);
        self.king |= newly_crowned;
        let may_go_on = !(newly_crowned && crowning == Crowning::EndsMove);
        let mut went_on = false;
        let free = BOARD & !self.own & !self.other;
        for step in ASCENDING.into_iter().filter(|step| may_go_on && (self.king || self.forward(*step))) {
            let landing = shift(shift(1 << to, step) & self.other, step) & free;
            if landing != 0 {
                went_on = true;
                self.jump(landing.trailing_zeros(), step, crowning, path, visit);
            }
        }
        if !went_on {
            visit(&path, self.end(to));
        }
    }

    #[inline]
    fn forward(&self, step: i32) -> bool {
        (step > 0) == (self.side == Side::Black)
    }

    /// Puts the moving piece down on the square `to`, and returns the position with the opponent to move.
    #[inline]
    fn end(self, to: u32) -> Position {
        let bit = 1 << to;
        let kings = if self.king { self.kings | bit } else { self.kings };
        Position { own: self.other, other: self.own | bit, kings, side: self.side.other() }
    }
}

#[inline]
fn crowned(square: u32) -> bool {
    LAST_ROWS >> square & 1 == 1
}

/// Moves every member of a set by a step. A member that the step moves off the board becomes a bit that is not a
/// square.
#[inline]
fn shift(squares: u64, step: i32) -> u64 {
    squares.rotate_left((step & 63) as u32)
}

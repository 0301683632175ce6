//! The moves of Strachey's checkers on bit boards: the native twin of `LegalPositionsFrom`.
//!
//! Captures are compulsory. Directions come in the order 5, 4, -4, -5, pieces within a direction by ascending square.
//! A capture is played out at once, further jumps in ascending order of the square landed on. A man that reaches an
//! end row is a king in mid-capture too and may go on; English draughts ends the move there ([`Crowning`]).

use super::position::{Position, Side};
use super::squares::{BOARD, LAST_ROWS};
use super::value::members;

/// Whether a man crowned in mid-capture may go on jumping.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Crowning {
    /// The man goes on jumping: Strachey's rules.
    #[default]
    GoesOn,
    /// The move ends: English draughts.
    EndsMove,
}

/// The directions in their order, as Strachey's s: positive is forward.
const DIRECTIONS: [i32; 4] = [5, 4, -4, -5];

/// The steps of either side, in ascending order of the square landed on.
const ASCENDING: [i32; 4] = [-5, -4, 4, 5];

/// The longest path: the first square and a landing after each jump, over at most the 18 squares not on the edge.
const MAX_SQUARES: usize = 1 + 18;

/// The squares of one move in order: where the piece came from, then where it landed.
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

    /// The squares.
    pub fn squares(&self) -> &[u8] {
        &self.squares[..self.length]
    }
}

/// A whole move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    /// The squares of the move.
    pub path: Path,
    /// The position after the move, turned round for the other side.
    pub position: Position,
}

impl Move {
    /// The square that the piece came from.
    pub fn from(&self) -> u8 {
        self.path.squares()[0]
    }

    /// The square that the piece came to.
    pub fn to(&self) -> u8 {
        self.path.squares()[self.path.squares().len() - 1]
    }

    /// Whether the move captures.
    pub fn is_capture(&self) -> bool {
        self.path.squares()[0].abs_diff(self.path.squares()[1]) > 5
    }
}

impl Position {
    /// The positions after each legal move, each turned round for the other side, in Strachey's order.
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

    /// The legal moves, in the order of [`Position::legal_positions`].
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

    /// The number of legal moves, counted without making the plain moves.
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

    /// Calls `visit` with every legal move, in order.
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

    /// The change of the square's number by a step in a direction, for the side to move: σs.
    #[inline]
    fn step(&self, direction: i32) -> i32 {
        match self.side {
            Side::Black => direction,
            Side::White => -direction,
        }
    }

    /// The pieces that may move in a direction.
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

    /// Lifts a piece from its square; it comes down as a king if it is a king, or if `crown` says so.
    #[inline]
    fn lift(&self, from: u32, crown: bool) -> Lifted {
        let bit = 1 << from;
        let king = crown || self.kings & bit != 0;
        Lifted { own: self.own & !bit, other: self.other, kings: self.kings & !bit, king, side: self.side }
    }
}

/// A position in mid-move, with the moving piece lifted from the board.
#[derive(Clone, Copy)]
struct Lifted {
    own: u64,
    other: u64,
    kings: u64,
    king: bool,
    side: Side,
}

impl Lifted {
    /// Puts the piece down after a jump over the square one step before `to`, and goes on with further jumps.
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

    /// Puts the piece down at the end of its move; the other side is to move.
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

/// Moves every member by a step. A rotation needs no branch on the sign; the bits that it carries round are no squares.
#[inline]
fn shift(squares: u64, step: i32) -> u64 {
    squares.rotate_left((step & 63) as u32)
}

//! The board of this ending: squares, the three pieces, and who attacks what.
//!
//! Only king, rook and lone king ever stand here, so one table of 64 x 64 sets ([`Square::rook_reach`]) answers
//! every question about the rook: where it may go, whether the lone king is in check and where he may flee to.
//!
//! ```text
//! x 1 ... 8 = file a ... h        index = 8 (x - 1) + (y - 1): increasing index is
//! y 1 ... 8 = rank 1 ... 8                the order "x, then y" of the whole-board figures
//! ```

use std::fmt;

/// One of the 64 squares.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square on file `x` and rank `y`, both 1 to 8.
    pub const fn new(x: i8, y: i8) -> Option<Self> {
        if 1 <= x && x <= 8 && 1 <= y && y <= 8 { Some(Self(((x - 1) * 8 + (y - 1)) as u8)) } else { None }
    }

    /// Every square, by file and then by rank.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..64).map(Self)
    }

    /// Reads `e4`.
    pub fn parse(text: &str) -> Option<Self> {
        match *text.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Self::new((file - b'a' + 1) as i8, (rank - b'0') as i8),
            _ => None,
        }
    }

    /// 0 to 63, in the order of [`Square::all`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The file, 1 to 8.
    pub const fn x(self) -> i8 {
        (self.0 >> 3) as i8 + 1
    }

    /// The rank, 1 to 8.
    pub const fn y(self) -> i8 {
        (self.0 & 7) as i8 + 1
    }

    /// King's moves from here to there: the larger of the two differences.
    pub fn distance(self, other: Self) -> u8 {
        (self.x() - other.x()).unsigned_abs().max((self.y() - other.y()).unsigned_abs())
    }

    /// The sum of the two differences.
    pub fn steps(self, other: Self) -> u8 {
        (self.x() - other.x()).unsigned_abs() + (self.y() - other.y()).unsigned_abs()
    }

    /// On a rim of the board.
    pub fn is_on_edge(self) -> bool {
        matches!(self.x(), 1 | 8) || matches!(self.y(), 1 | 8)
    }

    /// The squares one king's step away, in the order AL0 tries them: diagonals first.
    pub fn neighbours(self) -> impl Iterator<Item = Self> {
        NEIGHBOUR_ORDER.iter().filter_map(move |&(dx, dy)| Self::new(self.x() + dx, self.y() + dy))
    }

    /// The same squares as [`Square::neighbours`], as a set.
    pub fn king_reach(self) -> SquareSet {
        KING_REACH[self.index()]
    }

    /// The squares on this rook's file and rank with no `blocker` strictly in between.
    ///
    /// The blocker's own square is in the set when it is on a line; squares behind it are not.
    pub fn rook_reach(self, blocker: Self) -> SquareSet {
        ROOK_REACH[self.index()][blocker.index()]
    }

    /// The other squares of this rook's two lines, in the order AL0 tries them: x:1, 1:y, x:2, 2:y and so on.
    pub fn rook_targets(self) -> &'static [Self; 14] {
        &ROOK_TARGETS[self.index()]
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.x() as u8 - 1), self.y())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A set of squares: bit n is the square of index n.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SquareSet(u64);

impl SquareSet {
    /// Whether `square` is in the set.
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.0 & 1 != 0
    }

    /// This set with one more square.
    pub const fn with(self, square: Square) -> Self {
        Self(self.0 | 1 << square.0)
    }

    /// This set without the squares of another.
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// No square at all.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many squares.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }
}

/// Whose move it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// King and rook: the side the advice table plays.
    Us,
    /// The lone king.
    Them,
}

/// The three pieces, the side to move, and how many single moves lie between here and the root of the search.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// Who is to move.
    pub side: Side,
    /// Our king, K.
    pub king: Square,
    /// Our rook, R; under the lone king when it has been taken.
    pub rook: Square,
    /// The lone king, k.
    pub lone_king: Square,
    /// Single moves since the root; 0 at the root.
    pub depth: u32,
}

impl Position {
    /// How many numbers [`Position::index`] can give: one for each way to put three pieces on 64 squares.
    pub const INDICES: usize = 64 * 64 * 64;

    /// A position at depth 0, legal or not.
    pub fn new(side: Side, king: Square, rook: Square, lone_king: Square) -> Self {
        Self { side, king, rook, lone_king, depth: 0 }
    }

    /// The position at depth 0: where searches begin.
    pub fn as_root(self) -> Self {
        Self { depth: 0, ..self }
    }

    /// The three squares as one number, increasing with Kx, Ky, Rx, Ry, kx, ky in that order.
    pub fn index(self) -> usize {
        (self.king.index() * 64 + self.rook.index()) * 64 + self.lone_king.index()
    }

    /// The position with this side to move at this [`Position::index`].
    ///
    /// # Panics
    ///
    /// When the index is not below [`Position::INDICES`].
    pub fn from_index(side: Side, index: usize) -> Self {
        assert!(index < Self::INDICES, "{index} is no index of a position");
        let square = |index: usize| Square((index % 64) as u8);
        Self::new(side, square(index / 4096), square(index / 64), square(index))
    }

    /// All legal positions with this side to move, in increasing order of [`Position::index`].
    pub fn all_legal(side: Side) -> impl Iterator<Item = Self> {
        (0..Self::INDICES).map(move |index| Self::from_index(side, index)).filter(|position| position.is_legal())
    }

    /// The lone king stands in the rook's line with nothing between.
    pub fn is_check(self) -> bool {
        self.rook.rook_reach(self.king).contains(self.lone_king)
    }

    /// The rook is off the board: the lone king stands where it stood.
    pub fn is_rook_taken(self) -> bool {
        self.rook == self.lone_king
    }

    /// Where the lone king may go; the rook's square is among them when nothing guards it.
    pub fn escapes(self) -> SquareSet {
        let guarded = self.king.king_reach().with(self.king);
        self.lone_king.king_reach().without(guarded).without(self.rook.rook_reach(self.king))
    }

    /// They are to move, in check, and cannot.
    pub fn is_mate(self) -> bool {
        self.side == Side::Them && self.is_check() && self.escapes().is_empty()
    }

    /// They are to move, not in check, and cannot.
    pub fn is_stalemate(self) -> bool {
        self.side == Side::Them && !self.is_check() && self.escapes().is_empty()
    }

    /// What is wrong with the position, if anything: one the rules of chess do not allow is never searched.
    pub fn check_legal(self) -> Result<(), IllegalPosition> {
        if self.king == self.rook {
            Err(IllegalPosition::Shared("king and rook", self.king))
        } else if self.king == self.lone_king {
            Err(IllegalPosition::Shared("both kings", self.king))
        } else if self.rook == self.lone_king {
            Err(IllegalPosition::Shared("rook and lone king", self.rook))
        } else if self.king.distance(self.lone_king) == 1 {
            Err(IllegalPosition::KingsAdjacent)
        } else if self.side == Side::Us && self.is_check() {
            Err(IllegalPosition::LoneKingAttacked)
        } else {
            Ok(())
        }
    }

    /// Three different squares, kings apart, and the lone king not attacked when it is our move.
    pub fn is_legal(self) -> bool {
        self.check_legal().is_ok()
    }
}

/// Why a position cannot arise in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum IllegalPosition {
    /// Two pieces on one square.
    #[error("{0} stand on one square, {1}")]
    Shared(&'static str, Square),
    /// The kings attack each other.
    #[error("the kings stand next to each other")]
    KingsAdjacent,
    /// It is our move and the lone king could be taken.
    #[error("the lone king is attacked and it is not his move")]
    LoneKingAttacked,
}

const NEIGHBOUR_ORDER: [(i8, i8); 8] = [(1, 1), (1, -1), (-1, 1), (-1, -1), (1, 0), (-1, 0), (0, 1), (0, -1)];

const KING_REACH: [SquareSet; 64] = {
    let mut reach = [SquareSet(0); 64];
    let mut from = 0;
    while from < 64 {
        let mut step = 0;
        while step < 8 {
            let square = Square(from as u8);
            let (dx, dy) = NEIGHBOUR_ORDER[step];
            if let Some(to) = Square::new(square.x() + dx, square.y() + dy) {
                reach[from] = reach[from].with(to);
            }
            step += 1;
        }
        from += 1;
    }
    reach
};

static ROOK_REACH: [[SquareSet; 64]; 64] = {
    let mut reach = [[SquareSet(0); 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut blocker = 0;
        while blocker < 64 {
            reach[from][blocker] = rook_lines(Square(from as u8), Square(blocker as u8));
            blocker += 1;
        }
        from += 1;
    }
    reach
};

const fn rook_lines(from: Square, blocker: Square) -> SquareSet {
    const DIRECTIONS: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
    let mut reach = SquareSet(0);
    let mut direction = 0;
    while direction < 4 {
        let (dx, dy) = DIRECTIONS[direction];
        let (mut x, mut y) = (from.x() + dx, from.y() + dy);
        while let Some(to) = Square::new(x, y) {
            reach = reach.with(to);
            if to.0 == blocker.0 {
                break;
            }
            (x, y) = (x + dx, y + dy);
        }
        direction += 1;
    }
    reach
}

const ROOK_TARGETS: [[Square; 14]; 64] = {
    let mut targets = [[Square(0); 14]; 64];
    let mut from = 0;
    while from < 64 {
        let (x, y) = (Square(from as u8).x(), Square(from as u8).y());
        let mut count = 0;
        let mut i = 1;
        while i <= 8 {
            if i != y {
                targets[from][count] = Square(((x - 1) * 8 + i - 1) as u8);
                count += 1;
            }
            if i != x {
                targets[from][count] = Square(((i - 1) * 8 + y - 1) as u8);
                count += 1;
            }
            i += 1;
        }
        from += 1;
    }
    targets
};

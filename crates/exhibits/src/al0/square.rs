//! Squares, sets of squares, and the squares that a king, a rook or a queen reaches from each square.
//!
//! The board has only three pieces, so only White's king can block the rook or queen. One table of 64 x 64 sets, with
//! the square of the rook and the square of the king as indices (`Square::rook_reach`), therefore answers three
//! questions: where the rook can move, whether the lone king is in check, and where the lone king can escape. The queen
//! has a second table.
//!
//! ```text
//! x 1 ... 8 = file a ... h        index = 8 (x - 1) + (y - 1): increasing index is
//! y 1 ... 8 = rank 1 ... 8                the order "x, then y" of the listings of all positions
//! ```

use std::fmt;

/// One of the 64 squares.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// Returns the square on file `x` and rank `y`; `None` unless `x` and `y` are 1 to 8.
    pub const fn new(x: i8, y: i8) -> Option<Self> {
        if 1 <= x && x <= 8 && 1 <= y && y <= 8 { Some(Self(((x - 1) * 8 + (y - 1)) as u8)) } else { None }
    }

    /// Returns every square, by file and then by rank.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..64).map(Self)
    }

    /// Reads a square such as `e4`.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        match *text.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Self::new((file - b'a' + 1) as i8, (rank - b'0') as i8),
            _ => None,
        }
    }

    /// Returns the square with this index, 0 to 63.
    pub(crate) fn from_index(index: usize) -> Option<Self> {
        (index < 64).then_some(Self(index as u8))
    }

    /// Returns the square's index, 0 to 63, in the order of [`Square::all`].
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the file, 1 to 8.
    pub const fn x(self) -> i8 {
        (self.0 >> 3) as i8 + 1
    }

    /// Returns the rank, 1 to 8.
    pub const fn y(self) -> i8 {
        (self.0 & 7) as i8 + 1
    }

    /// Returns the number of the square's rising diagonal, which rises to the right. All squares of this diagonal have
    /// the same number.
    pub(crate) const fn rising_diagonal(self) -> i8 {
        self.x() - self.y()
    }

    /// Returns the number of the square's falling diagonal, which falls to the right. All squares of this diagonal have
    /// the same number.
    pub(crate) const fn falling_diagonal(self) -> i8 {
        self.x() + self.y()
    }

    /// Returns the number of king's moves to another square: the larger of the differences in file and rank.
    #[doc(hidden)]
    pub fn distance(self, other: Self) -> u8 {
        (self.x() - other.x()).unsigned_abs().max((self.y() - other.y()).unsigned_abs())
    }

    /// Returns the number of steps to another square: the difference in files plus the difference in ranks.
    pub(crate) fn steps(self, other: Self) -> u8 {
        (self.x() - other.x()).unsigned_abs() + (self.y() - other.y()).unsigned_abs()
    }

    /// Whether the square is on the edge of the board.
    pub(crate) fn is_on_edge(self) -> bool {
        matches!(self.x(), 1 | 8) || matches!(self.y(), 1 | 8)
    }

    /// Returns the squares one king's move away, in the order in which AL0 tries king moves: diagonals first.
    #[doc(hidden)]
    pub fn neighbours(self) -> impl Iterator<Item = Self> {
        NEIGHBOUR_ORDER.iter().filter_map(move |&(dx, dy)| Self::new(self.x() + dx, self.y() + dy))
    }

    /// Returns the squares one king's move away, as a set.
    #[doc(hidden)]
    pub fn king_reach(self) -> SquareSet {
        KING_REACH[self.index()]
    }

    /// Returns the squares that a rook on this square reaches if `blocker` is the only other occupied square.
    ///
    /// If `blocker` is on the rook's file or rank, the set includes `blocker` but not the squares behind it.
    pub(crate) fn rook_reach(self, blocker: Self) -> SquareSet {
        ROOK_REACH[self.index()][blocker.index()]
    }

    /// Returns the squares that a queen on this square reaches if `blocker` is the only other occupied square. If
    /// `blocker` is on a line of the queen, the set includes `blocker` but not the squares behind it.
    pub(crate) fn queen_reach(self, blocker: Self) -> SquareSet {
        QUEEN_REACH[self.index()][blocker.index()]
    }

    /// Returns the squares of this square's file x and rank y, without this square. The squares are in the order in
    /// which AL0 tries rook moves: x:1, 1:y, x:2, 2:y and so on.
    #[doc(hidden)]
    pub fn rook_targets(self) -> &'static [Self; 14] {
        &ROOK_TARGETS[self.index()]
    }

    /// Returns the squares of this square's file and rank in the order of [`Square::rook_targets`], then the squares of
    /// its two diagonals. On each file, the square of the diagonal that rises to the right comes first.
    pub(crate) fn queen_targets(self) -> &'static [Self] {
        let (targets, count) = &QUEEN_TARGETS[self.index()];
        &targets[..*count]
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

    /// Returns the set with `square` added.
    pub(crate) const fn with(self, square: Square) -> Self {
        Self(self.0 | 1 << square.0)
    }

    /// Returns the set without the squares of `other`.
    pub(crate) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether the set has no square.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of squares in the set.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }
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

static ROOK_REACH: [[SquareSet; 64]; 64] = reach_along(&DIRECTIONS, 4);

static QUEEN_REACH: [[SquareSet; 64]; 64] = reach_along(&DIRECTIONS, 8);

/// The directions of the rook, then the directions that only the queen has.
const DIRECTIONS: [(i8, i8); 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)];

/// Returns a table of the squares that a piece reaches along the first `count` of these directions. The first index of
/// the table is the square of the piece, and the second index is the square of the blocker.
const fn reach_along(directions: &[(i8, i8); 8], count: usize) -> [[SquareSet; 64]; 64] {
    let mut reach = [[SquareSet(0); 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut blocker = 0;
        while blocker < 64 {
            reach[from][blocker] = lines(directions, count, Square(from as u8), Square(blocker as u8));
            blocker += 1;
        }
        from += 1;
    }
    reach
}

const fn lines(directions: &[(i8, i8); 8], count: usize, from: Square, blocker: Square) -> SquareSet {
    let mut reach = SquareSet(0);
    let mut direction = 0;
    while direction < count {
        let (dx, dy) = directions[direction];
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

/// The largest number of squares on the lines of a queen.
const MAX_TARGETS: usize = 27;

/// The squares on the lines of a queen, and their number, for each square of the queen.
static QUEEN_TARGETS: [([Square; MAX_TARGETS], usize); 64] = {
    let mut all = [([Square(0); MAX_TARGETS], 0); 64];
    let mut from = 0;
    while from < 64 {
        let (x, y) = (Square(from as u8).x(), Square(from as u8).y());
        let mut targets = [Square(0); MAX_TARGETS];
        let mut count = 0;
        while count < 14 {
            targets[count] = ROOK_TARGETS[from][count];
            count += 1;
        }
        let mut file = 1;
        while file <= 8 {
            if file != x {
                let up = file - x;
                if let Some(rising) = Square::new(file, y + up) {
                    targets[count] = rising;
                    count += 1;
                }
                if let Some(falling) = Square::new(file, y - up) {
                    targets[count] = falling;
                    count += 1;
                }
            }
            file += 1;
        }
        all[from] = (targets, count);
        from += 1;
    }
    all
};

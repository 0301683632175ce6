//! The squares of a board of any size, as bits of one 128-bit word.
//!
//! A board has N rows and N columns. The game uses every other square, including the upper left square. A board is
//! written as the list of the used squares, row by row. Here each used square has a bit, in the order of that list. The
//! bits are numbered on a wider board: `width` is the next odd number above N, and the square in row r, column c is bit
//! (r * width + c) / 2. A ghost is a square beyond the edge; a ghost never has a piece, and never counts as empty. For
//! N=6, with `.` for an unused square and `g` for a ghost:
//!
//! ```text
//!  0  .  1  .  2  .  g3
//!  .  4  .  5  .  6  .
//!  7  .  8  .  9  .  g10
//! ```
//!
//! With an odd width, a diagonal step is the same shift from every square, and the ghosts stop steps over the left and
//! right edges.

use std::fmt;

/// A set of squares, with one bit for each square.
pub(super) type Squares = u128;

/// The number N of rows and of columns of a board, from [`Size::SMALLEST`] to [`Size::LARGEST`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Size(u8);

impl Size {
    /// The smallest N. The handout requires more than 4.
    pub const SMALLEST: usize = 5;
    /// The largest N. A larger board does not fit in 128 bits.
    pub const LARGEST: usize = 15;

    /// Returns the size N = `n`; `None` if `n` is not allowed.
    pub const fn new(n: usize) -> Option<Size> {
        if n >= Self::SMALLEST && n <= Self::LARGEST { Some(Size(n as u8)) } else { None }
    }

    /// Returns the size of the board with `count` used squares: 13 squares are a board of 5 by 5, 18 squares are a
    /// board of 6 by 6, and so on.
    pub(crate) fn of_squares(count: usize) -> Option<Size> {
        Size::all().find(|size| size.squares() == count)
    }

    /// Returns every size, smallest first.
    pub fn all() -> impl Iterator<Item = Size> {
        (Self::SMALLEST..=Self::LARGEST).filter_map(Size::new)
    }

    /// Returns N.
    #[doc(hidden)]
    pub const fn n(self) -> usize {
        self.0 as usize
    }

    /// Returns the number of used squares: half of all squares, rounded up.
    pub const fn squares(self) -> usize {
        (self.n() * self.n()).div_ceil(2)
    }

    /// Returns the number of used squares in each row, from the top.
    pub fn rows(self) -> impl Iterator<Item = usize> {
        (0..self.n()).map(move |row| (self.n() + 1 - row % 2) / 2)
    }

    pub(super) fn geometry(self) -> &'static Geometry {
        &GEOMETRY[self.n() - Self::SMALLEST]
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The sets of squares and the shift distances for one board size.
#[derive(Debug)]
pub(super) struct Geometry {
    /// All used squares of the board.
    pub(crate) squares: Squares,
    /// White's back row.
    pub(crate) top: Squares,
    /// Black's back row.
    pub(crate) bottom: Squares,
    /// The number of bits by which a left shift moves a set one step down-left. A right shift by this number moves the
    /// set one step up-right.
    pub(crate) down_left: u32,
    /// The number of bits by which a left shift moves a set one step down-right. A right shift by this number moves the
    /// set one step up-left.
    pub(crate) down_right: u32,
    /// For each k, the squares of the rows whose number has bit k set. Rows are numbered from 0.
    pub(crate) row_bit: [Squares; 4],
}

const SIZES: usize = Size::LARGEST - Size::SMALLEST + 1;

static GEOMETRY: [Geometry; SIZES] = {
    const EMPTY: Geometry = Geometry { squares: 0, top: 0, bottom: 0, down_left: 0, down_right: 0, row_bit: [0; 4] };
    let mut all = [EMPTY; SIZES];
    let mut i = 0;
    while i < SIZES {
        all[i] = Geometry::new(Size::SMALLEST + i);
        i += 1;
    }
    all
};

impl Geometry {
    const fn new(n: usize) -> Geometry {
        let width = (n + 1) | 1;
        let (mut squares, mut top, mut bottom, mut row_bit) = (0, 0, 0, [0; 4]);
        let mut row = 0;
        while row < n {
            let mut column = row % 2;
            while column < n {
                let square: Squares = 1 << ((row * width + column) / 2);
                squares |= square;
                if row == 0 {
                    top |= square;
                }
                if row == n - 1 {
                    bottom |= square;
                }
                let mut k = 0;
                while k < row_bit.len() {
                    if row >> k & 1 == 1 {
                        row_bit[k] |= square;
                    }
                    k += 1;
                }
                column += 2;
            }
            row += 1;
        }
        let (down_left, down_right) = ((width / 2) as u32, (width / 2 + 1) as u32);
        Geometry { squares, top, bottom, down_left, down_right, row_bit }
    }

    /// Returns the sum of the row numbers of all squares in the set. Rows are numbered from 0.
    pub(crate) fn sum_of_rows(&self, set: Squares) -> i32 {
        if set == 0 { 0 } else { (0..4).map(|k| count(set & self.row_bit[k]) << k).sum() }
    }
}

/// Returns the number of squares in the set.
///
/// On a board of at most 10 rows and columns, the set needs only the lower 64 bits.
pub(super) fn count(set: Squares) -> i32 {
    let (low, high) = (set as u64, (set >> 64) as u64);
    let above = if high == 0 { 0 } else { high.count_ones() };
    (low.count_ones() + above) as i32
}

/// Returns the squares of a set one by one, in list order.
pub(super) fn each(mut set: Squares) -> impl Iterator<Item = Squares> {
    std::iter::from_fn(move || {
        let first = set & set.wrapping_neg();
        set ^= first;
        (first != 0).then_some(first)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn n_follows_from_the_length_of_the_list() {
        let lengths: Vec<usize> = Size::all().map(Size::squares).collect();
        assert_eq!(lengths, [13, 18, 25, 32, 41, 50, 61, 72, 85, 98, 113]);
        assert_eq!(Size::of_squares(14), None);
        for size in Size::all() {
            assert_eq!(size.geometry().squares.count_ones() as usize, size.squares());
            assert_eq!(size.rows().sum::<usize>(), size.squares());
        }
    }

    #[test]
    fn the_largest_board_still_fits() {
        let last = Size::new(Size::LARGEST).unwrap().geometry().squares.ilog2();
        assert_eq!(last, 126);
        assert_eq!(Size::new(16), None);
    }
}

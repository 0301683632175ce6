//! The board: the program's variables `A(k)`.
//!
//! Squares are numbered row by row, 1 at the top left and 64 at the bottom right; only half of them are used. The
//! computer moves down the board.
//!
//! ```text
//!    .  2  .  4  .  6  .  8       a step down is +7 or +9, up -7 or -9;
//!    9  . 11  . 13  . 15  .       a jump is twice a step. A step over the side
//!    . 18  . 20  . 22  . 24       always lands on an unused square.
//!   25  . 27  . 29  . 31  .
//!    . 34  . 36  . 38  . 40
//!   41  . 43  . 45  . 47  .
//!    . 50  . 52  . 54  . 56
//!   57  . 59  . 61  . 63  .
//! ```
//!
//! A FOCAL variable is created when the program first mentions it, and takes five words. So the number of squares with
//! variables decides when memory is full. A player who types a number that is not the number of a used square creates
//! another variable: `A(0)`, `A(46)`, `A(1000)`.

use std::fmt;

/// The number of the last square.
#[doc(hidden)]
pub const LAST_SQUARE: i16 = 64;

/// The number of squares in a row of the board.
pub(crate) const ROW: i16 = 8;

/// The value of one variable of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    /// A king of the player: value -2, letter `K`.
    King,
    /// A checker of the player: value -1, letter `O`.
    Opponent,
    /// An empty square: value 0, letter `#` on a used square.
    Empty,
    /// A checker of the computer: value 1, letter `C`.
    Checker,
    /// A queen of the computer: value 2, letter `Q`.
    Queen,
}

impl Cell {
    /// Returns the number that the program's variable `A(k)` holds for this cell.
    pub(crate) const fn value(self) -> i8 {
        match self {
            Cell::King => -2,
            Cell::Opponent => -1,
            Cell::Empty => 0,
            Cell::Checker => 1,
            Cell::Queen => 2,
        }
    }

    /// Returns the letter that is printed for the cell.
    pub(crate) const fn letter(self) -> u8 {
        match self {
            Cell::King => b'K',
            Cell::Opponent => b'O',
            Cell::Empty => b'#',
            Cell::Checker => b'C',
            Cell::Queen => b'Q',
        }
    }

    /// Returns the cell that a printed letter stands for.
    pub(crate) const fn from_letter(letter: u8) -> Option<Self> {
        match letter {
            b'K' => Some(Cell::King),
            b'O' => Some(Cell::Opponent),
            b'#' => Some(Cell::Empty),
            b'C' => Some(Cell::Checker),
            b'Q' => Some(Cell::Queen),
            _ => None,
        }
    }

    /// Whether the piece is the computer's.
    pub const fn is_computers(self) -> bool {
        matches!(self, Cell::Checker | Cell::Queen)
    }

    /// Whether the piece is the player's.
    pub const fn is_players(self) -> bool {
        matches!(self, Cell::Opponent | Cell::King)
    }

    /// Returns the king or queen that this piece becomes when it is crowned.
    pub(crate) const fn crowned(self) -> Self {
        match self {
            Cell::Opponent => Cell::King,
            Cell::Checker => Cell::Queen,
            other => other,
        }
    }
}

// The program and the tests use the functions below, which are not part of the documented interface.
#[doc(hidden)]
impl Cell {
    /// Returns the cell whose variable has this value.
    pub const fn from_value(value: i8) -> Option<Self> {
        match value {
            -2 => Some(Cell::King),
            -1 => Some(Cell::Opponent),
            0 => Some(Cell::Empty),
            1 => Some(Cell::Checker),
            2 => Some(Cell::Queen),
            _ => None,
        }
    }
}

/// Whether a square from 1 to 64 is one of the 32 that are used.
///
/// A square is used if its number plus its row number is even. The first row has the number 0.
pub(crate) const fn is_used(square: i16) -> bool {
    (square + (square - 1) / ROW) % 2 == 0
}

/// Whether a number is the number of a used square, by the test in the program's group 8.
#[doc(hidden)]
pub const fn is_square(number: i16) -> bool {
    1 <= number && number <= LAST_SQUARE && is_used(number)
}

/// Returns the 32 used squares in ascending order.
pub(crate) fn used_squares() -> impl DoubleEndedIterator<Item = i16> + Clone {
    (1..=LAST_SQUARE).filter(|&square| is_square(square))
}

/// The board: every variable `A(k)` that exists.
///
/// ```
/// use focal8::checkers::board::{Board, Cell};
/// let board = Board::start();
/// assert_eq!((board.cell(18), board.cell(27)), (Some(Cell::Checker), None));
/// assert_eq!(board.variables(), 24);
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Board {
    /// The values of `A(0)` to `A(64)`; `None` for a variable that does not exist.
    near: [Option<Cell>; LAST_SQUARE as usize + 1],
    /// The subscripts and values of the variables `A(k)` that are not in `near`.
    far: Vec<(i16, Cell)>,
    /// The number of variables that exist.
    variables: usize,
}

impl Default for Board {
    fn default() -> Self {
        Board { near: [None; LAST_SQUARE as usize + 1], far: Vec::new(), variables: 0 }
    }
}

impl Board {
    /// Creates the board of a new game, with twelve checkers for each player. The empty squares have no variables yet.
    pub fn start() -> Self {
        let mut board = Board::default();
        for square in used_squares() {
            match square {
                ..=24 => board.set(square, Cell::Checker),
                41.. => board.set(square, Cell::Opponent),
                _ => {}
            }
        }
        board
    }

    /// Returns the value of `A(subscript)`; `None` if that variable does not exist.
    pub fn cell(&self, subscript: i16) -> Option<Cell> {
        match self.near.get(usize::try_from(subscript).unwrap_or(usize::MAX)) {
            Some(&cell) => cell,
            None => self.far.iter().find(|(far, _)| *far == subscript).map(|&(_, cell)| cell),
        }
    }

    /// Sets `A(subscript)`; creates the variable if it does not exist.
    pub(crate) fn set(&mut self, subscript: i16, cell: Cell) {
        if let Some(near) = self.near.get_mut(usize::try_from(subscript).unwrap_or(usize::MAX)) {
            self.variables += usize::from(near.is_none());
            *near = Some(cell);
            return;
        }
        match self.far.binary_search_by_key(&subscript, |&(far, _)| far) {
            Ok(place) => self.far[place].1 = cell,
            Err(place) => {
                self.far.insert(place, (subscript, cell));
                self.variables += 1;
            }
        }
    }

    /// Returns the subscript and the value of every variable of the board, in ascending order of the subscripts.
    pub fn iter(&self) -> impl Iterator<Item = (i16, Cell)> + '_ {
        let below = self.far.iter().copied().take_while(|&(subscript, _)| subscript < 0);
        let above = self.far.iter().copied().skip_while(|&(subscript, _)| subscript < 0);
        let near = (0..).zip(&self.near).filter_map(|(subscript, cell)| cell.map(|cell| (subscript, cell)));
        below.chain(near).chain(above)
    }
}

// The program and the tests use the functions below, which are not part of the documented interface.
#[doc(hidden)]
impl Board {
    /// Parses a printed position: eight rows of eight two-character cells, as the program types them.
    ///
    /// Returns `None` if a used square has a character that is not the letter of a [`Cell`]. The returned board has a
    /// variable for each used square, even if the square is empty.
    pub fn from_paper(paper: &str) -> Option<Self> {
        let mut board = Board::default();
        let rows: Vec<&[u8]> = paper.lines().map(str::as_bytes).filter(|row| !row.is_empty()).collect();
        for square in used_squares() {
            let (row, column) = ((square - 1) / ROW, (square - 1) % ROW);
            let letter = *rows.get(row as usize)?.get(2 * column as usize)?;
            board.set(square, Cell::from_letter(letter)?);
        }
        Some(board)
    }

    /// Returns the number of variables that the board has.
    pub const fn variables(&self) -> usize {
        self.variables
    }
}

/// Writes the board as the program prints it: eight lines, and two characters for each cell.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in 1..=LAST_SQUARE {
            let letter = match is_used(square) {
                true => self.cell(square).unwrap_or(Cell::Empty).letter(),
                false => b' ',
            };
            write!(f, "{} {}", letter as char, if square % ROW == 0 { "\n" } else { "" })?;
        }
        Ok(())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter().map(|(subscript, cell)| (subscript, cell.value()))).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_used_squares_are_dark() {
        let rows: Vec<i16> = used_squares().take(12).collect();
        assert_eq!(rows, [2, 4, 6, 8, 9, 11, 13, 15, 18, 20, 22, 24]);
        assert_eq!(used_squares().count(), 32);
        for square in used_squares() {
            let (row, column) = ((square - 1) / 8, (square - 1) % 8);
            assert_eq!((row + column) % 2, 1, "square {square}");
        }
    }

    #[test]
    fn paper_and_back() {
        let mut board = Board::from_paper(&Board::start().to_string()).unwrap();
        assert_eq!(board.to_string(), Board::start().to_string());
        assert_eq!(board.variables(), 32);
        board.set(1000, Cell::Opponent);
        board.set(-3, Cell::Queen);
        board.set(0, Cell::Empty);
        assert_eq!(board.iter().next(), Some((-3, Cell::Queen)));
        assert_eq!(board.iter().last(), Some((1000, Cell::Opponent)));
        assert_eq!((board.variables(), board.cell(1000)), (35, Some(Cell::Opponent)));
        assert_eq!(Board::from_paper("C C"), None);
    }
}

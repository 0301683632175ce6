//! The board: the squares of White's pieces, of Black's pieces, and of the kings.
//!
//! As text, a board has one character for each square that the game uses, in list order, which is row by row from the
//! top: `W` and `B` for men, `X` and `C` for White's and Black's kings, `-` for an empty square. `WWWWW---BBBBB` is the
//! opening for N=5. The form as an s-expression, whose symbols can be redefined, is in [`symbols`](super::symbols).

use std::fmt;
use std::str::FromStr;

use super::squares::{Size, Squares, each};

/// A player. White begins, and moves from the top of the board towards the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// White, `wp`.
    White,
    /// Black, `bp`.
    Black,
}

impl Player {
    /// Returns the player's opponent.
    pub fn opponent(self) -> Player {
        match self {
            Player::White => Player::Black,
            Player::Black => Player::White,
        }
    }
}

/// A piece on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Piece {
    /// A white man, `W`.
    WhiteMan,
    /// A black man, `B`.
    BlackMan,
    /// A white king, `X`.
    WhiteKing,
    /// A black king, `C`.
    BlackKing,
}

/// A board of N by N squares, with the pieces but without the side to move.
///
/// ```
/// use focal8_exhibits::cs2360::{Board, Size};
/// let board: Board = "WWWWW---BBBBB".parse().unwrap();
/// assert_eq!(board, Board::opening(Size::new(5).unwrap()));
/// assert_eq!(board.to_string(), "WWWWW---BBBBB");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    pub(super) size: Size,
    pub(super) white: Squares,
    pub(super) black: Squares,
    pub(super) kings: Squares,
}

/// The reason why a list of squares is not a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoardError {
    /// A number of squares that no board size has.
    #[error("a board of {0} squares does not exist; {known} do", known = known_lengths())]
    Length(usize),
    /// A character that does not stand for a piece or an empty square.
    #[error("square {number} is {found:?}, not one of W B X C -")]
    Square {
        /// The number of the square, counted from 1 in list order.
        number: usize,
        /// The character in the text.
        found: char,
    },
}

fn known_lengths() -> String {
    let lengths: Vec<String> = Size::all().map(|size| format!("{} (N={size})", size.squares())).collect();
    lengths.join(", ")
}

impl Board {
    /// Returns the board before the first move. Each side has two rows of men.
    pub fn opening(size: Size) -> Board {
        let at_top: usize = size.rows().take(2).sum();
        let at_bottom: usize = size.rows().skip(size.n() - 2).sum();
        let mut board = Board::empty(size);
        for (i, square) in each(size.geometry().squares).enumerate() {
            if i < at_top {
                board.put(square, Piece::WhiteMan);
            } else if i >= size.squares() - at_bottom {
                board.put(square, Piece::BlackMan);
            }
        }
        board
    }

    /// Returns the board with these squares, in list order. The number of squares determines the board size.
    pub(crate) fn from_squares(squares: &[Option<Piece>]) -> Result<Board, BoardError> {
        let size = Size::of_squares(squares.len()).ok_or(BoardError::Length(squares.len()))?;
        let mut board = Board::empty(size);
        for (square, piece) in each(size.geometry().squares).zip(squares) {
            if let Some(piece) = *piece {
                board.put(square, piece);
            }
        }
        Ok(board)
    }

    /// Returns the piece on each square, in list order; `None` for an empty square.
    pub(crate) fn squares(&self) -> impl Iterator<Item = Option<Piece>> {
        let board = *self;
        each(self.size.geometry().squares).map(move |square| board.piece(square))
    }

    /// Returns the board's size, N.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the squares of the player's pieces, and the squares of his opponent's pieces.
    pub(super) fn sides(&self, player: Player) -> (Squares, Squares) {
        match player {
            Player::White => (self.white, self.black),
            Player::Black => (self.black, self.white),
        }
    }

    /// Returns the number of a square, counted from 1 in list order.
    pub(super) fn number(&self, square: Squares) -> usize {
        (self.size.geometry().squares & (square - 1)).count_ones() as usize + 1
    }

    fn empty(size: Size) -> Board {
        Board { size, white: 0, black: 0, kings: 0 }
    }

    fn put(&mut self, square: Squares, piece: Piece) {
        match piece {
            Piece::WhiteMan | Piece::WhiteKing => self.white |= square,
            Piece::BlackMan | Piece::BlackKing => self.black |= square,
        }
        if matches!(piece, Piece::WhiteKing | Piece::BlackKing) {
            self.kings |= square;
        }
    }

    fn piece(&self, square: Squares) -> Option<Piece> {
        let king = self.kings & square != 0;
        if self.white & square != 0 {
            Some(if king { Piece::WhiteKing } else { Piece::WhiteMan })
        } else if self.black & square != 0 {
            Some(if king { Piece::BlackKing } else { Piece::BlackMan })
        } else {
            None
        }
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text: String = self
            .squares()
            .map(|piece| match piece {
                None => '-',
                Some(Piece::WhiteMan) => 'W',
                Some(Piece::BlackMan) => 'B',
                Some(Piece::WhiteKing) => 'X',
                Some(Piece::BlackKing) => 'C',
            })
            .collect();
        f.pad(&text)
    }
}

impl FromStr for Board {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Board, BoardError> {
        let square = |(i, found)| match found {
            '-' => Ok(None),
            'W' => Ok(Some(Piece::WhiteMan)),
            'B' => Ok(Some(Piece::BlackMan)),
            'X' => Ok(Some(Piece::WhiteKing)),
            'C' => Ok(Some(Piece::BlackKing)),
            _ => Err(BoardError::Square { number: i + 1, found }),
        };
        Board::from_squares(&text.chars().enumerate().map(square).collect::<Result<Vec<_>, _>>()?)
    }
}

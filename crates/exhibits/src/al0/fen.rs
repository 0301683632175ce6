//! Positions as text, in three notations: FEN, six digits (as in the listings of all positions), and the three pieces
//! by name.
//!
//! ```text
//! 8/8/4K3/5R2/8/8/8/4k3 w - - 0 1     FEN; King and Rook are White's, the lone king Black's
//! 566551                              Kx Ky Rx Ry kx ky, White to move
//! Ke6 Rf5 ke1 w                       the pieces by name; `w` may be left out
//! ```

use std::fmt;

use super::position::{IllegalPosition, Position, Side};
use super::square::Square;

/// A position with the two counters of FEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fen {
    /// The position.
    pub position: Position,
    /// The number of half-moves since the last capture. FEN also counts from the last pawn move, but this ending has no
    /// pawns.
    pub(crate) halfmove_clock: u32,
    /// The number of the next move, counted from 1.
    pub move_number: u32,
}

/// The reason why a text does not describe a position of this ending.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FenError {
    /// The text is in none of the three notations: FEN, six digits, or pieces by name.
    #[error("`{0}` is not a position: expected FEN, six digits such as 566551, or pieces such as `Ke6 Rf5 ke1`")]
    NoPosition(String),
    /// The board does not have eight ranks.
    #[error("the board has {0} ranks instead of 8")]
    Ranks(usize),
    /// A rank does not have eight squares.
    #[error("rank {rank} has {squares} squares instead of 8")]
    Squares {
        /// The rank, 1 to 8.
        rank: usize,
        /// The number of squares that the rank describes.
        squares: usize,
    },
    /// A character in the board field that is not `K`, `R`, `k` or a digit from 1 to 8.
    #[error("rank {rank}: `{character}` is not a piece of this ending: expected K, R or k")]
    Piece {
        /// The rank, 1 to 8.
        rank: usize,
        /// The character.
        character: char,
    },
    /// A piece that is on the board twice.
    #[error("there is more than one `{0}`")]
    Twice(char),
    /// A piece that is not on the board.
    #[error("`{0}` is missing: this ending has K and R against k")]
    Missing(char),
    /// A wrong field after the board.
    #[error("the {field} is `{found}`, expected {expected}")]
    Field {
        /// The name of the field.
        field: &'static str,
        /// The text of the field.
        found: String,
        /// The values that the field may have.
        expected: &'static str,
    },
    /// A position that the rules of chess forbid.
    #[error(transparent)]
    Illegal(#[from] IllegalPosition),
}

impl Fen {
    /// Creates a `Fen` of the position, with the counters as at the start of a game.
    pub fn new(position: Position) -> Self {
        Self { position, halfmove_clock: 0, move_number: 1 }
    }

    /// Reads a legal position in one of three notations: FEN (the fields after the board are optional), six digits, or
    /// pieces by name.
    pub fn parse(text: &str) -> Result<Self, FenError> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let fen = match fields[..] {
            [board, ref rest @ ..] if board.contains('/') => parse_fen(board, rest)?,
            [digits] if digits.len() == 6 => Self::new(parse_digits(digits)?),
            [king, rook, lone_king, ref side @ ..] => Self::new(parse_pieces([king, rook, lone_king], side)?),
            _ => return Err(FenError::NoPosition(text.trim().to_owned())),
        };
        fen.position.check_legal()?;
        Ok(fen)
    }
}

impl fmt::Display for Fen {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { position, halfmove_clock, move_number } = self;
        for y in (1..=8).rev() {
            let mut empty = 0;
            for x in 1..=8 {
                match Square::new(x, y).and_then(|square| position.piece_at(square)) {
                    Some(piece) if empty > 0 => {
                        write!(f, "{empty}{piece}")?;
                        empty = 0;
                    }
                    Some(piece) => write!(f, "{piece}")?,
                    None => empty += 1,
                }
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            if y > 1 {
                f.write_str("/")?;
            }
        }
        let side = match position.side {
            Side::Us => 'w',
            Side::Them => 'b',
        };
        write!(f, " {side} - - {halfmove_clock} {move_number}")
    }
}

impl Position {
    /// Returns the piece on a square: `K`, `R` or `k`. If the lone king has taken the rook, both pieces have the same
    /// square, and the method returns `k`.
    pub fn piece_at(self, square: Square) -> Option<char> {
        if square == self.king {
            Some('K')
        } else if square == self.lone_king {
            Some('k')
        } else if square == self.rook {
            Some('R')
        } else {
            None
        }
    }

    /// Returns the files and ranks of the pieces: Kx, Ky, Rx, Ry, kx, ky.
    pub(crate) fn coordinates(self) -> [i8; 6] {
        let Self { king, rook, lone_king, .. } = self;
        [king.x(), king.y(), rook.x(), rook.y(), lone_king.x(), lone_king.y()]
    }
}

fn parse_fen(board: &str, rest: &[&str]) -> Result<Fen, FenError> {
    let [king, rook, lone_king] = parse_board(board)?;
    let field = |index: usize, default| rest.get(index).copied().unwrap_or(default);
    let number = |index: usize, name, default, expected| {
        let found = field(index, default);
        found.parse::<u16>().map(u32::from).map_err(|_| FenError::Field {
            field: name,
            found: found.to_owned(),
            expected,
        })
    };
    let side = parse_side(field(0, "w"))?;
    let dash = |index: usize, name, expected| match field(index, "-") {
        "-" => Ok(()),
        found => Err(FenError::Field { field: name, found: found.to_owned(), expected }),
    };
    dash(1, "castling field", "`-`: nobody castles in this ending")?;
    dash(2, "en passant field", "`-`: there are no pawns")?;
    if let Some(extra) = rest.get(5) {
        let expected = "the end of the FEN";
        return Err(FenError::Field { field: "field after the move number", found: (*extra).to_owned(), expected });
    }
    Ok(Fen {
        position: Position::new(side, king, rook, lone_king),
        halfmove_clock: number(3, "halfmove clock", "0", "a number below 65536")?,
        move_number: number(4, "move number", "1", "a number below 65536")?,
    })
}

fn parse_board(board: &str) -> Result<[Square; 3], FenError> {
    let ranks: Vec<&str> = board.split('/').collect();
    if ranks.len() != 8 {
        return Err(FenError::Ranks(ranks.len()));
    }
    let mut found = [None; 3];
    for (rank, text) in (1..=8).rev().zip(ranks) {
        let mut squares = 0;
        for character in text.chars() {
            let piece = match character {
                '1'..='8' => {
                    squares += character as usize - '0' as usize;
                    continue;
                }
                'K' => 0,
                'R' => 1,
                'k' => 2,
                _ => return Err(FenError::Piece { rank, character }),
            };
            squares += 1;
            let Some(square) = Square::new(squares.min(9) as i8, rank as i8) else { continue };
            if found[piece].replace(square).is_some() {
                return Err(FenError::Twice(character));
            }
        }
        if squares != 8 {
            return Err(FenError::Squares { rank, squares });
        }
    }
    all_three(found)
}

fn all_three([king, rook, lone_king]: [Option<Square>; 3]) -> Result<[Square; 3], FenError> {
    let need = |square: Option<Square>, piece| square.ok_or(FenError::Missing(piece));
    Ok([need(king, 'K')?, need(rook, 'R')?, need(lone_king, 'k')?])
}

fn parse_side(text: &str) -> Result<Side, FenError> {
    match text {
        "w" => Ok(Side::Us),
        "b" => Ok(Side::Them),
        _ => Err(FenError::Field { field: "side to move", found: text.to_owned(), expected: "`w` or `b`" }),
    }
}

fn parse_digits(text: &str) -> Result<Position, FenError> {
    let digits: Vec<i8> = text.chars().filter_map(|c| c.to_digit(10)).map(|digit| digit as i8).collect();
    let square = |at: usize| Square::new(*digits.get(at)?, *digits.get(at + 1)?);
    match (square(0), square(2), square(4)) {
        (Some(king), Some(rook), Some(lone_king)) => Ok(Position::new(Side::Us, king, rook, lone_king)),
        _ => Err(FenError::NoPosition(text.to_owned())),
    }
}

fn parse_pieces(pieces: [&str; 3], side: &[&str]) -> Result<Position, FenError> {
    let mut found = [None; 3];
    for text in pieces {
        let piece = text.chars().next().and_then(|letter| "KRk".find(letter));
        let square = text.get(1..).and_then(Square::parse);
        let (Some(piece), Some(square)) = (piece, square) else { return Err(FenError::NoPosition(text.to_owned())) };
        if found[piece].replace(square).is_some() {
            return Err(FenError::Twice(['K', 'R', 'k'][piece]));
        }
    }
    let [king, rook, lone_king] = all_three(found)?;
    let side = match *side {
        [] => Side::Us,
        [side] => parse_side(side)?,
        [_, extra, ..] => {
            let expected = "the end";
            return Err(FenError::Field { field: "word after the side", found: extra.to_owned(), expected });
        }
    };
    Ok(Position::new(side, king, rook, lone_king))
}

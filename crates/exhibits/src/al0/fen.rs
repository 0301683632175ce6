//! Positions as text, in three notations: FEN, six digits (as in the listings of all positions), and the three pieces
//! by name. White may have a queen instead of the rook; the six digits do not show which of the two pieces White has.
//!
//! ```text
//! 8/8/4K3/5R2/8/8/8/4k3 w - - 0 1     FEN; King and Rook are White's, the lone king Black's
//! 566551                              Kx Ky Rx Ry kx ky, White to move
//! Ke6 Rf5 ke1 w                       the pieces by name; `w` may be left out
//! ```

use std::fmt;

use super::major::Major;
use super::position::{IllegalPosition, Position, Side};
use super::square::Square;

/// A position with the two counters of FEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fen {
    /// The position.
    pub position: Position,
    /// The number of half-moves since the last capture. FEN also counts from the last pawn move, but positions of AL0
    /// have no pawns.
    pub(crate) halfmove_clock: u32,
    /// The number of the next move, counted from 1.
    pub move_number: u32,
}

/// The reason why a text does not describe a position with White's king, White's rook or queen, and Black's king.
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
    /// A character in the board field that is not `K`, `R`, `Q`, `k` or a digit from 1 to 8.
    #[error("rank {rank}: `{character}` is not a piece of this ending: expected K, R, Q or k")]
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
    #[error("`{0}` is missing: expected K and R, or K and Q, against k")]
    Missing(&'static str),
    /// A rook and a queen together.
    #[error("there are a rook and a queen: this ending has one of the two")]
    Both,
    /// A wrong field after the board.
    #[error("the {field} is `{found}`, expected {}", .field.expected())]
    Field {
        /// The field.
        field: FenField,
        /// The text of the field.
        found: String,
    },
    /// A position that the rules of chess forbid.
    #[error(transparent)]
    Illegal(#[from] IllegalPosition),
}

/// A field after the board in the text of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FenField {
    /// The side to move.
    Side,
    /// The rights to castle.
    Castling,
    /// The square behind a pawn that has moved two squares.
    EnPassant,
    /// The number of half-moves since a capture.
    HalfmoveClock,
    /// The number of the move.
    MoveNumber,
    /// An extra field after the move number, where FEN has no field.
    AfterMoveNumber,
    /// An extra word after the side to move, in a position that is written like `Ke6 Rf5 ke1 w`.
    AfterSide,
}

impl FenField {
    /// Returns the values that the field may have.
    pub fn expected(self) -> &'static str {
        match self {
            FenField::Side => "`w` or `b`",
            FenField::Castling => "`-`: nobody castles in this ending",
            FenField::EnPassant => "`-`: there are no pawns",
            FenField::HalfmoveClock | FenField::MoveNumber => "a number below 65536",
            FenField::AfterMoveNumber => "the end of the FEN",
            FenField::AfterSide => "the end",
        }
    }
}

impl fmt::Display for FenField {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            FenField::Side => "side to move",
            FenField::Castling => "castling field",
            FenField::EnPassant => "en passant field",
            FenField::HalfmoveClock => "halfmove clock",
            FenField::MoveNumber => "move number",
            FenField::AfterMoveNumber => "field after the move number",
            FenField::AfterSide => "word after the side",
        })
    }
}

impl Fen {
    /// Creates a `Fen` of the position, with the counters as at the start of a game.
    pub fn new(position: Position) -> Self {
        Self { position, halfmove_clock: 0, move_number: 1 }
    }

    /// Reads a legal position in one of three notations: FEN (the fields after the board are optional), six digits, or
    /// pieces by name.
    ///
    /// Six digits are read as a position with a rook.
    pub fn parse(text: &str) -> Result<Self, FenError> {
        Self::parse_with(text, Major::Rook)
    }

    /// Reads a legal position as [`Fen::parse`] does. Six digits are read as a position with this major piece.
    pub fn parse_with(text: &str, piece: Major) -> Result<Self, FenError> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let fen = match fields[..] {
            [board, ref rest @ ..] if board.contains('/') => parse_fen(board, rest)?,
            [digits] if digits.len() == 6 => Self::new(parse_digits(digits, piece)?),
            [first, second, third, ref side @ ..] => Self::new(parse_pieces([first, second, third], side)?),
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
    /// Returns the piece on a square: `K`, `R`, `Q` or `k`. If the lone king has taken White's major piece, the two
    /// pieces have the same square, and the method returns `k`.
    pub fn piece_at(self, square: Square) -> Option<char> {
        if square == self.king {
            Some('K')
        } else if square == self.lone_king {
            Some('k')
        } else if square == self.major {
            Some(self.kind.letter())
        } else {
            None
        }
    }

    /// Returns the files and ranks of king, major piece and lone king: Kx, Ky, Rx, Ry, kx, ky.
    pub(crate) fn coordinates(self) -> [i8; 6] {
        let Self { king, major, lone_king, .. } = self;
        [king.x(), king.y(), major.x(), major.y(), lone_king.x(), lone_king.y()]
    }
}

fn parse_fen(board: &str, rest: &[&str]) -> Result<Fen, FenError> {
    let placed = parse_board(board)?;
    let field = |index: usize, default| rest.get(index).copied().unwrap_or(default);
    let number = |index: usize, name, default| {
        let found = field(index, default);
        found.parse::<u16>().map(u32::from).map_err(|_| FenError::Field { field: name, found: found.to_owned() })
    };
    let side = parse_side(field(0, "w"))?;
    let dash = |index: usize, name| match field(index, "-") {
        "-" => Ok(()),
        found => Err(FenError::Field { field: name, found: found.to_owned() }),
    };
    dash(1, FenField::Castling)?;
    dash(2, FenField::EnPassant)?;
    if let Some(extra) = rest.get(5) {
        return Err(FenError::Field { field: FenField::AfterMoveNumber, found: (*extra).to_owned() });
    }
    Ok(Fen {
        position: Position { side, ..placed },
        halfmove_clock: number(3, FenField::HalfmoveClock, "0")?,
        move_number: number(4, FenField::MoveNumber, "1")?,
    })
}

fn parse_board(board: &str) -> Result<Position, FenError> {
    let ranks: Vec<&str> = board.split('/').collect();
    if ranks.len() != 8 {
        return Err(FenError::Ranks(ranks.len()));
    }
    let mut pieces = Pieces::default();
    for (rank, text) in (1..=8).rev().zip(ranks) {
        let mut squares = 0;
        for character in text.chars() {
            match character {
                '1'..='8' => {
                    squares += character as usize - '0' as usize;
                    continue;
                }
                letter if Pieces::LETTERS.contains(&letter) => squares += 1,
                _ => return Err(FenError::Piece { rank, character }),
            }
            if let Some(square) = Square::new(squares.min(9) as i8, rank as i8) {
                pieces.put(character, square)?;
            }
        }
        if squares != 8 {
            return Err(FenError::Squares { rank, squares });
        }
    }
    pieces.position()
}

/// The squares of the pieces that a text has named so far.
#[derive(Default)]
struct Pieces {
    king: Option<Square>,
    major: Option<(Major, Square)>,
    lone_king: Option<Square>,
}

impl Pieces {
    /// The letters of the pieces.
    const LETTERS: [char; 4] = ['K', 'R', 'Q', 'k'];

    /// Puts a piece on a square. `letter` is the piece's letter, one of [`Pieces::LETTERS`].
    fn put(&mut self, letter: char, square: Square) -> Result<(), FenError> {
        let major = Major::ALL.into_iter().find(|major| major.letter() == letter);
        let is_second = match (letter, major) {
            (_, Some(major)) => match self.major.replace((major, square)) {
                Some((other, _)) if other != major => return Err(FenError::Both),
                earlier => earlier.is_some(),
            },
            ('K', None) => self.king.replace(square).is_some(),
            _ => self.lone_king.replace(square).is_some(),
        };
        if is_second { Err(FenError::Twice(letter)) } else { Ok(()) }
    }

    /// Returns the position with White to move, if no piece is missing.
    fn position(&self) -> Result<Position, FenError> {
        let king = self.king.ok_or(FenError::Missing("K"))?;
        let (kind, major) = self.major.ok_or(FenError::Missing("R"))?;
        let lone_king = self.lone_king.ok_or(FenError::Missing("k"))?;
        Ok(Position::new(Side::Us, king, kind, major, lone_king))
    }
}

fn parse_side(text: &str) -> Result<Side, FenError> {
    match text {
        "w" => Ok(Side::Us),
        "b" => Ok(Side::Them),
        _ => Err(FenError::Field { field: FenField::Side, found: text.to_owned() }),
    }
}

fn parse_digits(text: &str, piece: Major) -> Result<Position, FenError> {
    let digits: Vec<i8> = text.chars().filter_map(|c| c.to_digit(10)).map(|digit| digit as i8).collect();
    let square = |at: usize| Square::new(*digits.get(at)?, *digits.get(at + 1)?);
    match (square(0), square(2), square(4)) {
        (Some(king), Some(major), Some(lone_king)) => Ok(Position::new(Side::Us, king, piece, major, lone_king)),
        _ => Err(FenError::NoPosition(text.to_owned())),
    }
}

fn parse_pieces(pieces: [&str; 3], side: &[&str]) -> Result<Position, FenError> {
    let mut placed = Pieces::default();
    for text in pieces {
        let letter = text.chars().next().filter(|letter| Pieces::LETTERS.contains(letter));
        let square = text.get(1..).and_then(Square::parse);
        let (Some(letter), Some(square)) = (letter, square) else { return Err(FenError::NoPosition(text.to_owned())) };
        placed.put(letter, square)?;
    }
    let placed = placed.position()?;
    let side = match *side {
        [] => Side::Us,
        [side] => parse_side(side)?,
        [_, extra, ..] => {
            return Err(FenError::Field { field: FenField::AfterSide, found: extra.to_owned() });
        }
    };
    Ok(Position { side, ..placed })
}

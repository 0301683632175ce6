//! The round board: its squares, and the squares to which vectors lead.
//!
//! Six circles (ranks, 1 outermost) and twenty-four spokes (files, which wrap around) make 144 squares, written *rank
//! file*. The centre is not a square, but lines run through the centre to the opposite spoke:
//!
//! ```text
//!   file 1                    file 13
//!   rank 1  2  3  4  5  6  |  6  5  4  3  2  1       a spoke and the opposite spoke
//!        1  2  3  4  5  6     7  8  9 10 11 12       the rank counted on through the centre
//! ```
//!
//! So rank n > 6, counted on through the centre, is rank 13 - n of the opposite spoke, 12 files further. A diagonal
//! bends in the centre, and continues one file beyond the opposite spoke.

use std::fmt;

use Course::{Circle, Diagonal, Elsewhere, Leap, Spoke, Stay};

use super::figure::Figure;

/// The number of circles, or ranks; rank 1 is outermost.
pub const RANKS: i64 = 6;
/// The number of spokes, or files; file 24 is beside file 1.
pub const FILES: i64 = 24;
/// The number of files of each of the three camps.
pub(crate) const CAMP_FILES: i64 = FILES / 3;
/// The number of ranks on a line through the centre: the ranks of a spoke and of the opposite spoke.
pub(super) const RANKS_ACROSS: i64 = 2 * RANKS;

/// A square of the board, given by its rank and its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square {
    rank: i64,
    file: i64,
}

impl Square {
    /// Returns the square on this rank and file; `None` unless the rank is 1 to 6 and the file 1 to 24.
    pub fn new(rank: i64, file: i64) -> Option<Square> {
        let on_board = (1..=RANKS).contains(&rank) && (1..=FILES).contains(&file);
        on_board.then_some(Square { rank, file })
    }

    /// Returns all 144 squares, rank by rank.
    pub fn all() -> impl Iterator<Item = Square> {
        (1..=RANKS).flat_map(|rank| (1..=FILES).map(move |file| Square { rank, file }))
    }

    /// Returns the rank, 1 (outermost) to 6.
    pub fn rank(self) -> i64 {
        self.rank
    }

    /// Returns the file, 1 to 24.
    pub fn file(self) -> i64 {
        self.file
    }

    /// Returns the square on the same circle, `files` files further.
    pub(super) fn turned(self, files: i64) -> Square {
        Square { file: (self.file - 1 + files.rem_euclid(FILES)) % FILES + 1, ..self }
    }

    /// Returns the square to which the vector leads; `None` if no piece moves by the vector, or if the vector leads off
    /// the board.
    ///
    /// ```
    /// use focal8_exhibits::threeman::{Square, Vector};
    /// let square = Square::new(5, 3).unwrap();
    /// assert_eq!(square.after(Vector { rank: 3, file: 0 }), Square::new(5, 15));
    /// assert_eq!(square.after(Vector { rank: 8, file: 0 }), None);
    /// ```
    pub fn after(self, vector: Vector) -> Option<Square> {
        let rank = self.rank.saturating_add(vector.rank);
        let across = match vector.course() {
            Elsewhere => return None,
            _ if rank <= RANKS => return Square::new(rank, self.turned(vector.file).file),
            Diagonal => FILES / 2 + vector.file.signum(),
            Stay | Circle | Spoke | Leap => FILES / 2,
        };
        Square::new(RANKS_ACROSS + 1 - rank, self.turned(vector.file).turned(across).file)
    }

    /// Returns the piece on this square at the start of a game, and the camp of the piece, 1 to 3.
    pub(crate) fn at_start(self) -> Option<(Figure, i64)> {
        use Figure::{Bishop, King, Knight, Pawn, Queen, Rook};
        const BACK_RANK: [Figure; CAMP_FILES as usize] = [Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook];
        let (camp, file) = ((self.file - 1) / CAMP_FILES + 1, (self.file - 1) % CAMP_FILES);
        match self.rank {
            1 => Some((BACK_RANK[file as usize], camp)),
            2 => Some((Pawn, camp)),
            _ => None,
        }
    }
}

/// Writes the square's rank, a space and the square's file, as in APL.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.rank, self.file)
    }
}

/// A movement vector: a number of ranks and a number of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Vector {
    /// The number of ranks towards the centre; negative is outward.
    pub rank: i64,
    /// The number of files towards the higher file numbers; negative is towards the lower file numbers.
    pub file: i64,
}

/// The kinds of vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Course {
    /// The vector (0,0): no move.
    Stay,
    /// A move along a circle.
    Circle,
    /// A move along a spoke.
    Spoke,
    /// A diagonal: as many ranks as files.
    Diagonal,
    /// A knight's move: two ranks and one file, or one rank and two files.
    Leap,
    /// A vector by which no piece moves.
    Elsewhere,
}

impl Vector {
    /// Returns the vectors of the full tables: ranks -12 to 12, and for each rank files -24 to 24.
    pub fn table() -> impl Iterator<Item = Vector> {
        let files = || -FILES..=FILES;
        (-RANKS_ACROSS..=RANKS_ACROSS).flat_map(move |rank| files().map(move |file| Vector { rank, file }))
    }

    /// Returns a vector to each square on the way of a move, and last the vector to the destination. A leap has no
    /// squares on the way. If the move is more than one full turn around the board, all full turns after the first are
    /// left out.
    pub(super) fn steps(self) -> impl Iterator<Item = Vector> {
        let (length, turn) = (self.length(), FILES.unsigned_abs());
        let (count, step) = match self.course() {
            Stay | Elsewhere => (0, self),
            Leap => (1, self),
            Circle if length > turn => (turn + length % turn, self.unit()),
            Circle | Spoke | Diagonal => (length, self.unit()),
        };
        (1..=count as i64).map(move |i| Vector { rank: i * step.rank, file: i * step.file })
    }

    fn unit(self) -> Vector {
        Vector { rank: self.rank.signum(), file: self.file.signum() }
    }

    pub(super) fn course(self) -> Course {
        match (self.rank.unsigned_abs(), self.file.unsigned_abs()) {
            (0, 0) => Stay,
            (0, _) => Circle,
            (_, 0) => Spoke,
            (ranks, files) if ranks == files => Diagonal,
            (1, 2) | (2, 1) => Leap,
            _ => Elsewhere,
        }
    }

    /// Returns the length of the vector: the larger of the number of ranks and the number of files.
    pub(super) fn length(self) -> u64 {
        self.rank.unsigned_abs().max(self.file.unsigned_abs())
    }
}

/// Writes the vector's ranks, a space and the vector's files, with `-` as the minus sign.
impl fmt::Display for Vector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.rank, self.file)
    }
}

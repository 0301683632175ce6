//! Moves, and the move predicates of AL0, which generate moves.
//!
//! The order in which moves are generated is part of the language, because the table plays the first move that
//! succeeds.

use std::fmt;

use super::major::Major;
use super::position::{Position, Side};
use super::square::Square;

/// A piece that moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Piece {
    /// `K`, White's king.
    King,
    /// `R` or `Q`, White's rook or queen.
    Major(Major),
    /// `k`, the lone king.
    LoneKing,
}

/// A single move, printed as `Rb2b7`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// The piece that moves.
    pub piece: Piece,
    /// The square from which the piece moves.
    pub from: Square,
    /// The square to which the piece moves.
    pub to: Square,
}

impl Move {
    /// Returns the move in the historic notation, `x:y-x:y`.
    pub(crate) fn historic(self) -> String {
        format!("{}:{}-{}:{}", self.from.x(), self.from.y(), self.to.x(), self.to.y())
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let letter = match self.piece {
            Piece::King => 'K',
            Piece::Major(kind) => kind.letter(),
            Piece::LoneKing => 'k',
        };
        write!(f, "{letter}{}{}", self.from, self.to)
    }
}

impl Position {
    /// Returns the position after a move, with the opponent to move and the depth increased by one.
    pub fn after(self, played: Move) -> Self {
        let mut next = self;
        match played.piece {
            Piece::King => next.king = played.to,
            Piece::Major(_) => next.major = played.to,
            Piece::LoneKing => next.lone_king = played.to,
        }
        next.side = match self.side {
            Side::Us => Side::Them,
            Side::Them => Side::Us,
        };
        next.depth += 1;
        next
    }

    /// Returns the lone king's legal moves, diagonals first. The defenders choose among these moves.
    #[doc(hidden)]
    pub fn replies(self) -> impl Iterator<Item = Move> {
        let escapes = self.escapes();
        let lone_king = move |to| Move { piece: Piece::LoneKing, from: self.lone_king, to };
        self.lone_king.neighbours().filter(move |&to| escapes.contains(to)).map(lone_king)
    }
}

/// A predicate that generates moves, such as `kingdiagfirst`. A constraint in a table names such predicates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MovePredicate {
    /// `legal`: for White, first the moves of the king, then the moves of the major piece. For Black, every legal move
    /// of the lone king.
    Legal,
    /// `kingdiagfirst`: moves of White's king, diagonals first.
    KingDiagonalsFirst,
    /// `rookmove` or `queenmove`: moves of White's major piece.
    MajorMove,
    /// `checkmove`: moves of White's major piece to the lone king's file, then to his rank. For a queen, the moves to
    /// his diagonals follow: first the diagonal that rises to the right.
    CheckMove,
    /// `nomove`: no moves.
    NoMove,
}

impl MovePredicate {
    /// Appends the moves that the predicate generates, in order.
    pub fn generate(self, position: Position, moves: &mut Vec<Move>) {
        match (self, position.side) {
            (Self::Legal, Side::Us) => {
                moves.extend(king_moves(position));
                moves.extend(major_moves(position));
            }
            (Self::Legal, Side::Them) => moves.extend(position.replies()),
            (Self::KingDiagonalsFirst, Side::Us) => moves.extend(king_moves(position)),
            (Self::MajorMove, Side::Us) => moves.extend(major_moves(position)),
            (Self::CheckMove, Side::Us) => {
                for line in lines(position) {
                    moves.extend(major_moves(position).filter(|major| line(major.to) == line(position.lone_king)));
                }
            }
            // Only White has moves of a king, moves of a major piece and check moves; the lone king has only `legal`.
            (Self::KingDiagonalsFirst | Self::MajorMove | Self::CheckMove, Side::Them) | (Self::NoMove, _) => {}
        }
    }

    /// Whether `candidate` is among the moves that the predicate generates.
    pub(crate) fn allows(self, position: Position, candidate: Move) -> bool {
        let is_it = |generated: Move| generated == candidate;
        match (self, position.side) {
            (Self::Legal, Side::Us) => king_moves(position).chain(major_moves(position)).any(is_it),
            (Self::Legal, Side::Them) => position.replies().any(is_it),
            (Self::KingDiagonalsFirst, Side::Us) => king_moves(position).any(is_it),
            (Self::MajorMove, Side::Us) => major_moves(position).any(is_it),
            (Self::CheckMove, Side::Us) => {
                let shared = |line: &fn(Square) -> i8| line(candidate.to) == line(position.lone_king);
                lines(position).iter().any(shared) && major_moves(position).any(is_it)
            }
            (Self::KingDiagonalsFirst | Self::MajorMove | Self::CheckMove, Side::Them) | (Self::NoMove, _) => false,
        }
    }
}

fn king_moves(position: Position) -> impl Iterator<Item = Move> {
    let guarded = position.lone_king.king_reach().with(position.major);
    let free = position.king.neighbours().filter(move |&to| !guarded.contains(to));
    free.map(move |to| Move { piece: Piece::King, from: position.king, to })
}

/// Returns a function for each kind of line along which the major piece can check: files, ranks and, for a queen, both
/// kinds of diagonals. Each function returns the same number for all squares of one line.
fn lines(position: Position) -> &'static [fn(Square) -> i8] {
    const LINES: [fn(Square) -> i8; 4] = [Square::x, Square::y, Square::rising_diagonal, Square::falling_diagonal];
    match position.kind {
        Major::Rook => &LINES[..2],
        Major::Queen => &LINES,
    }
}

/// Returns the moves of White's major piece. With White to move, the piece does not attack the lone king, so only
/// White's king can block the piece.
fn major_moves(position: Position) -> impl Iterator<Item = Move> {
    let reach = position.reach();
    let free = move |to: &Square| reach.contains(*to) && *to != position.king;
    let Position { kind, major, .. } = position;
    let targets = kind.targets(major).iter().copied().filter(free);
    targets.map(move |to| Move { piece: Piece::Major(kind), from: major, to })
}

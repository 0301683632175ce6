//! Moves, and the move predicates of AL0, which generate moves.
//!
//! The order in which moves are generated is part of the language, because the table plays the first move that
//! succeeds.

use std::fmt;

use super::position::{Position, Side};
use super::square::Square;

/// One of the three pieces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Piece {
    /// `K`, White's king.
    King,
    /// `R`, White's rook.
    Rook,
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
            Piece::Rook => 'R',
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
            Piece::Rook => next.rook = played.to,
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

/// A named move generator of a constraint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MovePredicate {
    /// `legal`: for White, first the moves of the king, then the moves of the rook. For Black, every legal move of the
    /// lone king.
    Legal,
    /// `kingdiagfirst`: moves of White's king, diagonals first.
    KingDiagonalsFirst,
    /// `rookmove`: moves of White's rook.
    RookMove,
    /// `checkmove`: moves of White's rook to the lone king's file, then to his rank.
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
                moves.extend(rook_moves(position));
            }
            (Self::Legal, Side::Them) => moves.extend(position.replies()),
            (Self::KingDiagonalsFirst, Side::Us) => moves.extend(king_moves(position)),
            (Self::RookMove, Side::Us) => moves.extend(rook_moves(position)),
            (Self::CheckMove, Side::Us) => {
                let lone_king = position.lone_king;
                moves.extend(rook_moves(position).filter(|rook| rook.to.x() == lone_king.x()));
                moves.extend(rook_moves(position).filter(|rook| rook.to.y() == lone_king.y()));
            }
            // Only White has king, rook and check moves; the lone king has only `legal`.
            (Self::KingDiagonalsFirst | Self::RookMove | Self::CheckMove, Side::Them) | (Self::NoMove, _) => {}
        }
    }

    /// Whether `candidate` is among the moves that the predicate generates.
    pub(crate) fn allows(self, position: Position, candidate: Move) -> bool {
        let is_it = |generated: Move| generated == candidate;
        match (self, position.side) {
            (Self::Legal, Side::Us) => king_moves(position).chain(rook_moves(position)).any(is_it),
            (Self::Legal, Side::Them) => position.replies().any(is_it),
            (Self::KingDiagonalsFirst, Side::Us) => king_moves(position).any(is_it),
            (Self::RookMove, Side::Us) => rook_moves(position).any(is_it),
            (Self::CheckMove, Side::Us) => {
                let (to, lone_king) = (candidate.to, position.lone_king);
                (to.x() == lone_king.x() || to.y() == lone_king.y()) && rook_moves(position).any(is_it)
            }
            (Self::KingDiagonalsFirst | Self::RookMove | Self::CheckMove, Side::Them) | (Self::NoMove, _) => false,
        }
    }
}

fn king_moves(position: Position) -> impl Iterator<Item = Move> {
    let guarded = position.lone_king.king_reach().with(position.rook);
    let free = position.king.neighbours().filter(move |&to| !guarded.contains(to));
    free.map(move |to| Move { piece: Piece::King, from: position.king, to })
}

/// Returns the rook's moves. Only White's king can block the rook, because the rook does not attack the lone king when
/// White is to move.
fn rook_moves(position: Position) -> impl Iterator<Item = Move> {
    let reach = position.rook.rook_reach(position.king);
    let free = move |to: &Square| reach.contains(*to) && *to != position.king;
    let targets = position.rook.rook_targets().iter().copied().filter(free);
    targets.map(move |to| Move { piece: Piece::Rook, from: position.rook, to })
}

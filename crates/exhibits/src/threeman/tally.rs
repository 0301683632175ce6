//! Compares three ways to decide whether a piece can make a move: the function `can`, an expression in APL, and a
//! square-by-square walk on the board.

use std::collections::HashMap;

use super::can::can;
use super::figure::Figure;
use super::predicate::{Answer, Predicate};
use super::readings::Readings;
use super::square::{Square, Vector};
use super::walk::walks;
use super::workspace::Workspace;

/// The counts of the answers of `can` for a kind of piece, and the moves for which executed APL or a square-by-square
/// walk disagrees with `can`. The counts cover all vectors of the full table and all squares of origin.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The number of vectors by which the piece can never move.
    pub never: usize,
    /// The number of vectors by which the piece can move from every square.
    pub always: usize,
    /// The number of vectors by which the piece can move from some squares only.
    pub predicate: usize,
    /// The number of possible moves: pairs of a vector and a square from which the piece can move by the vector.
    pub possible: usize,
    /// The number of lines of APL that were executed.
    pub executed: usize,
    /// The moves for which the executed APL and the [`Predicate`] disagree.
    pub unlike_apl: Vec<(Vector, Square)>,
    /// The moves for which the function `can` disagrees with a square-by-square walk on the board.
    pub unlike_board: Vec<Difference>,
}

/// A move for which the function `can` disagrees with a square-by-square walk on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The vector of the move.
    pub vector: Vector,
    /// The square where the move begins.
    pub origin: Square,
    /// The square where the move ends; `None` if the function `can` does not allow the move.
    pub can: Option<Square>,
    /// The square where the move ends, if a piece can make the move when no other piece is in its way.
    pub board: Option<Square>,
}

impl Tally {
    /// Compares the answers of `can`, of the executed APL and of square-by-square walks on the board, for a kind of
    /// piece.
    ///
    /// ```
    /// use focal8_exhibits::threeman::{Figure, Readings, Tally};
    /// let tally = Tally::of(Figure::Knight, Readings::CORRECTED);
    /// assert_eq!((tally.always, tally.predicate, tally.possible), (4, 4, 1008));
    /// assert!(tally.unlike_apl.is_empty() && tally.unlike_board.is_empty());
    /// ```
    pub fn of(figure: Figure, readings: Readings) -> Tally {
        let mut tally = Tally::default();
        let walked: HashMap<(Vector, Square), Square> = Square::all()
            .flat_map(|origin| walks(figure, origin).into_iter().map(move |(vector, to)| ((vector, origin), to)))
            .collect();
        for vector in Vector::table() {
            let answer = can(figure, vector, readings);
            match answer {
                Answer::Never => tally.never += 1,
                Answer::Always => tally.always += 1,
                Answer::If(predicate) => {
                    tally.predicate += 1;
                    tally.execute(vector, predicate);
                }
            }
            for origin in Square::all() {
                let possible = answer.at(origin);
                tally.possible += usize::from(possible);
                let can = if possible { origin.after(vector) } else { None };
                let board = walked.get(&(vector, origin)).copied();
                if can != board {
                    tally.unlike_board.push(Difference { vector, origin, can, board });
                }
            }
        }
        tally
    }

    /// Adds the tally of another kind of piece.
    pub fn add(&mut self, other: Tally) {
        self.never += other.never;
        self.always += other.always;
        self.predicate += other.predicate;
        self.possible += other.possible;
        self.executed += other.executed;
        self.unlike_apl.extend(other.unlike_apl);
        self.unlike_board.extend(other.unlike_board);
    }

    /// Executes a predicate for every square, in three forms: the texts from [`Predicate::append`], [`Predicate::wrap`]
    /// and [`Predicate::name`].
    fn execute(&mut self, vector: Vector, predicate: Predicate) {
        let mut workspace = Workspace::default();
        let wrapped = predicate.wrap();
        let named = workspace.execute(&format!("⍎'{}'", predicate.name("test")));
        self.executed += 1;
        for square in Square::all() {
            let lines = [predicate.append(square), format!("{wrapped}{square}"), format!("test {square}")];
            let mut agrees = |line: &String| {
                let value = workspace.execute(line).ok().flatten().map(|value| value.to_string());
                value.as_deref() == Some(if predicate.at(square) { "1" } else { "0" })
            };
            self.executed += lines.len();
            if named.is_err() || !lines.iter().all(&mut agrees) {
                self.unlike_apl.push((vector, square));
            }
        }
    }
}

//! The answers of `can`: never, always, or a test of the square of origin. A test is data, and prints as an APL
//! expression.
//!
//! The square is written at the right end of the expression: `12≥3+1⌷5 3` tests whether 12 is at least 3 plus the first
//! item of the square, the rank. A program can apply the test in three ways: [append](Predicate::append) the square,
//! [wrap](Predicate::wrap) the test in a function, or [name](Predicate::name) that function.

use std::fmt;

use serde::Serialize;

use super::number::HighMinus;
use super::square::Square;

/// The answer of `can`: whether a piece can ever move by a vector.
///
/// `Display` writes the value of `can`: `0`, `1` or the text of the predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Answer {
    /// The move is possible from no square.
    Never,
    /// The move is possible from every square.
    Always,
    /// The move is possible from the squares that pass the predicate.
    #[serde(untagged)]
    If(Predicate),
}

/// A test of the square on which a move begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Predicate {
    /// Compares the rank with a number: `2<1⌷`.
    Rank {
        /// The comparison.
        test: Test,
        /// The number with which the rank is compared.
        value: i64,
    },
    /// Adds a number to the rank, and compares the sum with another number: `12≥3+1⌷`.
    RankSum {
        /// The number that is added to the rank.
        add: i64,
        /// The comparison.
        test: Test,
        /// The number with which the sum is compared.
        value: i64,
    },
    /// Compares the rank modulo 8 with one number, and the file modulo 8 with another: `1 5≡8|`.
    SquareMod8 {
        /// The number that the square's rank modulo 8 must equal.
        rank: i64,
        /// The number that the square's file modulo 8 must equal.
        file: i64,
    },
}

/// The comparison of the rank, or of the sum, with the number in a [`Predicate`]. In the APL text, the number
/// is on the left: [`Test::Le`] with the number 12 is `12≥1⌷`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Test {
    /// The test passes if the rank, or the rank plus a constant, is not equal to the given number.
    Ne,
    /// The test passes if the rank, or the rank plus a constant, is equal to the given number.
    Eq,
    /// The test passes if the rank, or the rank plus a constant, is greater than the given number.
    Gt,
    /// The test passes if the rank, or the rank plus a constant, is less than or equal to the given number.
    Le,
    /// The test passes if the rank, or the rank plus a constant, is greater than or equal to the given number.
    Ge,
}

impl Answer {
    /// Whether the move is possible from this square.
    pub fn at(&self, square: Square) -> bool {
        match self {
            Answer::Never => false,
            Answer::Always => true,
            Answer::If(predicate) => predicate.at(square),
        }
    }

    /// Returns the squares from which the move is possible.
    pub(crate) fn squares(&self) -> impl Iterator<Item = Square> {
        Square::all().filter(|square| self.at(*square))
    }
}

impl Predicate {
    /// Whether the square passes the test.
    ///
    /// ```
    /// use focal8_exhibits::threeman::{Answer, Figure, Readings, Square, Vector, can};
    ///
    /// let vector = Vector { rank: 7, file: 0 };
    /// let Answer::If(predicate) = can(Figure::Rook, vector, Readings::DOCUMENT) else { panic!() };
    /// assert_eq!(predicate.to_string(), "12≥7+1⌷");
    /// assert!(predicate.at(Square::new(5, 3).unwrap()));
    /// assert!(!predicate.at(Square::new(6, 3).unwrap()));
    /// ```
    pub fn at(&self, square: Square) -> bool {
        match *self {
            Predicate::Rank { test, value } => test.holds(square.rank(), value),
            Predicate::RankSum { add, test, value } => test.holds(square.rank().saturating_add(add), value),
            Predicate::SquareMod8 { rank, file } => (square.rank() % 8, square.file() % 8) == (rank, file),
        }
    }

    /// Returns the predicate followed by the square, as an APL expression: `12≥3+1⌷5 3`.
    pub fn append(&self, square: Square) -> String {
        format!("{self}{square}")
    }

    /// Returns the text of a function in braces that applies the test: `{12≥3+1⌷⍵}`.
    pub fn wrap(&self) -> String {
        format!("{{{self}⍵}}")
    }

    /// Returns the APL line that assigns the predicate to a name, as a function: `test←{12≥3+1⌷⍵}`.
    pub fn name(&self, name: &str) -> String {
        format!("{name}←{}", self.wrap())
    }
}

impl Test {
    fn holds(self, rank: i64, value: i64) -> bool {
        match self {
            Test::Ne => rank != value,
            Test::Eq => rank == value,
            Test::Gt => rank > value,
            Test::Le => rank <= value,
            Test::Ge => rank >= value,
        }
    }

    /// Returns the APL symbol of the test. In the APL expression, the rank or the sum is the right operand, so the
    /// symbol for `Gt` is `<`.
    fn symbol(self) -> char {
        match self {
            Test::Ne => '≠',
            Test::Eq => '=',
            Test::Gt => '<',
            Test::Le => '≥',
            Test::Ge => '≤',
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Never => f.write_str("0"),
            Answer::Always => f.write_str("1"),
            Answer::If(predicate) => predicate.fmt(f),
        }
    }
}

impl fmt::Display for Predicate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Predicate::Rank { test, value } => write!(f, "{}{}1⌷", HighMinus(value), test.symbol()),
            Predicate::RankSum { add, test, value } => {
                write!(f, "{}{}{}+1⌷", HighMinus(value), test.symbol(), HighMinus(add))
            }
            Predicate::SquareMod8 { rank, file } => write!(f, "{rank} {file}≡8|"),
        }
    }
}

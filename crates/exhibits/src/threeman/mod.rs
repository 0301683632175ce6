//! Three-man chess in the round, and its function `can`, which may return a test written in APL.
//!
//! Clif King's 'Three Man Chess in the Round' is chess for three on a circular board. A programmer's notes of 2022
//! describe an APL function `can` that says whether a kind of piece can ever move by a vector. If the answer depends on
//! the square of origin, `can` returns the text of an APL expression. To test a square, write the square to the right
//! of the expression. This module contains the function `can`, and a small APL that can execute the answers of `can`.
//! The parts, in reading order:
//!
//! - the board: [`Square`], [`Vector`], [`Figure`]
//! - the function: [`can`](fn@can), the [`Readings`] of contradictions in the notes, [`Answer`] and [`Predicate`]
//! - the language: `Value`, [`Workspace`], [`Error`]; [`Intake`], which collects the lines of functions
//! - the check: [`walks`] on the board, [`Tally`], which compares the walks with `can`
//! - the drawings: [`Diagram`], as text, unrolled or round, and as a ring in SVG

mod figure;

mod square;

mod readings;
mod real;

mod predicate;

mod can;

mod number;

mod item;

mod value;

mod line;

mod control_word;

mod reader;

mod control;

mod items;

mod itemwise;

mod matrix;

mod index;

mod arrange;

mod primitives;

mod function;

mod call;

mod definition;

mod header;

mod intake;

mod representation;

mod workspace;

mod error;

mod walk;

mod tally;

mod program;

mod diagram;

mod text;

mod round;

mod ring;

pub use can::can;
pub use diagram::Diagram;
pub use error::Error;
pub use figure::Figure;
pub use intake::{Entry, Intake};
pub use predicate::{Answer, Predicate, Test};
pub use program::{Compared, PROGRAM};
pub use readings::{BishopLimit, CastlingSquare, FullTurn, Readings};
pub use square::{FILES, RANKS, Square, Vector};
pub use tally::{Difference, Tally};
pub use walk::walks;
pub use workspace::Workspace;

// Only tests use this item.
#[doc(hidden)]
pub use line::INDENT;

//! The NxN checkers of CS 2360, Georgia Tech, summer 1998: a game in s-expressions.
//!
//! The homework was a Lisp program that plays a small variant of checkers on a board of any size. The handout specifies
//! the rules, the form of a board as a list, and the names of the functions, so that two students' programs could be
//! loaded together and play against each other. This module is such a program, with a small Lisp in which the handout's
//! calls work as typed: [`Reader`] reads text into expressions, and [`Interpreter`] evaluates them. The parts, in
//! reading order:
//!
//! - the game: [`Board`], `Moves`, [`Evaluator`]
//! - looking ahead: [`Search`] with three [`Engine`]s and the `Trace` of the tree; the [`Proof`] of a forced win; a
//!   proof can be saved as a [`SavedProof`], whose claims can be checked
//! - playing: [`Match`]
//! - the Lisp: [`Value`], [`Callable`], [`Reader`], [`Interpreter`], [`Error`]
//! - the homework, solved in Lisp: [`FIRST_SOLUTION`]

mod squares;

mod board;

mod moves;

mod evaluate;

mod search;

mod minimax;

mod alphabeta;

mod transposition;

mod table;

mod engine;

mod trace;

mod proof;

mod saved;

mod verify;

mod match_play;

mod value;

mod scope;

mod lambda;

mod reader;

mod symbols;

mod builtin;

mod functions;

mod lisp;

mod higher;

mod text;

mod own;

mod interpreter;

mod shares;
mod special;

mod call;

mod error;

mod first_solution;

pub use board::{Board, Player};
pub use call::function_names;
pub use engine::{Choice, Engine};
pub use error::Error;
pub use evaluate::Evaluator;
pub use first_solution::FIRST_SOLUTION;
pub use interpreter::{Interpreter, Surroundings};
pub use match_play::{Match, Outcome};
pub use moves::{Move, Stopped};
pub use proof::Proof;
pub use reader::{Expression, Reader};
pub use saved::{KnownBoard, SavedProof, SavedProofError, Share};
pub use search::{Depth, Search};
pub use shares::Division;
pub use squares::Size;
pub use value::{Callable, Value};
pub use verify::{CheckedStrategy, FalseClaim};

// Only tests use this item.
#[doc(hidden)]
pub use evaluate::WON;

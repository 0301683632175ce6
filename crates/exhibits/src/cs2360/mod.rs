//! The NxN checkers of CS 2360, Georgia Tech, summer 1998: a game in s-expressions.
//!
//! A homework in Lisp: play a small variant of checkers on a board of any size. The handout fixes the rules, how a
//! board is written as a list, and the names of the functions, so that two students' programs could be loaded side by
//! side and play each other. This module is such a program, with a small Lisp in which the handout's calls work as
//! typed: [`Reader`] reads text into expressions, [`Interpreter`] evaluates expressions. The parts, in reading order:
//!
//! - the game: [`Board`], `Moves`, [`Evaluator`]
//! - looking ahead: [`Search`] with its three [`Engine`]s and the `Trace` of its tree; [`Proof`] of a forced win, which
//!   is saved as a [`SavedProof`]
//! - playing: [`Match`]
//! - talking: [`Value`], [`Reader`], [`Interpreter`], [`Error`]

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

mod match_play;

mod value;

mod reader;

mod symbols;

mod builtin;

mod functions;

mod lisp;

mod interpreter;

mod call;

mod error;

pub use board::{Board, Player};
pub use call::function_names;
pub use engine::{Choice, Engine};
pub use error::Error;
pub use evaluate::Evaluator;
pub use interpreter::{Interpreter, Surroundings};
pub use match_play::{Match, Outcome};
pub use moves::Move;
pub use proof::Proof;
pub use reader::{Expression, Reader};
pub use saved::{KnownBoard, SavedProof, SavedProofError};
pub use search::{Depth, Search};
pub use squares::Size;
pub use value::Value;

// Only tests need it.
#[doc(hidden)]
pub use evaluate::WON;

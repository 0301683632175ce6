//! Four historic board-game programs, each in its own language, with a native twin or an independent check.
//!
//! ```
//! use focal8_exhibits::strachey::{CHECKERS, Choice, Interpreter, Player, Position, Program, Reading, Twin};
//!
//! // The checkers program of 1966, run in CPL, makes the same choice as its native twin.
//! let program = Program::new("checkers.cpl", CHECKERS, Reading::Set).unwrap();
//! let (in_cpl, evaluated) = Interpreter::new(program).choose(&Position::START).unwrap();
//! let (natively, as_many) = Twin::new(2).choose(&Position::START).unwrap();
//! assert_eq!((in_cpl, evaluated), (natively, as_many));
//! assert!(matches!(in_cpl, Choice::Position(_)));
//! ```
//!
//! - [`strachey`], 1966: Strachey's checkers: a CPL interpreter, the program, and its native twin
//! - [`al0`], 1986: AL0, advice tables for the endgames of king and rook, and king and queen, against king
//! - [`cs2360`], 1998: NxN checkers of CS 2360, in s-expressions
//! - [`threeman`], 2022: three-man chess in the round, and an APL function that says which moves a piece can ever make
//!
//! The modules are independent of each other and of the PDP-8: each uses only its own folder and a few crates (serde,
//! serde_json, thiserror, fastrand, hmac-sha256). The modules do not access files or the terminal: they read texts,
//! return values, and print to a writer that the caller passes.

#![warn(missing_debug_implementations)]

mod catalog;

pub use catalog::{EXHIBITS, Exhibit};

pub mod strachey;

pub mod al0;

pub mod cs2360;

pub mod threeman;

//! Four historic board-game programs, each in its own language, with a native twin or a second opinion to check it.
//!
//! ```
//! use focal8_exhibits::strachey::{CHECKERS, Choice, Interpreter, Player, Position, Program, Reading, Twin};
//!
//! // The checkers program of 1966, run in CPL, chooses what its native twin chooses.
//! let program = Program::new("checkers.cpl", CHECKERS, Reading::Set).unwrap();
//! let (in_cpl, evaluated) = Interpreter::new(program).choose(&Position::START).unwrap();
//! let (natively, as_many) = Twin::new(2).choose(&Position::START).unwrap();
//! assert_eq!((in_cpl, evaluated), (natively, as_many));
//! assert!(matches!(in_cpl, Choice::Position(_)));
//! ```
//!
//! - [`strachey`], 1966: Strachey's checkers: a CPL interpreter, the program, and its native twin
//! - [`al0`], 1986: AL0, advice tables for endgame play; king and rook against king
//! - [`cs2360`], 1998: NxN checkers of CS 2360, in s-expressions
//! - [`threeman`], 2022: three-man chess in the round, and a predicate that is a piece of APL
//!
//! No module imports another, and none knows the PDP-8: each uses its own folder and a few crates (serde, serde_json,
//! thiserror, fastrand, sha2). The modules touch no host: they read texts, return values, and print through what they are
//! given.

#![warn(missing_debug_implementations)]

pub mod strachey;

pub mod al0;

pub mod cs2360;

pub mod threeman;

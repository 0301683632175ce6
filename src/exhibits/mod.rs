//! Four other historic board-game programs: rooms without doors between them.
//!
//! Each room uses the standard library and its own folder, nothing of the machine and nothing of a sibling.
//!
//! - [`cpl`], 1966: Strachey's checkers: a CPL interpreter, the program, and its native twin
//! - [`advice`], 1986: AL0, advice tables for endgame play; king and rook against king
//! - [`sexpr`], 1998: NxN checkers of CS 2360, told in s-expressions
//! - [`apl`], 2022: three-man chess in the round, and a predicate that is a piece of APL

pub mod apl;

pub mod advice;
pub mod cpl;
pub mod sexpr;

//! Four other historic board-game programs: rooms without doors between them.
//!
//! Each room uses the standard library and its own folder, nothing of the machine and nothing of a sibling.
//!
//! - [`sexpr`], 1998: NxN checkers of CS 2360, told in s-expressions
//! - [`apl`], 2022: three-man chess in the round, and a predicate that is a piece of APL

pub mod apl;

pub mod sexpr;

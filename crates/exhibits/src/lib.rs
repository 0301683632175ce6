//! Other historic board-game programs: modules that do not import each other.
//!
//! Each module uses its own folder and a few crates (serde, serde_json, thiserror, fastrand, sha2), nothing of the
//! machine and nothing of a sibling.
//!
//! - [`strachey`], 1966: Strachey's checkers: a CPL interpreter, the program, and its native twin
//! - [`al0`], 1986: AL0, advice tables for endgame play; king and rook against king
//! - [`cs2360`], 1998: NxN checkers of CS 2360, in s-expressions
//! - [`threeman`], 2022: three-man chess in the round, and a predicate that is a piece of APL

pub mod strachey;

pub mod al0;

pub mod cs2360;

pub mod threeman;

//! The differential tester: performers of the checkers program played against each other, move by move.
//!
//! - [`opening`]: how a game begins, and how that is typed
//! - [`actor`]: performers loaded once, so that games start at once
//! - [`witness`]: what is seen of them besides the paper
//! - [`judge`]: the rules of the game by rows and columns
//! - [`players`], [`campaign`]: who answers, and from which seed
//! - [`table`]: one game, compared at every prompt
//!
//! Nothing here knows threads, files or clocks: the command spreads the games.

pub mod actor;
pub mod campaign;
pub mod judge;
pub mod opening;
pub mod players;
pub mod table;
pub mod witness;

//! The differential tester: performers of the checkers program played against each other, move by move.
//!
//! - [`opening`]: how a game begins, and how an opening is typed
//! - [`actor`]: performers that are loaded once, so that games start at once
//! - `machine`: the machine as an actor
//! - `inspect`: what is compared besides the paper
//! - `judge`: the rules of the game by rows and columns
//! - [`players`], [`campaign`]: who answers, and from which seed
//! - [`table`]: one game, compared at every prompt
//! - `beside`: the machine and the twin side by side, in slices, for a viewer
//! - `shrink`: the shortest game that shows a difference
//! - [`replay`], [`pdn`]: games in files
//! - `mutants`: the tester tested with faulty twins
//! - `fuzz_focal`: generated FOCAL for two interpreters
//! - `overflow`: the smaller room of the original, which is a known difference
//! - [`lockstep`]: the same keys for any performers, and where their papers differ
//! - `fran`: the line that draws a move, for every state of FRAN
//!
//! Nothing here knows threads, files or clocks: the command distributes the games.

pub mod actor;
#[doc(hidden)]
pub mod beside;
pub mod campaign;
#[doc(hidden)]
pub mod fran;
#[doc(hidden)]
pub mod fuzz_focal;
#[doc(hidden)]
pub mod inspect;
#[doc(hidden)]
pub mod judge;
pub mod lockstep;
#[doc(hidden)]
pub mod machine;
#[doc(hidden)]
pub mod mutants;
pub mod opening;
mod overflow;
pub mod pdn;
pub mod players;
pub mod replay;
#[doc(hidden)]
pub mod shrink;
pub mod table;

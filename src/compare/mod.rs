//! The differential tester: it plays a game of checkers on several implementations and compares them move by move.
//!
//! - [`opening`]: how a game begins, and how an opening is typed
//! - [`actor`]: implementations that are loaded once, so that each game begins without a delay
//! - `machine`: the machine as an actor
//! - `inspect`: the state that is compared in addition to the printed output
//! - `judge`: the rules of the game by rows and columns
//! - [`players`], [`campaign`]: the players who answer, and the seeds of their games
//! - [`table`]: one game, compared at every prompt
//! - `beside`: the machine and the native twin of the checkers program side by side, for a viewer
//! - `shrink`: the shortest game that shows a difference
//! - [`replay`], [`pdn`]: games in files
//! - `mutants`: tests of the tester with native twins that contain a fault
//! - `fuzz_focal`: generated FOCAL programs for two interpreters
//! - `overflow`: the one known difference: FOCAL,1969 has less room for a program than our FOCAL
//! - [`lockstep`]: the same keys for any implementations, and the first difference between their printed outputs
//! - `fran`: the FOCAL line that chooses a move at random, compared for every state of FRAN
//!
//! This module uses no threads, files or clocks: the command `compare` distributes the games.

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

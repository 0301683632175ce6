//! A PDP-8 of 1969 with its teletype, its assembler, FOCAL and the checkers of 1971.
//!
//! The rooms, in reading order; each may use only what stands above it (see `docs/architecture.md`):
//!
//! - [`word`], [`ascii`]: the machine's 12-bit word and the teletype's code
//! - [`performer`]: anything that takes keys and prints paper
//! - [`float`]: FOCAL's floating point, to the bit
//! - [`focal`]: native FOCAL,1969
//! - [`checkers`]: the checkers of 1971, native
//! - [`lockstep`], [`compare`]: performers against each other

#![deny(clippy::print_stdout, clippy::print_stderr)]

pub mod word;

pub mod ascii;

pub mod performer;

pub mod float;

pub mod focal;

pub mod checkers;

pub mod lockstep;

pub mod compare;

pub mod exhibits;

//! A PDP-8 of 1969 with its teletype, its assembler, FOCAL and the checkers of 1971.
//!
//! ```
//! use focal8::{focal::Functions, focal_machine::FocalMachine, machine::Config};
//!
//! let mut focal = FocalMachine::new(Config::default(), Functions::All)?;
//! focal.type_line("1.1 FOR I=1,N; SET S=S+I^2")?;
//! focal.set("N", 10.0)?;
//! let reply = focal.type_line("GO")?;
//! assert_eq!(reply.error(), None);
//! assert_eq!(focal.get("S"), Some(385.0));
//! println!("in {} memory cycles", focal.station().machine().elapsed.cycles);
//!
//! let error = focal.type_line("TYPE FSQT(-S)")?.error().unwrap();
//! assert_eq!(error.to_string(), "?30.05: square root of a negative number");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `examples/` shows the machine core alone, the assembler, FOCAL on the machine, native FOCAL, the checkers, and how
//! to write a device.
//!
//! This package uses two other packages, in `crates/`, and re-exports their modules. [`pdp8`] is the machine with its
//! Teletype, devices, tapes and the PAL assembler, and contains no FOCAL. `focal8-exhibits` contains four board-game
//! programs besides the checkers.
//!
//! These are the modules of this package, in reading order; each may use only modules above it (see
//! `docs/architecture.md`):
//!
//! - [`float`]: FOCAL's floating point, exact to the bit
//! - [`focal`]: native FOCAL,1969
//! - [`checkers`]: the checkers of 1971, native
//! - [`roms`]: the tapes that come with the library
//! - [`focal_machine`]: a PDP-8 with its Teletype, running our FOCAL in machine code
//! - `symbols`: the labels of the programs in core
//! - [`listing`]: FOCAL programs as text, saved and loaded
//! - [`debugger`]: breakpoints, watches and steps in FOCAL programs
//! - [`profile`]: profiles of time, by lines of FOCAL, routines and addresses
//! - [`host`]: the files, environment variables and time of the host computer, and which files a session uses
//! - [`monitor`]: the operator at the console, with SIMH's commands
//! - `dap`: the debug adapter, with which editors debug FOCAL and PAL programs through the Debug Adapter Protocol
//! - `timeline`: a session on one time axis, as a drawing
//! - [`diagnostics`]: maintenance programs in PAL, and a harness that runs them
//! - [`compare`]: a tester that compares the outputs of several implementations of FOCAL or of the checkers

#![deny(clippy::print_stdout, clippy::print_stderr)]
#![warn(missing_debug_implementations)]

#[doc(inline)]
pub use pdp8::{
    ascii, devices, file_name, instruction, machine, os8, pal, panel, paper, performer, phosphor, quote, session,
    station, tape, teletype, telnet, word,
};

pub mod float;

pub mod focal;

pub mod checkers;

pub mod focal_machine;

// The commands use this module for the labels of PAL programs.
#[doc(hidden)]
pub mod symbols;

pub mod listing;

pub mod debugger;

pub mod profile;

pub mod host;

pub mod monitor;

// Only the command `focal8 dap` uses this module.
#[doc(hidden)]
pub mod dap;

// Only the command `focal8 export` and the page in the browser use this module.
#[doc(hidden)]
pub mod timeline;

pub mod diagnostics;

#[cfg(feature = "compare")]
pub mod compare;

pub mod roms;

#[cfg(feature = "exhibits")]
#[doc(inline)]
pub use focal8_exhibits as exhibits;

/// The example of the README, run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;

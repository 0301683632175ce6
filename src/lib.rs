//! A PDP-8 of 1969 with its teletype, its assembler, FOCAL and the checkers of 1971.
//!
//! ```
//! use focal8::{focal::Functions, focal_machine::FocalMachine, machine::Config};
//!
//! let mut focal = FocalMachine::new(Config::default(), Functions::All)?;
//! focal.type_line("1.1 FOR I=1,10; SET S=S+I^2")?;
//! assert_eq!(focal.type_line("GO")?, "GO\r\n*");
//! let sum = focal.variables().find(|variable| variable.name == *b"S@").unwrap();
//! assert_eq!(f64::from(sum.value), 385.0);
//! println!("in {} memory cycles", focal.station().machine().elapsed.cycles);
//! # Ok::<(), focal8::focal_machine::FocalError>(())
//! ```
//!
//! `examples/` has the machine core alone, the assembler, both FOCALs, the checkers and a device of one's own.
//!
//! The modules, in reading order; each may use only modules above it (see `docs/architecture.md`):
//!
//! - [`quote`]: what a user gave, as messages show it
//! - [`word`], [`ascii`]: the machine's 12-bit word and the teletype's code
//! - [`performer`]: anything that takes keys and prints paper
//! - [`instruction`]: the one instruction table
//! - [`tape`]: paper tape, BIN, RIM and text
//! - [`os8`]: files in OS/8's directories, on RK05 packs and DECtapes
//! - [`pal`]: the PAL assembler and disassembler
//! - [`float`]: FOCAL's floating point, to the bit
//! - [`machine`]: the PDP-8, one memory cycle at a time
//! - [`teletype`]: the ASR-33 as the machine sees it
//! - [`devices`]: the list of devices, a file each
//! - [`paper`]: what the Teletype leaves, as drawings, recordings and sound
//! - [`focal`]: native FOCAL,1969
//! - [`checkers`]: the checkers of 1971, native
//! - [`phosphor`]: the tube of a point-plot display, and pictures of it
//! - [`telnet`]: what comes in at a port, made keys
//! - [`station`]: a PDP-8 with its ASR-33 and its tapes, as a performer
//! - [`session`]: what came to a station, written down and played again
//! - [`panel`]: lamps and switches, and a machine that is watched
//! - [`focal_machine`]: a station with our FOCAL in its core
//! - [`listing`]: FOCAL programs as text, saved and loaded
//! - [`debugger`]: breakpoints, watches and steps in FOCAL programs
//! - [`profile`]: where the time goes, by lines of FOCAL, routines and addresses
//! - [`dap`]: editors that debug FOCAL programs, by the Debug Adapter Protocol
//! - [`monitor`]: the operator at the console, in SIMH's words
//! - [`diagnostics`]: maintenance programs in PAL, and a harness to run them on
//! - [`lockstep`], [`compare`]: performers against each other
//! - [`roms`]: the tapes in the box
//! - [`exhibits`]: other historic board-game programs

#![deny(clippy::print_stdout, clippy::print_stderr)]

pub mod file_name;

pub mod quote;

pub mod word;

pub mod ascii;

pub mod performer;

pub mod instruction;

pub mod tape;

pub mod os8;

pub mod pal;

pub mod float;

pub mod machine;

pub mod teletype;

pub mod phosphor;

pub mod devices;

pub mod paper;

pub mod telnet;

pub mod focal;

pub mod checkers;

pub mod station;

pub mod session;

pub mod panel;

pub mod focal_machine;

pub mod listing;

pub mod debugger;

pub mod profile;

pub mod dap;

pub mod monitor;

pub mod diagnostics;

#[cfg(feature = "compare")]
pub mod lockstep;

#[cfg(feature = "compare")]
pub mod compare;

pub mod roms;

#[cfg(feature = "exhibits")]
pub mod exhibits;

/// The example of the README, run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;

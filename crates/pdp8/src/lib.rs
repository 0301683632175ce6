//! A PDP-8 of 1966 to 1970: the machine, exact to the memory cycle, with its ASR-33, paper tape, discs and DECtapes,
//! serial lines, clocks and displays, and an assembler for PAL.
//!
//! ```
//! use pdp8::machine::Config;
//! use pdp8::pal::{Options, Source, assemble};
//! use pdp8::performer::Performer;
//! use pdp8::station::Station;
//! use pdp8::teletype::Speed;
//!
//! let source = Source::new("letter.pal", "*200\nGO, CLA\n TAD LETTER\n TLS\n TSF\n JMP .-1\n HLT\nLETTER, \"A\n$\n");
//! let program = assemble(&[source], &Options::default());
//! let mut station = Station::new(Config::default(), Speed::Fast);
//! for &(address, word) in &program.words {
//!     station.deposit(address, word);
//! }
//! station.start(program.address("GO").unwrap());
//! Performer::run(&mut station, 100_000);
//! assert_eq!(station.take_printed(), b"A");
//! ```
//!
//! The modules, in reading order:
//!
//! - [`file_name`], [`quote`]: file names as text, and user input made safe to show in messages
//! - [`word`], [`ascii`]: the machine's 12-bit word and the Teletype's code
//! - [`performer`]: the trait of everything that takes keys and prints
//! - [`instruction`]: the instruction table
//! - [`tape`]: paper tape, BIN, RIM and text
//! - [`os8`]: files in OS/8's directories, on RK05 packs, DECtapes and floppy discs
//! - [`pal`]: the PAL assembler and disassembler
//! - [`machine`]: the processor and its core, one memory cycle at a time; the interface to devices
//! - [`teletype`]: the ASR-33 as the machine sees it
//! - [`phosphor`]: the tube of a point-plot display
//! - [`devices`]: all devices, each in its own module
//! - [`telnet`]: bytes from a network connection, converted to keys
//! - [`paper`]: the printed page and the tape, as drawings, recordings and sound
//! - [`station`]: a PDP-8 with its ASR-33 and its devices, which implements `Performer`
//! - [`session`]: all input of a station, written to a file and played again
//! - [`panel`]: lamps and switches, and a watcher that runs a machine and samples its lamps

#![deny(clippy::print_stdout, clippy::print_stderr)]
#![warn(missing_debug_implementations)]

#[doc(hidden)]
pub mod file_name;

#[doc(hidden)]
pub mod quote;

pub mod word;

pub mod ascii;

pub mod performer;

pub mod instruction;

pub mod tape;

pub mod os8;

pub mod pal;

pub mod machine;

pub mod teletype;

pub mod phosphor;

pub mod devices;

#[doc(hidden)]
pub mod telnet;

pub mod paper;

pub mod station;

pub mod session;

pub mod panel;

/// The example of the README, run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;

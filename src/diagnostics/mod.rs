//! Diagnostics: PAL programs that test the machine from inside, as DEC's maintenance programs did.
//!
//! Each diagnostic is a program of `roms/diagnostics` for one group of instructions or one device. Every program is
//! assembled after `frame.pal`, the part that all diagnostics share. If a test fails, the program halts at a HLT that
//! identifies the test; after a good pass it halts at 0177. The switch register tells the program which machine it runs
//! on (see [`Diagnostic::switches`]).
//!
//! ```
//! use focal8::diagnostics::{ALL, Harness, Engine, Verdict};
//! use focal8::machine::Config;
//!
//! for engine in [Engine::Stepped, Engine::Translated] {
//!     let mut harness = Harness::new(&ALL[0], Config::default());
//!     assert_eq!(harness.run(engine), Verdict::Passed);
//! }
//! ```

mod catalog;
mod fittings;
mod harness;

pub use catalog::{ALL, Diagnostic, family};
pub use harness::{Engine, Harness, Verdict};

//! Diagnostics: PAL programs that test the machine from inside, in the manner of the maker's maintenance programs.
//!
//! Each is a program of `roms/diagnostics`, assembled behind a common frame, for one group of instructions or one
//! device. A test that fails halts at a HLT that names it; a good pass halts at 0177. The switches describe the
//! machine to the program, see [`Diagnostic::switches`].
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

//! A debug adapter: editors that speak the Debug Adapter Protocol debug FOCAL programs.
//!
//! Bytes become messages in [`Framing`]; an [`Adapter`] takes them, runs the program on the machine or on native FOCAL,
//! and gives messages back. Whoever drives it has the streams, and the files by a [`Launcher`].
//!
//! ```text
//!   client -- bytes --> Framing -- messages --> Adapter -- Debugger --> machine | native FOCAL
//!          <-- bytes --  frame  <-- messages --         <-- Inspect ---
//! ```

mod adapter;
mod arguments;
mod breakpoints;
mod framing;
mod launch;
mod message;
mod program;
mod source_map;
mod variables;

pub use adapter::Adapter;
pub use framing::{Framing, FramingError, frame};
pub use launch::{Interpreter, Launch, Launcher, Performs, SourceText};

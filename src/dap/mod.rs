//! A debug adapter, with which editors debug FOCAL programs by the Debug Adapter Protocol.
//!
//! [`Framing`] turns bytes into messages. An [`Adapter`] takes the messages, runs the program on the machine or on
//! native FOCAL, and returns messages. The caller owns the streams, and provides files with a [`Launcher`].
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

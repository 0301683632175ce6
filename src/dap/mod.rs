//! A debug adapter. Editors that speak the Debug Adapter Protocol use it to debug FOCAL programs and PAL programs.
//!
//! [`Framing`] turns bytes into messages. An [`Adapter`] takes the messages, runs the program on the machine or on
//! native FOCAL, and returns messages. The caller owns the streams, and provides files with a [`Launcher`].
//!
//! ```text
//!   client -- bytes --> Framing -- messages --> Adapter -- Program --> FocalProgram -- Debugger --> machine | native
//!          <-- bytes --  frame  <-- messages --                    \-> PalProgram  -- Watch -----> machine
//! ```

mod adapter;
mod arguments;
mod base64;
mod breakpoints;
mod focal;
mod framing;
mod hits;
mod keys;
mod launch;
mod log_message;
mod message;
mod pal;
mod program;
mod requested;
mod shown;
mod sources;

pub use adapter::Adapter;
pub use framing::{Framing, FramingError, frame};
pub use launch::{Interpreter, Launch, Launched, Launcher, Performs, SourceText};

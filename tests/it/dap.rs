//! `focal8 dap`: an editor at the other end of the pipe, which speaks the Debug Adapter Protocol with the real program.

mod client;
mod editors;
mod focal;
mod framing;
mod pal;
mod points;

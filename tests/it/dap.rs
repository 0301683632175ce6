//! Tests of `focal8 dap`: a simulated editor talks to the real program through a pipe by the Debug Adapter Protocol.

pub mod client;
mod editors;
mod focal;
mod framing;
mod pal;
mod points;

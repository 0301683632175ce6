//! The options that several commands have.

pub mod count;
pub mod display;
pub mod hardware;
pub mod interpreter;
pub mod keep;
pub mod line_trace;
pub mod media;
pub mod paper;
pub mod recorder;
pub mod registers;
pub mod session;
pub mod shard;
pub mod symbols;
pub mod variables;

//! FOCAL in machine code, `roms/focal/`, on the emulated machine.

mod breaks;
mod console;
mod float;
mod mutants;
mod package;
mod room;
pub mod tape;
mod transcripts;
mod twin;

//! FOCAL in machine code, `roms/focal/`, on the emulated machine.

mod console;
mod float;
mod package;
mod tape;
mod transcripts;

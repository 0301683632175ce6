//! FOCAL programs as text: saved, loaded, read from tapes, named, and their errors explained.

mod errors;
mod program;
mod terminal;
mod text;

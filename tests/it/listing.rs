//! FOCAL programs as text: how they are saved, loaded, read from tapes and named, and how errors are explained.

mod errors;
mod program;
mod terminal;
mod text;

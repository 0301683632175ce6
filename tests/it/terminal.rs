//! The program as a person at a terminal meets it.

mod beside;
mod debug;
mod demo;
mod exhibits;
mod leaving;
mod long_work;
mod picture;
mod prompt;
mod raw_mode;
mod speed;
mod squares;
mod unsaved;
mod walk;

/// CTRL/C and CTRL/E: to the program, and to the operator; CTRL/F: fast forward.
const CTRL_C: &str = "\x03";
const OPERATOR: &str = "\x05";
const FAST_FORWARD: &str = "\x06";

/// How everybody is told to leave.
const WAY_OUT: &str = "CTRL/E, then quit, leaves";

//! Tests of the program in a simulated terminal.

mod beside;
mod busy;
mod closed;
mod debug;
mod demo;
mod exhibits;
mod first_error;
mod kept;
mod kiosk;
mod leaving;
mod long_work;
mod picture;
mod pictures;
mod prompt;
mod raw_mode;
mod remembered;
mod sound;
mod speed;
mod squares;
mod unsaved;
mod walk;

/// CTRL/C, for the machine's program.
const CTRL_C: &str = "\x03";
/// CTRL/E, which opens the operator's prompt.
const OPERATOR: &str = "\x05";
/// CTRL/F, which turns fast forward on or off.
const FAST_FORWARD: &str = "\x06";

/// The hint that tells the user how to leave the program.
const WAY_OUT: &str = "CTRL/E, then quit, leaves";

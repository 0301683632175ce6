//! The checkers of CS 2360: the subcommand `focal8 cs2360`, and its document.

mod program;

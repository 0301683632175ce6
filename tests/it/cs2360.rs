//! The checkers of CS 2360: the subcommand `focal8 cs2360`, and the document about it, `docs/cs2360.md`.

mod program;
mod shares;

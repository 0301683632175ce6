//! Four other historic board-game programs: rooms without doors between them.
//!
//! Each room uses the standard library and its own folder, nothing of the machine and nothing of a sibling.
//!
//! - [`cpl`]: Strachey's checkers, 1966: a CPL interpreter, the program, and its native twin

pub mod cpl;

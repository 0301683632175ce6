//! Four other historic board-game programs: rooms without doors between them.
//!
//! Each room uses the standard library and its own folder, nothing of the machine and nothing of a sibling.

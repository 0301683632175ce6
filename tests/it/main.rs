//! Integration tests: a module a room.
mod engines;
mod machine;
mod rig;
mod teletype;

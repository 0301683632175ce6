//! Integration tests: a module a room.
mod machine;
mod rig;
mod teletype;

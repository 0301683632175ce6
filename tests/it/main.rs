//! Integration tests: a module a room.
mod machine;
mod rig;
mod tape;
mod teletype;

//! Integration tests: a module a room.
mod cs2360;
mod threeman;

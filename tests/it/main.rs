//! Integration tests: a module a room.
mod tape;

//! Integration tests: a module a room.
mod pal;
mod tape;

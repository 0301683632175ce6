//! Integration tests: a module a room.
mod strachey;

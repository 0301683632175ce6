//! Integration tests: a module a room.
mod al0;

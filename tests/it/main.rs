//! Integration tests: a module a room.

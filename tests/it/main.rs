//! Integration tests: a module a room.

mod checkers;
mod corpus;
mod float;
mod native_focal;

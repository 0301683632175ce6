//! Integration tests: a module a room.

mod checkers;
mod compare;
mod corpus;
mod demos;
mod float;
mod native_focal;
mod seeded;

//! Integration tests: a module a room.

mod checkers;
mod compare;
mod corpus;
mod float;
mod native_focal;
mod seeded;

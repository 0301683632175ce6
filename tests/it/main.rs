//! Integration tests: a module a room.

mod corpus;
mod float;
mod native_focal;
mod seeded;

//! Integration tests of the exhibits: a module for each. What runs the program is tested by the package focal8.

mod al0;
mod cs2360;
#[path = "../../../../tests/support/folders.rs"]
mod folders;
#[path = "../../../../tests/support/seeded.rs"]
mod seeded;
mod strachey;
mod threeman;

//! Integration tests of the exhibits, with one module for each exhibit. Tests that run the program are in the package
//! focal8.

mod al0;
mod cs2360;
#[path = "../../../../tests/support/folders.rs"]
mod folders;
#[path = "../../../../tests/support/public_names.rs"]
mod public_names;
#[path = "../../../../tests/support/seeded.rs"]
mod seeded;
mod strachey;
mod surface;
mod threeman;

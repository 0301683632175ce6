//! Integration tests of the exhibits, one module for each; the package focal8 tests what runs the program.

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

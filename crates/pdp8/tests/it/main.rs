//! Integration tests of the machine's package, one module for each part. The tests that run the program are in focal8.

mod card_reader;
mod clocks;
mod core_image;
mod devices;
mod display;
mod engines;
mod every_device;
mod example;
#[path = "../../../../tests/support/folders.rs"]
mod folders;
mod fpp8a;
mod lines;
mod machine;
mod pal;
mod rig;
#[path = "../../../../tests/support/seeded.rs"]
mod seeded;
mod session;
mod station;
mod storage;
mod surface;
mod tape;
mod teletype;
mod time_share;

//! Integration tests: a module a room.
#[cfg(feature = "cli")]
mod al0;
mod card_reader;
mod checkers;
mod clocks;
mod compare;
mod core_image;
mod corpus;
#[cfg(feature = "cli")]
mod cs2360;
#[cfg(feature = "cli")]
mod dap;
mod debugger;
mod demos;
mod devices;
mod diagnostics;
mod display;
#[cfg(feature = "cli")]
mod documents;
mod engines;
mod examples;
mod figures;
mod float;
mod focal_machine;
#[path = "../support/folders.rs"]
mod folders;
mod folders_alone;
mod layers;
mod lines;
#[cfg(feature = "cli")]
mod listing;
mod machine;
mod monitor;
mod native_focal;
#[cfg(feature = "cli")]
mod nodes;
mod operated;
mod pal;
#[cfg(feature = "cli")]
mod pictures;
mod profile;
#[cfg(feature = "cli")]
mod program;
#[cfg(feature = "cli")]
mod pty;
#[cfg(feature = "cli")]
mod recipes;
mod rig;
mod rom;
#[path = "../support/seeded.rs"]
mod seeded;
mod seeds;
mod session;
mod shelf;
mod station;
mod storage;
#[cfg(feature = "cli")]
mod strachey;
mod surface;
mod tape;
mod teletype;
#[cfg(feature = "cli")]
mod terminal;
#[cfg(feature = "cli")]
mod threeman;
mod time_share;
mod web;

//! Integration tests, with one module for each area.
#[cfg(feature = "cli")]
mod al0;
mod checkers;
#[cfg(feature = "cli")]
mod command;
mod compare;
mod corpus;
#[cfg(feature = "cli")]
mod cs2360;
#[cfg(feature = "cli")]
mod dap;
mod debugger;
mod demos;
mod diagnostics;
mod display;
#[cfg(feature = "cli")]
mod documents;
mod examples;
mod figures;
mod float;
mod focal_machine;
#[path = "../support/folders.rs"]
mod folders;
mod folders_alone;
mod layers;
#[cfg(feature = "cli")]
mod listing;
mod monitor;
mod names;
mod native_focal;
#[cfg(feature = "cli")]
mod nodes;
mod operated;
#[cfg(feature = "cli")]
mod pictures;
mod profile;
#[cfg(feature = "cli")]
mod program;
#[cfg(feature = "cli")]
mod pty;
#[cfg(feature = "cli")]
mod recipes;
mod rom;
#[cfg(feature = "cli")]
mod screen_svg;
#[path = "../support/seeded.rs"]
mod seeded;
mod seeds;
mod shelf;
mod storage;
#[cfg(feature = "cli")]
mod strachey;
mod surface;
#[cfg(feature = "cli")]
mod terminal;
#[cfg(feature = "cli")]
mod threeman;
mod web;

//! Discs and DECtapes as the operator uses them, and operating systems on these media.

mod acceptance;
mod back_in_time;
#[cfg(feature = "cli")]
mod disc_files;
#[cfg(feature = "cli")]
mod files;
#[cfg(feature = "cli")]
mod old_sessions;
#[path = "../../crates/pdp8/tests/it/storage/support.rs"]
mod support;

use support::{attach, core, counted, halted, image, machine, run, word_at};

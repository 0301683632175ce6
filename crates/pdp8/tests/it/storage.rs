//! Discs and DECtapes: programs that use them, on both engines.

mod broken_off;
mod controllers;
mod demands;
mod directories;
mod floppy;
mod rl8a;
pub mod support;
mod td8e;

use support::{attach, check_programs, core, counted, go_on, halted, image, machine, run, word, word_at};

//! FOCAL programs as text: what WRITE ALL shows made a file, and a file typed in again.
//!
//! Whoever holds the FOCAL (a machine, native FOCAL) need not know what is inside, for it is asked as a person would
//! ask: CTRL/C, `WRITE ALL`, and what is printed is taken. That is done with a copy, so that a session goes on as if
//! nothing had been; and a program that is loaded is typed to a copy too, which takes the place of the session when
//! every line has been kept. So nothing is ever half loaded.
//!
//! ```
//! use focal8::focal::Focal;
//! use focal8::listing;
//!
//! let mut focal = Focal::default();
//! focal.type_line("2.1 TYPE \"AGAIN\",!").unwrap();
//! focal.type_line("1.1 DO 2").unwrap();
//! let saved = listing::save(&focal).unwrap();
//! assert_eq!(saved.text, "01.10 DO 2\n02.10 TYPE \"AGAIN\",!\n");
//!
//! let mut other = Focal::default();
//! listing::load(&mut other, &saved.text).unwrap();
//! assert_eq!(listing::save(&other), Ok(saved));
//! ```

mod load;
mod save;
mod station;

pub use load::{LoadError, Loaded, Refusal, load};
pub use save::{Listing, SaveError, lines, save};
pub use station::{load_into, quiet_copy, save_from};

use crate::ascii::{CTRL_C, RETURN};
use crate::performer::{Performer, Status};

/// What FOCAL asks for a line with.
const PROMPT: u8 = b'*';

/// What a key may take, in memory cycles or commands: more than a minute of a PDP-8.
const KEY_BUDGET: u64 = 50_000_000;

/// Nobody who could be asked for a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no FOCAL answers here: after CTRL/C no * is printed")]
pub struct NoFocal;

/// Breaks off whatever runs; at the `*` then, or there is no FOCAL. What was printed is dropped.
fn bring_to_prompt(performer: &mut impl Performer, limit: u64) -> Result<(), NoFocal> {
    performer.press(CTRL_C);
    let status = performer.run(limit);
    let is_at_prompt = performer.take_printed().last() == Some(&PROMPT);
    if status == Status::Waiting && is_at_prompt { Ok(()) } else { Err(NoFocal) }
}

/// Types a line; what was printed for it.
fn type_line(performer: &mut impl Performer, line: &str) -> (Status, Vec<u8>) {
    performer.take_printed();
    let status = performer.type_keys(&[line.as_bytes(), &[RETURN]].concat(), KEY_BUDGET);
    (status, performer.take_printed())
}

/// Whether a line is one to be kept: it begins with its number.
pub fn is_numbered(line: &str) -> bool {
    line.trim_start_matches(' ').starts_with(|first: char| first.is_ascii_digit())
}

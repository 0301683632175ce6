//! FOCAL programs as text: saved as WRITE ALL lists them, and loaded by typing them in.
//!
//! Saving and loading work with any FOCAL, since both only type keys and read what is printed, as a person would.
//! Saving types CTRL/C and `WRITE ALL`; loading types the lines of the program. Both work on a copy of the FOCAL.
//! Saving discards the copy. Loading replaces the original with the copy when the copy has accepted every line, so a
//! program is never loaded in part.
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
#[doc(hidden)]
pub use save::lines;
pub use save::{Listing, SaveError, save};
#[doc(hidden)]
pub use station::quiet_copy;
pub use station::{load_into, save_from};

use crate::ascii::{CTRL_C, RETURN};
use crate::performer::{Performer, Status};

/// The prompt of FOCAL.
const PROMPT: u8 = b'*';

/// The maximum time that FOCAL may take for one key, in memory cycles of the machine or in commands of native FOCAL. On
/// a PDP-8 this is more than a minute.
const KEY_BUDGET: u64 = 50_000_000;

/// The error when no FOCAL is running, or when FOCAL does not print its `*` prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no FOCAL answers here: after CTRL/C no * is printed")]
pub struct NoFocal;

/// Interrupts the running program and discards its output. Returns an error if FOCAL does not print `*`.
fn bring_to_prompt(performer: &mut impl Performer, limit: u64) -> Result<(), NoFocal> {
    performer.press(CTRL_C);
    let status = performer.run(limit);
    let is_at_prompt = performer.take_printed().last() == Some(&PROMPT);
    if status == Status::Waiting && is_at_prompt { Ok(()) } else { Err(NoFocal) }
}

/// Types a line, and returns the status and the output.
fn type_line(performer: &mut impl Performer, line: &str) -> (Status, Vec<u8>) {
    performer.take_printed();
    let status = performer.type_keys(&[line.as_bytes(), &[RETURN]].concat(), KEY_BUDGET);
    (status, performer.take_printed())
}

/// Whether FOCAL would store a line, because the line begins with a number.
#[doc(hidden)]
pub fn is_numbered(line: &str) -> bool {
    line.trim_start_matches(' ').starts_with(|first: char| first.is_ascii_digit())
}

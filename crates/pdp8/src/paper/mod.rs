//! The output of a Teletype: its paper and tape as drawings, its typing as a recording for a terminal, and its sound.
//!
//! Everything here is made from plain data: a [`Page`](crate::teletype::Page), the frames of a tape, or the printed
//! characters with their times. No file is read or written, and no clock is read, so the same paper always gives the
//! same bytes.
//!
//! - [`sheet`]: the paper as SVG, including overprinted characters; a still picture, or an animation of the printing
//! - [`strip`]: a punched tape as SVG
//! - [`cast`]: a recording that plays in a terminal, asciicast 2
//! - [`sound`]: the noise of the Teletype, as WAV
//!
//! ```
//! use pdp8::paper::sheet::{self, Style};
//! use pdp8::teletype::Page;
//!
//! let mut page = Page::default();
//! page.print_all(b"*TYPE 2+2,!\r\n=    4.0000\r\n*");
//! let svg = sheet::svg(&page, &Style::default());
//! assert!(svg.contains(">*TYPE 2+2,!</text>"));
//! ```

pub mod cast;
pub mod sheet;
pub mod sound;
pub mod strip;
#[doc(hidden)]
pub mod xml;

use crate::machine::Time;
use crate::teletype::Speed;

/// A character that was sent to the Teletype, with the simulated time at which it was printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Printed {
    /// The time at which the character was printed.
    pub at: Time,
    /// The frame, all eight bits.
    pub frame: u8,
}

/// Gives each character a time, as if a real Teletype printed all characters without a pause, beginning at time 0.
pub fn typed(frames: &[u8]) -> impl Iterator<Item = Printed> {
    at_its_speed(frames.iter().map(|&frame| Printed { at: Time::ZERO, frame }))
}

/// Delays characters to the speed of a real Teletype, at most ten characters a second. Longer pauses between characters
/// stay the same.
///
/// ```
/// use pdp8::machine::Time;
/// use pdp8::paper::{Printed, at_its_speed};
/// let at = |milliseconds| Printed { at: Time::milliseconds(milliseconds), frame: b'A' };
/// assert!(at_its_speed([at(1), at(2), at(500)]).eq([at(100), at(200), at(698)]));
/// ```
pub fn at_its_speed(printed: impl IntoIterator<Item = Printed>) -> impl Iterator<Item = Printed> {
    let character = Speed::Real.character();
    let (mut before, mut now) = (Time::ZERO, Time::ZERO);
    printed.into_iter().map(move |Printed { at, frame }| {
        now = now + (at - before).max(character);
        before = at;
        Printed { at: now, frame }
    })
}

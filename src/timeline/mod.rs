//! A recorded session on one time axis: input, paper, lines of FOCAL, interrupts and device activity.
//!
//! The session is played in short slices of equal simulated time. In each slice, the engine counts how often the
//! instruction at each address is executed. If the program changes the word at an address during a slice, all
//! executions at this address count as executions of the word that is there at the end of the slice. A data break right
//! after an interrupt entry counts as another interrupt entry. Each slice also records one line of FOCAL: the line that
//! FOCAL executes at the end of the slice.

mod collector;
mod svg;

use std::collections::BTreeMap;

use crate::machine::Time;
use crate::profile::Where;
use crate::station::InputEvent;

pub use collector::Collector;
pub use svg::svg;

/// The number of slices.
pub const SLICES: usize = 1120;

/// The activity in a slice of time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Slice {
    /// The line that FOCAL executes at the end of this slice of simulated time, or the prompt if FOCAL reads a line.
    /// `None` if core does not contain our FOCAL.
    pub work: Option<Where>,
    /// The number of interrupt entries.
    pub interrupts: u64,
    /// The number of IOTs of each device, except those of the form 6xx1, which usually test a flag.
    pub iots: BTreeMap<String, u64>,
    /// The moment at which this slice of simulated time ends.
    pub end: Moment,
}

/// A moment of a session, between two instructions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moment {
    /// The number of memory cycles since power-on.
    pub cycle: u64,
    /// The simulated time since power-on.
    pub time: Time,
    /// The number of characters that the Teletype has printed since the beginning of the session.
    pub printed: usize,
}

/// A line of the paper, with the times of its first and last character.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintedLine {
    /// The time of the first character.
    pub begin: Time,
    /// The time of the last character.
    pub end: Time,
    /// The text of the line.
    pub text: String,
}

/// An input event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// The number of memory cycles before the event.
    pub cycle: u64,
    /// The simulated time of the event.
    pub time: Time,
    /// The event.
    pub event: InputEvent,
}

/// The activity of a whole session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Activity {
    /// The beginning of the session, after the input events that prepare the machine, such as the loading of a program.
    pub begin: Moment,
    /// The simulated time at the end.
    pub end: Time,
    /// The slices, in chronological order. Each slice covers an equal part of the session's simulated time.
    pub slices: Vec<Slice>,
    /// The characters that the Teletype printed, with all eight bits of each, and their times.
    pub printed: Vec<(Time, u8)>,
    /// The lines of the Teletype's paper.
    pub paper: Vec<PrintedLine>,
    /// The input events, without those that prepare the machine.
    pub input: Vec<Input>,
}

impl Activity {
    /// Returns the moment at which the slice with the index `slice` begins. If `slice` is the number of slices, returns
    /// the end of the session.
    pub fn moment(&self, slice: usize) -> Option<Moment> {
        match slice.checked_sub(1) {
            None => Some(self.begin),
            Some(before) => self.slices.get(before).map(|slice| slice.end),
        }
    }

    /// Returns the characters that the Teletype had printed up to a moment.
    pub fn printed_until(&self, moment: Moment) -> Vec<u8> {
        self.printed[..moment.printed].iter().map(|&(_, frame)| frame).collect()
    }
}

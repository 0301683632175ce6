//! Watching the machine while it runs: stop places, history, trace, and what is expected on the paper.
//!
//! With nothing to watch the machine runs at its full speed; otherwise it is stepped, an instruction at a time.

use std::collections::VecDeque;

use crate::machine::trace;
use crate::station::{Standing, Station};

use super::stops::{Stopper, Stops};

/// The most lines that a history keeps, and how many it keeps when nothing was said.
pub const HISTORY: usize = 64;
/// Lines of trace that are kept in memory before the monitor hands them out.
const MOST_LINES: usize = 1 << 22;

/// A text to wait for on the paper, and the orders that follow it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expectation {
    /// What must have been printed last.
    pub text: Vec<u8>,
    /// What to do then; nothing means to stop.
    pub orders: Vec<String>,
}

/// Everything that is watched for.
#[derive(Clone, Debug, Default)]
pub struct Watch {
    /// Where to stop.
    pub stops: Stops,
    /// What to wait for on the paper.
    pub expectations: Vec<Expectation>,
    /// Keys to type, each when the machine waits for one.
    pub keys: VecDeque<u8>,
    history: Option<History>,
    trace: Option<Trace>,
    paper: Vec<u8>,
}

//! Cycles against seconds: the machine's own speed, or flat out.
//!
//! A machine works in slices. At its own speed a slice is the cycles of [`SLICE`], and after it we sleep until that
//! much wall time has gone by too; the teletype's 10 characters a second follow from its simulated time.

use std::thread;
use std::time::{Duration, Instant};

/// How long a slice lasts at the machine's own speed: short enough that a key is answered at once.
const SLICE: Duration = Duration::from_millis(10);
/// Cycles in a slice when running flat out: a few milliseconds of a fast host.
const FLAT_OUT: u64 = 1_000_000;
/// A host that falls behind by more than this (a stopped process, a busy machine) does not try to catch up.
const PATIENCE: Duration = Duration::from_millis(250);

/// How fast simulated time runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Speed {
    /// The machine's own speed, and 10 characters a second
    Real,
    /// As fast as the host goes
    Max,
}

/// Holds a machine to its speed.
#[derive(Clone, Debug)]
pub struct Pace {
    slice: u64,
    period: Option<Duration>,
    due: Instant,
}

impl Pace {
    /// `cycles_per_second` in simulated time.
    pub fn new(speed: Speed, cycles_per_second: f64) -> Self {
        match speed {
            Speed::Real => {
                let slice = (cycles_per_second * SLICE.as_secs_f64()) as u64;
                Pace { slice, period: Some(SLICE), due: Instant::now() }
            }
            Speed::Max => Pace { slice: FLAT_OUT, period: None, due: Instant::now() },
        }
    }

    /// Whether simulated time keeps to wall time.
    pub fn is_real(&self) -> bool {
        self.period.is_some()
    }

    /// The cycles of one slice.
    pub fn slice(&self) -> u64 {
        self.slice
    }

    /// After a slice: sleeps until as much wall time has passed.
    pub fn wait(&mut self) {
        let Some(period) = self.period else { return };
        self.due += period;
        let now = Instant::now();
        if self.due > now {
            thread::sleep(self.due - now);
        } else if now - self.due > PATIENCE {
            self.due = now;
        }
    }

    /// After a time in which the machine only waited, nothing has to be caught up.
    pub fn rest(&mut self) {
        self.due = Instant::now();
    }
}

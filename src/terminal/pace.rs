//! Simulated time against wall time: the machine's own speed, or flat out.
//!
//! A machine works in slices of so many cycles. At its own speed we sleep after each until as much wall time has gone
//! by as simulated time, whatever the cycles took; the teletype's 10 characters a second follow. A native performer has
//! no simulated time: its slice counts as [`SLICE`].

use std::thread;
use std::time::{Duration, Instant};

use focal8::machine::Time;

/// About how long a slice lasts at the machine's own speed: short enough that a key is answered at once.
const SLICE: Duration = Duration::from_millis(10);
/// Cycles in a slice when running flat out: a few milliseconds of a fast host.
const FLAT_OUT: u64 = 1_000_000;
/// A host that falls behind by more than this (a stopped process, a busy machine) does not try to catch up.
pub const TIMEOUT: Duration = Duration::from_millis(250);

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
    speed: Speed,
    slice: u64,
    /// The simulated time up to which we have waited,
    paid: Option<Time>,
    /// and the wall time that belongs to it.
    due: Instant,
}

impl Pace {
    /// For a performer of so many cycles or operations a second, whose simulated time is `time`.
    pub fn new(speed: Speed, cycles_per_second: f64, time: Option<Time>) -> Self {
        let slice = match speed {
            Speed::Real => (cycles_per_second * SLICE.as_secs_f64()) as u64,
            Speed::Max => FLAT_OUT,
        };
        Pace { speed, slice, paid: time, due: Instant::now() }
    }

    /// Whether simulated time keeps to wall time.
    pub fn is_real(&self) -> bool {
        self.speed == Speed::Real
    }

    /// The cycles of one slice.
    pub fn slice(&self) -> u64 {
        self.slice
    }

    /// After a slice that ended at `time`: sleeps until as much wall time has passed.
    pub fn wait(&mut self, time: Option<Time>) {
        if self.is_real() {
            thread::sleep(self.early(time, Instant::now()));
        }
    }

    /// After a time in which the machine only waited, nothing has to be caught up.
    pub fn rest(&mut self, time: Option<Time>) {
        self.paid = time;
        self.due = Instant::now();
    }

    /// By how much a slice that ended at `time` has come before its wall time.
    fn early(&mut self, time: Option<Time>, now: Instant) -> Duration {
        self.due += match (self.paid, time) {
            (Some(paid), Some(time)) => Duration::from_nanos((time - paid).as_nanoseconds()),
            _ => SLICE,
        };
        self.paid = time;
        if now.saturating_duration_since(self.due) > TIMEOUT {
            self.due = now;
        }
        self.due.saturating_duration_since(now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn milliseconds(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    #[test]
    fn a_slice_lasts_as_long_as_its_simulated_time() {
        let mut pace = Pace::new(Speed::Real, 1e6, Some(Time::milliseconds(100)));
        let begin = pace.due;
        assert_eq!(pace.early(Some(Time::milliseconds(119)), begin), milliseconds(19));
        assert_eq!(pace.early(Some(Time::milliseconds(124)), begin + milliseconds(20)), milliseconds(4));
        // Late by a little: the next slice makes up for it.
        assert_eq!(pace.early(Some(Time::milliseconds(134)), begin + milliseconds(50)), milliseconds(0));
        assert_eq!(pace.early(Some(Time::milliseconds(160)), begin + milliseconds(50)), milliseconds(10));
    }

    #[test]
    fn who_has_no_time_works_in_equal_slices() {
        let mut pace = Pace::new(Speed::Real, 1e6, None);
        let begin = pace.due;
        assert_eq!(pace.early(None, begin), SLICE);
        assert_eq!(pace.early(None, begin), SLICE * 2);
    }

    #[test]
    fn a_host_that_was_stopped_does_not_catch_up() {
        let mut pace = Pace::new(Speed::Real, 1e6, Some(Time::ZERO));
        let later = pace.due + milliseconds(5_000);
        assert_eq!(pace.early(Some(Time::milliseconds(10)), later), milliseconds(0));
        assert_eq!(pace.early(Some(Time::milliseconds(20)), later), milliseconds(10));
    }
}

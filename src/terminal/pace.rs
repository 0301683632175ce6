//! The pace of simulated time relative to wall time: the real machine's speed, a multiple of that speed, or the host's
//! speed.
//!
//! A machine runs in slices of cycles. At a limited speed the program sleeps after each slice until enough wall time
//! has passed for the slice's simulated time. So the Teletype prints 10 characters a second at the machine's own speed.
//! A native implementation has no simulated time: each of its slices counts as [`SLICE`] of wall time.
//!
//! Fast forward lifts the limit until the machine next waits for a key.

use std::thread;
use std::time::{Duration, Instant};

use focal8::machine::Time;
use focal8::monitor::Speed;

/// A session runs the machine in short parts, called slices. This is the approximate wall time of a slice at a limited
/// speed. A slice is so short that a person does not notice the delay between a key and its effect.
const SLICE: Duration = Duration::from_millis(10);
/// The number of memory cycles in a slice, a short part of a run, if the speed is not limited. A fast host executes a
/// slice in a few milliseconds.
const FLAT_OUT: u64 = 1_000_000;
/// The maximum delay after which the machine runs faster to make up for the lost time. After a longer delay, for
/// example because the host is busy or has stopped the process, the lost time is ignored.
pub const TIMEOUT: Duration = Duration::from_millis(250);
/// The maximum duration of a sleep, so that keys are answered in time even at very low speeds.
const MAX_SLEEP: Duration = Duration::from_millis(100);

/// The pace of a session: the speed limit, and the times from which the next pause is computed.
#[derive(Clone, Debug)]
pub struct Pace {
    speed: Speed,
    fast_forward: bool,
    cycles_per_second: f64,
    /// The simulated time at the end of the last part of the run (a slice).
    paid: Option<Time>,
    /// The wall time at which the last part of the run (a slice) should have ended.
    due: Instant,
}

impl Pace {
    /// Returns the pace of a session. `cycles_per_second` is the number of memory cycles or operations per second at
    /// the normal speed. `time` is the current simulated time.
    pub fn new(speed: Speed, cycles_per_second: f64, time: Option<Time>) -> Self {
        Pace { speed, fast_forward: false, cycles_per_second, paid: time, due: Instant::now() }
    }

    /// Returns the speed limit as a multiple of the real machine's speed, or `None` if the speed is not limited.
    pub fn held_to(&self) -> Option<f64> {
        Some(self.speed.factor()).filter(|factor| factor.is_finite() && !self.fast_forward)
    }

    /// Changes the speed. `time` is the current simulated time.
    pub fn set_speed(&mut self, speed: Speed, time: Option<Time>) {
        self.speed = speed;
        self.rest(time);
    }

    /// Whether fast forward is on. Fast forward disables the speed limit.
    pub fn is_fast_forward(&self) -> bool {
        self.fast_forward
    }

    /// Turns fast forward on or off. `time` is the current simulated time.
    pub fn set_fast_forward(&mut self, fast_forward: bool, time: Option<Time>) {
        self.fast_forward = fast_forward;
        self.rest(time);
    }

    /// Returns the number of memory cycles or operations to run before the next call of [`Pace::wait`].
    pub fn slice(&self) -> u64 {
        let held = |factor| (self.cycles_per_second * factor * SLICE.as_secs_f64()) as u64;
        self.held_to().map_or(FLAT_OUT, held).clamp(1, FLAT_OUT)
    }

    /// Sleeps after a part of a run, until enough wall time has passed for this part at the limited speed. If the speed
    /// is not limited, does not sleep. `time` is the simulated time at the end of this part.
    pub fn wait(&mut self, time: Option<Time>) {
        if let Some(factor) = self.held_to() {
            thread::sleep(self.early(time, factor, Instant::now()).min(MAX_SLEEP));
        }
    }

    /// Makes the present moment the start from which later pauses are computed. If this is called after a wait for a
    /// key, the machine does not run faster to make up for the time of the wait. `time` is the current simulated time.
    pub fn rest(&mut self, time: Option<Time>) {
        self.paid = time;
        self.due = Instant::now();
    }

    /// Returns the wall time to sleep after a part of a run, so that the run has `factor` times the speed of the real
    /// machine. `time` is the simulated time at the end of this part of the run, and `now` is the current wall time.
    fn early(&mut self, time: Option<Time>, factor: f64, now: Instant) -> Duration {
        self.due += match (self.paid, time) {
            (Some(paid), Some(time)) => Duration::from_nanos((time - paid).as_nanoseconds()).div_f64(factor),
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
        assert_eq!(pace.early(Some(Time::milliseconds(119)), 1.0, begin), milliseconds(19));
        assert_eq!(pace.early(Some(Time::milliseconds(124)), 1.0, begin + milliseconds(20)), milliseconds(4));
        // The slice ends a little late, and the next slice makes up the delay.
        assert_eq!(pace.early(Some(Time::milliseconds(134)), 1.0, begin + milliseconds(50)), milliseconds(0));
        assert_eq!(pace.early(Some(Time::milliseconds(160)), 1.0, begin + milliseconds(50)), milliseconds(10));
    }

    #[test]
    fn who_has_no_time_works_in_equal_slices() {
        let mut pace = Pace::new(Speed::Real, 1e6, None);
        let begin = pace.due;
        assert_eq!(pace.early(None, 1.0, begin), SLICE);
        assert_eq!(pace.early(None, 1.0, begin), SLICE * 2);
    }

    #[test]
    fn a_host_that_was_stopped_does_not_catch_up() {
        let mut pace = Pace::new(Speed::Real, 1e6, Some(Time::ZERO));
        let later = pace.due + milliseconds(5_000);
        assert_eq!(pace.early(Some(Time::milliseconds(10)), 1.0, later), milliseconds(0));
        assert_eq!(pace.early(Some(Time::milliseconds(20)), 1.0, later), milliseconds(10));
    }

    #[test]
    fn at_ten_times_its_speed_a_slice_has_ten_times_the_cycles_and_a_tenth_of_the_time() {
        let mut pace = Pace::new(Speed::Times(10.0), 1e6, Some(Time::ZERO));
        assert_eq!(pace.slice(), 100_000);
        let begin = pace.due;
        assert_eq!(pace.early(Some(Time::milliseconds(100)), 10.0, begin), milliseconds(10));
    }

    #[test]
    fn fast_forward_lets_go_of_it() {
        let mut pace = Pace::new(Speed::Real, 1e6, None);
        assert_eq!((pace.held_to(), pace.slice()), (Some(1.0), 10_000));
        pace.set_fast_forward(true, None);
        assert_eq!((pace.held_to(), pace.slice()), (None, FLAT_OUT));
        pace.set_fast_forward(false, None);
        assert_eq!(pace.held_to(), Some(1.0));
        assert_eq!(Pace::new(Speed::Max, 1e6, None).held_to(), None);
    }
}

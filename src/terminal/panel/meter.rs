//! A meter of the machine's real speed: simulated time against wall time.

use std::time::{Duration, Instant};

use focal8::machine::Time;

/// The wall time over which the speed is measured.
const SPEED_MEASURING_TIME: Duration = Duration::from_millis(500);

/// A meter of the speed: simulated time per wall time.
#[derive(Clone, Copy, Debug, Default)]
pub struct Meter {
    begun: Option<(Time, Instant)>,
    reached: Option<f64>,
}

impl Meter {
    /// Returns the measured speed as a multiple of the real machine's speed. Returns `None` until a speed has been
    /// measured.
    pub fn reached(&mut self, time: Time, now: Instant) -> Option<f64> {
        let (from, since) = *self.begun.get_or_insert((time, now));
        let wall = now.saturating_duration_since(since);
        if wall >= SPEED_MEASURING_TIME {
            self.reached = Some((time - from).as_nanoseconds() as f64 / 1e9 / wall.as_secs_f64());
            self.begun = Some((time, now));
        }
        self.reached
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_speed_that_is_reached_is_measured() {
        let (mut meter, begin) = (Meter::default(), Instant::now());
        assert_eq!(meter.reached(Time::milliseconds(100), begin), None);
        assert_eq!(meter.reached(Time::milliseconds(900), begin + SPEED_MEASURING_TIME / 2), None);
        assert_eq!(meter.reached(Time::milliseconds(2_100), begin + SPEED_MEASURING_TIME), Some(4.0));
    }
}

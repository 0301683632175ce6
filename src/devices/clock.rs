//! The line-frequency clock (DK8-EA, and likewise on the older machines): device code 13, a tick each half wave of the
//! mains, so 120 a second where they have 60 Hz and 100 where they have 50. Clocks that tick once a cycle, as some
//! programs and other emulators have them, are there by choice.
//!
//! ```text
//! 6131 CLEI  clock interrupt on      6132 CLDI  clock interrupt off      6133 CLSK  skip on clock flag, flag = 0
//! ```
//!
//! The clock ticks on whether anyone looks or not, so a machine whose program uses it is never idle for longer than a
//! tick. A clock that no program has touched keeps its ticks to itself and schedules no events: whether the flag
//! is up is worked out at the first IOT.

use serde::{Deserialize, Serialize};

use crate::machine::device::{Moment, Row, from_record, impossible, to_record};
use crate::machine::{DataBreak, Device, Iot, Lines, Time};

/// A clock that ticks in step with the mains from power-on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineClock(State);

/// What a core image says of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct State {
    period: Time,
    interrupt_enable: bool,
    flag: bool,
    // A program has given it an IOT since the last INITIALIZE.
    in_use: bool,
    next_tick: Time,
}

/// Ticks a second: each half wave of mains of 50 and 60 Hz, and each whole one.
const RATES: [u64; 4] = [50, 60, 100, 120];

impl Default for LineClock {
    /// On mains of 60 Hz: 120 ticks a second.
    fn default() -> Self {
        LineClock::new(120)
    }
}

impl LineClock {
    /// A clock of so many ticks a second: 50, 60, 100 or 120.
    pub const fn new(rate: u64) -> Self {
        let period = period(rate);
        LineClock(State { period, interrupt_enable: false, flag: false, in_use: false, next_tick: period })
    }

    /// The clock flag as last brought up to date.
    pub const fn flag(&self) -> bool {
        self.0.flag
    }

    /// Ticks as often as is due.
    fn tick(&mut self, now: Time) {
        let clock = &mut self.0;
        if clock.next_tick > now {
            return;
        }
        clock.flag = true;
        let period = clock.period.as_nanoseconds();
        let ticks = now.as_nanoseconds() / period + 1;
        clock.next_tick = Time::nanoseconds(ticks * period);
    }
}

const fn period(rate: u64) -> Time {
    Time::nanoseconds(1_000_000_000 / if rate == 0 { 1 } else { rate })
}

impl Device for LineClock {
    fn name(&self) -> &str {
        "clock"
    }

    fn codes(&self) -> &[u8] {
        &[0o13]
    }

    fn iot(&mut self, iot: Iot, lines: &mut Lines) {
        self.tick(iot.now);
        let clock = &mut self.0;
        clock.in_use = true;
        match iot.pulses {
            1 => clock.interrupt_enable = true,
            2 => clock.interrupt_enable = false,
            3 => {
                lines.skip_if(clock.flag);
                clock.flag = false;
            }
            _ => {}
        }
    }

    fn interrupt_request(&self) -> bool {
        self.0.flag && self.0.interrupt_enable
    }

    /// The next tick, when it would make a difference.
    fn next_event(&self) -> Time {
        if self.0.in_use && !self.0.flag { self.0.next_tick } else { Time::NEVER }
    }

    fn advance(&mut self, now: Time, _: &mut DataBreak<'_>) {
        self.tick(now);
    }

    /// Flag down, interrupt off; the mains go on.
    fn clear(&mut self, now: Time) {
        self.tick(now);
        let clock = &mut self.0;
        (clock.flag, clock.in_use, clock.interrupt_enable) = (false, false, false);
    }

    fn show(&self) -> Vec<Row> {
        let rate = 1_000_000_000 / self.0.period.as_nanoseconds();
        vec![Row::new("clock", self.codes(), format!("{rate} ticks a second"))]
    }

    fn settings(&self) -> &'static str {
        "50|60|100|120"
    }

    fn set(&mut self, value: &str) -> bool {
        let rate = RATES.into_iter().find(|rate| value == rate.to_string());
        if let Some(rate) = rate {
            let clock = &mut self.0;
            let ticked = clock.next_tick - clock.period;
            clock.period = period(rate);
            let ticks = ticked.as_nanoseconds() / clock.period.as_nanoseconds() + 1;
            clock.next_tick = Time::nanoseconds(ticks * clock.period.as_nanoseconds());
        }
        rate.is_some()
    }

    fn record(&self) -> String {
        to_record(&self.0)
    }

    fn restore(&mut self, record: &str, at: Moment) -> Result<(), String> {
        let state: State = from_record(record)?;
        let (period, next) = (state.period.as_nanoseconds(), state.next_tick.as_nanoseconds());
        let possible = RATES.into_iter().any(|rate| LineClock::new(rate).0.period == state.period)
            && next > 0
            && next.is_multiple_of(period)
            && state.next_tick <= at.now + state.period;
        if !possible {
            return Err(impossible());
        }
        self.0 = state;
        Ok(())
    }
}

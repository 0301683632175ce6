//! The line-frequency clock (DK8-EA, and the corresponding clocks of older machines): device code 13. It ticks on each
//! half wave of the mains: 120 times a second on mains of 60 Hz, and 100 times on mains of 50 Hz. A setting makes the
//! clock tick only once in each cycle of the mains, as some programs and other emulators expect. Other settings make
//! the clock tick at a rate of the crystal clock, DK8-EC.
//!
//! ```text
//! 6131 CLEI  clock interrupt on      6132 CLDI  clock interrupt off      6133 CLSK  skip on clock flag, flag = 0
//! 6135 CLLE  interrupt from AC 11    6136 CLCL  flag = 0                 6137 CLSK  skip on clock flag
//! ```
//!
//! The setting `dkc8-aa` makes the clock a DKC8-AA of the 8/A, which has all the IOTs above; without this setting, the
//! clock has only those in the first row.
//!
//! The clock ticks whether a program reads it or not. While a program uses the clock and the flag is down, the next
//! tick is an event, so an event is never more than a tick away. At other times the clock schedules no events: the next
//! IOT computes whether the flag is up.

use serde::{Deserialize, Serialize};

use crate::machine::device::{RestoreContext, RestoreError, Row, from_record, to_record};
use crate::machine::{DataBreak, Device, Iot, IotReply, Time};

/// A clock that ticks at a fixed rate: by default, on each half wave of 60 Hz mains.
#[doc(hidden)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineClock(State);

/// The state of the clock in a core image.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct State {
    period: Time,
    /// Whether the clock also has the IOTs of the DKC8-AA.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    dkc8_aa: bool,
    interrupt_enable: bool,
    flag: bool,
    // Whether a program has executed an IOT of the clock since the last INITIALIZE.
    in_use: bool,
    next_tick: Time,
}

/// The possible rates in ticks a second: a tick for each half wave or whole wave of 50 Hz or 60 Hz mains, or a rate of
/// the crystal clock.
const RATES: [u64; 7] = [1, 50, 60, 100, 120, 500, 5_000];

/// The settings of every clock: a rate in ticks a second, or the name of the clock that replaces the present clock.
pub(super) const SETTINGS: &str = "1|50|60|100|120|500|5000|dk8-e|dkc8-aa|kw8-i|dk8-ep";

/// Returns the time between two ticks. The text `rate` is the number of ticks a second, such as `120`. Returns `None`
/// if no clock has this rate.
pub(super) fn period_named(rate: &str) -> Option<Time> {
    RATES.into_iter().find(|known| rate == known.to_string()).map(period)
}

/// Whether a clock can have this period.
pub(super) fn is_period(time: Time) -> bool {
    RATES.into_iter().any(|rate| period(rate) == time)
}

/// Returns the number of ticks that a clock with this period makes from power-on to `now`.
pub(super) const fn ticks(now: Time, period: Time) -> u64 {
    now.as_nanoseconds() / period.as_nanoseconds()
}

/// Returns the time of the tick with this number, for a clock with this period.
pub(super) const fn tick_time(number: u64, period: Time) -> Time {
    Time::nanoseconds(number.saturating_mul(period.as_nanoseconds()))
}

impl Default for LineClock {
    /// Makes a clock on mains of 60 Hz: 120 ticks a second.
    fn default() -> Self {
        LineClock::new(120)
    }
}

impl LineClock {
    /// Makes a clock that ticks `rate` times a second: 1, 50, 60, 100, 120, 500 or 5000.
    pub const fn new(rate: u64) -> Self {
        let period = period(rate);
        LineClock(State {
            period,
            dkc8_aa: false,
            interrupt_enable: false,
            flag: false,
            in_use: false,
            next_tick: period,
        })
    }

    /// Whether the clock flag was up after the last IOT or event of the clock.
    #[doc(hidden)]
    pub const fn flag(&self) -> bool {
        self.0.flag
    }

    /// Carries out the ticks that are due.
    fn tick(&mut self, now: Time) {
        let clock = &mut self.0;
        if clock.next_tick > now {
            return;
        }
        clock.flag = true;
        clock.next_tick = tick_time(ticks(now, clock.period) + 1, clock.period);
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

    fn iot(&mut self, iot: Iot, reply: &mut IotReply) {
        self.tick(iot.now);
        let clock = &mut self.0;
        clock.in_use = true;
        match iot.pulses {
            1 => clock.interrupt_enable = true,
            2 => clock.interrupt_enable = false,
            3 => {
                reply.skip_if(clock.flag);
                clock.flag = false;
            }
            5 if clock.dkc8_aa => clock.interrupt_enable = reply.ac.bit(11),
            6 if clock.dkc8_aa => clock.flag = false,
            7 if clock.dkc8_aa => reply.skip_if(clock.flag),
            _ => {}
        }
    }

    fn is_ticking(&self) -> bool {
        true
    }

    fn interrupt_request(&self) -> bool {
        self.0.flag && self.0.interrupt_enable
    }

    /// Returns the time of the next tick. Returns [`Time::NEVER`] if no program uses the clock or if the flag is up,
    /// because then a tick changes nothing.
    fn next_event(&self) -> Time {
        if self.0.in_use && !self.0.flag { self.0.next_tick } else { Time::NEVER }
    }

    fn advance(&mut self, now: Time, _: &mut DataBreak<'_>) {
        self.tick(now);
    }

    /// Clears the flag and turns the interrupt off; the clock keeps ticking.
    fn clear(&mut self, now: Time) {
        self.tick(now);
        let clock = &mut self.0;
        (clock.flag, clock.in_use, clock.interrupt_enable) = (false, false, false);
    }

    fn show(&self) -> Vec<Row> {
        let rate = 1_000_000_000 / self.0.period.as_nanoseconds();
        let plural = if rate == 1 { "" } else { "s" };
        let kind = if self.0.dkc8_aa { ", DKC8-AA" } else { "" };
        vec![Row::new("clock", self.codes(), format!("{rate} tick{plural} a second{kind}"))]
    }

    fn settings(&self) -> &'static str {
        SETTINGS
    }

    fn set(&mut self, value: &str) -> bool {
        let clock = &mut self.0;
        match (value, period_named(value)) {
            (_, Some(period)) => {
                let ticked = clock.next_tick - clock.period;
                clock.period = period;
                clock.next_tick = tick_time(ticks(ticked, period) + 1, period);
            }
            ("dk8-e", None) => clock.dkc8_aa = false,
            ("dkc8-aa", None) => {
                clock.dkc8_aa = true;
                return self.set("100");
            }
            _ => return false,
        }
        true
    }

    fn record(&self) -> String {
        to_record(&self.0)
    }

    fn restore(&mut self, record: &str, at: RestoreContext) -> Result<(), RestoreError> {
        let state: State = from_record(record)?;
        let (period, next) = (state.period.as_nanoseconds(), state.next_tick.as_nanoseconds());
        let possible = is_period(state.period)
            && next > 0
            && next.is_multiple_of(period)
            && state.next_tick <= at.now + state.period;
        if !possible {
            return Err(RestoreError::InvalidState);
        }
        self.0 = state;
        Ok(())
    }
}

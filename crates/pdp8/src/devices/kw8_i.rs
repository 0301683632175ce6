//! The real-time clock of the 8/I (KW8-I): device code 13, an alternative to the line clock.
//!
//! ```text
//! 6132 CCFF  clock off, interrupt off, flag = 0     6136 CCEC  all = 0, clock on
//! 6133 CSCF  skip on clock flag, flag = 0           6137 CECI  all = 0, clock and interrupt on
//! 6134 CRCA  AC = count of ticks since clock on
//! ```
//!
//! The clock is off after START. A program for the line clock of the 8/E gets no tick, because such a program turns the
//! clock on with IOT 6131, which this clock does not have.

use serde::{Deserialize, Serialize};

use super::clock::{SETTINGS, is_period, period_named, tick_time, ticks};
use crate::machine::device::{RestoreContext, RestoreError, Row, from_record, to_record};
use crate::machine::{DataBreak, Device, Iot, IotReply, Time};

/// The clock and the counter of its ticks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kw8I(State);

/// The state of the clock in a core image.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct State {
    kw8_i: Time,
    on: bool,
    interrupt_enable: bool,
    flag: bool,
    /// The number of ticks since the clock was turned on, modulo 4096.
    count: u16,
    /// The number of the last tick that was counted. Ticks are numbered from power-on.
    seen: u64,
}

impl Default for Kw8I {
    /// Makes a clock on mains of 60 Hz: 120 ticks a second.
    fn default() -> Self {
        let period = period_named("120").expect("a rate of the list");
        Kw8I(State { kw8_i: period, on: false, interrupt_enable: false, flag: false, count: 0, seen: 0 })
    }
}

impl Kw8I {
    /// Counts the ticks since the last call.
    fn tick(&mut self, now: Time) {
        let clock = &mut self.0;
        let number = ticks(now, clock.kw8_i);
        let passed = number.saturating_sub(clock.seen);
        clock.seen = number;
        if clock.on && passed > 0 {
            clock.flag = true;
            clock.count = ((u64::from(clock.count) + passed) & 0o7777) as u16;
        }
    }

    fn turn_on(&mut self, interrupt_enable: bool) {
        (self.0.on, self.0.interrupt_enable, self.0.flag, self.0.count) = (true, interrupt_enable, false, 0);
    }

    fn turn_off(&mut self) {
        (self.0.on, self.0.interrupt_enable, self.0.flag) = (false, false, false);
    }
}

impl Device for Kw8I {
    fn name(&self) -> &str {
        "clock"
    }

    fn codes(&self) -> &[u8] {
        &[0o13]
    }

    fn iot(&mut self, iot: Iot, reply: &mut IotReply) {
        self.tick(iot.now);
        match iot.pulses {
            2 => self.turn_off(),
            3 => {
                reply.skip_if(self.0.flag);
                self.0.flag = false;
            }
            4 => {
                reply.clear_ac();
                reply.or_into_ac(self.0.count);
            }
            6 => self.turn_on(false),
            7 => self.turn_on(true),
            _ => {}
        }
    }

    fn interrupt_request(&self) -> bool {
        self.0.flag && self.0.interrupt_enable
    }

    /// Returns the time of the next tick. A tick is counted even when the flag is up.
    fn next_event(&self) -> Time {
        if self.0.on { tick_time(self.0.seen + 1, self.0.kw8_i) } else { Time::NEVER }
    }

    fn is_ticking(&self) -> bool {
        true
    }

    fn advance(&mut self, now: Time, _: &mut DataBreak<'_>) {
        self.tick(now);
    }

    fn clear(&mut self, now: Time) {
        self.tick(now);
        self.turn_off();
        self.0.count = 0;
    }

    fn show(&self) -> Vec<Row> {
        let rate = 1_000_000_000 / self.0.kw8_i.as_nanoseconds();
        let on = if self.0.on { "on" } else { "off" };
        vec![Row::new("clock", self.codes(), format!("KW8-I, {rate} a second, {on}"))]
    }

    fn settings(&self) -> &'static str {
        SETTINGS
    }

    fn set(&mut self, value: &str) -> bool {
        let period = period_named(value);
        if let Some(period) = period {
            let last = tick_time(self.0.seen, self.0.kw8_i);
            self.0.kw8_i = period;
            self.0.seen = ticks(last, period);
        }
        period.is_some() || value == "kw8-i"
    }

    fn record(&self) -> String {
        to_record(&self.0)
    }

    fn restore(&mut self, record: &str, at: RestoreContext) -> Result<(), RestoreError> {
        let state: State = from_record(record)?;
        let is_in_step = is_period(state.kw8_i) && state.seen <= ticks(at.now, state.kw8_i);
        if !is_in_step || state.count > 0o7777 || !state.on && (state.flag || state.interrupt_enable) {
            return Err(RestoreError::InvalidState);
        }
        self.0 = state;
        Ok(())
    }
}

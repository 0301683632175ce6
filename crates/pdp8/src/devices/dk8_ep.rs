//! The programmable clock of the 8/E (DK8-EP): device code 13, an alternative to the line clock.
//!
//! ```text
//! 6130 CLZE  enable = 0 where AC has ones     6134 CLEN  AC = enable
//! 6131 CLSK  skip on overflow                 6135 CLSA  AC = status, status = 0
//! 6132 CLDE  enable = 1 where AC has ones     6136 CLBA  AC = buffer
//! 6133 CLAB  buffer = AC, counter = AC        6137 CLCA  AC = counter, buffer = counter
//!
//! enable  | 0         | 1 2  | 3 4 5 | 7        | 6, 8 ... 11         status  | 0        | 1 ... 11
//!         | interrupt | mode | rate  | inhibits | input channels      | overflow | input channels
//! ```
//!
//! The inhibit bit stops the counter at every rate. INITIALIZE clears everything except the counter. After an overflow,
//! the counter continues from the value of the buffer in mode 1, and from 0 in the other modes. Nothing is connected to
//! the input channels, which are meant for events in a laboratory.

use serde::{Deserialize, Serialize};

use super::clock::{SETTINGS, tick_time, ticks};
use crate::machine::device::{RestoreContext, RestoreError, Row, from_record, to_record};
use crate::machine::{DataBreak, Device, Iot, IotReply, Time};
use crate::word::Word;

/// The clock and its counter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dk8Ep(State);

/// The state of the clock in a core image.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct State {
    dk8_ep: Word,
    buffer: Word,
    counter: Word,
    overflow: bool,
    /// The number of the last counted tick. Ticks are numbered from power-on, at the present rate.
    seen: u64,
}

const INTERRUPT: u16 = 0o4000;
const INHIBIT: u16 = 0o0020;
const OVERFLOW: u16 = 0o4000;
/// One more than the largest value of the counter.
const FULL: u64 = 0o10000;
/// The minimum time from the clock's last count to its next event while an overflow waits to be read. The clock must
/// have a next event even in this state, because a program may read the counter in a loop. Without a next event, the
/// emulator would treat the loop as endless.
const LOOK: Time = Time::milliseconds(1);

impl Default for Dk8Ep {
    /// Makes a clock that is stopped.
    fn default() -> Self {
        Dk8Ep(State::default())
    }
}

impl Dk8Ep {
    /// Returns the interval between two counts at the present rate; `None` when the clock does not count.
    const fn period(&self) -> Option<Time> {
        match self.0.dk8_ep.bits() >> 6 & 7 {
            _ if self.0.dk8_ep.bits() & INHIBIT != 0 => None,
            2 => Some(Time::milliseconds(10)),
            3 => Some(Time::milliseconds(1)),
            4 => Some(Time::microseconds(100)),
            5 => Some(Time::microseconds(10)),
            6 => Some(Time::microseconds(1)),
            _ => None,
        }
    }

    /// Returns the value of the counter after an overflow.
    fn reload(&self) -> u64 {
        if self.0.dk8_ep.bits() >> 9 & 3 == 1 { self.0.buffer.bits().into() } else { 0 }
    }

    /// Counts the ticks up to `now`.
    fn count(&mut self, now: Time) {
        let Some(period) = self.period() else { return };
        let number = ticks(now, period);
        let passed = number.saturating_sub(self.0.seen);
        self.0.seen = number;
        let reached = u64::from(self.0.counter.bits()) + passed;
        let counter = if reached < FULL {
            reached
        } else {
            self.0.overflow = true;
            self.reload() + (reached - FULL) % (FULL - self.reload())
        };
        self.0.counter = Word::new(counter as u16);
    }

    /// Loads the enable register. From `now` on, counts the ticks of the new rate.
    fn enable(&mut self, bits: u16, now: Time) {
        self.0.dk8_ep = Word::new(bits);
        self.0.seen = self.period().map_or(0, |period| ticks(now, period));
    }
}

impl Device for Dk8Ep {
    fn name(&self) -> &str {
        "clock"
    }

    fn codes(&self) -> &[u8] {
        &[0o13]
    }

    fn iot(&mut self, iot: Iot, reply: &mut IotReply) {
        self.count(iot.now);
        let (ac, enabled) = (reply.ac.bits(), self.0.dk8_ep.bits());
        let read = match iot.pulses {
            0 => return self.enable(enabled & !ac, iot.now),
            1 => return reply.skip_if(self.0.overflow),
            2 => return self.enable(enabled | ac, iot.now),
            3 => {
                (self.0.buffer, self.0.counter) = (reply.ac, reply.ac);
                return;
            }
            4 => enabled,
            5 => u16::from(std::mem::take(&mut self.0.overflow)) * OVERFLOW,
            6 => self.0.buffer.bits(),
            _ => {
                self.0.buffer = self.0.counter;
                self.0.counter.bits()
            }
        };
        reply.clear_ac();
        reply.or_into_ac(read);
    }

    fn interrupt_request(&self) -> bool {
        self.0.overflow && self.0.dk8_ep.bits() & INTERRUPT != 0
    }

    /// Returns the time of the next overflow. While an earlier overflow waits to be read, the returned time is at
    /// least `LOOK` (1 ms) after the clock's last count.
    fn next_event(&self) -> Time {
        let Some(period) = self.period() else { return Time::NEVER };
        let left = FULL - u64::from(self.0.counter.bits());
        let count = if self.0.overflow { left.max(ticks(LOOK, period)) } else { left };
        tick_time(self.0.seen + count, period)
    }

    fn is_ticking(&self) -> bool {
        true
    }

    fn advance(&mut self, now: Time, _: &mut DataBreak<'_>) {
        self.count(now);
    }

    fn clear(&mut self, now: Time) {
        self.count(now);
        self.0 = State { counter: self.0.counter, ..State::default() };
    }

    fn show(&self) -> Vec<Row> {
        let State { dk8_ep, counter, .. } = self.0;
        vec![Row::new("clock", self.codes(), format!("DK8-EP, enable {dk8_ep}, counter {counter}"))]
    }

    fn settings(&self) -> &'static str {
        SETTINGS
    }

    fn set(&mut self, value: &str) -> bool {
        value == "dk8-ep"
    }

    fn record(&self) -> String {
        to_record(&self.0)
    }

    fn restore(&mut self, record: &str, at: RestoreContext) -> Result<(), RestoreError> {
        let restored = Dk8Ep(from_record(record)?);
        let latest = restored.period().map_or(0, |period| ticks(at.now, period));
        if restored.0.seen > latest {
            return Err(RestoreError::InvalidState);
        }
        *self = restored;
        Ok(())
    }
}

//! The line-frequency clock (DK8-EA, and likewise on the older machines): device code 13, a tick each cycle of the
//! mains.
//!
//! ```text
//! 6131 CLEI  clock interrupt on      6132 CLDI  clock interrupt off      6133 CLSK  skip on clock flag, flag = 0
//! ```
//!
//! The clock ticks on whether anyone looks or not, so a machine whose program uses it is never idle for longer than a
//! tick. A clock that no program has touched keeps its ticks to itself and schedules no events: whether the flag
//! is up is worked out at the first IOT.

use serde::{Deserialize, Serialize};

use crate::machine::iot::{Iot, Lines, Time};

/// A clock that ticks in step with the mains from power-on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineClock {
    period: Time,
    interrupt_enable: bool,
    flag: bool,
    // A program has given it an IOT since the last INITIALIZE.
    in_use: bool,
    next_tick: Time,
}

impl Default for LineClock {
    /// 60 Hz.
    fn default() -> Self {
        LineClock::new(60)
    }
}

impl LineClock {
    /// A clock on mains of `hertz`, 50 or 60.
    pub const fn new(hertz: u64) -> Self {
        let period = Time::nanoseconds(1_000_000_000 / if hertz == 0 { 60 } else { hertz });
        LineClock { period, interrupt_enable: false, flag: false, in_use: false, next_tick: period }
    }

    /// The clock flag as last brought up to date.
    pub const fn flag(&self) -> bool {
        self.flag
    }

    /// An IOT with device code 13.
    pub fn iot(&mut self, iot: Iot, lines: &mut Lines) {
        self.advance(iot.now);
        self.in_use = true;
        match iot.pulses {
            1 => self.interrupt_enable = true,
            2 => self.interrupt_enable = false,
            3 => {
                lines.skip_if(self.flag);
                self.flag = false;
            }
            _ => {}
        }
    }

    /// The flag requests an interrupt when that was enabled.
    pub const fn interrupt_request(&self) -> bool {
        self.flag && self.interrupt_enable
    }

    /// The next tick, when it would make a difference.
    pub const fn next_event(&self) -> Time {
        if self.in_use && !self.flag { self.next_tick } else { Time::NEVER }
    }

    /// Ticks as often as is due.
    pub fn advance(&mut self, now: Time) {
        if self.next_tick > now {
            return;
        }
        self.flag = true;
        let period = self.period.as_nanoseconds();
        let ticks = now.as_nanoseconds() / period + 1;
        self.next_tick = Time::nanoseconds(ticks * period);
    }

    /// Whether a clock can be so at `now`, and has mains that there are.
    pub(crate) fn is_possible(&self, now: Time) -> bool {
        let (period, next) = (self.period.as_nanoseconds(), self.next_tick.as_nanoseconds());
        [50, 60].into_iter().any(|hertz| LineClock::new(hertz).period == self.period)
            && next > 0
            && next.is_multiple_of(period)
            && self.next_tick <= now + self.period
    }

    /// INITIALIZE: flag down, interrupt off; the mains go on.
    pub fn clear(&mut self, now: Time) {
        self.advance(now);
        self.flag = false;
        self.in_use = false;
        self.interrupt_enable = false;
    }
}

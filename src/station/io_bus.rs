//! The I/O bus of the station: which device answers to which code.
//!
//! ```text
//! 01 high-speed reader    02 high-speed punch    03 keyboard and reader    04 printer and punch    13 clock
//! ```

use crate::devices::{HighSpeedPunch, HighSpeedReader, LineClock};
use crate::instruction::Model;
use crate::machine::{Bus, Iot, Lines, Time};
use crate::teletype::{Speed, Teletype};

/// The devices, plugged in.
#[derive(Clone, Debug)]
pub struct IoBus {
    /// The ASR-33.
    pub teletype: Teletype,
    /// The high-speed reader.
    pub fast_reader: HighSpeedReader,
    /// The high-speed punch.
    pub fast_punch: HighSpeedPunch,
    /// The line-frequency clock; it keeps still until a program uses it.
    pub clock: LineClock,
    /// How often the program has looked at the keyboard without finding a key.
    pub keyboard_polls: u64,
    /// How often something has come to its end: a character, a frame, a tick.
    pub event_count: u64,
    // What the machine asks before every instruction, worked out when it can change.
    due: Time,
    request: bool,
}

impl IoBus {
    /// Everything at rest, the Teletype this fast.
    pub fn new(speed: Speed) -> Self {
        IoBus {
            teletype: Teletype::new(speed),
            fast_reader: HighSpeedReader::default(),
            fast_punch: HighSpeedPunch::default(),
            clock: LineClock::default(),
            keyboard_polls: 0,
            event_count: 0,
            due: Time::NEVER,
            request: false,
        }
    }

    /// Whether every device stands as in `other`; counts do not matter.
    pub fn has_state_of(&self, other: &IoBus) -> bool {
        self.teletype == other.teletype
            && self.fast_reader == other.fast_reader
            && self.fast_punch == other.fast_punch
            && self.clock == other.clock
    }

    /// After a device was worked by hand, or by the machine: what is due next, and whether one asks for an interrupt.
    pub fn update_lines(&mut self) {
        self.due = (self.teletype.next_event())
            .min(self.fast_reader.next_event())
            .min(self.fast_punch.next_event())
            .min(self.clock.next_event());
        self.request = self.teletype.interrupt_request()
            || self.fast_reader.interrupt_request()
            || self.fast_punch.interrupt_request()
            || self.clock.interrupt_request();
    }
}

impl Bus for IoBus {
    fn iot(&mut self, iot: Iot, lines: &mut Lines) {
        match iot.device {
            0o01 | 0o02 => {
                // RPE and PCE of the 8/E are codes of one device that the other listens to as well.
                if iot.pulses == 0 && iot.model == Model::E {
                    self.fast_reader.enable_interrupt(iot.device == 0o01);
                    self.fast_punch.enable_interrupt(iot.device == 0o01);
                }
                if iot.device == 0o01 {
                    self.fast_reader.iot(iot, lines);
                } else {
                    self.fast_punch.iot(iot, lines);
                }
            }
            0o03 | 0o04 => {
                if iot.device == 0o03 && !self.teletype.keyboard.flag() {
                    self.keyboard_polls += 1;
                }
                self.teletype.iot(iot, lines);
            }
            0o13 => self.clock.iot(iot, lines),
            _ => return,
        }
        self.update_lines();
    }

    #[inline]
    fn interrupt_request(&self) -> bool {
        self.request
    }

    #[inline]
    fn next_event(&self) -> Time {
        self.due
    }

    fn advance(&mut self, now: Time) {
        self.event_count += 1;
        self.teletype.advance(now);
        self.fast_reader.advance(now);
        self.fast_punch.advance(now);
        self.clock.advance(now);
        self.update_lines();
    }

    fn clear(&mut self, now: Time) {
        self.teletype.clear();
        self.fast_reader.clear();
        self.fast_punch.clear();
        self.clock.clear(now);
        self.update_lines();
    }
}

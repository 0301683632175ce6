//! The high-speed paper-tape punch (PC03, PC8-E): device code 02, 50 frames a second.
//!
//! ```text
//! 6020 PCE  interrupts off, reader and punch (8/E)    6022 PCF  flag and buffer = 0
//! 6021 PSF  skip on punch flag                        6024 PPC  buffer <- buffer or AC, punch it
//! ```

use serde::{Deserialize, Serialize};

use crate::instruction::Model;
use crate::machine::iot::{Iot, Lines, Time};

/// The punch and the tape that comes out of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HighSpeedPunch {
    #[serde(with = "crate::word::octal::frames")]
    frames: Vec<u8>,
    #[serde(with = "crate::word::octal")]
    buffer: u8,
    flag: bool,
    punching: Time,
    frame_time: Time,
    interrupt_enable: bool,
}

impl Default for HighSpeedPunch {
    /// At its own speed.
    fn default() -> Self {
        HighSpeedPunch::new(HighSpeedPunch::FRAME)
    }
}

impl HighSpeedPunch {
    /// A frame at 50 a second.
    pub const FRAME: Time = Time::milliseconds(20);

    /// A punch that takes `frame_time` a frame.
    pub const fn new(frame_time: Time) -> Self {
        HighSpeedPunch {
            frames: Vec::new(),
            buffer: 0,
            flag: false,
            punching: Time::NEVER,
            frame_time,
            interrupt_enable: true,
        }
    }

    /// The tape so far.
    pub fn frames(&self) -> &[u8] {
        &self.frames
    }

    /// Tears the tape off.
    pub fn take_tape(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.frames)
    }

    /// The punch flag.
    pub const fn flag(&self) -> bool {
        self.flag
    }

    /// An IOT with device code 02.
    pub fn iot(&mut self, iot: Iot, lines: &mut Lines) {
        if iot.pulses == 0 && iot.model == Model::E {
            self.interrupt_enable = false;
        }
        // The 8/E reads a code, and has nothing for these.
        if iot.model == Model::E && matches!(iot.pulses, 3 | 5 | 7) {
            return;
        }
        if iot.iop1() {
            lines.skip_if(self.flag);
        }
        if iot.iop2() {
            self.flag = false;
            self.buffer = 0;
        }
        if iot.iop4() {
            self.buffer |= (lines.ac.bits() & 0o377) as u8;
            self.punching = iot.now + self.frame_time;
        }
    }

    /// RPE and PCE of the 8/E: both reader and punch listen to either.
    pub fn enable_interrupt(&mut self, on: bool) {
        self.interrupt_enable = on;
    }

    /// The flag requests an interrupt, unless the 8/E's PCE has forbidden it.
    pub const fn interrupt_request(&self) -> bool {
        self.flag && self.interrupt_enable
    }

    /// When the frame is punched.
    pub const fn next_event(&self) -> Time {
        self.punching
    }

    /// Punches the frame when it is due.
    pub fn advance(&mut self, now: Time) {
        if self.punching > now {
            return;
        }
        self.punching = Time::NEVER;
        self.frames.push(self.buffer);
        self.flag = true;
    }

    /// Whether a punch can be so at `now`; only where the machine `masks` interrupts can they be off.
    pub(crate) fn is_possible(&self, now: Time, masks: bool) -> bool {
        (self.punching == Time::NEVER || self.punching <= now + self.frame_time)
            && self.frame_time <= HighSpeedPunch::FRAME
            && (masks || self.interrupt_enable)
    }

    /// INITIALIZE: flag down, interrupt enabled; a frame being punched is punched.
    pub fn clear(&mut self) {
        if self.punching != Time::NEVER {
            self.advance(self.punching);
        }
        self.flag = false;
        self.buffer = 0;
        self.interrupt_enable = true;
    }
}

//! The high-speed paper-tape reader (PC02, PC8-E): device code 01, 300 frames a second.
//!
//! ```text
//! 6010 RPE  interrupts on, reader and punch (8/E)     6012 RRB  AC <- AC or buffer, flag = 0
//! 6011 RSF  skip on reader flag                       6014 RFC  flag = 0, fetch the next frame
//! ```
//!
//! At the end of the tape the flag never comes.

use serde::{Deserialize, Serialize};

use crate::instruction::Model;
use crate::machine::iot::{Iot, Lines, Time};

/// The reader and the tape in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HighSpeedReader {
    #[serde(with = "crate::word::octal::frames")]
    tape: Vec<u8>,
    position: usize,
    #[serde(with = "crate::word::octal")]
    buffer: u8,
    flag: bool,
    arriving: Time,
    frame_time: Time,
    interrupt_enable: bool,
}

impl Default for HighSpeedReader {
    /// At its own speed.
    fn default() -> Self {
        HighSpeedReader::new(HighSpeedReader::FRAME)
    }
}

impl HighSpeedReader {
    /// A frame at 300 a second.
    pub const FRAME: Time = Time::nanoseconds(3_333_333);

    /// An empty reader that takes `frame_time` a frame.
    pub const fn new(frame_time: Time) -> Self {
        HighSpeedReader {
            tape: Vec::new(),
            position: 0,
            buffer: 0,
            flag: false,
            arriving: Time::NEVER,
            frame_time,
            interrupt_enable: true,
        }
    }

    /// Puts a tape in, at its first frame.
    pub fn mount(&mut self, frames: Vec<u8>) {
        self.tape = frames;
        self.position = 0;
    }

    /// Takes the tape out.
    pub fn unmount(&mut self) -> Vec<u8> {
        self.position = 0;
        std::mem::take(&mut self.tape)
    }

    /// How many frames have gone through.
    pub const fn position(&self) -> usize {
        self.position
    }

    /// Whether all frames have gone through, or there is no tape.
    pub fn is_at_end(&self) -> bool {
        self.position >= self.tape.len()
    }

    /// The reader flag.
    pub const fn flag(&self) -> bool {
        self.flag
    }

    /// An IOT with device code 01.
    pub fn iot(&mut self, iot: Iot, lines: &mut Lines) {
        if iot.pulses == 0 && iot.model == Model::E {
            self.interrupt_enable = true;
        }
        // The 8/E reads a code, and has nothing for these.
        if iot.model == Model::E && matches!(iot.pulses, 3 | 5 | 7) {
            return;
        }
        if iot.iop1() {
            lines.skip_if(self.flag);
        }
        if iot.iop2() {
            lines.or_into_ac(u16::from(self.buffer));
            self.flag = false;
        }
        if iot.iop4() {
            self.flag = false;
            if !self.is_at_end() {
                self.arriving = iot.now + self.frame_time;
            }
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

    /// When the frame asked for is read.
    pub const fn next_event(&self) -> Time {
        self.arriving
    }

    /// Reads the frame when it is due.
    pub fn advance(&mut self, now: Time) {
        if self.arriving > now {
            return;
        }
        self.arriving = Time::NEVER;
        if let Some(&frame) = self.tape.get(self.position) {
            self.position += 1;
            self.buffer = frame;
            self.flag = true;
        }
    }

    /// Whether a reader can be so at `now`; only where the machine `masks` interrupts can they be off.
    pub(crate) fn is_possible(&self, now: Time, masks: bool) -> bool {
        (self.arriving == Time::NEVER || self.arriving <= now + self.frame_time)
            && self.frame_time <= HighSpeedReader::FRAME
            && self.position <= self.tape.len()
            && (masks || self.interrupt_enable)
    }

    /// INITIALIZE: flag down, tape stopped, interrupt enabled.
    pub fn clear(&mut self) {
        self.flag = false;
        self.arriving = Time::NEVER;
        self.interrupt_enable = true;
    }
}

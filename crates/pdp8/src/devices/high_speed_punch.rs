//! The high-speed paper-tape punch (PC03, PC8-E): device code 02, 50 frames a second.
//!
//! ```text
//! 6020 PCE  interrupts off, reader and punch (8/E)    6022 PCF  flag and buffer = 0
//! 6021 PSF  skip on punch flag                        6024 PPC  buffer <- buffer or AC, punch it
//! ```

use serde::{Deserialize, Serialize};

use crate::machine::device::{Medium, RestoreContext, RestoreError, Row, Unit, from_record, to_record};
use crate::machine::{DataBreak, Device, Iot, IotReply, Time};
use crate::word::octal;

/// The punch, and the tape that comes out of the punch.
#[doc(hidden)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HighSpeedPunch(State);

/// The state of the punch in a core image.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct State {
    #[serde(with = "octal::frames")]
    frames: Vec<u8>,
    #[serde(with = "octal")]
    buffer: u8,
    flag: bool,
    punching: Time,
    frame_time: Time,
    interrupt_enable: bool,
}

const UNITS: [Unit; 1] =
    [Unit { name: "ptp", aliases: &["fastpunch", "fast-punch", "high-speed-punch"], medium: Medium::PunchedTape }];

impl Default for HighSpeedPunch {
    /// Makes a punch at the speed of a real punch.
    fn default() -> Self {
        HighSpeedPunch::new(HighSpeedPunch::FRAME)
    }
}

impl HighSpeedPunch {
    /// The time to punch a frame, at 50 frames a second.
    pub(crate) const FRAME: Time = Time::milliseconds(20);

    /// Makes a punch that takes `frame_time` to punch a frame.
    #[doc(hidden)]
    pub const fn new(frame_time: Time) -> Self {
        HighSpeedPunch(State {
            frames: Vec::new(),
            buffer: 0,
            flag: false,
            punching: Time::NEVER,
            frame_time,
            interrupt_enable: true,
        })
    }

    /// Returns the frames punched since the tape was last torn off.
    #[doc(hidden)]
    pub fn frames(&self) -> &[u8] {
        &self.0.frames
    }

    /// Tears off the tape, and returns the frames of the tape.
    pub fn take_tape(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.0.frames)
    }

    /// Whether the punch flag is up.
    #[doc(hidden)]
    pub const fn flag(&self) -> bool {
        self.0.flag
    }

    /// Finishes the frame that is being punched.
    fn finish(&mut self) {
        let punch = &mut self.0;
        punch.punching = Time::NEVER;
        punch.frames.push(punch.buffer);
        punch.flag = true;
    }
}

impl Device for HighSpeedPunch {
    fn name(&self) -> &str {
        "fast-punch"
    }

    fn codes(&self) -> &[u8] {
        &[0o02]
    }

    fn iot(&mut self, iot: Iot, reply: &mut IotReply) {
        let punch = &mut self.0;
        if iot.model.iot_is_code() {
            match iot.pulses {
                0 => punch.interrupt_enable = false,
                // The 8/E decodes the three pulse bits as one code, and codes 3, 5 and 7 do nothing.
                3 | 5 | 7 => return,
                _ => {}
            }
        }
        if iot.iop1() {
            reply.skip_if(punch.flag);
        }
        if iot.iop2() {
            punch.flag = false;
            punch.buffer = 0;
        }
        if iot.iop4() {
            punch.buffer |= (reply.ac.bits() & 0o377) as u8;
            punch.punching = iot.now + punch.frame_time;
        }
    }

    /// Returns the device code of the reader, whose IOT RPE also enables the interrupt of the punch on the 8/E.
    fn overheard_codes(&self) -> &[u8] {
        &[0o01]
    }

    fn overhear(&mut self, iot: Iot) {
        if iot.pulses == 0 && iot.model.iot_is_code() {
            self.0.interrupt_enable = true;
        }
    }

    /// Whether the flag is up, and PCE of the 8/E has not disabled the interrupt.
    fn interrupt_request(&self) -> bool {
        self.0.flag && self.0.interrupt_enable
    }

    /// Returns the time at which the frame that is being punched is finished.
    fn next_event(&self) -> Time {
        self.0.punching
    }

    fn advance(&mut self, now: Time, _: &mut DataBreak<'_>) {
        if self.0.punching <= now {
            self.finish();
        }
    }

    /// Clears the flag and enables the interrupt. If a frame is being punched, finishes the frame.
    fn clear(&mut self, _: Time) {
        if self.0.punching != Time::NEVER {
            self.finish();
        }
        let punch = &mut self.0;
        (punch.flag, punch.buffer, punch.interrupt_enable) = (false, 0, true);
    }

    fn units(&self) -> &[Unit] {
        &UNITS
    }

    fn output(&self, _: usize) -> &[u8] {
        self.frames()
    }

    fn take_output(&mut self, _: usize) -> Vec<u8> {
        self.take_tape()
    }

    fn show(&self) -> Vec<Row> {
        vec![Row::new(UNITS[0].name, self.codes(), format!("{} frames", self.0.frames.len()))]
    }

    fn record(&self) -> String {
        to_record(&self.0)
    }

    /// Restores a saved state. Returns an error if this punch cannot be in the saved state. For example, the interrupt
    /// cannot be disabled if the model has no PCE, the IOT that disables the interrupt.
    fn restore(&mut self, record: &str, at: RestoreContext) -> Result<(), RestoreError> {
        let state: State = from_record(record)?;
        let possible = (state.punching == Time::NEVER || state.punching <= at.now + state.frame_time)
            && state.frame_time == self.0.frame_time
            && (at.model.iot_is_code() || state.interrupt_enable);
        if !possible {
            return Err(RestoreError::InvalidState);
        }
        self.0 = state;
        Ok(())
    }
}

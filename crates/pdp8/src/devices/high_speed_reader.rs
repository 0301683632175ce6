//! The high-speed paper-tape reader (PC02, PC8-E): device code 01, 300 frames a second.
//!
//! ```text
//! 6010 RPE  interrupts on, reader and punch (8/E)     6012 RRB  AC <- AC or buffer, flag = 0
//! 6011 RSF  skip on reader flag                       6014 RFC  flag = 0, fetch the next frame
//! ```
//!
//! The tape moves at full speed only while the program requests every frame in time. Without a request the tape stops
//! after 5 ms, and the first frame after a stop takes 40 ms. So a program that lets the tape stop after each frame
//! reads at most 22 frames a second. After the last frame of the tape, a request no longer sets the flag.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::machine::device::{
    Bootstrap, Medium, MediumError, RestoreContext, RestoreError, Row, Unit, from_record, some, to_record,
};
use crate::machine::{DataBreak, Device, Iot, IotReply, Time};
use crate::word::octal;

/// The reader, and the tape in the reader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HighSpeedReader(State);

/// The state of the reader in a core image.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct State {
    // Copies of the machine share the tape.
    #[serde(with = "octal::frames")]
    tape: Arc<[u8]>,
    position: usize,
    #[serde(with = "octal")]
    buffer: u8,
    flag: bool,
    arriving: Time,
    // The time at which the tape stops, if a frame has been read and no further frame has been requested.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "some")]
    stopping: Option<Time>,
    frame_time: Time,
    interrupt_enable: bool,
}

const UNITS: [Unit; 1] =
    [Unit { name: "ptr", aliases: &["fast", "fast-reader", "high-speed-reader"], medium: Medium::Tape }];

/// The RIM loader for this reader.
const RIM_LOADER: Bootstrap = Bootstrap {
    origin: 0o7756,
    start: 0o7756,
    words: &[
        0o6014, 0o6011, 0o5357, 0o6016, 0o7106, 0o7006, 0o7510, 0o5374, 0o7006, 0o6011, 0o5367, 0o6016, 0o7420, 0o3776,
        0o3376, 0o5357,
    ],
};

impl Default for HighSpeedReader {
    /// Makes a reader at the speed of a real reader.
    fn default() -> Self {
        HighSpeedReader::new(HighSpeedReader::FRAME)
    }
}

impl HighSpeedReader {
    /// The time of a frame, at 300 frames a second.
    #[doc(hidden)]
    pub const FRAME: Time = Time::nanoseconds(3_333_333);

    /// The time from the reading of a frame until the tape stops, if the program does not request the next frame.
    #[doc(hidden)]
    pub const RUNS_ON: Time = Time::milliseconds(5);
    /// The time to read the first frame after a stop. Real readers took 15 to 60 ms.
    #[doc(hidden)]
    pub const START: Time = Time::milliseconds(40);

    /// Makes an empty reader that takes `frame_time` for each frame.
    #[doc(hidden)]
    pub fn new(frame_time: Time) -> Self {
        HighSpeedReader(State {
            tape: Arc::default(),
            position: 0,
            buffer: 0,
            flag: false,
            arriving: Time::NEVER,
            stopping: None,
            frame_time,
            interrupt_enable: true,
        })
    }

    /// Puts a tape in the reader, with the first frame under the head.
    #[doc(hidden)]
    pub fn mount(&mut self, frames: Vec<u8>) {
        self.0.tape = frames.into();
        self.0.position = 0;
        self.0.stopping = None;
    }

    /// Takes the tape out, and returns the frames of the tape.
    #[doc(hidden)]
    pub fn unmount(&mut self) -> Vec<u8> {
        self.0.position = 0;
        std::mem::take(&mut self.0.tape).to_vec()
    }

    /// Returns the number of frames that have been read.
    #[doc(hidden)]
    pub const fn position(&self) -> usize {
        self.0.position
    }

    /// Returns the number of frames of the tape; 0 without a tape.
    pub(crate) fn length(&self) -> usize {
        self.0.tape.len()
    }

    /// Whether all frames have been read, or there is no tape.
    #[doc(hidden)]
    pub fn is_at_end(&self) -> bool {
        self.position() >= self.length()
    }

    /// Whether the reader flag is up.
    #[doc(hidden)]
    pub const fn flag(&self) -> bool {
        self.0.flag
    }
}

impl Device for HighSpeedReader {
    fn name(&self) -> &str {
        "fast-reader"
    }

    fn codes(&self) -> &[u8] {
        &[0o01]
    }

    fn iot(&mut self, iot: Iot, reply: &mut IotReply) {
        if iot.model.iot_is_code() {
            match iot.pulses {
                0 => self.0.interrupt_enable = true,
                // The 8/E decodes the three pulse bits as one code, and these codes do nothing.
                3 | 5 | 7 => return,
                _ => {}
            }
        }
        let at_end = self.is_at_end();
        let reader = &mut self.0;
        if iot.iop1() {
            reply.skip_if(reader.flag);
        }
        if iot.iop2() {
            reply.or_into_ac(u16::from(reader.buffer));
            reader.flag = false;
        }
        if iot.iop4() {
            reader.flag = false;
            // A frame that has been requested already keeps its time.
            if !at_end && reader.arriving == Time::NEVER {
                let is_moving = reader.stopping.take().is_some();
                reader.arriving = iot.now + if is_moving { reader.frame_time } else { HighSpeedReader::START };
            }
        }
    }

    /// Returns the device code of the punch, whose IOT PCE also disables the interrupt of the reader on the 8/E.
    fn overheard_codes(&self) -> &[u8] {
        &[0o02]
    }

    fn overhear(&mut self, iot: Iot) {
        if iot.pulses == 0 && iot.model.iot_is_code() {
            self.0.interrupt_enable = false;
        }
    }

    /// Whether the flag is set, and PCE of the 8/E has not disabled the interrupt.
    fn interrupt_request(&self) -> bool {
        self.0.flag && self.0.interrupt_enable
    }

    /// Returns the time at which the next frame is read or the tape stops.
    fn next_event(&self) -> Time {
        self.0.stopping.unwrap_or(self.0.arriving)
    }

    fn advance(&mut self, now: Time, _: &mut DataBreak<'_>) {
        let reader = &mut self.0;
        if reader.stopping.is_some_and(|due| due <= now) {
            reader.stopping = None;
        }
        if reader.arriving > now {
            return;
        }
        reader.stopping = Some(reader.arriving + HighSpeedReader::RUNS_ON).filter(|&due| due > now);
        reader.arriving = Time::NEVER;
        if let Some(&frame) = reader.tape.get(reader.position) {
            reader.position += 1;
            reader.buffer = frame;
            reader.flag = true;
        }
    }

    /// Clears the flag, stops the tape, and enables the interrupt.
    fn clear(&mut self, _: Time) {
        let reader = &mut self.0;
        (reader.flag, reader.arriving, reader.stopping) = (false, Time::NEVER, None);
        reader.interrupt_enable = true;
    }

    fn units(&self) -> &[Unit] {
        &UNITS
    }

    fn attach(&mut self, _: usize, contents: Vec<u8>, _: bool, _: Time) -> Result<(), MediumError> {
        self.mount(contents);
        Ok(())
    }

    fn detach(&mut self, _: usize, _: Time) {
        self.unmount();
    }

    fn bootstrap(&self, _: usize) -> Option<Bootstrap> {
        Some(RIM_LOADER)
    }

    fn show(&self) -> Vec<Row> {
        let state = format!("frame {} of {}", self.position(), self.length());
        vec![Row::new(UNITS[0].name, self.codes(), state)]
    }

    fn record(&self) -> String {
        to_record(&self.0)
    }

    /// Restores a saved state. Returns an error if the state is impossible. For example, the interrupt cannot be
    /// disabled on a model that lacks PCE, the IOT that disables the interrupt.
    fn restore(&mut self, record: &str, at: RestoreContext) -> Result<(), RestoreError> {
        let state: State = from_record(record)?;
        let possible = (state.arriving == Time::NEVER || state.arriving <= at.now + HighSpeedReader::START)
            && state
                .stopping
                .is_none_or(|due| state.arriving == Time::NEVER && due <= at.now + HighSpeedReader::RUNS_ON)
            && state.frame_time == self.0.frame_time
            && state.position <= state.tape.len()
            && (at.model.iot_is_code() || state.interrupt_enable);
        if !possible {
            return Err(RestoreError::InvalidState);
        }
        self.0 = state;
        Ok(())
    }
}

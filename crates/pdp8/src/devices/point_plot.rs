//! The point-plot displays: the VC8-I, its forerunner the Type 34D, and the VC8-E of the 8/E.
//!
//! ```text
//! VC8-I, low bits are pulses               VC8-E
//! 6051 DCX  X = 0                          6050 DILC  all = 0
//! 6052      X = X or AC 2-11               6051 DICD  done = 0      6055 DIXY  light the point
//! 6054 DIX  light the point                6052 DISD  skip on done  6056 DILE  enable = AC 6-11, AC = 0
//! 6061 6062 6064  the same for Y           6053 DILX  X = AC 2-11   6057 DIRE  AC = done and enable
//! 6074 ... 6077 DSB  brightness 0 ... 3    6054 DILY  Y = AC 2-11
//! ```
//!
//! The VC8-I has its origin at the lower left; the VC8-E counts from the centre in two's complement. `attach` gives a
//! display a file for its points. Each line of the file is a point: x and y from the lower left, the brightness, and
//! the time in microseconds. The light pen, the colours and the second channel are not simulated, and the beam needs no
//! time to reach a point. Each display may have a storage tube, on which points do not fade, instead of a normal
//! phosphor tube.

use serde::{Deserialize, Serialize};

use crate::machine::device::{Medium, MediumError, RestoreContext, RestoreError, Row, Unit, from_record, to_record};
use crate::machine::{DataBreak, Device, Iot, IotReply, Time};
use crate::phosphor::{Phosphor, Point, SIDE};

/// A display: a tube and its control.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointPlot {
    kind: Kind,
    beam: Beam,
    tube: Phosphor,
    has_file: bool,
    /// The lines of the output file that have not been written: a line for each point.
    text: Vec<u8>,
}

/// The kind of display.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Vc8I,
    Vc8E,
}

/// The state of the display in a core image, without the points that glow.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Beam {
    x: u16,
    y: u16,
    brightness: u8,
    done: bool,
    enable: u8,
    /// Whether the display has a storage tube.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    storage: bool,
}

const RESET: Beam = Beam { x: 0, y: 0, brightness: 3, done: false, enable: 0, storage: false };

const VC8_I: [Unit; 1] = [Unit { name: "vc8", aliases: &["vc8i", "vc8-i", "34d"], medium: Medium::Paper }];
const VC8_E: [Unit; 1] = [Unit { name: "vc8e", aliases: &["vc8-e"], medium: Medium::Paper }];

/// The bits of the AC that hold a coordinate.
const COORDINATE: u16 = SIDE - 1;
/// The coordinate of the VC8-E's centre, counted from the lower left.
const CENTRE: u16 = SIDE / 2;

/// A bit of the VC8-E's enable register. If it is set, a point that is displayed stays until the tube is erased.
const STORE: u8 = 0o20;
const ERASE: u8 = 0o10;
const INTERRUPT: u8 = 0o01;

impl PointPlot {
    /// Makes a VC8-I.
    #[doc(hidden)]
    pub fn vc8_i() -> Self {
        PointPlot { kind: Kind::Vc8I, beam: RESET, tube: Phosphor::default(), has_file: false, text: Vec::new() }
    }

    /// Makes a VC8-E.
    #[doc(hidden)]
    pub fn vc8_e() -> Self {
        PointPlot { kind: Kind::Vc8E, ..PointPlot::vc8_i() }
    }

    /// Returns the tube of the display.
    pub const fn tube(&self) -> &Phosphor {
        &self.tube
    }

    fn dark_tube(&self) -> Phosphor {
        if self.beam.storage { Phosphor::storage() } else { Phosphor::default() }
    }

    fn light(&mut self, now: Time) {
        let Beam { x, y, brightness, enable, .. } = self.beam;
        if enable & STORE != 0 {
            self.tube.store(x, y);
        }
        let point = Point { x, y, brightness, time: now };
        self.tube.light(point);
        if self.has_file {
            self.text.extend_from_slice(format!("{point}\n").as_bytes());
        }
    }

    fn vc8_i_pulses(&mut self, iot: Iot, reply: &IotReply) {
        if iot.device == 0o07 {
            if iot.iop4() {
                self.beam.brightness = iot.pulses & 3;
            }
            return;
        }
        let coordinate = if iot.device == 0o05 { &mut self.beam.x } else { &mut self.beam.y };
        if iot.iop1() {
            *coordinate = 0;
        }
        if iot.iop2() {
            *coordinate |= reply.ac.bits() & COORDINATE;
        }
        if iot.iop4() {
            self.light(iot.now);
        }
    }

    fn vc8_e_code(&mut self, iot: Iot, reply: &mut IotReply) {
        let coordinate = ((reply.ac.bits() & COORDINATE) + CENTRE) & COORDINATE;
        match iot.pulses {
            0 => (self.beam.done, self.beam.enable) = (false, 0),
            1 => self.beam.done = false,
            2 => reply.skip_if(self.beam.done),
            3 => (self.beam.x, self.beam.done) = (coordinate, true),
            4 => (self.beam.y, self.beam.done) = (coordinate, true),
            5 => self.light(iot.now),
            6 => {
                self.beam.enable = (reply.ac.bits() & 0o77) as u8;
                if self.beam.enable & ERASE != 0 {
                    self.tube.erase();
                }
                reply.clear_ac();
            }
            _ => {
                let read = u16::from(self.beam.done) << 11 | u16::from(self.beam.enable);
                reply.clear_ac();
                reply.or_into_ac(read);
            }
        }
    }
}

impl Device for PointPlot {
    fn name(&self) -> &str {
        match self.kind {
            Kind::Vc8I => "vc8-i",
            Kind::Vc8E => "vc8-e",
        }
    }

    fn codes(&self) -> &[u8] {
        match self.kind {
            Kind::Vc8I => &[0o05, 0o06, 0o07],
            Kind::Vc8E => &[0o05],
        }
    }

    fn iot(&mut self, iot: Iot, reply: &mut IotReply) {
        match self.kind {
            Kind::Vc8I => self.vc8_i_pulses(iot, reply),
            Kind::Vc8E => self.vc8_e_code(iot, reply),
        }
    }

    fn interrupt_request(&self) -> bool {
        self.beam.done && self.beam.enable & INTERRUPT != 0
    }

    /// Returns the time at which all points will have faded. Until this time, the picture changes.
    fn next_event(&self) -> Time {
        self.tube.dark_at()
    }

    fn is_ticking(&self) -> bool {
        true
    }

    fn advance(&mut self, now: Time, _: &mut DataBreak<'_>) {
        self.tube.fade(now);
    }

    /// Resets the registers of the display. Points that glow continue to fade.
    fn clear(&mut self, _: Time) {
        self.beam = Beam { storage: self.beam.storage, ..RESET };
    }

    fn units(&self) -> &[Unit] {
        match self.kind {
            Kind::Vc8I => &VC8_I,
            Kind::Vc8E => &VC8_E,
        }
    }

    fn attach(&mut self, _: usize, _: Vec<u8>, _: bool, _: Time) -> Result<(), MediumError> {
        self.has_file = true;
        Ok(())
    }

    fn detach(&mut self, _: usize, _: Time) {
        self.has_file = false;
    }

    fn output(&self, _: usize) -> &[u8] {
        &self.text
    }

    fn take_output(&mut self, _: usize) -> Vec<u8> {
        std::mem::take(&mut self.text)
    }

    fn show(&self) -> Vec<Row> {
        let (points, tube) = (self.tube.glowing(), if self.beam.storage { ", storage tube" } else { "" });
        vec![Row::new(self.units()[0].name, self.codes(), format!("{points} points glow{tube}"))]
    }

    fn settings(&self) -> &'static str {
        "phosphor|storage|erase"
    }

    /// Gives the display a dark tube of the kind `value`, or erases the present tube if `value` is `erase`.
    fn set(&mut self, value: &str) -> bool {
        match value {
            "phosphor" | "storage" => {
                self.beam.storage = value == "storage";
                self.tube = self.dark_tube();
            }
            "erase" => self.tube.erase(),
            _ => return false,
        }
        true
    }

    fn record(&self) -> String {
        to_record(&self.beam)
    }

    /// Restores the control, and makes the tube dark.
    fn restore(&mut self, record: &str, _: RestoreContext) -> Result<(), RestoreError> {
        let beam: Beam = from_record(record)?;
        let Beam { x, y, brightness, done, enable, .. } = beam;
        let is_plain = self.kind == Kind::Vc8E || !done && enable == 0;
        if x.max(y) >= SIDE || brightness > 3 || enable > 0o77 || !is_plain {
            return Err(RestoreError::InvalidState);
        }
        self.beam = beam;
        self.tube = self.dark_tube();
        Ok(())
    }
}

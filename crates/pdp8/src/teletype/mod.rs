//! The ASR-33 Teletype as the machine sees it: device codes 03 and 04, ten characters a second.
//!
//! The Teletype has four units in one housing. Two lines, which work at the same time, connect these units to the
//! machine:
//!
//! ```text
//!   keyboard ----\                                      /---- printer (the paper)
//!                 >-- receiver, 03 --> AC --> 04, sender <
//!   reader   ----/                                      \---- punch, when it is on
//! ```
//!
//! The two lines are independent (full duplex), so nothing typed is printed unless the program sends it back. The
//! receiver has no queue: if a character arrives before the program has read the previous character, the previous
//! character is lost. So no key should be pressed before the line to the receiver is free and the keyboard flag is
//! down.
//!
//! The Teletype is a [`Device`]: time is simulated time, and events happen in [`Device::advance`].
//!
//! ```
//! use pdp8::instruction::Model;
//! use pdp8::machine::{DataBreak, Device, Iot, IotReply, Memory, Time};
//! use pdp8::teletype::Teletype;
//! use pdp8::word::{Address, Word};
//!
//! let mut teletype = Teletype::default();
//! let tls = Iot { device: 0o04, pulses: 6, model: Model::I, now: Time::ZERO, at: Address::default() };
//! teletype.iot(tls, &mut IotReply { ac: Word::new(0o301), skip: false });
//! assert_eq!(teletype.next_event(), Time::milliseconds(100));
//! teletype.advance(Time::milliseconds(100), &mut DataBreak::new(&mut Memory::new(1)));
//! assert!(teletype.printer.flag());
//! assert_eq!(teletype.printer.take_printed(), [0o301]);
//! ```

mod keyboard;
pub mod page;
mod printer;
mod punch;
mod reader;
mod record;
mod tail;

pub use keyboard::Keyboard;
pub use page::Page;
pub use printer::Printer;
pub use punch::Punch;
pub use reader::{Lever, Reader};
pub use tail::Tail;

use serde::{Deserialize, Serialize};

use crate::machine::device::{Bootstrap, Medium, MediumError, RestoreContext, RestoreError, Row, Unit};
use crate::machine::{DataBreak, Device, Iot, IotReply, Time};

/// The speed of a Teletype.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Speed {
    /// 100 ms a character: 110 baud, with eleven bits for each character.
    #[default]
    Real,
    /// 300 µs a character, a few hundred cycles. Events happen in the same order as at the real speed.
    Fast,
}

impl Speed {
    /// Returns the name that the operator uses: `real`, `fast`.
    pub const fn name(self) -> &'static str {
        match self {
            Speed::Real => "real",
            Speed::Fast => "fast",
        }
    }

    /// Returns the speed with this name, in capitals or small letters.
    pub(crate) fn named(name: &str) -> Option<Self> {
        [Speed::Real, Speed::Fast].into_iter().find(|speed| speed.name().eq_ignore_ascii_case(name))
    }

    /// Returns the time that a character takes.
    pub(crate) const fn character(self) -> Time {
        match self {
            Speed::Real => Time::milliseconds(100),
            Speed::Fast => Time::microseconds(300),
        }
    }

    /// Returns the time that one frame of a text tape takes in the low-speed reader.
    ///
    /// At the fast speed, such a frame takes longer than a typed character. A program may need milliseconds at the end
    /// of a line, and would lose characters of a faster tape.
    const fn frame_of_a_line(self) -> Time {
        match self {
            Speed::Real => self.character(),
            Speed::Fast => Time::milliseconds(20),
        }
    }

    /// Returns the time that `count` of a character's eleven bits take.
    const fn bits(self, count: u64) -> Time {
        Time::nanoseconds(self.character().as_nanoseconds() * count / 11)
    }
}

/// The whole Teletype, whose units can be read and changed between runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Teletype {
    /// The receiver of keys and of the reader's frames.
    pub keyboard: Keyboard,
    /// The printer, and the part of the interface that sends characters to the printer.
    pub printer: Printer,
    /// The low-speed reader.
    pub reader: Reader,
    /// The low-speed punch.
    pub punch: Punch,
    codes: [u8; 2],
    speed: Speed,
    // The interrupt enable, which KIE of the 8/E sets; on the other models it stays on.
    interrupt_enable: bool,
}

impl Default for Teletype {
    fn default() -> Self {
        Teletype::new(Speed::Real)
    }
}

impl Teletype {
    /// Makes a Teletype at rest: no tape, lever at START, punch off.
    #[doc(hidden)]
    pub fn new(speed: Speed) -> Self {
        Teletype {
            keyboard: Keyboard::default(),
            printer: Printer::default(),
            reader: Reader::default(),
            punch: Punch::default(),
            codes: [0o03, 0o04],
            speed,
            interrupt_enable: true,
        }
    }

    /// Sets the device codes of the keyboard and the printer, for a Teletype that is not the console.
    #[doc(hidden)]
    pub fn with_codes(self, keyboard: u8, printer: u8) -> Self {
        Teletype { codes: [keyboard, printer], ..self }
    }

    /// Returns the speed of the Teletype.
    pub const fn speed(&self) -> Speed {
        self.speed
    }

    /// Sets the speed. A character that is being sent still takes the time of the old speed.
    pub fn set_speed(&mut self, speed: Speed) {
        self.speed = speed;
    }

    /// Presses the key that sends `frame`, a code with channel 8 (see [`crate::ascii::marked`]).
    ///
    /// The character arrives one character time later. If another character is arriving, the keyboard is locked and the
    /// method returns false.
    #[doc(hidden)]
    pub fn press(&mut self, frame: u8, now: Time) -> bool {
        if self.keyboard.is_receiving() {
            return false;
        }
        self.keyboard.begin(frame, now + self.speed.character());
        true
    }

    /// Puts a tape into the low-speed reader, with its first frame under the pins; a tape that was in the reader is
    /// dropped.
    #[doc(hidden)]
    pub fn mount(&mut self, frames: Vec<u8>, now: Time) {
        self.reader.mount(frames);
        self.move_tape(now);
    }

    /// Reads the first frame without a request from the program. An operator does this with the lever.
    #[doc(hidden)]
    pub fn start_reader(&mut self, now: Time) {
        self.run_reader(now);
    }

    /// Sets the reader's lever.
    pub fn set_lever(&mut self, lever: Lever, now: Time) {
        self.reader.set_lever(lever);
        self.move_tape(now);
    }

    /// Whether a character is arriving, from a key or the reader.
    #[doc(hidden)]
    pub const fn is_receiving(&self) -> bool {
        self.keyboard.is_receiving()
    }

    /// Carries out the pulses of KSF, KCC and KRS, in the order IOP1, IOP2, IOP4.
    fn keyboard_pulses(&mut self, iot: Iot, reply: &mut IotReply) {
        if iot.iop1() {
            reply.skip_if(self.keyboard.flag());
        }
        if iot.iop2() {
            reply.clear_ac();
            self.keyboard.clear_flag();
            self.run_reader(iot.now);
        }
        if iot.iop4() {
            reply.or_into_ac(self.keyboard.buffer());
        }
    }

    /// Carries out KCF, KSF, KCC, KRS, KIE and KRB of the 8/E. The two other IOTs, with the codes 3 and 7, do nothing.
    fn keyboard_code(&mut self, iot: Iot, reply: &mut IotReply) {
        match iot.pulses {
            0 => self.keyboard.clear_flag(),
            5 => self.interrupt_enable = reply.ac.bit(11),
            1 | 2 | 4 | 6 => self.keyboard_pulses(iot, reply),
            _ => {}
        }
    }

    /// Carries out TSF, TCF and TPC, each of which is one pulse. The AC does not change.
    fn printer_pulses(&mut self, iot: Iot, reply: &mut IotReply) {
        if iot.iop1() {
            reply.skip_if(self.printer.flag());
        }
        if iot.iop2() {
            self.printer.clear_flag();
        }
        if iot.iop4() {
            self.send((reply.ac.bits() & 0o377) as u8, iot);
        }
    }

    /// Carries out TFL, TSF, TCF, TPC, SPI and TLS of the 8/E. The two other IOTs, with the codes 3 and 7, do nothing.
    fn printer_code(&mut self, iot: Iot, reply: &mut IotReply) {
        match iot.pulses {
            0 => self.printer.set_flag(),
            5 => reply.skip_if(self.interrupt_request()),
            1 | 2 | 4 | 6 => self.printer_pulses(iot, reply),
            _ => {}
        }
    }

    /// Sends a character. If another character is still being sent, that character is finished immediately, and counted
    /// as an overrun.
    fn send(&mut self, frame: u8, iot: Iot) {
        if self.printer.is_busy() {
            let flag = self.printer.flag();
            self.finish_printing();
            self.printer.count_overrun(flag);
            self.printer.stop_bits = None;
        }
        if iot.model.iot_is_code() {
            // The KL8-E raises its flag before the two stop bits of a character; the next character waits until they
            // are over.
            let start = self.printer.stop_bits.unwrap_or(iot.now);
            self.printer.stop_bits = Some(start + self.speed.character());
            self.printer.begin(frame, start + self.speed.bits(9));
        } else {
            self.printer.begin(frame, iot.now + self.speed.character());
        }
    }

    /// Prints the character that was sent, and punches it when the punch is on.
    fn finish_printing(&mut self) {
        if let Some(frame) = self.printer.finish() {
            self.punch.punch(frame);
        }
    }

    /// Sets the flip-flop `reader run`, as KCC and KRB do.
    fn run_reader(&mut self, now: Time) {
        self.reader.set_run();
        self.move_tape(now);
    }

    /// Takes a frame from the tape when the flip-flop `reader run` is set, the lever is at START and the line is free.
    fn move_tape(&mut self, now: Time) {
        if !self.keyboard.is_receiving()
            && let Some(frame) = self.reader.take_frame(now + self.speed.bits(1))
        {
            let length = if self.reader.has_lines { self.speed.frame_of_a_line() } else { self.speed.character() };
            self.keyboard.begin(frame, now + length);
        }
    }
}

/// The units to which a tape file can be attached: the low-speed reader and the low-speed punch.
const UNITS: [Unit; 2] = [
    Unit { name: "reader", aliases: &["tti"], medium: Medium::Tape },
    Unit { name: "punch", aliases: &["tto"], medium: Medium::PunchedTape },
];
const READER: usize = 0;
const PUNCH: usize = 1;

/// The RIM loader for the low-speed reader.
const RIM_LOADER: Bootstrap = Bootstrap {
    origin: 0o7756,
    start: 0o7756,
    words: &[
        0o6032, 0o6031, 0o5357, 0o6036, 0o7106, 0o7006, 0o7510, 0o5357, 0o7006, 0o6031, 0o5367, 0o6034, 0o7420, 0o3776,
        0o3376, 0o5356,
    ],
};

impl Device for Teletype {
    fn name(&self) -> &str {
        "teletype"
    }

    /// Returns the device code of keyboard and reader, then the device code of printer and punch.
    fn codes(&self) -> &[u8] {
        &self.codes
    }

    fn iot(&mut self, iot: Iot, reply: &mut IotReply) {
        match (iot.device == self.codes[0], iot.model.iot_is_code()) {
            (true, true) => self.keyboard_code(iot, reply),
            (true, false) => self.keyboard_pulses(iot, reply),
            (false, true) => self.printer_code(iot, reply),
            (false, false) => self.printer_pulses(iot, reply),
        }
    }

    /// Returns whether TSF skips; `None` for any other IOT. The result for KSF is `None` too, because the bus counts
    /// KSF as a poll for keys.
    fn test(&self, iot: Iot) -> Option<bool> {
        (iot.device == self.codes[1] && iot.pulses == 1).then_some(self.printer.flag())
    }

    fn is_poll(&self, iot: Iot) -> bool {
        iot.device == self.codes[0] && !self.keyboard.flag()
    }

    /// Whether either flag is up, and KIE of the 8/E has not disabled the interrupt.
    fn interrupt_request(&self) -> bool {
        self.interrupt_enable && (self.keyboard.flag() || self.printer.flag())
    }

    /// Returns the time of the next event: the end of a character, of a start bit or of the stop bits.
    fn next_event(&self) -> Time {
        self.keyboard.due().min(self.printer.due()).min(self.reader.due())
    }

    fn advance(&mut self, now: Time, _: &mut DataBreak<'_>) {
        if self.printer.sending.is_some_and(|(_, due)| due <= now) {
            self.finish_printing();
        }
        if self.printer.stop_bits.is_some_and(|due| due <= now) {
            self.printer.stop_bits = None;
        }
        loop {
            if self.reader.due() <= now {
                self.reader.clear_run();
            } else if self.keyboard.due() <= now {
                let then = self.keyboard.arrive();
                // If the program has requested another frame meanwhile, the tape moves on from the moment of arrival.
                self.move_tape(then);
            } else {
                return;
            }
        }
    }

    /// Clears the flags and the flip-flop `reader run`, and enables interrupts. A character that is being printed is
    /// finished immediately; a character that is arriving is lost.
    fn clear(&mut self, _: Time) {
        if self.printer.is_busy() {
            self.finish_printing();
        }
        self.printer.stop_bits = None;
        self.printer.clear_flag();
        self.keyboard.clear();
        self.reader.clear_run();
        self.interrupt_enable = true;
    }

    fn units(&self) -> &[Unit] {
        &UNITS
    }

    fn attach(&mut self, unit: usize, contents: Vec<u8>, _: bool, now: Time) -> Result<(), MediumError> {
        match unit {
            READER => self.mount(contents, now),
            _ => self.punch.set_on(true),
        }
        Ok(())
    }

    fn detach(&mut self, unit: usize, _: Time) {
        match unit {
            READER => drop(self.reader.unmount()),
            _ => self.punch.set_on(false),
        }
    }

    fn output(&self, unit: usize) -> &[u8] {
        if unit == PUNCH { self.punch.frames() } else { &[] }
    }

    fn take_output(&mut self, unit: usize) -> Vec<u8> {
        if unit == PUNCH { self.punch.take_tape() } else { Vec::new() }
    }

    fn bootstrap(&self, unit: usize) -> Option<Bootstrap> {
        (unit == READER).then_some(RIM_LOADER)
    }

    fn show(&self) -> Vec<Row> {
        let reader = format!("frame {} of {}", self.reader.position(), self.reader.length());
        let on = if self.punch.is_on() { "on" } else { "off" };
        let punch = format!("{on}, {} frames", self.punch.frames().len());
        vec![
            Row::new("tty", &self.codes, self.speed.name()),
            Row::new(UNITS[READER].name, &self.codes[..1], reader),
            Row::new(UNITS[PUNCH].name, &self.codes[1..], punch),
        ]
    }

    fn settings(&self) -> &'static str {
        "real|fast"
    }

    fn set(&mut self, value: &str) -> bool {
        let speed = Speed::named(value);
        self.speed = speed.unwrap_or(self.speed);
        speed.is_some()
    }

    fn record(&self) -> String {
        record::write(self)
    }

    fn restore(&mut self, record: &str, at: RestoreContext) -> Result<(), RestoreError> {
        *self = record::read(self, record, at)?;
        Ok(())
    }
}

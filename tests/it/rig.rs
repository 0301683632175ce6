//! A machine on the bench: every device wired, and one of our own that only requests interrupts.

use focal8::devices::{HighSpeedPunch, HighSpeedReader, LineClock};
use focal8::instruction::Model;
use focal8::machine::{Bus, Config, Iot, Lines, Machine, Time};
use focal8::teletype::Teletype;
use focal8::word::{Address, Word};

/// All devices, and code 30: 6301 skips on the request, 6302 drops it, 6304 raises it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Devices {
    pub teletype: Teletype,
    pub reader: HighSpeedReader,
    pub punch: HighSpeedPunch,
    pub clock: LineClock,
    pub request: bool,
}

impl Bus for Devices {
    fn iot(&mut self, iot: Iot, lines: &mut Lines) {
        match iot.device {
            0o01 => self.reader.iot(iot, lines),
            0o02 => self.punch.iot(iot, lines),
            0o03 | 0o04 => self.teletype.iot(iot, lines),
            0o13 => self.clock.iot(iot, lines),
            0o30 => {
                if iot.iop1() {
                    lines.skip_if(self.request);
                }
                if iot.iop2() {
                    self.request = false;
                }
                if iot.iop4() {
                    self.request = true;
                }
            }
            _ => {}
        }
    }

    fn interrupt_request(&self) -> bool {
        self.request
            || self.teletype.interrupt_request()
            || self.reader.interrupt_request()
            || self.punch.interrupt_request()
            || self.clock.interrupt_request()
    }

    fn next_event(&self) -> Time {
        self.teletype
            .next_event()
            .min(self.reader.next_event())
            .min(self.punch.next_event())
            .min(self.clock.next_event())
    }

    fn advance(&mut self, now: Time) {
        self.teletype.advance(now);
        self.reader.advance(now);
        self.punch.advance(now);
        if self.clock.next_event() <= now {
            self.clock.advance(now);
        }
    }

    fn clear(&mut self, now: Time) {
        self.teletype.clear();
        self.reader.clear();
        self.punch.clear();
        self.clock.clear(now);
        self.request = false;
    }
}

/// A machine with its devices; PC at 0200 and RUN on.
#[derive(Clone, Debug, PartialEq)]
pub struct Rig {
    pub machine: Machine,
    pub devices: Devices,
}

impl Rig {
    pub fn new(config: Config) -> Self {
        let mut machine = Machine::new(config);
        machine.pc = Word::new(0o200);
        machine.running = true;
        Rig { machine, devices: Devices::default() }
    }

    pub fn model(model: Model) -> Self {
        Rig::new(Config { model, ..Config::default() })
    }

    /// Words from `at` on.
    pub fn with(mut self, at: u16, words: &[u16]) -> Self {
        self.load(at, words);
        self
    }

    pub fn load(&mut self, at: u16, words: &[u16]) {
        for (offset, &bits) in words.iter().enumerate() {
            self.machine.memory.write(Address::new(at + offset as u16), Word::new(bits));
        }
    }

    pub fn core(&self, at: u16) -> u16 {
        self.machine.memory.read(Address::new(at)).bits()
    }

    pub fn cycle(&mut self) {
        self.machine.cycle(&mut self.devices);
    }

    pub fn step(&mut self) {
        self.machine.step(&mut self.devices);
    }

    pub fn steps(&mut self, count: usize) {
        for _ in 0..count {
            self.step();
        }
    }

    pub fn ac(&self) -> u16 {
        self.machine.ac.bits()
    }

    pub fn pc(&self) -> u16 {
        self.machine.pc_address().bits()
    }

    /// L and AC as thirteen bits.
    pub fn lac(&self) -> u16 {
        u16::from(self.machine.link) << 12 | self.ac()
    }

    pub fn set_lac(&mut self, lac: u16) {
        self.machine.link = lac & 0o10000 != 0;
        self.machine.ac = Word::new(lac);
    }
}

//! A machine under test: every standard device on its bus, and a test device that only requests interrupts.

use pdp8::devices::{HighSpeedPunch, HighSpeedReader};
use pdp8::instruction::Model;
use pdp8::machine::device::{RestoreContext, RestoreError, Row};
use pdp8::machine::{Bus, Config, DataBreak, Device, Iot, IotReply, Machine, Time};
use pdp8::station::IoBus;
use pdp8::teletype::{Speed, Teletype};
use pdp8::word::{Address, Word};

/// A test device on code 30: 6301 skips on the request, 6302 clears it, 6304 raises it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Requester {
    pub request: bool,
}

impl Device for Requester {
    fn name(&self) -> &str {
        "requester"
    }

    fn codes(&self) -> &[u8] {
        &[0o30]
    }

    fn iot(&mut self, iot: Iot, reply: &mut IotReply) {
        if iot.iop1() {
            reply.skip_if(self.request);
        }
        if iot.iop2() {
            self.request = false;
        }
        if iot.iop4() {
            self.request = true;
        }
    }

    fn interrupt_request(&self) -> bool {
        self.request
    }

    fn clear(&mut self, _: Time) {
        self.request = false;
    }

    fn show(&self) -> Vec<Row> {
        Vec::new()
    }

    fn record(&self) -> String {
        self.request.to_string()
    }

    fn restore(&mut self, record: &str, _: RestoreContext) -> Result<(), RestoreError> {
        let wrong = |_| RestoreError::Other(format!("'{record}' is neither true nor false"));
        self.request = record.parse().map_err(wrong)?;
        Ok(())
    }
}

/// A machine with its devices; PC at 0200 and RUN on.
#[derive(Clone, Debug, PartialEq)]
pub struct Rig {
    pub machine: Machine,
    pub bus: IoBus,
}

impl Rig {
    pub fn new(config: Config) -> Self {
        let mut machine = Machine::new(config);
        machine.pc = Word::new(0o200);
        machine.running = true;
        let mut bus = IoBus::new(Speed::Real);
        bus.plug(Box::<Requester>::default()).expect("code 30 is free");
        Rig { machine, bus }
    }

    pub fn model(model: Model) -> Self {
        Rig::new(Config { model, ..Config::default() })
    }

    /// Puts words into core from `at` on.
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
        self.bus.update_lines();
        self.machine.cycle(&mut self.bus);
    }

    pub fn step(&mut self) {
        self.bus.update_lines();
        self.machine.step(&mut self.bus);
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

    /// Carries out all events that are due at `now`. The processor's time does not change.
    pub fn advance(&mut self, now: Time) {
        self.bus.update_lines();
        self.bus.advance(now, &mut DataBreak::new(&mut self.machine.memory));
    }

    /// The Teletype.
    pub fn teletype(&self) -> &Teletype {
        self.bus.teletype()
    }

    /// Returns a mutable reference to the Teletype.
    pub fn teletype_mut(&mut self) -> &mut Teletype {
        self.bus.teletype_mut()
    }

    /// Returns a mutable reference to a device.
    pub fn device_mut<D: Device>(&mut self) -> &mut D {
        self.bus.device_mut().expect("it is plugged in")
    }

    pub fn reader(&mut self) -> &mut HighSpeedReader {
        self.device_mut()
    }

    pub fn punch(&mut self) -> &mut HighSpeedPunch {
        self.device_mut()
    }

    /// Returns a mutable reference to the interrupt request of the test device.
    pub fn requests(&mut self) -> &mut bool {
        &mut self.device_mut::<Requester>().request
    }
}

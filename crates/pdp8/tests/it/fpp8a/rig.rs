//! An FPP with its core, and without a PDP-8.

use pdp8::devices::Fpp8a;
use pdp8::instruction::Model;
use pdp8::machine::{DataBreak, Device, Iot, IotReply, Memory, Time};
use pdp8::word::{Address, Word};

/// The address of the ACTIVE PARAMETER TABLE.
pub const TABLE: u16 = 0o300;
/// The address of the program.
pub const START: u16 = 0o400;

pub struct Rig {
    pub fpp: Fpp8a,
    pub memory: Memory,
    pub now: Time,
}

impl Rig {
    pub fn new() -> Self {
        Rig { fpp: Fpp8a::default(), memory: Memory::new(8), now: Time::ZERO }
    }

    /// A rig with a program; the index registers are at 1100 and the base is 2000.
    pub fn with(program: &[u16]) -> Self {
        let mut rig = Rig::new();
        rig.load(TABLE, &[0, START, 0o1100, 0o2000, 0]);
        rig.load(START, program);
        rig
    }

    pub fn load(&mut self, at: u16, words: &[u16]) {
        for (address, &word) in (at..).zip(words) {
            self.memory.write(Address::new(address), Word::new(word));
        }
    }

    pub fn words<const N: usize>(&self, at: u16) -> [u16; N] {
        std::array::from_fn(|count| self.memory.read(Address::new(at + count as u16)).bits())
    }

    /// Executes an IOT; returns whether the program skips, and the AC.
    pub fn iot(&mut self, code: u16, ac: u16) -> (bool, u16) {
        let (device, pulses) = ((code >> 3 & 0o77) as u8, (code & 7) as u8);
        let mut reply = IotReply { ac: Word::new(ac), skip: false };
        self.fpp.iot(Iot { device, pulses, model: Model::E, now: self.now, at: Address::default() }, &mut reply);
        (reply.skip, reply.ac.bits())
    }

    /// Carries out one event.
    pub fn event(&mut self) {
        self.now = self.fpp.next_event();
        self.fpp.advance(self.now, &mut DataBreak::new(&mut self.memory));
        assert!(self.fpp.next_event() > self.now);
    }

    /// Runs until no event is due.
    pub fn finish(&mut self) {
        while self.fpp.next_event() != Time::NEVER {
            self.event();
        }
    }

    /// Starts the program with a command, runs to the stop, and returns the status.
    pub fn run(&mut self, command: u16) -> u16 {
        self.iot(0o6552, 0);
        assert_eq!(self.iot(0o6553, command), (false, command));
        assert_eq!(self.iot(0o6555, TABLE), (true, TABLE));
        self.finish();
        assert!(self.iot(0o6551, 0).0, "the flag is up");
        self.iot(0o6556, 0).1
    }
}

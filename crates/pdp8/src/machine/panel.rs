//! The operator's keys: load address, examine, deposit, start, continue, and the single-step switches.
//!
//! SING STEP is [`Machine::cycle`], and SING INST is [`Machine::step`]. For STOP, set `running` to false and finish the
//! instruction with [`Machine::step`].

use super::{Bus, Machine, MajorState};
use crate::word::{Address, Word};

impl Machine {
    /// Presses LOAD ADD: PC <- SR. IF and IB come from the instruction field switches, and DF comes from the data field
    /// switches.
    ///
    /// The 8/E has no field switches. Its key EXTD ADDR LOAD loads the fields from the switch register.
    pub fn load_address(&mut self, instruction_field: u8, data_field: u8) {
        self.pc = self.sr;
        self.extension.set_instruction_field(instruction_field);
        self.extension.data_field = data_field & 7;
        self.extension.inhibit = false;
        self.state = MajorState::Fetch;
    }

    /// Presses EXTD ADDR LOAD of the 8/E: IF and IB from SR 6-8, DF from SR 9-11.
    #[doc(hidden)]
    pub fn load_extended_address(&mut self) {
        self.extension.set_instruction_field((self.sr.bits() >> 3 & 7) as u8);
        self.extension.data_field = (self.sr.bits() & 7) as u8;
        self.extension.inhibit = false;
    }

    /// Presses EXAM: MB <- C(PC), then PC <- PC + 1. MA becomes the address of the word.
    pub fn examine(&mut self) -> Word {
        self.ma = self.pc_address();
        self.mb = self.memory.read(self.ma);
        self.pc = self.pc.next();
        self.state = MajorState::Fetch;
        self.mb
    }

    /// Presses DEP: C(PC) <- SR, then PC <- PC + 1. MA becomes the address of the word.
    pub fn deposit(&mut self) {
        self.ma = self.pc_address();
        self.mb = self.sr;
        self.memory.write(self.ma, self.mb);
        self.pc = self.pc.next();
        self.state = MajorState::Fetch;
    }

    /// Presses START (CLEAR and CONT on the 8/E): clears AC, L, flags, ION and user mode, and sets RUN. The machine
    /// then runs from the address in the PC.
    pub fn start<B: Bus>(&mut self, bus: &mut B) {
        self.initialize(bus);
        self.extension.inhibit = false;
        (self.extension.user_mode, self.extension.user_buffer) = (false, false);
        self.ac = Word::ZERO;
        self.link = false;
        self.state = MajorState::Fetch;
        self.running = true;
    }

    /// Presses LOAD ADD with `address` in the switch register and in the field switches, and then START, as `--start`
    /// does. Restores the SR afterwards.
    pub fn start_at<B: Bus>(&mut self, address: Address, bus: &mut B) {
        let switches = self.sr;
        self.sr = address.offset();
        self.load_address(address.field(), address.field());
        self.sr = switches;
        self.start(bus);
    }

    /// Presses CONT: sets RUN without clearing anything.
    pub fn resume(&mut self) {
        self.running = true;
    }
}

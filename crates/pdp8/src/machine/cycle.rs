//! The major states Fetch, Defer and Execute, one memory cycle each.
//!
//! After each cycle MA and MB show what the lamps of an 8/I would show:
//!
//! ```text
//! FETCH     MA = instruction address   MB = instruction                    PC + 1
//! DEFER     MA = pointer address       MB = pointer, incremented if auto-index
//! EXECUTE   MA = operand address       MB = operand as written back
//! ```

use serde::{Deserialize, Serialize};

use super::iot::{Bus, Iot, IotReply};
use super::{DataBreak, Machine, operate};
use crate::instruction::group2 as g2;
use crate::word::{Address, Word};

/// The kind of the next memory cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MajorState {
    /// The cycle that reads an instruction or, if an interrupt is due, enters the interrupt.
    #[default]
    Fetch,
    /// The cycle that reads the pointer of an indirect reference.
    Defer,
    /// The cycle that reads and rewrites the operand.
    Execute,
}

/// Whether a pointer at this offset is incremented before use: offsets 0010 to 0017.
pub(super) const fn is_auto_index(offset: Word) -> bool {
    offset.bits() & 0o7770 == 0o0010
}

impl Machine {
    /// Does one memory cycle, whether RUN is on or not, as the SING STEP switch does.
    ///
    /// Before the first cycle of an instruction, carries out the device events that are due. If an interrupt is due,
    /// the cycle is the interrupt entry.
    pub fn cycle<B: Bus>(&mut self, bus: &mut B) {
        match self.state {
            MajorState::Fetch => self.begin(bus),
            MajorState::Defer => self.defer(),
            MajorState::Execute => self.execute(),
        }
    }

    /// Does the first cycle of an instruction, or an interrupt entry.
    #[inline]
    pub(super) fn begin<B: Bus>(&mut self, bus: &mut B) {
        if bus.next_event() <= self.elapsed.time {
            self.serve_devices(bus);
        }
        if self.interrupt_is_due(bus) {
            self.enter_interrupt();
        } else {
            self.fetch(bus);
        }
    }

    /// Carries out all device events that are due now, and counts the cycles of their data breaks. Call this function
    /// only between instructions.
    // Events are rare, so this code is kept out of the path of the cycles between them.
    #[cold]
    #[inline(never)]
    pub(crate) fn serve_devices<B: Bus>(&mut self, bus: &mut B) {
        while bus.next_event() <= self.elapsed.time {
            let mut core = DataBreak::new(&mut self.memory);
            bus.advance(self.elapsed.time, &mut core);
            let (stolen, by_lamp) = (core.cycles(), core.by_lamp());
            self.break_cycles.add(by_lamp);
            self.elapsed.steal(stolen, self.timing.write_cycle);
            // Events that become due during the data breaks also happen before the next instruction.
            if stolen == 0 {
                return;
            }
        }
    }

    /// Whether the next cycle is an interrupt entry. Also ends the delay of one instruction after ION.
    #[inline]
    fn interrupt_is_due<B: Bus>(&mut self, bus: &B) -> bool {
        let due = self.admits_interrupt(bus);
        self.ion_delay = false;
        due
    }

    /// Whether the next cycle is an interrupt entry, if no device changes its state first.
    #[doc(hidden)]
    pub fn enters_interrupt<B: Bus>(&self, bus: &B) -> bool {
        self.state == MajorState::Fetch && self.admits_interrupt(bus)
    }

    #[inline]
    fn admits_interrupt<B: Bus>(&self, bus: &B) -> bool {
        self.ion && !self.ion_delay && !self.extension.inhibit && self.requests_interrupt(bus)
    }

    /// Whether a device or the user flag requests an interrupt.
    #[inline]
    pub(super) fn requests_interrupt<B: Bus>(&self, bus: &B) -> bool {
        bus.interrupt_request() || self.extension.user_interrupt
    }

    /// Enters an interrupt in one cycle: C(00000) <- PC, PC <- 1, ION <- 0. Saves the fields, and sets the fields to 0.
    fn enter_interrupt(&mut self) {
        self.ma = Address::default();
        self.mb = self.pc;
        self.ir = 4;
        self.memory.write(self.ma, self.pc);
        self.pc = Word::new(1);
        self.ion = false;
        self.extension.save_for_interrupt();
        self.elapsed.cycle(self.timing.write_cycle);
    }

    /// Does a FETCH: reads the instruction. Carries the instruction out if no further cycle is needed.
    ///
    /// This function does not call [`Instruction::decode`](crate::instruction::Instruction::decode), because the call
    /// would make the stepped machine slower. In `cargo bench --bench machine`, ten million instructions would take
    /// 101 ms instead of 86 ms in FOCAL, and 87 ms instead of 63 ms in a tight loop. The translated engine calls
    /// `decode`. The two engines must give the same results (`tests/it/engines.rs`).
    #[inline]
    fn fetch<B: Bus>(&mut self, bus: &mut B) {
        self.ma = self.pc_address();
        self.mb = self.memory.read(self.ma);
        self.pc = self.pc.next();
        self.elapsed.instructions += 1;
        let bits = self.mb.bits();
        self.ir = (bits >> 9) as u8;
        match self.ir {
            6 => self.iot(bus),
            7 => {
                self.elapsed.cycle(self.timing.read_cycle);
                self.operate(bus);
            }
            _ => {
                self.elapsed.cycle(self.timing.read_cycle);
                // The page is that of the instruction, so it comes from MA; the PC has already been incremented.
                let page = if bits & 0o200 == 0 { 0 } else { self.ma.offset().bits() & 0o7600 };
                let offset = Word::new(page | bits & 0o177);
                self.address = Address::in_field(self.extension.instruction_field, offset);
                if bits & 0o400 != 0 {
                    self.state = MajorState::Defer;
                } else if self.ir == 5 {
                    self.jump(offset);
                } else {
                    self.state = MajorState::Execute;
                }
            }
        }
    }

    /// Does a DEFER: reads the pointer from the present instruction field, even if a CIF has set a new field. For JMS
    /// and JMP, the pointer is an address in the new instruction field. For any other instruction, the pointer is an
    /// address in the data field.
    #[inline]
    pub(super) fn defer(&mut self) {
        self.ma = self.address;
        self.mb = self.memory.read(self.ma);
        if is_auto_index(self.ma.offset()) {
            self.mb = self.mb.next();
            self.memory.write(self.ma, self.mb);
            self.elapsed.cycle(self.timing.write_cycle);
        } else {
            self.elapsed.cycle(self.timing.read_cycle);
        }
        if self.ir == 5 {
            self.jump(self.mb);
        } else {
            self.address = Address::in_field(self.extension.data_field, self.mb);
            self.state = MajorState::Execute;
        }
    }

    #[inline]
    pub(super) fn execute(&mut self) {
        self.state = MajorState::Fetch;
        self.ma = self.address;
        match self.ir {
            0 => {
                self.mb = self.memory.read(self.ma);
                self.ac = Word::new(self.ac.bits() & self.mb.bits());
            }
            1 => {
                self.mb = self.memory.read(self.ma);
                let (sum, carry) = self.ac.plus(self.mb);
                self.ac = sum;
                self.link ^= carry;
            }
            2 => {
                self.mb = self.memory.read(self.ma).next();
                self.memory.write(self.ma, self.mb);
                if self.mb == Word::ZERO {
                    self.skip();
                }
            }
            3 => {
                self.mb = self.ac;
                self.memory.write(self.ma, self.mb);
                self.ac = Word::ZERO;
            }
            4 => {
                self.extension.enter_new_field();
                self.ma = Address::in_field(self.extension.instruction_field, self.ma.offset());
                self.mb = self.pc;
                self.memory.write(self.ma, self.mb);
                self.pc = self.ma.offset().next();
            }
            _ => return self.eae_with_operand(),
        }
        self.elapsed.cycle(self.timing.write_cycle);
    }

    /// Jumps to `to`. The field of an earlier CIF takes effect, and interrupts are allowed again.
    #[inline]
    fn jump(&mut self, to: Word) {
        self.extension.enter_new_field();
        self.pc = to;
        self.state = MajorState::Fetch;
    }

    /// Skips the next instruction.
    #[inline]
    pub(super) fn skip(&mut self) {
        self.pc = self.pc.next();
    }

    #[inline]
    fn operate<B: Bus>(&mut self, bus: &mut B) {
        let bits = self.mb.bits();
        if bits & 0o400 == 0 {
            (self.link, self.ac) = operate::group1(self.config.model, self.mb, self.ma.offset(), self.link, self.ac);
        } else if bits & 1 == 0 {
            // In user mode HLT and OSR trap, and the rest of the instruction is carried out.
            let instruction = if self.extension.user_mode && bits & g2::PRIVILEGED != 0 {
                self.extension.user_interrupt = true;
                Word::new(bits & !g2::PRIVILEGED)
            } else {
                self.mb
            };
            let effect = operate::group2(instruction, self.link, self.ac, self.sr);
            self.ac = effect.ac;
            if effect.skip {
                self.skip();
            }
            if effect.halt {
                self.running = false;
            }
        } else {
            if !self.config.eae && self.config.model.needs_eae(self.mb) {
                bus.note_absent_eae(self.mb, self.ma, self.elapsed.time);
            }
            self.group3();
        }
    }

    fn iot<B: Bus>(&mut self, bus: &mut B) {
        if self.extension.user_mode {
            // In user mode an IOT traps, and no pulse is sent.
            self.elapsed.cycle(self.timing.read_cycle);
            self.extension.user_interrupt = true;
            return;
        }
        let bits = self.mb.bits();
        let iot = Iot {
            device: (bits >> 3 & 0o77) as u8,
            pulses: (bits & 7) as u8,
            model: self.config.model,
            now: self.elapsed.time,
            at: self.ma,
        };
        match iot.device {
            0 => {
                self.elapsed.cycle(self.timing.read_cycle);
                self.processor_iot(iot, bus);
            }
            0o20..=0o27 => {
                self.elapsed.cycle(self.timing.read_cycle);
                if self.has_extension() {
                    self.extension_iot(iot);
                }
            }
            _ => {
                self.elapsed.cycle(self.timing.device_iot);
                // SMP, 6101, skips if there is no parity error; an 8/S never has one.
                let is_smp = iot.device == 0o10 && iot.iop1();
                let skip = is_smp && self.config.model.traits().skips_on_no_parity_error;
                let mut reply = IotReply { ac: self.ac, skip };
                bus.iot(iot, &mut reply);
                self.ac = reply.ac;
                if reply.skip {
                    self.skip();
                }
            }
        }
    }
}

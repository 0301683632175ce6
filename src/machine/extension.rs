//! The memory extension control (MC8/I, KM8-E) and the processor's own IOTs, 600x.

use super::Machine;
use super::iot::{Bus, Iot};
use crate::word::Word;

/// The field registers: which 4096 words are meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extension {
    /// IF: where instructions and their pointers are.
    pub instruction_field: u8,
    /// IB: what IF will be at the next JMP or JMS.
    pub instruction_buffer: u8,
    /// DF: where indirectly addressed operands are.
    pub data_field: u8,
    /// SF: IF and DF as they were at the last interrupt, three bits each.
    pub save_field: u8,
    /// No interrupt until a JMP or JMS: IB and IF differ, or may.
    pub inhibit: bool,
}

impl Extension {
    /// IF <- IB at a JMP or JMS; interrupts are let in again.
    #[inline]
    pub(super) fn enter_new_field(&mut self) {
        self.instruction_field = self.instruction_buffer;
        self.inhibit = false;
    }

    /// SF <- IF,DF; IF, IB, DF <- 0.
    pub(super) fn save_for_interrupt(&mut self) {
        self.save_field = self.instruction_field << 3 | self.data_field;
        self.instruction_field = 0;
        self.instruction_buffer = 0;
        self.data_field = 0;
    }

    /// Sets IF and IB, as LOAD ADD does.
    pub fn set_instruction_field(&mut self, field: u8) {
        self.instruction_field = field & 7;
        self.instruction_buffer = field & 7;
    }
}

impl Machine {
    /// Whether there is a memory extension control: with the second field comes one.
    pub const fn has_extension(&self) -> bool {
        self.config.fields > 1
    }

    /// 62fp: CDF CIF RDF RIF RIB RMF. All of 62f4 to 62f7 but the four readings belong to time sharing or to nobody.
    pub(super) fn extension_iot(&mut self, iot: Iot) {
        let field = iot.device & 7;
        match iot.pulses {
            1..=3 => {
                let has_wire = field < self.memory.fields() || !self.config.model.traits().wires_for_own_fields_only;
                if !has_wire {
                    return;
                }
                if iot.pulses & 1 != 0 {
                    self.extension.data_field = field;
                }
                if iot.pulses & 2 != 0 {
                    self.extension.instruction_buffer = field;
                    self.extension.inhibit = true;
                }
            }
            4 => match field {
                1 => self.or_into_ac(self.extension.data_field << 3),
                2 => self.or_into_ac(self.extension.instruction_field << 3),
                3 => self.or_into_ac(self.extension.save_field),
                4 => {
                    self.extension.instruction_buffer = self.extension.save_field >> 3;
                    self.extension.data_field = self.extension.save_field & 7;
                    self.extension.inhibit = true;
                }
                _ => {}
            },
            _ => {}
        }
    }

    fn or_into_ac(&mut self, bits: u8) {
        self.ac = Word::new(self.ac.bits() | u16::from(bits));
    }

    /// 600p: ION and IOF; on the 8/E six more.
    pub(super) fn processor_iot<B: Bus>(&mut self, iot: Iot, bus: &mut B) {
        match iot.pulses {
            1 => {
                self.ion = true;
                // Also when it was on already: the instruction after every ION runs undisturbed.
                self.ion_delay = true;
            }
            2 => self.ion = false,
            code if self.config.model.traits().flag_iots => self.flag_iot(code, bus),
            _ => {}
        }
    }

    fn flag_iot<B: Bus>(&mut self, code: u8, bus: &mut B) {
        match code {
            // SKON
            0 => {
                if self.ion {
                    self.skip();
                }
                self.ion = false;
            }
            // SRQ
            3 if bus.interrupt_request() => self.skip(),
            // GTF: L, GT, request, inhibit (0), ION, U (0), SF.
            4 => {
                self.ac = Word::new(
                    u16::from(self.link) << 11
                        | u16::from(self.gt) << 10
                        | u16::from(bus.interrupt_request()) << 9
                        | u16::from(self.ion) << 7
                        | u16::from(self.extension.save_field),
                );
            }
            // RTF
            5 => {
                self.link = self.ac.bit(0);
                self.gt = self.ac.bit(1);
                if self.has_extension() {
                    self.extension.instruction_buffer = (self.ac.bits() >> 3 & 7) as u8;
                    self.extension.data_field = (self.ac.bits() & 7) as u8;
                }
                self.ion = true;
                self.extension.inhibit = true;
            }
            // SGT
            6 if self.gt => self.skip(),
            // CAF
            7 => {
                self.initialize(bus);
                self.ac = Word::ZERO;
                self.link = false;
            }
            _ => {}
        }
    }

    /// INITIALIZE: flags, interrupt system and EAE mode, but neither AC nor link.
    pub(super) fn initialize<B: Bus>(&mut self, bus: &mut B) {
        self.ion = false;
        self.ion_delay = false;
        self.gt = false;
        self.mode_b = false;
        bus.clear(self.elapsed.time);
    }
}

//! The memory extension control (MC8/I, KM8-E), its time sharing (KT8/I) and the processor's own IOTs, 600x.
//!
//! In user mode, the instructions IOT, HLT and OSR trap: their only effect is to raise the user interrupt flag. Other
//! micro-operations in the same word are still executed. SUF selects user mode, and CUF selects executive mode. The new
//! mode begins with the next JMP or JMS, like the new instruction field after a CIF.

use super::Machine;
use super::iot::{Bus, Iot};
use crate::word::Word;

/// The field registers, which extend addresses to fifteen bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extension {
    /// IF: the field of instructions, of directly addressed operands, and of the pointers for indirect addressing.
    pub instruction_field: u8,
    /// IB: the value that the next JMP or JMS copies to IF.
    pub instruction_buffer: u8,
    /// DF: the field of indirectly addressed operands.
    pub data_field: u8,
    /// SF: the user mode (one bit), IF and DF (three bits each), saved at the last interrupt.
    pub save_field: u8,
    /// Whether interrupts are inhibited until the next JMP or JMS, because IB and IF may differ.
    pub inhibit: bool,
    /// UF: whether the program runs in user mode.
    pub user_mode: bool,
    /// UB: the value that the next JMP or JMS copies to UF.
    pub user_buffer: bool,
    /// Whether the user interrupt flag is up: a program in user mode has tried an IOT, HLT or OSR.
    pub user_interrupt: bool,
}

/// The user mode bit of SF, and of the AC in GTF and RTF.
pub(super) const USER: u8 = 0o100;

impl Extension {
    /// Carries out a field change at a JMP or JMS: IF <- IB and UF <- UB. Allows interrupts again.
    #[inline]
    pub(super) fn enter_new_field(&mut self) {
        self.instruction_field = self.instruction_buffer;
        self.user_mode = self.user_buffer;
        self.inhibit = false;
    }

    /// Saves the fields at an interrupt: SF <- UF,IF,DF; UF, UB, IF, IB, DF <- 0.
    pub(super) fn save_for_interrupt(&mut self) {
        self.save_field = u8::from(self.user_mode) << 6 | self.instruction_field << 3 | self.data_field;
        (self.user_mode, self.user_buffer) = (false, false);
        self.instruction_field = 0;
        self.instruction_buffer = 0;
        self.data_field = 0;
    }

    /// Sets IF and IB, as LOAD ADD does.
    #[doc(hidden)]
    pub fn set_instruction_field(&mut self, field: u8) {
        self.instruction_field = field & 7;
        self.instruction_buffer = field & 7;
    }
}

impl Machine {
    /// Whether the machine has a memory extension control. Every machine with more than one field has this control.
    pub(crate) const fn has_extension(&self) -> bool {
        self.config.fields > 1
    }

    /// Carries out the IOTs of the memory extension control, 62xx: CDF CIF RDF RIF RIB RMF. With time sharing, also
    /// carries out CINT SINT CUF SUF. Other codes do nothing.
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
                    self.extension.instruction_buffer = self.extension.save_field >> 3 & 7;
                    self.extension.data_field = self.extension.save_field & 7;
                    self.extension.user_buffer = self.extension.save_field & USER != 0;
                    self.extension.inhibit = true;
                }
                _ if self.config.time_share => self.time_share_iot(field),
                _ => {}
            },
            _ => {}
        }
    }

    /// Carries out 6204 CINT, 6254 SINT, 6264 CUF, 6274 SUF.
    fn time_share_iot(&mut self, field: u8) {
        match field {
            0 => self.extension.user_interrupt = false,
            5 if self.extension.user_interrupt => self.skip(),
            6 | 7 => {
                self.extension.user_buffer = field == 7;
                self.extension.inhibit = true;
            }
            _ => {}
        }
    }

    fn or_into_ac(&mut self, bits: u8) {
        self.ac = Word::new(self.ac.bits() | u16::from(bits));
    }

    /// Carries out the IOTs of the processor, 600x: ION and IOF; on the 8/E also SKON SRQ GTF RTF SGT CAF.
    pub(super) fn processor_iot<B: Bus>(&mut self, iot: Iot, bus: &mut B) {
        match iot.pulses {
            1 => {
                self.ion = true;
                // Even if ION was on already, no interrupt can come before the next instruction.
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
            3 if self.requests_interrupt(bus) => self.skip(),
            // GTF: L, GT, request, inhibit (0), ION, SF with the user mode.
            4 => {
                self.ac = Word::new(
                    u16::from(self.link) << 11
                        | u16::from(self.gt) << 10
                        | u16::from(self.requests_interrupt(bus)) << 9
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
                    self.extension.user_buffer = self.config.time_share && self.ac.bits() & u16::from(USER) != 0;
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

    /// Carries out INITIALIZE: turns the interrupt system off, clears the greater-than flag, the user interrupt flag
    /// and the flags of all devices, and sets the EAE to mode A. The AC, the link and the user mode do not change.
    pub(super) fn initialize<B: Bus>(&mut self, bus: &mut B) {
        self.ion = false;
        self.ion_delay = false;
        self.gt = false;
        self.mode_b = false;
        self.extension.user_interrupt = false;
        bus.clear(self.elapsed.time);
    }
}

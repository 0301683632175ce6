//! Operate group 3: the MQ, and the Extended Arithmetic Element (KE8/I; KE8-E in modes A and B).
//!
//! Events 1 and 2 are the moves between AC and MQ; event 3 is an EAE function, which may need additional time and an
//! operand in the word after the instruction:
//!
//! ```text
//! mode A    1 SCL  2 MUY  3 DVI  4 NMI  5 SHL  6 ASR  7 LSR         (SCA may be joined with any)
//! mode B    1 ACS  2 MUY  3 DVI  4 NMI  5 SHL  6 ASR  7 LSR
//!          10 SCA 11 DAD 12 DST 13 SWBA 14 DPSZ 15 DPIC 16 DCM 17 SAM
//! ```
//!
//! In mode B, the word after MUY, DVI, DAD or DST is the address of the operand in the data field. A DEFER reads this
//! address, and the EXECUTE after it reads the operand or, for DST, stores it. The operand of DAD and DST has two
//! words, so these instructions have a second EXECUTE.

use super::arithmetic::{Arithmetic, DAD, DST, Event3, event3, function_in_mode_b};
use super::cycle::is_auto_index;
use super::{Machine, MajorState};
use crate::word::{Address, Word};

/// The value of the `eae` register during the second EXECUTE of DAD. This EXECUTE adds the high word.
const DAD_HIGH: u8 = 0o31;
const DST_HIGH: u8 = 0o32;

impl Machine {
    /// Carries out a group 3 instruction after its FETCH: events 1 and 2, and event 3 if it needs no operand.
    pub(super) fn group3(&mut self) {
        let bits = self.mb.bits();
        if !self.has_mq() {
            return;
        }
        let mut arithmetic = self.arithmetic();
        arithmetic.moves(bits);
        match event3(arithmetic.eae, arithmetic.mode_b, bits) {
            Event3::Nothing => {}
            Event3::Mode(mode_b) => arithmetic.set_mode(mode_b),
            Event3::Registers(function) => {
                let (skips, whole) = arithmetic.without_operand(function);
                self.lasts(whole, 1);
                if skips {
                    self.skip();
                }
            }
            // The machine keeps the function for the cycle that reads the word after the instruction.
            Event3::Operand(function) => {
                self.fetch_operand(function);
                self.state = MajorState::Execute;
            }
            Event3::Addressed(function) => {
                self.fetch_operand(function);
                self.pc = self.pc.next();
                self.state = MajorState::Defer;
            }
        }
        self.set_arithmetic(arithmetic);
    }

    /// Makes the next cycle read the word after the instruction. An EXECUTE reads this word as the operand. A DEFER of
    /// mode B reads this word as the address of the operand.
    fn fetch_operand(&mut self, function: u8) {
        self.eae = function;
        self.address = self.pc_address();
    }

    /// Does an EXECUTE cycle of an EAE instruction. MA is the address of the operand.
    pub(super) fn eae_with_operand(&mut self) {
        self.mb = self.memory.read(self.ma);
        self.elapsed.cycle(self.timing.read_cycle);
        let mut arithmetic = self.arithmetic();
        match self.eae {
            DAD => {
                arithmetic.add_low(self.mb);
                self.second_word(DAD_HIGH);
            }
            DAD_HIGH => {
                arithmetic.add_high(self.mb);
                self.lasts(self.timing.eae.double_word, 4);
            }
            DST => {
                self.mb = self.mq;
                self.memory.write(self.ma, self.mb);
                self.second_word(DST_HIGH);
            }
            DST_HIGH => {
                self.mb = self.ac;
                self.memory.write(self.ma, self.mb);
                self.lasts(self.timing.eae.double_word, 4);
            }
            function => {
                let whole = arithmetic.with_operand(function, self.mb);
                // MUY and DVI of mode B read the operand in a third cycle; the PC is already past the word with the
                // address.
                if self.mode_b && matches!(function, 2 | 3) {
                    self.lasts(whole, 3);
                } else {
                    self.pc = self.pc.next();
                    self.lasts(whole, 2);
                }
            }
        }
        self.set_arithmetic(arithmetic);
    }

    /// Makes the next cycle an EXECUTE for the word at MA + 1.
    fn second_word(&mut self, function: u8) {
        self.eae = function;
        self.address = self.ma.next();
        self.state = MajorState::Execute;
    }

    /// Adds the time during which the EAE works: the time `whole` of the instruction, in nanoseconds, less the time of
    /// `cycles` memory cycles.
    fn lasts(&mut self, whole: u64, cycles: u64) {
        self.elapsed.pause(whole.saturating_sub(cycles * self.timing.read_cycle));
    }

    /// Returns a copy of the registers of the EAE.
    pub(super) fn arithmetic(&self) -> Arithmetic {
        Arithmetic {
            link: self.link,
            ac: self.ac,
            mq: self.mq,
            sc: self.sc,
            gt: self.gt,
            mode_b: self.mode_b,
            eae: self.eae(),
            timing: &self.config.model.traits().timing.eae,
        }
    }

    /// Sets the registers of the EAE to the registers in `arithmetic`.
    pub(super) fn set_arithmetic(&mut self, arithmetic: Arithmetic) {
        Arithmetic { link: self.link, ac: self.ac, mq: self.mq, sc: self.sc, gt: self.gt, mode_b: self.mode_b, .. } =
            arithmetic;
    }
}

impl Machine {
    /// Returns the stores of the group 3 instruction at `at` in mode B, each with its address and its word. DST stores
    /// two words. MUY, DVI, DAD and DST store into the word after the instruction if this word is an auto-index
    /// register.
    pub(super) fn eae_stores(&self, at: Address) -> [Option<(Address, Word)>; 3] {
        let Some((pointer, low)) = self.eae_operand(at) else { return [None; 3] };
        let bits = self.memory.read(at).bits();
        let mut arithmetic = self.arithmetic();
        arithmetic.moves(bits);
        let is_dst = function_in_mode_b(bits) == DST;
        let stored = |at, word| is_dst.then_some((at, word));
        let counted = is_auto_index(pointer.offset()).then(|| (pointer, self.pointer(pointer)));
        [stored(low, arithmetic.mq), stored(low.next(), arithmetic.ac), counted]
    }

    /// If the instruction at `at` is MUY, DVI, DAD or DST in mode B, returns the addresses of the words that it reads:
    /// the word after the instruction, which points to the operand, and (except for DST) the words of the operand. For
    /// any other instruction, returns no address.
    pub(super) fn eae_reads(&self, at: Address) -> [Option<Address>; 3] {
        let Some((pointer, low)) = self.eae_operand(at) else { return [None; 3] };
        let function = function_in_mode_b(self.memory.read(at).bits());
        [Some(pointer), (function != DST).then_some(low), (function == DAD).then(|| low.next())]
    }

    /// If the instruction at `at` is MUY, DVI, DAD or DST in mode B, returns the address of the word after the
    /// instruction, and the address of the operand, to which this word points.
    fn eae_operand(&self, at: Address) -> Option<(Address, Address)> {
        let bits = self.memory.read(at).bits();
        let in_mode_b = self.config.eae && self.mode_b && bits & 0o7401 == 0o7401;
        let pointer = Address::in_field(at.field(), at.offset().next());
        let is_addressed = in_mode_b && waits_for_operand(function_in_mode_b(bits), true, MajorState::Defer);
        is_addressed.then(|| (pointer, Address::in_field(self.extension.data_field, self.pointer(pointer))))
    }
}

/// Whether an instruction with the EAE function `function` can still need its operand when the next cycle is `state`.
pub(super) fn waits_for_operand(function: u8, mode_b: bool, state: MajorState) -> bool {
    match (function, state) {
        (2 | 3, MajorState::Execute) | (5..=7, MajorState::Execute) => true,
        (1, MajorState::Execute) => !mode_b,
        (2 | 3 | DAD | DST, MajorState::Defer) | (DAD..=DST | DAD_HIGH..=DST_HIGH, MajorState::Execute) => mode_b,
        _ => false,
    }
}

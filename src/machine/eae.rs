//! Operate group 3: the MQ, and the Extended Arithmetic Element (KE8/I; KE8-E in modes A and B).
//!
//! The first two events are one instruction's worth of moves between AC and MQ; the third is an EAE function,
//! which may take an operand from the word after the instruction and time of its own:
//!
//! ```text
//! mode A    1 SCL  2 MUY  3 DVI  4 NMI  5 SHL  6 ASR  7 LSR         (SCA may be joined with any)
//! mode B    1 ACS  2 MUY  3 DVI  4 NMI  5 SHL  6 ASR  7 LSR
//!          10 SCA 11 DAD 12 DST 13 SWBA 14 DPSZ 15 DPIC 16 DCM 17 SAM
//! ```
//!
//! In mode B the operand word of MUY DVI DAD DST is an address in the data field: a DEFER reads it, one EXECUTE reads
//! the operand, and DAD and DST have a second EXECUTE for the word after it.

use super::cycle::is_auto_index;
use super::{Machine, MajorState};
use crate::instruction::{Eae, group3 as g3};
use crate::word::{Address, Word};

/// The function that waits for its operand, as [`Machine`] keeps it from the FETCH on: bits 8-10, and in mode B bit 6
/// before them.
const DAD: u8 = 0o11;
const DST: u8 = 0o12;
/// DAD and DST once the low word is done.
const DAD_HIGH: u8 = 0o31;
const DST_HIGH: u8 = 0o32;

/// The two codes of group 3 that an 8/E knows by all their bits, in either mode.
const SWAB: u16 = 0o7431;
const SWBA: u16 = 0o7447;

impl Machine {
    /// Group 3, 7401, after its FETCH: events 1 and 2, and event 3 when it needs no operand.
    pub(super) fn group3(&mut self) {
        let bits = self.mb.bits();
        if !self.has_mq() {
            return;
        }
        // There are no moves in it, and its SCA bit is none.
        if bits == SWBA && self.eae() == Some(Eae::Ke8E) {
            (self.mode_b, self.gt) = (false, false);
            return;
        }
        if bits & g3::CLA != 0 {
            self.ac = Word::ZERO;
        }
        let mut ac = self.ac.bits();
        if self.config.eae && bits & g3::SCA != 0 && !self.mode_b {
            ac |= u16::from(self.sc);
        }
        // MQA and MQL at once swap: both registers are read before either is set.
        let from_mq = if bits & g3::MQA != 0 { self.mq.bits() } else { 0 };
        if bits & g3::MQL != 0 {
            self.mq = Word::new(ac);
            ac = 0;
        }
        self.ac = Word::new(ac | from_mq);
        match (self.eae(), bits) {
            (None, _) => {}
            (Some(Eae::Ke8E), SWAB) => self.mode_b = true,
            _ if self.mode_b => self.function_b(bits),
            _ => self.function_a(bits),
        }
    }

    fn function_a(&mut self, bits: u16) {
        // Mode A has no use for the flag, and does not keep it.
        self.gt = false;
        let function = ((bits & g3::FUNCTION) >> 1) as u8;
        match function {
            0 => {}
            4 => self.normalise(),
            _ => self.fetch_operand(function),
        }
    }

    fn function_b(&mut self, bits: u16) {
        let function = function_in_mode_b(bits);
        match function {
            0o01 => {
                self.sc = (self.ac.bits() & 0o37) as u8;
                self.ac = Word::ZERO;
            }
            0o04 => self.normalise(),
            0o10 => self.ac = Word::new(self.ac.bits() | u16::from(self.sc)),
            0o14 => {
                if self.ac == Word::ZERO && self.mq == Word::ZERO {
                    self.skip();
                }
            }
            // The codes of DPIC and DCM include SWP: what is in the AC now is the low word.
            0o15 => self.finish_double(self.ac.next(), self.mq.bits()),
            0o16 => {
                let low = Word::new(!self.ac.bits()).next();
                self.finish_double(low, !self.mq.bits() & 0o7777);
            }
            0o17 => {
                let (ac, mq) = (self.ac, self.mq);
                let difference = mq.bits() + (!ac.bits() & 0o7777) + 1;
                self.ac = Word::new(difference);
                self.link = difference > 0o7777;
                self.gt = ac.signed() <= mq.signed();
            }
            // 13 is SWBA, when all bits are right.
            0 | 0o13 => {}
            2 | 3 | DAD | DST => {
                self.fetch_operand(function);
                self.pc = self.pc.next();
                self.state = MajorState::Defer;
            }
            _ => self.fetch_operand(function),
        }
    }

    /// The low word is done: a carry out of it goes into `high`, and out of that into the link.
    fn finish_double(&mut self, low: Word, high: u16) {
        let high = high + u16::from(low == Word::ZERO);
        self.mq = low;
        self.ac = Word::new(high);
        self.link = high > 0o7777;
    }

    /// The next cycle reads the word after the instruction: as the operand, or in mode B's DEFER as its address.
    fn fetch_operand(&mut self, function: u8) {
        self.eae = function;
        self.address = self.pc_address();
        self.state = MajorState::Execute;
    }

    /// An EXECUTE cycle of an EAE instruction: its operand is at MA.
    pub(super) fn eae_with_operand(&mut self) {
        self.mb = self.memory.read(self.ma);
        self.elapsed.cycle(self.timing.read_cycle);
        let timing = self.timing.eae;
        match self.eae {
            2 | 3 => {
                let whole = if self.eae == 2 { self.multiply() } else { self.divide() };
                if self.mode_b {
                    self.lasts(whole + timing.indirect, 3);
                } else {
                    self.pc = self.pc.next();
                    self.lasts(whole, 2);
                }
            }
            DAD => {
                let (low, carry) = self.mq.plus(self.mb);
                self.mq = low;
                self.link = carry;
                self.second_word(DAD_HIGH);
            }
            DAD_HIGH => {
                let high = self.ac.bits() + self.mb.bits() + u16::from(self.link);
                self.ac = Word::new(high);
                self.link = high > 0o7777;
                self.lasts(timing.double_word, 4);
            }
            DST => {
                self.mb = self.mq;
                self.memory.write(self.ma, self.mb);
                self.second_word(DST_HIGH);
            }
            DST_HIGH => {
                self.mb = self.ac;
                self.memory.write(self.ma, self.mb);
                self.lasts(timing.double_word, 4);
            }
            function => {
                self.pc = self.pc.next();
                if function == 1 {
                    self.sc = (!self.mb.bits() & 0o37) as u8;
                    self.lasts(timing.load_counter, 2);
                } else {
                    self.shift(function);
                }
            }
        }
    }

    /// Another EXECUTE, for the word after the one at MA.
    fn second_word(&mut self, function: u8) {
        self.eae = function;
        self.address = self.ma.next();
        self.state = MajorState::Execute;
    }

    /// Waits until the instruction has taken `whole` nanoseconds, of which its cycles are part.
    fn lasts(&mut self, whole: u64, cycles: u64) {
        self.elapsed.pause(whole.saturating_sub(cycles * self.timing.read_cycle));
    }

    /// AC and MQ as one word of 24 bits.
    fn double(&self) -> u32 {
        u32::from(self.ac.bits()) << 12 | u32::from(self.mq.bits())
    }

    /// The low 24 bits of `double` into AC and MQ.
    fn set_double(&mut self, double: u32) {
        self.ac = Word::new((double >> 12 & 0o7777) as u16);
        self.mq = Word::new((double & 0o7777) as u16);
    }

    /// MUY: AC,MQ <- MQ x operand + AC; L <- 0; SC <- 14. Gives its time.
    fn multiply(&mut self) -> u64 {
        self.set_double(u32::from(self.mq.bits()) * u32::from(self.mb.bits()) + u32::from(self.ac.bits()));
        self.link = false;
        self.sc = 0o14;
        self.timing.eae.multiply
    }

    /// DVI: MQ <- AC,MQ / operand, AC <- remainder, L <- 0; L <- 1 when the quotient has no room. Gives its time.
    fn divide(&mut self) -> u64 {
        let divisor = u32::from(self.mb.bits());
        if self.ac >= self.mb {
            self.link = true;
            self.sc = 0;
            // Both began the first step of the division: a KE8/I has subtracted, a KE8-E has shifted.
            match self.eae() {
                Some(Eae::Ke8E) => self.mq = Word::new(self.mq.bits() << 1 | 1),
                _ => self.ac = Word::from_signed(i32::from(self.mb.bits()) - i32::from(self.ac.bits()) - 1),
            }
            return self.timing.eae.divide_overflow;
        }
        let dividend = self.double();
        self.set_double(((dividend % divisor) << 12) | (dividend / divisor));
        self.link = false;
        self.sc = 0o15;
        self.timing.eae.divide
    }

    /// NMI: L,AC,MQ left until bits 0 and 1 differ or nothing is left to come; SC <- places.
    fn normalise(&mut self) {
        let mut double = self.double();
        let mut places = 0;
        while double >> 23 == double >> 22 & 1 && double & 0o17777777 != 0 {
            self.link = double >> 23 != 0;
            double = (double << 1) & 0o77777777;
            places += 1;
        }
        if self.mode_b && double == 0o40000000 {
            double = 0;
        }
        self.set_double(double);
        self.sc = places;
        let whole = match places {
            0 => self.timing.eae.normalised,
            _ => self.timing.eae.normalise + u64::from(places) * self.timing.eae.shift_more,
        };
        self.lasts(whole, 1);
    }

    /// SHL, ASR, LSR by the operand's low five bits, and one more in mode A.
    fn shift(&mut self, function: u8) {
        let places = u32::from(self.mb.bits() & 0o37) + u32::from(!self.mode_b);
        let double = self.double();
        match function {
            5 => {
                let ring = (u64::from(self.link) << 24 | u64::from(double)) << places;
                self.link = ring >> 24 & 1 != 0;
                self.set_double((ring & 0o77777777) as u32);
            }
            _ => {
                let sign = function == 6 && self.ac.bit(0);
                let extended = if sign { i64::from(double) - (1 << 24) } else { i64::from(double) };
                if self.mode_b && places > 0 {
                    self.gt = extended >> (places - 1) & 1 != 0;
                }
                self.link = sign;
                self.set_double((extended >> places & 0o77777777) as u32);
            }
        }
        self.sc = if self.mode_b { 0o37 } else { 0 };
        let timing = self.timing.eae;
        self.lasts(timing.shift_one + u64::from(places) * timing.shift_more - timing.shift_more, 2);
    }
}

/// Bits 8-10, and bit 6 before them.
const fn function_in_mode_b(bits: u16) -> u8 {
    ((bits & g3::FUNCTION) >> 1 | (bits & g3::SCA) >> 2) as u8
}

impl Machine {
    /// Where the group 3 instruction at `at` would store in mode B: the two words of DST, and the word after MUY, DVI,
    /// DAD or DST when that is an auto-index register.
    pub(crate) fn eae_stores(&self, at: Address) -> [Option<Address>; 3] {
        let bits = self.memory.read(at).bits();
        let function = function_in_mode_b(bits);
        let in_mode_b = self.config.eae && self.mode_b && bits & 0o7401 == 0o7401;
        if !in_mode_b || !waits_for_operand(function, true, MajorState::Defer) {
            return [None; 3];
        }
        let pointer_at = Address::in_field(at.field(), at.offset().next());
        let low = Address::in_field(self.extension.data_field, self.pointer(pointer_at));
        let stored = (function == DST).then_some(low);
        [stored, stored.map(|low| low.next()), is_auto_index(pointer_at.offset()).then_some(pointer_at)]
    }
}

/// Whether `function` can be one that waits before a cycle of `state`.
pub(super) fn waits_for_operand(function: u8, mode_b: bool, state: MajorState) -> bool {
    match (function, state) {
        (2 | 3, MajorState::Execute) | (5..=7, MajorState::Execute) => true,
        (1, MajorState::Execute) => !mode_b,
        (2 | 3 | DAD | DST, MajorState::Defer) | (DAD..=DST | DAD_HIGH..=DST_HIGH, MajorState::Execute) => mode_b,
        _ => false,
    }
}

//! The arithmetic of the Extended Arithmetic Element. The cycle-stepped machine and the translated engine both use
//! these functions, and do the memory cycles themselves.
//!
//! A time that a function returns is the time of the whole instruction, including its memory cycles, in nanoseconds.

use crate::instruction::{Eae, EaeTiming, group3 as g3};
use crate::word::Word;

/// The word of SWAB, which sets mode B. In both modes, the 8/E recognises SWAB and [`SWBA`] by all twelve bits.
pub(super) const SWAB: u16 = 0o7431;
pub(super) const SWBA: u16 = 0o7447;

/// The function code of DAD in mode B, as [`function_in_mode_b`] returns it.
pub(super) const DAD: u8 = 0o11;
pub(super) const DST: u8 = 0o12;

/// Returns the function of a group 3 word in mode B: bit 6 followed by bits 8-10.
pub(super) const fn function_in_mode_b(bits: u16) -> u8 {
    ((bits & g3::FUNCTION) >> 1 | (bits & g3::SCA) >> 2) as u8
}

/// Event 3 of a group 3 word, the EAE function: its effect, and the location of its operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event3 {
    /// Nothing: only events 1 and 2 take place.
    Nothing,
    /// A change of mode: to mode B (true) by SWAB, or to mode A (false) by SWBA.
    Mode(bool),
    /// The function with this code, which has no operand.
    Registers(u8),
    /// The function with this code, whose operand is the word after the instruction.
    Operand(u8),
    /// The function with this code, in mode B. The operand is one or two words in the data field. The word after the
    /// instruction is the address of the operand.
    Addressed(u8),
}

/// Returns the effect of event 3 of a group 3 word.
pub(super) fn event3(eae: Option<Eae>, mode_b: bool, bits: u16) -> Event3 {
    let function = ((bits & g3::FUNCTION) >> 1) as u8;
    match (eae, bits) {
        (None, _) => Event3::Nothing,
        (Some(Eae::Ke8E), SWAB) => Event3::Mode(true),
        (Some(Eae::Ke8E), SWBA) => Event3::Mode(false),
        _ if !mode_b => match function {
            0 => Event3::Nothing,
            4 => Event3::Registers(4),
            _ => Event3::Operand(function),
        },
        _ => match function_in_mode_b(bits) {
            // Function 13 is SWBA if all bits of the word match, and otherwise does nothing.
            0 | 0o13 => Event3::Nothing,
            function @ (0o01 | 0o04 | 0o10 | 0o14..=0o17) => Event3::Registers(function),
            function @ (2 | 3 | DAD | DST) => Event3::Addressed(function),
            function => Event3::Operand(function),
        },
    }
}

/// The registers that the EAE works on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Arithmetic {
    pub link: bool,
    pub ac: Word,
    pub mq: Word,
    /// The step counter.
    pub sc: u8,
    /// The greater-than flag of the 8/E.
    pub gt: bool,
    pub mode_b: bool,
    /// The EAE of the machine; `None` for a machine without an EAE.
    pub eae: Option<Eae>,
    pub timing: &'static EaeTiming,
}

impl Arithmetic {
    /// Carries out events 1 and 2 of a group 3 word: the moves between AC, MQ and SC. The machine must have an MQ.
    #[inline(always)]
    pub fn moves(&mut self, bits: u16) {
        self.transfer(self.moves_in(bits));
        // In mode A every instruction clears the greater-than flag. SWAB and SWBA are left to [`Arithmetic::set_mode`].
        let knows_mode = self.eae == Some(Eae::Ke8E) && matches!(bits, SWAB | SWBA);
        if self.eae.is_some() && !self.mode_b && !knows_mode {
            self.gt = false;
        }
    }

    /// Returns the bits of a group 3 word that select moves between AC, MQ and SC.
    #[inline(always)]
    pub const fn moves_in(&self, bits: u16) -> u16 {
        match self.eae {
            // SWBA contains no moves: its SCA bit is only part of its code.
            Some(Eae::Ke8E) if bits == SWBA => 0,
            Some(_) if !self.mode_b => bits & (g3::CLA | g3::MQA | g3::SCA | g3::MQL),
            _ => bits & (g3::CLA | g3::MQA | g3::MQL),
        }
    }

    /// Carries out moves between AC, MQ and SC. Each bit of `moves` selects a move, as in a group 3 word.
    #[inline(always)]
    pub fn transfer(&mut self, moves: u16) {
        if moves & g3::CLA != 0 {
            self.ac = Word::ZERO;
        }
        let mut ac = self.ac.bits();
        if moves & g3::SCA != 0 {
            ac |= u16::from(self.sc);
        }
        // MQA and MQL together swap AC and MQ: both registers are read before either is set.
        let from_mq = if moves & g3::MQA != 0 { self.mq.bits() } else { 0 };
        if moves & g3::MQL != 0 {
            self.mq = Word::new(ac);
            ac = 0;
        }
        self.ac = Word::new(ac | from_mq);
    }

    /// Carries out event 3 of SWAB and SWBA: sets the EAE to mode B if `mode_b` is true, otherwise to mode A. Mode A
    /// clears the greater-than flag.
    #[inline(always)]
    pub fn set_mode(&mut self, mode_b: bool) {
        self.mode_b = mode_b;
        self.gt &= mode_b;
    }

    /// Carries out a function without an operand. Returns whether the function skips, and the time of the whole
    /// instruction in nanoseconds. Returns 0 instead of the time if the instruction takes only its FETCH.
    #[inline(always)]
    pub fn without_operand(&mut self, function: u8) -> (bool, u64) {
        match function {
            0o01 => {
                self.sc = (self.ac.bits() & 0o37) as u8;
                self.ac = Word::ZERO;
            }
            0o04 => return (false, self.normalise()),
            0o10 => self.ac = Word::new(self.ac.bits() | u16::from(self.sc)),
            0o14 => return (self.ac == Word::ZERO && self.mq == Word::ZERO, 0),
            // The codes of DPIC and DCM include SWP, so the AC now holds the low word.
            0o15 => self.finish_double(self.ac.next(), self.mq.bits()),
            0o16 => {
                let low = Word::new(!self.ac.bits()).next();
                self.finish_double(low, !self.mq.bits() & 0o7777);
            }
            // SAM
            _ => {
                let (ac, mq) = (self.ac, self.mq);
                let difference = mq.bits() + (!ac.bits() & 0o7777) + 1;
                self.ac = Word::new(difference);
                self.link = difference > 0o7777;
                self.gt = ac.signed() <= mq.signed();
            }
        }
        (false, 0)
    }

    /// Carries out a function with one operand. Returns the time of the instruction in nanoseconds.
    #[inline(always)]
    pub fn with_operand(&mut self, function: u8, operand: Word) -> u64 {
        let addressed = if self.mode_b { self.timing.indirect } else { 0 };
        match function {
            1 => {
                self.sc = (!operand.bits() & 0o37) as u8;
                self.timing.load_counter
            }
            2 => self.multiply(operand) + addressed,
            3 => self.divide(operand) + addressed,
            _ => self.shift(function, operand),
        }
    }

    /// Carries out the first half of DAD: MQ <- MQ + low; the link holds the carry for the second half.
    #[inline(always)]
    pub fn add_low(&mut self, low: Word) {
        (self.mq, self.link) = self.mq.plus(low);
    }

    /// Carries out the second half of DAD: L,AC <- AC + high + carry.
    #[inline(always)]
    pub fn add_high(&mut self, high: Word) {
        let sum = self.ac.bits() + high.bits() + u16::from(self.link);
        self.ac = Word::new(sum);
        self.link = sum > 0o7777;
    }

    /// Completes the increment of a double word: MQ <- `low`, the low word after the increment. If `low` is 0, the low
    /// word has overflowed, so AC <- `high` + 1; otherwise AC <- `high`. The link becomes the carry out of AC.
    #[inline(always)]
    fn finish_double(&mut self, low: Word, high: u16) {
        let high = high + u16::from(low == Word::ZERO);
        self.mq = low;
        self.ac = Word::new(high);
        self.link = high > 0o7777;
    }

    /// Returns AC and MQ as one word of 24 bits.
    #[inline(always)]
    fn double(&self) -> u32 {
        u32::from(self.ac.bits()) << 12 | u32::from(self.mq.bits())
    }

    /// Sets AC and MQ to the low 24 bits of `double`.
    #[inline(always)]
    fn set_double(&mut self, double: u32) {
        self.ac = Word::new((double >> 12 & 0o7777) as u16);
        self.mq = Word::new((double & 0o7777) as u16);
    }

    /// Carries out MUY: AC,MQ <- MQ x operand + AC; L <- 0; SC <- 14 octal.
    #[inline(always)]
    fn multiply(&mut self, operand: Word) -> u64 {
        self.set_double(u32::from(self.mq.bits()) * u32::from(operand.bits()) + u32::from(self.ac.bits()));
        self.link = false;
        self.sc = 0o14;
        self.timing.multiply
    }

    /// Carries out DVI: MQ <- AC,MQ / operand, AC <- remainder, L <- 0. If the quotient does not fit, L <- 1.
    #[inline(always)]
    fn divide(&mut self, operand: Word) -> u64 {
        let divisor = u32::from(operand.bits());
        if self.ac >= operand {
            self.link = true;
            self.sc = 0;
            // The hardware has already begun the first step of the division: a KE8/I has subtracted, a KE8-E has
            // shifted.
            match self.eae {
                Some(Eae::Ke8E) => self.mq = Word::new(self.mq.bits() << 1 | 1),
                _ => self.ac = Word::from_signed(i32::from(operand.bits()) - i32::from(self.ac.bits()) - 1),
            }
            return self.timing.divide_overflow;
        }
        let dividend = self.double();
        self.set_double(((dividend % divisor) << 12) | (dividend / divisor));
        self.link = false;
        self.sc = 0o15;
        self.timing.divide
    }

    /// Carries out NMI: shifts L,AC,MQ left until bits 0 and 1 of AC,MQ differ, or until bits 2 to 23 are all 0. SC
    /// becomes the number of shifts.
    #[inline(always)]
    fn normalise(&mut self) -> u64 {
        let double = self.double();
        let negative = double >> 23 != 0;
        // `signs` counts the sign and the bits equal to it; `rest` is the number of shifts until the low 22 bits are 0.
        let signs = (if negative { !double } else { double } << 8).leading_zeros().min(24);
        let rest = 22_u32.saturating_sub(double.trailing_zeros());
        let places = (signs - 1).min(rest) as u8;
        if places > 0 {
            self.link = negative;
        }
        let mut double = double << places & 0o77777777;
        if self.mode_b && double == 0o40000000 {
            double = 0;
        }
        self.set_double(double);
        self.sc = places;
        match places {
            0 => self.timing.normalised,
            _ => self.timing.normalise + u64::from(places) * self.timing.shift_more,
        }
    }

    /// Carries out SHL, ASR or LSR. The low five bits of the operand are the number of bits to shift by. Mode A shifts
    /// by one bit more.
    #[inline(always)]
    fn shift(&mut self, function: u8, operand: Word) -> u64 {
        let places = u32::from(operand.bits() & 0o37) + u32::from(!self.mode_b);
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
        self.timing.shift_one + u64::from(places) * self.timing.shift_more - self.timing.shift_more
    }
}

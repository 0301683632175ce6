//! Machine code of the group 3 operations: the MQ and the EAE.
//!
//! The MQ is always in the `State`. After most of these operations r10 holds the MQ too, so the next operation need not
//! load it. The pause of an operation is the time that it takes in addition to its memory cycles. Except for NMI, the
//! pause is known in advance; the trace adds up these pauses in `pending`.
//!
//! While the engine counts the time of each address, an operation with a pause has no machine code.

use std::mem::offset_of;

use dynasmrt::{DynasmApi, DynasmLabelApi, dynasm};

use super::assemble::{After, If, MARKS, PAUSED, PAUSED_CYCLES, Trace, place};
use crate::instruction::group3 as g3;
use crate::machine::arithmetic::{DAD, DST};
use crate::machine::translated::machine_code::parts::Parts;
use crate::machine::translated::op::following;
use crate::machine::translated::operations::Kind;
use crate::machine::translated::plan::Op;
use crate::machine::translated::state::{SHORT_CYCLE_BITS, State, cycles_of};
use crate::word::Word;

const MQ: i32 = offset_of!(State, arithmetic.mq) as i32;
const SC: i32 = offset_of!(State, arithmetic.sc) as i32;
const GT: i32 = offset_of!(State, arithmetic.gt) as i32;
const MODE_B: i32 = offset_of!(State, arithmetic.mode_b) as i32;
const _: () = assert!(size_of::<Word>() == 2);

/// The number of bits by which the cycles of a `Cost` are shifted.
const CYCLES_SHIFT: i8 = crate::machine::translated::cost::CYCLES as i8;

/// For each divisor d, the integer part of 2^36 / d, plus 1. If n has 24 bits, the integer quotient n / d is the
/// product of n and this number, without the low 36 bits. The product exceeds n * 2^36 / d by at most n, which is less
/// than 2^36 / d, because d has 12 bits. Machine code multiplies by this number, which takes half the time of a
/// division.
static RECIPROCALS: [u64; 1 << 12] = {
    let mut reciprocals = [0; 1 << 12];
    let mut divisor = 1;
    while divisor < reciprocals.len() {
        reciprocals[divisor] = (1 << RECIPROCAL_BITS) / divisor as u64 + 1;
        divisor += 1;
    }
    reciprocals
};

const RECIPROCAL_BITS: u32 = 36;

impl Trace<'_> {
    /// Writes the machine code of a group 3 operation. Writes nothing, and returns [`After::Unknown`], if `op` has no
    /// machine code here. `has_double` is the value of `self.has_double` before the operation.
    pub(super) fn group3(&mut self, op: Op, at: usize, has_double: bool) -> After {
        let Op { kind, a, b, c } = op;
        match kind {
            Kind::InMode => {
                let redo = self.redo_label(at);
                dynasm!(self.out ; .arch x64 ; cmp BYTE [rdi + MODE_B], i8::from(a != 0) ; jne =>redo);
                if c != 0 {
                    dynasm!(self.out ; .arch x64 ; mov BYTE [rdi + GT], 0);
                }
                self.mode_b = Some(a != 0);
            }
            Kind::ChangeMode => {
                dynasm!(self.out ; .arch x64 ; mov BYTE [rdi + MODE_B], i8::from(a != 0));
                if a == 0 {
                    dynasm!(self.out ; .arch x64 ; mov BYTE [rdi + GT], 0);
                }
                self.mode_b = Some(a != 0);
            }
            Kind::Mqa => self.moves(g3::MQA),
            Kind::Mql => self.moves(g3::MQL),
            Kind::Cam => self.moves(g3::CLA | g3::MQL),
            Kind::Acl => self.moves(g3::CLA | g3::MQA),
            Kind::Swp => self.moves(g3::MQA | g3::MQL),
            Kind::Moves => self.moves(a),
            Kind::Acs => {
                dynasm!(self.out
                    ; .arch x64
                    ; mov eax, r8d
                    ; and eax, 0o37
                    ; mov BYTE [rdi + SC], al
                    ; and r8d, 0o10000
                );
                self.has_sc = false;
            }
            Kind::Sca => self.moves(g3::SCA),
            Kind::Dpsz => {
                self.need_mq();
                let away = self.leave_label(following(following(a)), at);
                dynasm!(self.out ; .arch x64 ; mov eax, r8d ; and eax, 0o7777 ; or eax, r10d);
                self.jump(If::Zero, away);
            }
            Kind::Dpic | Kind::Dcm => self.count_double(kind == Kind::Dcm),
            Kind::Sam => self.subtract(),
            // The operations that follow have pauses.
            _ if self.counting.passes => return After::Unknown,
            Kind::Scl => {
                self.load(a);
                dynasm!(self.out ; .arch x64 ; not eax ; and eax, 0o37 ; mov BYTE [rdi + SC], al);
                self.has_sc = false;
                self.lasts(self.timing.eae.load_counter, 2);
            }
            Kind::Muy => {
                self.load(a);
                self.multiply();
                self.lasts(self.timing.eae.multiply, 2);
            }
            Kind::MuyThrough => {
                self.through(a);
                self.load_there();
                self.multiply();
                self.lasts(self.timing.eae.multiply + self.timing.eae.indirect, 3);
            }
            Kind::Dvi => {
                self.take_double(has_double);
                self.load(a);
                self.divide(at);
                self.lasts(self.timing.eae.divide, 2);
            }
            Kind::DviThrough => {
                self.take_double(has_double);
                self.through(a);
                self.load_there();
                self.divide(at);
                self.lasts(self.timing.eae.divide + self.timing.eae.indirect, 3);
            }
            Kind::Dad => self.double_word(a, DAD, at),
            Kind::Dst => self.double_word(a, DST, at),
            Kind::Shl | Kind::Asr | Kind::Lsr => {
                let Some(mode_b) = self.mode_b else { return After::Unknown };
                // A program rarely changes the number of places.
                let redo = self.redo_label(at);
                dynasm!(self.out ; .arch x64 ; cmp WORD [rsi + place(a)], b as i16 ; jne =>redo);
                self.make_double(has_double);
                self.shift(kind, mode_b, u32::from(b & 0o37) + u32::from(!mode_b));
            }
            Kind::Nmi => {
                let Some(mode_b) = self.mode_b else { return After::Unknown };
                return self.normalise(mode_b, has_double);
            }
            _ => return After::Unknown,
        }
        After::Next
    }

    /// Writes code that loads r10 with the MQ.
    pub(super) fn load_mq(&mut self) {
        dynasm!(self.out ; .arch x64 ; movzx r10d, WORD [rdi + MQ]);
    }

    /// Writes code after which r10 holds the MQ.
    fn need_mq(&mut self) {
        if !std::mem::replace(&mut self.has_mq, true) {
            self.load_mq();
        }
    }

    /// Writes code that sets the MQ to r10.
    fn store_mq(&mut self) {
        dynasm!(self.out ; .arch x64 ; mov WORD [rdi + MQ], r10w);
        self.has_mq = true;
    }

    /// Adds the waiting time of an EAE instruction to the pending pauses. The waiting time is `whole` nanoseconds less
    /// the time of `cycles` memory cycles.
    fn lasts(&mut self, whole: u64, cycles: u64) {
        let pause = whole.saturating_sub(cycles * self.timing.read_cycle);
        self.pending.nanoseconds += pause;
        self.pending.cycles += cycles_of(pause);
    }

    /// Writes the code of `Arithmetic::transfer`.
    fn moves(&mut self, bits: u16) {
        if bits & g3::CLA != 0 {
            dynasm!(self.out ; .arch x64 ; and r8d, 0o10000);
        }
        if bits & g3::SCA != 0 {
            if self.has_sc {
                dynasm!(self.out ; .arch x64 ; or r8d, ecx);
            } else {
                dynasm!(self.out ; .arch x64 ; movzx eax, BYTE [rdi + SC] ; or r8d, eax);
            }
        }
        match (bits & g3::MQA != 0, bits & g3::MQL != 0) {
            (false, false) => {}
            (true, false) => {
                self.need_mq();
                dynasm!(self.out ; .arch x64 ; or r8d, r10d);
            }
            (false, true) => {
                dynasm!(self.out ; .arch x64 ; mov r10d, r8d ; and r10d, 0o7777 ; and r8d, 0o10000);
                self.store_mq();
            }
            (true, true) => {
                self.need_mq();
                dynasm!(self.out
                    ; .arch x64
                    ; mov eax, r8d
                    ; and eax, 0o7777
                    ; and r8d, 0o10000
                    ; or r8d, r10d
                    ; mov r10d, eax
                );
                self.store_mq();
            }
        }
    }

    /// Writes the code of event 3 of DPIC, or of DCM if `negates` is true. The code of the instruction's events 1 and 2
    /// must precede this code.
    fn count_double(&mut self, negates: bool) {
        self.need_mq();
        dynasm!(self.out ; .arch x64 ; mov eax, r8d);
        if negates {
            dynasm!(self.out ; .arch x64 ; neg eax ; xor r10d, 0o7777);
        } else {
            dynasm!(self.out ; .arch x64 ; inc eax);
        }
        dynasm!(self.out
            ; .arch x64
            ; and eax, 0o7777
            ; mov r8d, r10d
            ; mov r10d, eax
            // The carry is set if the low word is 0.
            ; cmp eax, 1
            ; adc r8d, 0
        );
        self.store_mq();
    }

    /// Writes the code of SAM.
    fn subtract(&mut self) {
        self.need_mq();
        dynasm!(self.out
            ; .arch x64
            ; mov eax, r8d
            ; and eax, 0o7777
            // With the sign inverted, signed numbers compare as unsigned numbers do.
            ; mov r11d, eax
            ; xor r11d, 0o4000
            ; mov r8d, r10d
            ; xor r8d, 0o4000
            ; cmp r11d, r8d
            ; setbe BYTE [rdi + GT]
            ; xor eax, 0o7777
            ; lea r8d, [r10 + rax + 1]
        );
    }

    /// Writes the code of MUY. The operand is in eax.
    fn multiply(&mut self) {
        self.need_mq();
        dynasm!(self.out
            ; .arch x64
            ; imul r10d, eax
            ; and r8d, 0o7777
            ; add r10d, r8d
            ; mov eax, r10d
            ; mov r8d, r10d
            ; shr r8d, 12
            ; and r10d, 0o7777
            ; mov BYTE [rdi + SC], 0o14
        );
        (self.has_sc, self.has_double) = (false, true);
        self.store_mq();
    }

    /// Writes code after which eax holds L, AC and MQ as 25 bits. `has_double` tells whether eax holds them already.
    fn make_double(&mut self, has_double: bool) {
        self.need_mq();
        if !has_double {
            dynasm!(self.out ; .arch x64 ; mov eax, r8d ; shl eax, 12 ; or eax, r10d);
        }
    }

    /// Writes code after which r11d holds L, AC and MQ as 25 bits, and eax is free.
    fn take_double(&mut self, has_double: bool) {
        self.make_double(has_double);
        dynasm!(self.out ; .arch x64 ; mov r11d, eax);
    }

    /// Writes the code of DVI. The operand is in eax, and L, AC and MQ are in r11d. If the quotient does not fit, the
    /// threaded code carries out DVI.
    fn divide(&mut self, at: usize) {
        let redo = self.redo_label(at);
        dynasm!(self.out
            ; .arch x64
            ; mov ecx, r8d
            ; and ecx, 0o7777
            ; cmp ecx, eax
            ; jae =>redo
            ; and r11d, 0o7777_7777
            ; mov r8d, r11d
            ; mov rcx, QWORD RECIPROCALS.as_ptr() as i64
            ; mov r10, [rcx + rax * 8]
            ; imul r10, r11
            ; shr r10, RECIPROCAL_BITS as i8
            ; imul eax, r10d
            ; sub r8d, eax
            ; mov BYTE [rdi + SC], 0o15
        );
        self.has_sc = false;
        self.store_mq();
    }

    /// Writes the code of DAD or DST, whose operand is at the address in the word at `pointer`. If the second word of
    /// the operand is at the other end of the field, the threaded code carries out the instruction.
    fn double_word(&mut self, pointer: u16, function: u8, at: usize) {
        let redo = self.redo_label(at);
        self.load(pointer);
        dynasm!(self.out ; .arch x64 ; cmp eax, 0o7777 ; je =>redo);
        self.in_field();
        self.need_mq();
        if function == DAD {
            dynasm!(self.out
                ; .arch x64
                ; movzx r11d, WORD [rsi + rax * 2]
                ; movzx eax, WORD [rsi + rax * 2 + 2]
                ; add r10d, r11d
                ; and r8d, 0o7777
                ; add r8d, eax
                ; mov eax, r10d
                ; shr eax, 12
                ; add r8d, eax
                ; and r10d, 0o7777
            );
            self.store_mq();
        } else {
            dynasm!(self.out
                ; .arch x64
                ; mov r11, [rdi + MARKS]
                ; cmp WORD [r11 + rax], 0
                ; jne =>redo
                ; mov r11d, r8d
                ; and r11d, 0o7777
                ; mov WORD [rsi + rax * 2], r10w
                ; mov WORD [rsi + rax * 2 + 2], r11w
            );
        }
        self.lasts(self.timing.eae.double_word, 4);
    }

    /// Writes the code of a shift by `places`. L, AC and MQ are in eax.
    fn shift(&mut self, kind: Kind, mode_b: bool, places: u32) {
        match kind {
            // Bit 24 becomes the link; the bits above it are ignored.
            Kind::Shl if places > 24 + 7 => dynasm!(self.out ; .arch x64 ; xor eax, eax),
            Kind::Shl => dynasm!(self.out ; .arch x64 ; shl eax, places as i8),
            _ => {
                // The 24 bits of AC and MQ are the high bits of eax, so that the link is not shifted in.
                dynasm!(self.out ; .arch x64 ; shl eax, 8);
                let is_arithmetic = kind == Kind::Asr;
                if mode_b && places > 0 {
                    let last = places + 7;
                    match (last > 31, is_arithmetic) {
                        (true, false) => dynasm!(self.out ; .arch x64 ; mov BYTE [rdi + GT], 0),
                        _ => dynasm!(self.out ; .arch x64 ; bt eax, last.min(31) as i8 ; setc BYTE [rdi + GT]),
                    }
                }
                match (places + 8, is_arithmetic) {
                    (places, true) => dynasm!(self.out ; .arch x64 ; sar eax, places.min(31) as i8),
                    (32.., false) => dynasm!(self.out ; .arch x64 ; xor eax, eax),
                    (places, false) => dynasm!(self.out ; .arch x64 ; shr eax, places as i8),
                }
            }
        }
        dynasm!(self.out
            ; .arch x64
            ; mov r10d, eax
            ; and r10d, 0o7777
            ; mov r8d, eax
            ; shr r8d, 12
            ; and r8d, 0o17777
            ; mov BYTE [rdi + SC], if mode_b { 0o37 } else { 0 }
        );
        (self.has_sc, self.has_double) = (false, true);
        self.store_mq();
        let times = self.timing.eae;
        self.lasts(times.shift_one + u64::from(places) * times.shift_more - times.shift_more, 2);
    }

    /// Writes the code of NMI.
    fn normalise(&mut self, mode_b: bool, has_double: bool) -> After {
        let times = self.timing.eae;
        let cycle = self.timing.read_cycle;
        // The pause of a NMI that does not shift; the pause of other NMIs, less `shift_more` for each place.
        let (still, moved) = (times.normalised.saturating_sub(cycle), times.normalise as i64 - cycle as i64);
        let has_still_pause = still != 0;
        if moved + (times.shift_more as i64) <= 0 || has_still_pause && still as i64 != moved {
            return After::Unknown;
        }
        self.make_double(has_double);
        dynasm!(self.out
            ; .arch x64
            // The 24 bits of AC and MQ are the high bits of eax; r11 has their sign in each bit.
            ; shl eax, 8
            ; mov r11d, eax
            ; sar r11d, 31
            // The number of places is 30 less the number of the highest bit that differs from the sign, or less the
            // number of the lowest bit that is set, if that number is greater. The two constants are the bits with
            // which all 24 bits equal the sign, and with which only the first two bits are set.
            ; mov r10d, eax
            ; xor r10d, r11d
            ; or r10d, 0x80
            ; bsr ecx, r10d
            ; mov r10d, eax
            ; or r10d, 0x4000_0000
            ; bsf r10d, r10d
            ; cmp ecx, r10d
            ; cmovb ecx, r10d
            ; neg ecx
            ; add ecx, 30
            ; shl eax, cl
            ; and r8d, 0o10000
            ; and r11d, 0o10000
            ; test ecx, ecx
            ; cmovnz r8d, r11d
        );
        if mode_b {
            dynasm!(self.out ; .arch x64 ; xor r10d, r10d ; cmp eax, 0x8000_0000_u32 as i32 ; cmove eax, r10d);
        }
        dynasm!(self.out
            ; .arch x64
            ; mov r10d, eax
            ; shr r10d, 8
            ; and r10d, 0o7777
            ; shr eax, 20
            ; or r8d, eax
            ; mov BYTE [rdi + SC], cl
        );
        self.has_sc = true;
        self.store_mq();
        let still = self.out.new_dynamic_label();
        if !has_still_pause {
            dynasm!(self.out ; .arch x64 ; test ecx, ecx ; jz =>still);
        }
        // The same as `cycles_of`, of a pause that is not 0.
        dynasm!(self.out
            ; .arch x64
            ; imul eax, ecx, times.shift_more as i32
            ; add eax, moved as i32
            ; add QWORD [rdi + PAUSED], rax
            ; shr eax, SHORT_CYCLE_BITS as i8
            ; inc eax
            ; add QWORD [rdi + PAUSED_CYCLES], rax
            ; shl rax, CYCLES_SHIFT
            ; add r9, rax
            ; =>still
        );
        After::Next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_product_with_the_reciprocal_is_the_quotient() {
        for divisor in 1..1 << 12 {
            for quotient in 0..1 << 12 {
                let least = divisor * quotient;
                for dividend in [least, least + divisor - 1] {
                    assert_eq!((dividend * RECIPROCALS[divisor as usize]) >> RECIPROCAL_BITS, quotient, "{divisor}");
                }
            }
        }
    }
}

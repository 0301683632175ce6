//! The instruction table, the only one in the library. This module decodes a word to an [`Instruction`], encodes an
//! instruction as a word, and has the mnemonics and the number of memory cycles of each instruction.
//!
//! ```text
//!   0   1   2   3   4   5   6   7   8   9  10  11
//! +---+---+---+---+---+---+---+---+---+---+---+---+
//! | operation | I | P |        offset             |   memory reference, operations 0 to 5
//! +---+---+---+---+---+---+---+---+---+---+---+---+
//! | 1   1   0 |     device code       |  pulses   |   IOT, 6
//! +---+---+---+---+---+---+---+---+---+---+---+---+
//! | 1   1   1 | 0 |CLA|CLL|CMA|CML|RAR|RAL|x 2|IAC|   operate group 1
//! +---+---+---+---+---+---+---+---+---+---+---+---+
//! | 1   1   1 | 1 |CLA|SMA|SZA|SNL|not|OSR|HLT| 0 |   operate group 2
//! +---+---+---+---+---+---+---+---+---+---+---+---+
//! | 1   1   1 | 1 |CLA|MQA|SCA|MQL| function  | 1 |   operate group 3; in mode B, SCA is a function bit
//! +---+---+---+---+---+---+---+---+---+---+---+---+
//! ```
//!
//! Only this module gives names to the bits of instructions. The code in `machine/` executes the operate bits in the
//! order of their events.

mod mnemonics;
mod model;
mod timing;

pub(crate) use mnemonics::Class;
pub(crate) use mnemonics::MNEMONICS;
pub use mnemonics::{Mnemonic, mnemonic, symbolic};
pub(crate) use model::{BothRotates, Models};
pub use model::{Eae, FieldKeys, Model, Traits, UnknownModel};
pub(crate) use timing::EaeTiming;
pub use timing::Timing;

use crate::word::Word;

/// Whether IOTs with this device code belong to the processor: code 00 controls the interrupt system, and codes 20 to
/// 27 control memory fields and time sharing. No device can have such a code.
pub(crate) const fn is_code_of_processor(device: u8) -> bool {
    matches!(device, 0 | 0o20..=0o27)
}

/// The six memory reference operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// AND, 0000: AC <- AC and C(EA).
    And,
    /// TAD, 1000: L,AC <- L,AC + C(EA).
    Tad,
    /// ISZ, 2000: C(EA) <- C(EA) + 1; skip when the sum is 0.
    Isz,
    /// DCA, 3000: C(EA) <- AC; AC <- 0.
    Dca,
    /// JMS, 4000: C(EA) <- PC; PC <- EA + 1.
    Jms,
    /// JMP, 5000: PC <- EA.
    Jmp,
}

impl Operation {
    /// All operations, in the order of their codes.
    pub(crate) const ALL: [Operation; 6] =
        [Operation::And, Operation::Tad, Operation::Isz, Operation::Dca, Operation::Jms, Operation::Jmp];

    /// Returns the mnemonic of the operation.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Operation::And => "AND",
            Operation::Tad => "TAD",
            Operation::Isz => "ISZ",
            Operation::Dca => "DCA",
            Operation::Jms => "JMS",
            Operation::Jmp => "JMP",
        }
    }

    /// Returns the word of the operation, with all other bits 0.
    pub(crate) const fn word(self) -> Word {
        Word::new((self as u16) << 9)
    }
}

/// A memory reference: an operation, and the bits that give the address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MemoryReference {
    /// The operation.
    pub operation: Operation,
    /// Whether bit 3 is set: the addressed word is the address of the operand.
    pub indirect: bool,
    /// Whether bit 4 is set: the offset is in the page of the instruction, not in page zero.
    pub current_page: bool,
    /// The offset: the low seven bits.
    pub offset: u16,
}

impl MemoryReference {
    /// Returns the address in a memory reference at the address `at`: the address of the operand, or of the pointer if
    /// the reference is indirect. `at` and the result are 12-bit offsets in a field.
    pub const fn address(self, at: Word) -> Word {
        let page = if self.current_page { at.bits() & 0o7600 } else { 0 };
        Word::new(page | self.offset)
    }
}

/// A decoded instruction word: a memory reference, an IOT or an operate instruction.
///
/// ```
/// use pdp8::instruction::{Instruction, Operation};
/// use pdp8::word::Word;
/// let Instruction::Memory(tad) = Instruction::decode(Word::new(0o1610)) else { panic!() };
/// assert_eq!((tad.operation, tad.indirect), (Operation::Tad, true));
/// assert_eq!(tad.address(Word::new(0o0234)), Word::new(0o0210));
/// assert_eq!(Instruction::decode(Word::new(0o6046)), Instruction::Iot { device: 0o04, pulses: 6 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Instruction {
    /// A memory reference: operations 0 to 5.
    Memory(MemoryReference),
    /// Operation 6: a device code, 0 to 77 octal, and the pulses IOP1, IOP2 and IOP4 that the instruction sends.
    Iot {
        /// The device code, bits 3 to 8.
        device: u8,
        /// The pulses, bits 9 to 11.
        pulses: u8,
    },
    /// An operate instruction of group 1: operation 7 with bit 3 off.
    Group1(Word),
    /// An operate instruction of group 2: operation 7 with bit 3 on and bit 11 off.
    Group2(Word),
    /// An operate instruction of group 3: operation 7 with bits 3 and 11 on.
    Group3(Word),
}

impl Instruction {
    /// Decodes a word; every word is an instruction.
    pub const fn decode(word: Word) -> Self {
        let bits = word.bits();
        match bits >> 9 {
            6 => Instruction::Iot { device: (bits >> 3 & 0o77) as u8, pulses: (bits & 7) as u8 },
            7 if bits & 0o400 == 0 => Instruction::Group1(word),
            7 if bits & 1 == 0 => Instruction::Group2(word),
            7 => Instruction::Group3(word),
            code => Instruction::Memory(MemoryReference {
                operation: Operation::ALL[code as usize],
                indirect: bits & 0o400 != 0,
                current_page: bits & 0o200 != 0,
                offset: bits & 0o177,
            }),
        }
    }

    /// Returns the word that decodes to this instruction.
    pub const fn encode(self) -> Word {
        match self {
            Instruction::Memory(reference) => Word::new(
                reference.operation.word().bits()
                    | (reference.indirect as u16) << 8
                    | (reference.current_page as u16) << 7
                    | reference.offset & 0o177,
            ),
            Instruction::Iot { device, pulses } => {
                Word::new(0o6000 | ((device & 0o77) as u16) << 3 | (pulses & 7) as u16)
            }
            Instruction::Group1(word) | Instruction::Group2(word) | Instruction::Group3(word) => word,
        }
    }

    /// Returns the number of memory cycles: one for FETCH, one for DEFER if the address is indirect, and one for
    /// EXECUTE if the instruction is AND, TAD, ISZ, DCA or JMS.
    ///
    /// Does not count the cycle in which an EAE instruction reads its operand word.
    pub(crate) const fn cycles(self) -> u32 {
        match self {
            Instruction::Memory(reference) => {
                let execute = !matches!(reference.operation, Operation::Jmp);
                1 + reference.indirect as u32 + execute as u32
            }
            _ => 1,
        }
    }
}

/// The bits of operate group 1, 7000.
pub(crate) mod group1 {
    /// Event time 1: AC <- 0.
    pub const CLA: u16 = 0o0200;
    /// Event time 1: L <- 0.
    pub const CLL: u16 = 0o0100;
    /// Event time 2: AC <- not AC.
    pub const CMA: u16 = 0o0040;
    /// Event time 2: L <- not L.
    pub const CML: u16 = 0o0020;
    /// Event time 3: L,AC <- L,AC + 1.
    pub const IAC: u16 = 0o0001;
    /// Event time 4: L,AC rotates one place right.
    pub const RAR: u16 = 0o0010;
    /// Event time 4: L,AC rotates one place left.
    pub const RAL: u16 = 0o0004;
    /// Event time 4: RAR or RAL rotates two places. Without RAR and RAL, this bit is BSW on the 8/E.
    pub const TWICE: u16 = 0o0002;
}

/// The bits of operate group 2, 7400.
pub(crate) mod group2 {
    /// Event time 2: AC <- 0.
    pub const CLA: u16 = 0o0200;
    /// Event time 1: skip when AC < 0.
    pub const SMA: u16 = 0o0100;
    /// Event time 1: skip when AC = 0.
    pub const SZA: u16 = 0o0040;
    /// Event time 1: skip when L = 1.
    pub const SNL: u16 = 0o0020;
    /// Event time 1: reverses the condition: skip when none of the selected tests is true.
    pub const REVERSE: u16 = 0o0010;
    /// Event time 3: AC <- AC or SR.
    pub const OSR: u16 = 0o0004;
    /// Event time 3: stop at the end of this instruction.
    pub const HLT: u16 = 0o0002;
    /// The bits that cause a trap in the user mode of time sharing.
    pub const PRIVILEGED: u16 = OSR | HLT;
}

/// The bits of operate group 3, 7401.
pub(crate) mod group3 {
    /// Event time 1: AC <- 0.
    pub const CLA: u16 = 0o0200;
    /// Event time 2: AC <- AC or MQ.
    pub const MQA: u16 = 0o0100;
    /// Event time 2: AC <- AC or SC, in mode A of the EAE. In mode B, this bit is the high bit of the EAE function.
    pub const SCA: u16 = 0o0040;
    /// Event time 2: MQ <- AC, AC <- 0.
    pub const MQL: u16 = 0o0020;
    /// Event time 3: the three bits of the EAE function.
    pub const FUNCTION: u16 = 0o0016;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_decodes_to_what_encodes_to_it() {
        for bits in 0..=0o7777 {
            let word = Word::new(bits);
            assert_eq!(Instruction::decode(word).encode(), word);
        }
    }

    #[test]
    fn cycles_are_those_of_the_handbook() {
        let cycles = |bits| Instruction::decode(Word::new(bits)).cycles();
        assert_eq!([0o1010, 0o1410, 0o5010, 0o5410, 0o7300, 0o6046].map(cycles), [2, 3, 1, 2, 1, 1]);
    }
}

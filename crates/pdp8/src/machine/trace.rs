//! The record of an instruction and of the registers before the instruction, and a line of text for the record: the
//! instruction trace, the history and failing tests print such lines.

use std::fmt::Write;

use super::Machine;
use super::cycle::is_auto_index;
use super::elapsed::Elapsed;
use crate::instruction::{Instruction, MemoryReference, Model, Operation, symbolic};
use crate::word::{Address, Word};

/// Returns a line of text with the next instruction, and the registers before that instruction.
///
/// ```
/// use pdp8::machine::{Config, Machine, trace};
/// use pdp8::word::{Address, Word};
/// let mut machine = Machine::new(Config::default());
/// machine.memory.write(Address::new(0o200), Word::new(0o1410));
/// machine.memory.write(Address::new(0o010), Word::new(0o0377));
/// machine.pc = Word::new(0o200);
/// assert_eq!(trace(&machine), "00200 1410 TAD I 0010     l=0 ac=0000 mq=0000 ea=00400 m=0000");
/// ```
pub fn trace(machine: &Machine) -> String {
    TraceRecord::of(machine).line(&|_| None)
}

/// The next instruction or interrupt entry of a machine, with the registers before it.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TraceRecord {
    /// The time at which the instruction begins.
    pub elapsed: Elapsed,
    /// The address of the instruction. For an interrupt entry, the address of the instruction that is put off.
    pub at: Address,
    /// The instruction.
    pub word: Word,
    /// The link.
    pub link: bool,
    /// The accumulator.
    pub ac: Word,
    /// The MQ.
    pub mq: Word,
    /// The data field.
    pub data_field: u8,
    /// The effective address of a memory reference, and the word at that address.
    pub operand: Option<(Address, Word)>,
    /// Whether the record is of an interrupt entry.
    pub is_entry: bool,
    /// The model, whose mnemonics the line has.
    pub model: Model,
}

impl TraceRecord {
    /// Returns the record of the next instruction.
    pub fn of(machine: &Machine) -> Self {
        let at = machine.pc_address();
        let word = machine.memory.read(at);
        let operand = match Instruction::decode(word) {
            Instruction::Memory(reference) => {
                let ea = machine.effective_address(at, reference);
                Some((ea, machine.memory.read(ea)))
            }
            _ => None,
        };
        TraceRecord {
            elapsed: machine.elapsed,
            at,
            word,
            link: machine.link,
            ac: machine.ac,
            mq: machine.mq,
            data_field: machine.extension.data_field,
            operand,
            is_entry: false,
            model: machine.config.model,
        }
    }

    /// Returns the line of [`TraceRecord::line`], followed by the data field, the number of cycles before the
    /// instruction and the simulated time in microseconds.
    pub fn line_with_time(&self, name: &dyn Fn(Address) -> Option<String>) -> String {
        let Elapsed { cycles, time, .. } = self.elapsed;
        let mut line = self.line(name);
        let _ = write!(line, " df={} cycle={cycles} us={time}", self.data_field);
        line
    }

    /// Returns the record as a line of text, with the names that `name` gives to addresses.
    pub fn line(&self, name: &dyn Fn(Address) -> Option<String>) -> String {
        let mut line = self.at.to_string();
        if let Some(name) = name(self.at) {
            let _ = write!(line, " {name:<9}");
        }
        if self.is_entry {
            return line + " interrupt entry";
        }
        let operand = |address: Word| {
            let address = Address::in_field(self.at.field(), address);
            name(address).unwrap_or_else(|| address.offset().to_string())
        };
        let text = symbolic(self.word, self.at.offset(), Some(self.model), operand);
        let link = u8::from(self.link);
        let _ = write!(line, " {} {text:<15}l={link} ac={} mq={}", self.word, self.ac, self.mq);
        if let Some((ea, word)) = self.operand {
            let _ = write!(line, " ea={ea} m={word}");
        }
        line
    }
}

impl Machine {
    /// Returns the effective address of a memory reference at the address `at`, without changing the machine.
    pub(crate) fn effective_address(&self, at: Address, reference: MemoryReference) -> Address {
        let direct = Address::in_field(at.field(), reference.address(at.offset()));
        let jumps = matches!(reference.operation, Operation::Jms | Operation::Jmp);
        match (reference.indirect, jumps) {
            (true, false) => Address::in_field(self.extension.data_field, self.pointer(direct)),
            (true, true) => Address::in_field(self.extension.instruction_buffer, self.pointer(direct)),
            (false, false) => direct,
            (false, true) => Address::in_field(self.extension.instruction_buffer, direct.offset()),
        }
    }

    /// Returns the pointer that a DEFER at `at` would read.
    pub(super) fn pointer(&self, at: Address) -> Word {
        let pointer = self.memory.read(at);
        if is_auto_index(at.offset()) { pointer.next() } else { pointer }
    }
}

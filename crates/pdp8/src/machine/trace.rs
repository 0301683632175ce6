//! Records of instructions, each with the contents of the registers before the instruction is executed. The instruction
//! trace, the history and failing tests print a line of text for each record.

use std::fmt::Write;

use super::Machine;
use super::cycle::is_auto_index;
use super::elapsed::Elapsed;
use crate::instruction::{Instruction, MemoryReference, Model, Operation, symbolic};
use crate::word::{Address, Word};

/// Returns a line of text with the next instruction, and the contents of the registers before it is executed.
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

/// The next instruction or interrupt entry of a machine, and the contents of the registers before it is executed.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TraceRecord {
    /// The counts of cycles, instructions and time before the instruction.
    pub elapsed: Elapsed,
    /// The address of the instruction. For an interrupt entry, the address at which the interrupted program will
    /// continue.
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
    /// The model, which determines the mnemonics in the line.
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

    /// Returns the record as a line of text, with the names that `name` gives to addresses.
    pub fn line(&self, name: &dyn Fn(Address) -> Option<String>) -> String {
        let mut line = self.instruction(name).into_bytes();
        self.push_registers(&mut line);
        String::from_utf8(line).expect("a line of text")
    }

    /// Returns the part of the line that depends only on the address, the word and the names.
    fn instruction(&self, name: &dyn Fn(Address) -> Option<String>) -> String {
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
        let _ = write!(line, " {} {text:<15}", self.word);
        line
    }

    fn push_registers(&self, line: &mut Vec<u8>) {
        if self.is_entry {
            return;
        }
        line.extend(if self.link { b"l=1 ac=" } else { b"l=0 ac=" });
        push_octal::<4>(line, self.ac.bits());
        line.extend(b" mq=");
        push_octal::<4>(line, self.mq.bits());
        if let Some((ea, word)) = self.operand {
            line.extend(b" ea=");
            push_octal::<5>(line, ea.bits());
            line.extend(b" m=");
            push_octal::<4>(line, word.bits());
        }
    }

    /// Writes the data field, the number of cycles before the instruction and the simulated time in microseconds.
    fn push_time(&self, line: &mut Vec<u8>) {
        let Elapsed { cycles, time, .. } = self.elapsed;
        line.extend(b" df=");
        push_octal::<1>(line, self.data_field.into());
        line.extend(b" cycle=");
        push_decimal(line, cycles);
        line.extend(b" us=");
        let tenths = (time.as_nanoseconds() + 50) / 100;
        push_decimal(line, tenths / 10);
        line.push(b'.');
        push_decimal(line, tenths % 10);
    }
}

fn push_octal<const DIGITS: usize>(line: &mut Vec<u8>, bits: u16) {
    let digit = |place: usize| b'0' + (bits >> (3 * (DIGITS - 1 - place)) & 7) as u8;
    line.extend(std::array::from_fn::<u8, DIGITS, _>(digit));
}

/// Writes a decimal number. Formatting by the standard library would take a third of the time of a trace.
fn push_decimal(line: &mut Vec<u8>, number: u64) {
    let mut digits = [0; 20];
    let (mut first, mut left) = (digits.len(), number);
    loop {
        first -= 1;
        digits[first] = b'0' + (left % 10) as u8;
        left /= 10;
        if left == 0 {
            break;
        }
    }
    line.extend(&digits[first..]);
}

/// The text of a trace, which grows by a line for each record.
///
/// A program executes the same instructions again and again, so the text of each instruction is made once.
#[doc(hidden)]
#[derive(Clone, Debug, Default)]
pub struct TraceText {
    /// The lines, in UTF-8.
    text: Vec<u8>,
    /// For each address, the instruction that was executed there last, and its text.
    instructions: Vec<Option<(Word, Box<str>)>>,
}

impl TraceText {
    /// Adds a line for a record: the line of [`TraceRecord::line`], the data field, the number of cycles before the
    /// instruction and the simulated time in microseconds.
    pub fn add(&mut self, record: &TraceRecord, name: &dyn Fn(Address) -> Option<String>) {
        if record.is_entry {
            self.text.extend(record.instruction(name).as_bytes());
        } else {
            let at = usize::from(record.at.bits());
            if self.instructions.len() <= at {
                self.instructions.resize(at + 1, None);
            }
            let known = &mut self.instructions[at];
            match known {
                Some((word, text)) if *word == record.word => self.text.extend(text.as_bytes()),
                _ => {
                    let text = record.instruction(name);
                    self.text.extend(text.as_bytes());
                    *known = Some((record.word, text.into()));
                }
            }
            record.push_registers(&mut self.text);
        }
        record.push_time(&mut self.text);
        self.text.push(b'\n');
    }

    /// Returns the number of bytes of the lines.
    pub fn len(&self) -> usize {
        self.text.len()
    }

    /// Whether there are no lines.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Returns the lines.
    pub fn lines(&self) -> &[u8] {
        &self.text
    }

    /// Removes the lines, and keeps their memory for the next lines. Forgets the texts of instructions, because names
    /// may change before the next line.
    pub fn clear(&mut self) {
        self.instructions.clear();
        self.text.clear();
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

    /// Returns the pointer that a DEFER at `at` would use. A pointer in an auto-index register is incremented first.
    pub(super) fn pointer(&self, at: Address) -> Word {
        let pointer = self.memory.read(at);
        if is_auto_index(at.offset()) { pointer.next() } else { pointer }
    }
}

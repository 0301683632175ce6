//! A line of text for an instruction and the registers before the instruction: the instruction trace and failing tests
//! print such lines.

use super::Machine;
use super::cycle::is_auto_index;
use crate::instruction::{Instruction, MemoryReference, Operation, symbolic};
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
    let at = machine.pc_address();
    let word = machine.memory.read(at);
    let registers = format!("l={} ac={} mq={}", u8::from(machine.link), machine.ac, machine.mq);
    let text = symbolic(word, at.offset(), Some(machine.config.model), |address| address.to_string());
    let line = format!("{at} {word} {text:<15}{registers}");
    match Instruction::decode(word) {
        Instruction::Memory(reference) => {
            let ea = machine.effective_address(at, reference);
            format!("{line} ea={ea} m={}", machine.memory.read(ea))
        }
        _ => line,
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

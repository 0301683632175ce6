//! The breakpoints of a run.

use std::ops::RangeInclusive;

use super::cycle::is_auto_index;
use super::memory::Memory;
use super::{Bus, Machine, MajorState};
use crate::instruction::{Instruction, MemoryReference, Operation};
use crate::word::{Address, Word};

/// A set of breakpoints. A run stops before an instruction at certain addresses, before certain instructions, before
/// reads and stores at certain addresses, and before interrupt entries.
///
/// ```
/// use std::sync::Arc;
/// use pdp8::machine::{BreakpointSet, Config, StopReason};
/// use pdp8::station::Station;
/// use pdp8::teletype::Speed;
/// use pdp8::word::{Address, Word};
///
/// let mut station = Station::new(Config::default(), Speed::Real);
/// for (at, bits) in [(0o200, 0o2300), (0o201, 0o5200), (0o202, 0o3301), (0o203, 0o7402)] {
///     station.deposit(Address::new(at), Word::new(bits)); // ISZ 300; JMP .-1; DCA 301; HLT
/// }
/// station.start(Address::new(0o200));
/// let mut breakpoints = BreakpointSet::default();
/// let counter = Address::new(0o301);
/// breakpoints.stop_before_store(counter..=counter);
/// assert_eq!(station.run_to_breakpoint(100_000, &Arc::new(breakpoints)), StopReason::Breakpoint);
/// assert_eq!(station.machine().pc_address(), Address::new(0o202));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BreakpointSet {
    addresses: Vec<RangeInclusive<Address>>,
    stores: Vec<RangeInclusive<Address>>,
    changes: Vec<RangeInclusive<Address>>,
    reads: Vec<RangeInclusive<Address>>,
    /// Instructions, each with a mask of the bits that are compared.
    instructions: Vec<(Word, Word)>,
    at_interrupts: bool,
}

impl BreakpointSet {
    /// Makes a run stop before an instruction at one of these addresses.
    pub fn stop_at(&mut self, addresses: RangeInclusive<Address>) {
        self.addresses.push(addresses);
    }

    /// Makes a run stop before every instruction that equals `word` in the bits of `mask`.
    pub fn stop_at_instruction(&mut self, word: Word, mask: Word) {
        self.instructions.push((word, mask));
    }

    /// Makes a run stop before a store into one of these addresses.
    pub fn stop_before_store(&mut self, addresses: RangeInclusive<Address>) {
        self.stores.push(addresses);
    }

    /// Makes a run stop before a store that changes the word at one of these addresses.
    #[doc(hidden)]
    pub fn stop_before_change(&mut self, addresses: RangeInclusive<Address>) {
        self.changes.push(addresses);
    }

    /// Makes a run stop before an instruction that reads the word at one of these addresses as an operand or as a
    /// pointer. A run with such a breakpoint is slow, because it executes one instruction at a time.
    #[doc(hidden)]
    pub fn stop_before_read(&mut self, addresses: RangeInclusive<Address>) {
        self.reads.push(addresses);
    }

    /// Makes a run stop before each interrupt entry.
    #[doc(hidden)]
    pub fn stop_at_interrupts(&mut self) {
        self.at_interrupts = true;
    }

    /// Whether the set is empty.
    pub(crate) fn is_empty(&self) -> bool {
        self.addresses.is_empty()
            && self.stores.is_empty()
            && self.changes.is_empty()
            && self.reads.is_empty()
            && self.instructions.is_empty()
            && !self.at_interrupts
    }

    /// Whether the machine must stop now. Tests the interrupt entry if an interrupt is due; otherwise tests the next
    /// instruction.
    #[doc(hidden)]
    pub fn meets<B: Bus>(&self, machine: &Machine, bus: &B) -> bool {
        if self.is_empty() || machine.state != MajorState::Fetch {
            return false;
        }
        if machine.enters_interrupt(bus) {
            // An interrupt entry stores the PC in 00000.
            return self.at_interrupts || self.has_store(machine, (Address::default(), machine.pc));
        }
        let at = machine.pc_address();
        let instruction = machine.memory.read(at);
        has(&self.addresses, at)
            || self.has_instruction(instruction)
            || self.has_stores()
                && may_store(instruction)
                && machine.next_stores().into_iter().flatten().any(|store| self.has_store(machine, store))
            || self.has_reads() && machine.next_reads().into_iter().flatten().any(|at| has(&self.reads, at))
    }

    /// Whether a run stops before `word` is stored at the address `at`.
    fn has_store(&self, machine: &Machine, (at, word): (Address, Word)) -> bool {
        let changes = |memory: &Memory| memory.takes(at) && memory.read(at) != word;
        has(&self.stores, at) || has(&self.changes, at) && changes(&machine.memory)
    }

    /// Whether a breakpoint is set on the instruction `word`, wherever it is in core.
    pub(super) fn has_instruction(&self, word: Word) -> bool {
        self.instructions.iter().any(|&(like, mask)| (like.bits() ^ word.bits()) & mask.bits() == 0)
    }

    /// Whether the set has breakpoints that are set on instruction words instead of addresses.
    pub(super) fn has_instructions(&self) -> bool {
        !self.instructions.is_empty()
    }

    /// Returns the addresses of the instructions before which a run stops. An address may occur more than once.
    pub(super) fn addresses(&self) -> impl Iterator<Item = u16> {
        self.addresses.iter().flat_map(each)
    }

    /// Whether the set has breakpoints before reads.
    pub(super) fn has_reads(&self) -> bool {
        !self.reads.is_empty()
    }

    /// Whether the set has breakpoints before stores.
    pub(super) fn has_stores(&self) -> bool {
        !(self.stores.is_empty() && self.changes.is_empty())
    }

    /// Returns the addresses with breakpoints before stores. An address may occur more than once.
    pub(super) fn stores(&self) -> impl Iterator<Item = u16> {
        self.stores.iter().chain(&self.changes).flat_map(each)
    }
}

fn has(ranges: &[RangeInclusive<Address>], address: Address) -> bool {
    ranges.iter().any(|range| range.contains(&address))
}

fn each(addresses: &RangeInclusive<Address>) -> RangeInclusive<u16> {
    addresses.start().bits()..=addresses.end().bits()
}

/// Whether the instruction may store: ISZ, DCA, JMS, an indirect reference through an auto-index register, or an EAE
/// function. This test is fast; the slower [`Machine::next_stores`] is called only if this test is true.
const fn may_store(instruction: Word) -> bool {
    let bits = instruction.bits();
    match bits >> 9 {
        0o2..=0o4 => true,
        // An instruction in page zero also refers to the auto-index registers if its page bit is 1.
        0o0 | 0o1 | 0o5 => bits & 0o570 == 0o410,
        0o7 => bits & 0o401 == 0o401,
        _ => false,
    }
}

impl Machine {
    /// Returns the stores of the next instruction, each with its address and its word. DST stores two words, and an
    /// indirect reference may store into an auto-index register.
    fn next_stores(&self) -> [Option<(Address, Word)>; 3] {
        let at = self.pc_address();
        let reference = match Instruction::decode(self.memory.read(at)) {
            Instruction::Memory(reference) => reference,
            _ => return self.eae_stores(at),
        };
        let place = || self.effective_address(at, reference);
        let stored = match reference.operation {
            Operation::Isz => {
                let place = place();
                Some((place, self.memory.read(place).next()))
            }
            Operation::Dca => Some((place(), self.ac)),
            Operation::Jms => Some((place(), at.offset().next())),
            _ => None,
        };
        let pointer = self.pointer_of(at, reference).filter(|pointer| is_auto_index(pointer.offset()));
        [stored, pointer.map(|pointer| (pointer, self.pointer(pointer))), None]
    }

    /// Returns the addresses that the next instruction reads: the address of each word of the operand, and the address
    /// of the pointer to the operand.
    fn next_reads(&self) -> [Option<Address>; 3] {
        let at = self.pc_address();
        let reference = match Instruction::decode(self.memory.read(at)) {
            Instruction::Memory(reference) => reference,
            _ => return self.eae_reads(at),
        };
        let reads = matches!(reference.operation, Operation::And | Operation::Tad | Operation::Isz);
        let operand = reads.then(|| self.effective_address(at, reference));
        [operand, self.pointer_of(at, reference), None]
    }

    /// Returns the address of the pointer of an indirect reference at `at`; `None` for a direct reference.
    fn pointer_of(&self, at: Address, reference: MemoryReference) -> Option<Address> {
        reference.indirect.then(|| Address::in_field(at.field(), reference.address(at.offset())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instruction::Model;
    use crate::machine::Config;

    /// Tests every instruction at an address in page zero and at an address in page 1. In page zero, an instruction can
    /// refer to the auto-index registers even if its page bit is 1.
    #[test]
    fn every_instruction_that_stores_may_store() {
        let mut stores = 0;
        for mode_b in [false, true] {
            let mut machine = Machine::new(Config { model: Model::E, eae: true, ..Config::default() });
            let mut arithmetic = machine.arithmetic();
            arithmetic.set_mode(mode_b);
            machine.set_arithmetic(arithmetic);
            for (at, bits) in [0o100, 0o200].into_iter().flat_map(|at| (0..=0o7777).map(move |bits| (at, bits))) {
                machine.pc = Word::new(at);
                machine.memory.write(Address::new(at), Word::new(bits));
                let is_store = machine.next_stores().into_iter().any(|store| store.is_some());
                assert!(!is_store || may_store(Word::new(bits)), "{bits:04o} at {at:05o} in mode B: {mode_b}");
                stores += u32::from(is_store);
            }
        }
        assert!(stores > 6 * 0o1000, "{stores}");
    }
}

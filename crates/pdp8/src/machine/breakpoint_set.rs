//! The places in a program before which a run stops.

use std::fmt;
use std::ops::RangeInclusive;

use super::{Bus, Machine, MajorState, is_auto_index};
use crate::instruction::{Instruction, Operation};
use crate::word::{Address, Word};

/// The number of addresses in 32K of core.
const ADDRESSES: usize = 0o100000;

/// A set of breakpoints: addresses, instructions and stores before which a run stops.
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
    addresses: AddressSet,
    stores: AddressSet,
    /// Words with masks.
    instructions: Vec<(Word, Word)>,
}

impl BreakpointSet {
    /// Adds addresses before whose instructions a run stops.
    pub fn stop_at(&mut self, addresses: RangeInclusive<Address>) {
        self.addresses.add(addresses);
    }

    /// Adds the instructions that equal `word` in the bits of `mask`.
    pub fn stop_at_instruction(&mut self, word: Word, mask: Word) {
        self.instructions.push((word, mask));
    }

    /// Adds addresses before stores into which a run stops.
    pub fn stop_before_store(&mut self, addresses: RangeInclusive<Address>) {
        self.stores.add(addresses);
    }

    /// Whether the set is empty.
    pub(crate) fn is_empty(&self) -> bool {
        self.addresses.is_empty() && self.stores.is_empty() && self.instructions.is_empty()
    }

    /// Whether the machine is to stop before its next instruction, or before the interrupt entry that comes first.
    pub(crate) fn meets<B: Bus>(&self, machine: &Machine, bus: &B) -> bool {
        if self.is_empty() || machine.state != MajorState::Fetch {
            return false;
        }
        if !self.stores.is_empty() && machine.next_stores(bus).into_iter().flatten().any(|at| self.stores.contains(at))
        {
            return true;
        }
        let at = machine.pc_address();
        (self.addresses.contains(at) || self.has_instruction(machine.memory.read(at))) && !machine.enters_interrupt(bus)
    }

    /// Whether a run stops before this word as an instruction, wherever it is.
    pub(super) fn has_instruction(&self, word: Word) -> bool {
        self.instructions.iter().any(|&(like, mask)| (like.bits() ^ word.bits()) & mask.bits() == 0)
    }

    /// Whether instructions are in the set.
    pub(super) fn has_instructions(&self) -> bool {
        !self.instructions.is_empty()
    }

    /// Returns the addresses before whose instructions a run stops.
    pub(super) fn addresses(&self) -> impl Iterator<Item = u16> {
        self.addresses.iter()
    }

    /// Returns the addresses before stores into which a run stops.
    pub(super) fn stores(&self) -> impl Iterator<Item = u16> {
        self.stores.iter()
    }
}

/// A set of addresses, a bit each.
#[derive(Clone, Default, PartialEq, Eq)]
struct AddressSet(Vec<u64>);

impl fmt::Debug for AddressSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Address::new)).finish()
    }
}

impl AddressSet {
    fn add(&mut self, addresses: RangeInclusive<Address>) {
        self.0.resize(ADDRESSES / 64, 0);
        for at in addresses.start().bits()..=addresses.end().bits() {
            self.0[usize::from(at / 64)] |= 1 << (at % 64);
        }
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn contains(&self, address: Address) -> bool {
        let at = address.bits();
        self.0.get(usize::from(at / 64)).is_some_and(|bits| bits >> (at % 64) & 1 != 0)
    }

    fn iter(&self) -> impl Iterator<Item = u16> {
        let bits = self.0.iter().enumerate().filter(|(_, bits)| **bits != 0);
        bits.flat_map(|(index, bits)| {
            (0..64).filter(move |bit| bits >> bit & 1 != 0).map(move |bit| (index * 64 + bit) as u16)
        })
    }
}

impl Machine {
    /// Returns the addresses into which the next instruction stores: its operand, and the auto-index register that
    /// points to the operand. If an interrupt is entered before the instruction, returns the address into which the
    /// entry stores.
    #[doc(hidden)]
    pub fn next_stores<B: Bus>(&self, bus: &B) -> [Option<Address>; 3] {
        if self.enters_interrupt(bus) {
            return [Some(Address::default()), None, None];
        }
        let at = self.pc_address();
        let reference = match Instruction::decode(self.memory.read(at)) {
            Instruction::Memory(reference) => reference,
            _ => return self.eae_stores(at),
        };
        let writes = matches!(reference.operation, Operation::Isz | Operation::Dca | Operation::Jms);
        let operand = writes.then(|| self.effective_address(at, reference));
        let pointer = reference.address(at.offset());
        let counts_on = reference.indirect && is_auto_index(pointer);
        [operand, counts_on.then(|| Address::in_field(at.field(), pointer)), None]
    }
}

//! The chain of calls of a machine program: JMS and interrupt entries that have not returned.
//!
//! JMS stores the return address in the subroutine's entry word, and `JMP I` through that word returns. To find the
//! calls, the last [`SEARCHED`] instructions of the machine are executed again. A second call of a subroutine replaces
//! the return address, so the first call can no longer return, and is no longer in the chain.

use crate::instruction::{Instruction, Operation};
use crate::machine::{BreakpointSet, Machine, TraceRecord};
use crate::station::{Station, TravelError};
use crate::word::{Address, Word};

/// The number of past instructions that are searched for calls.
pub const SEARCHED: u64 = 100_000;

/// A call that has not returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    /// The address of the JMS, or of the instruction that an interrupt has delayed.
    pub from: Address,
    /// The address of the subroutine's entry word; 00000 for an interrupt.
    pub entry: Address,
    /// Whether the call is an interrupt entry.
    pub is_interrupt: bool,
    /// The number of memory cycles before the call.
    pub cycle: u64,
}

/// The calls that have not returned, the outermost first.
#[derive(Clone, Debug, Default)]
pub struct Chain(Vec<Call>);

impl Chain {
    /// Returns the calls in `executed` that have not returned by the end of `executed`.
    pub fn of(executed: &[TraceRecord]) -> Self {
        let mut chain = Chain::default();
        executed.iter().for_each(|record| chain.add(record));
        chain
    }

    /// Updates the chain for the next executed instruction or interrupt entry: adds a call, or removes returned calls.
    pub fn add(&mut self, record: &TraceRecord) {
        let Chain(calls) = self;
        let returned = |call: &Call| Some(call.entry) == pointer_of_return(record.word, record.at);
        match called(record) {
            Some(call) => {
                let same = calls.iter().position(|other| other.entry == call.entry);
                calls.truncate(same.unwrap_or(calls.len()));
                calls.push(call);
            }
            None => calls.truncate(calls.iter().rposition(returned).unwrap_or(calls.len())),
        }
    }

    /// Returns the calls, the outermost first.
    pub fn calls(&self) -> &[Call] {
        &self.0
    }

    /// Returns the innermost call.
    pub fn innermost(&self) -> Option<Call> {
        self.0.last().copied()
    }
}

/// Returns the calls that have not returned.
///
/// # Errors
///
/// When the machine has no timeline.
pub fn chain(station: &Station) -> Result<Chain, TravelError> {
    Ok(Chain::of(&station.last_instructions(SEARCHED)?))
}

/// The instructions that may change the chain of calls: JMS and JMP I. Each pair contains the bits that identify the
/// instruction, and the mask of the bits that are compared.
const CHANGES: [(u16, u16); 2] = [(0o4000, 0o7000), (0o5400, 0o7400)];

/// Whether an instruction may change the chain of calls.
pub fn may_change(word: Word) -> bool {
    CHANGES.into_iter().any(|(like, mask)| word.bits() & mask == like)
}

/// Makes a run stop before each instruction and each interrupt entry that may change the chain of calls.
pub fn add_stops(stops: &mut BreakpointSet) {
    for (word, mask) in CHANGES {
        stops.stop_at_instruction(Word::new(word), Word::new(mask));
    }
    stops.stop_at_interrupts();
}

/// Returns the call that an instruction or an interrupt entry makes; `None` if the instruction is not a JMS.
pub fn called(record: &TraceRecord) -> Option<Call> {
    if record.is_entry {
        let entry = Address::default();
        return Some(Call { from: record.at, entry, is_interrupt: true, cycle: record.elapsed.cycles });
    }
    let entry = match Instruction::decode(record.word) {
        Instruction::Memory(reference) if reference.operation == Operation::Jms => record.operand?.0,
        _ => return None,
    };
    Some(Call { from: record.at, entry, is_interrupt: false, cycle: record.elapsed.cycles })
}

/// If the machine's next instruction is a JMS, returns the address of the entry word of the called subroutine.
pub fn next_call(machine: &Machine) -> Option<Address> {
    called(&TraceRecord::of(machine)).map(|call| call.entry)
}

/// If the instruction `word` at `at` is a JMP I, returns the address of the word through which it jumps.
pub fn pointer_of_return(word: Word, at: Address) -> Option<Address> {
    match Instruction::decode(word) {
        Instruction::Memory(reference) if reference.operation == Operation::Jmp && reference.indirect => {
            Some(Address::in_field(at.field(), reference.address(at.offset())))
        }
        _ => None,
    }
}

/// Whether the machine's next instruction is a JMP I through the word `entry`.
pub fn returns_through(station: &Station, entry: Address) -> bool {
    let machine = station.machine();
    let at = machine.pc_address();
    !machine.enters_interrupt(station.io_bus()) && pointer_of_return(machine.memory.read(at), at) == Some(entry)
}

/// Returns the JMP I instructions that can jump through the word at `entry`.
pub fn returns(entry: Address) -> impl Iterator<Item = Word> {
    let offset = entry.offset().bits() & 0o177;
    let from_anywhere = (entry.offset().page() == 0).then_some(Word::new(0o5400 | offset));
    from_anywhere.into_iter().chain([Word::new(0o5600 | offset)])
}

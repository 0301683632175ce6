//! The chain of calls of a machine program: JMS and interrupt entries that have not returned.
//!
//! JMS stores the return address in the subroutine's entry word, and `JMP I` through that word returns. The last
//! instructions are executed again to find the calls. A second call of a subroutine replaces the return address, so the
//! first call can no longer return, and is no longer in the chain.

use crate::instruction::{Instruction, Operation};
use crate::machine::{Machine, TraceRecord};
use crate::station::{Station, TravelError};
use crate::word::{Address, Word};

/// The number of past instructions that are searched for calls.
const SEARCHED: u64 = 100_000;

/// A call that has not returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    /// The address of the JMS, or of the instruction that an interrupt has put off.
    pub from: Address,
    /// The entry word of the subroutine; 00000 for an interrupt.
    pub entry: Address,
    /// Whether the call is an interrupt entry.
    pub is_interrupt: bool,
}

/// Returns the calls that have not returned, the outermost first.
///
/// # Errors
///
/// When the machine has no timeline.
pub fn calls(station: &Station) -> Result<Vec<Call>, TravelError> {
    Ok(chain(&station.last_instructions(SEARCHED)?))
}

/// Returns the calls that have not returned after these instructions, the outermost first.
fn chain(executed: &[TraceRecord]) -> Vec<Call> {
    let mut calls: Vec<Call> = Vec::new();
    for record in executed {
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
    calls
}

/// Returns the call that the instruction makes.
fn called(record: &TraceRecord) -> Option<Call> {
    if record.is_entry {
        return Some(Call { from: record.at, entry: Address::default(), is_interrupt: true });
    }
    let entry = match Instruction::decode(record.word) {
        Instruction::Memory(reference) if reference.operation == Operation::Jms => record.operand?.0,
        _ => return None,
    };
    Some(Call { from: record.at, entry, is_interrupt: false })
}

/// Returns the entry word of the subroutine that the machine's next instruction calls, if it is a JMS.
pub fn next_call(machine: &Machine) -> Option<Address> {
    called(&TraceRecord::of(machine)).map(|call| call.entry)
}

/// Returns the word through which the instruction `word` at `at` jumps, if it is a JMP I.
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

/// Returns the words of the instructions that can jump through the word `entry`.
pub fn returns(entry: Address) -> impl Iterator<Item = Word> {
    let offset = entry.offset().bits() & 0o177;
    let from_anywhere = (entry.offset().page() == 0).then_some(Word::new(0o5400 | offset));
    from_anywhere.into_iter().chain([Word::new(0o5600 | offset)])
}

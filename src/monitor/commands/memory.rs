//! Core and registers: examine, deposit, evaluate, load, dump.

use crate::machine::Machine;
use crate::tape::{Tape, bin};
use crate::word::{Address, Word};

use super::super::MonitorError;
use super::super::instructions::{assembled, symbolic};
use super::super::places::{Place, places};
use super::super::register::Register;
use super::{Answer, Call, file_error, programs, text};

pub(super) fn examine(call: &mut Call) -> Answer {
    let (as_instructions, list) = match call.rest.strip_prefix("-m") {
        Some(list) => (true, list.trim()),
        None => (false, call.rest),
    };
    let list = if list.is_empty() { "state" } else { list };
    let machine = call.machine();
    let mut lines = String::new();
    for place in places(list, machine)? {
        match place {
            Place::Register(register) if register.name == "PC" && as_instructions => {
                lines += &shown(machine.pc_address(), machine, true);
            }
            Place::Register(register) => {
                lines += &register.show(machine);
                lines.push('\n');
            }
            Place::Core(range) => {
                range.addresses().for_each(|address| lines += &shown(address, machine, as_instructions));
            }
        }
    }
    text(lines)
}

/// `00200:  7402`, or with the instruction in place of the word.
fn shown(address: Address, machine: &Machine, as_instruction: bool) -> String {
    let word = machine.memory.read(address);
    let value = if as_instruction { symbolic(word, address.offset()) } else { word.to_string() };
    format!("{address}:\t{value}\n")
}

pub(super) fn deposit(call: &mut Call) -> Answer {
    let (list, value) = call.two()?;
    let value = value.strip_prefix("-m").map_or(value, str::trim);
    // All is read before anything is changed.
    let mut changes = Vec::new();
    for place in places(list, call.machine())? {
        match place {
            Place::Register(register) => changes.push((place, register_value(register, value)?)),
            Place::Core(range) => changes.push((place, assembled(range.first, value)?.bits())),
        }
    }
    for (place, bits) in changes {
        match place {
            Place::Register(register) => register.set(call.station.machine_mut(), bits)?,
            Place::Core(range) => range.addresses().for_each(|address| call.station.deposit(address, Word::new(bits))),
        }
    }
    text("")
}

/// A register's new bits: octal, five digits where it holds an address.
pub(super) fn register_value(register: &Register, value: &str) -> Result<u16, MonitorError> {
    if register.holds_address() { Ok(value.parse::<Address>()?.bits()) } else { Ok(value.parse::<Word>()?.bits()) }
}

pub(super) fn evaluate(call: &mut Call) -> Answer {
    let word = assembled(call.machine().pc_address(), call.something()?)?;
    text(format!("{word}\t{}\n", symbolic(word, call.machine().pc)))
}

pub(super) fn load(call: &mut Call) -> Answer {
    let name = call.something()?;
    let tape = Tape::new(call.read(name)?);
    if tape.is_text() {
        return programs::load(call, name, tape.frames());
    }
    call.station.load(&tape).map_err(|error| file_error(name, error))?;
    text("")
}

pub(super) fn dump(call: &mut Call) -> Answer {
    let (name, list) = call.two()?;
    let mut words = Vec::new();
    for place in places(list, call.machine())? {
        let Place::Core(range) = place else { return Err(call.usage()) };
        words.extend(range.addresses().map(|address| (address, call.machine().memory.read(address))));
    }
    call.write(name, bin::punch(&words).frames())?;
    text("")
}

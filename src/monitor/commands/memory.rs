//! Core and registers: examine, deposit, evaluate, load, dump.

use crate::host::FileUse;
use crate::host::user::{PROGRAM, SAVE_OPTION};
use crate::machine::Machine;
use crate::station::Station;
use crate::tape::{Tape, bin};
use crate::word::{Address, Word};

use super::super::addresses::{Place, Range, places};
use super::super::condition::register_value;
use super::super::instructions::{assembled, symbolic};
use super::super::register::Register;
use super::super::target::Target;
use super::format::{Format, SWITCHES};
use super::needs::machine;
use super::search::Search;
use super::{Answer, Call, file_error, programs, text};

pub(super) fn examine(call: &mut Call, station: &mut Station) -> Answer {
    let format = Format::chosen(&call.switches(SWITCHES)?);
    let (search, list) = Search::parse(call.rest)?;
    let list = if list.is_empty() { "state" } else { list };
    let machine = station.machine();
    let mut lines = String::new();
    for place in places(list, machine)? {
        match place {
            Place::Register(register) if register.name == "PC" && format == Format::Instruction => {
                lines += &shown(machine.pc_address(), machine, format);
            }
            Place::Register(register) if search.finds((register.get)(machine)) => {
                lines += &shown_register(register, machine, format);
            }
            Place::Register(_) => {}
            Place::Core(range) => {
                let found = range.addresses().filter(|&at| search.finds(machine.memory.read(at).bits()));
                found.for_each(|address| lines += &shown(address, machine, format));
            }
        }
    }
    text(lines)
}

/// Returns `00200:  7402`, with the word in `format`.
fn shown(address: Address, machine: &Machine, format: Format) -> String {
    format!("{address}:\t{}\n", format.show(machine.memory.read(address), address.offset()))
}

fn shown_register(register: &Register, machine: &Machine, format: Format) -> String {
    let bits = (register.get)(machine);
    match format {
        Format::Decimal => format!("{}:\t{bits}\n", register.name),
        Format::Hexadecimal => format!("{}:\t{bits:X}\n", register.name),
        Format::Octal | Format::Instruction | Format::Character | Format::SixBit => register.show(machine) + "\n",
    }
}

pub(super) fn deposit(call: &mut Call, station: &mut Station) -> Answer {
    let mut switches = call.switches(SWITCHES)?;
    let (list, value) = call.two()?;
    // The switches of the command may also be in front of the value.
    call.rest = value;
    switches.extend(call.switches(SWITCHES)?);
    put(station, list, call.rest, Format::chosen(&switches))
}

/// Stores one value in every register and address of `list`, or stores several words at consecutive addresses.
pub(super) fn put(station: &mut Station, list: &str, value: &str, format: Format) -> Answer {
    let words = format.words(value)?;
    // Everything is parsed before anything is changed.
    let mut changes = Vec::new();
    for place in places(list, station.machine())? {
        if words.len() > 1 {
            let places = place.for_words(words.len(), station.machine())?;
            for (at, word) in places.addresses().zip(&words) {
                let bits = format.read(at, word)?.bits();
                changes.push((Place::Core(Range { first: at, last: at }), bits));
            }
            continue;
        }
        let bits = match place {
            Place::Register(register) if format == Format::Octal && !value.starts_with(['\'', '"']) => {
                register_value(register, value)?
            }
            Place::Register(_) => format.read(Address::default(), value)?.bits(),
            Place::Core(range) => format.read(range.first, value)?.bits(),
        };
        changes.push((place, bits));
    }
    for (place, bits) in changes {
        match place {
            Place::Register(register) => register.set(station.machine_mut(), bits)?,
            Place::Core(range) => range.addresses().for_each(|address| station.deposit(address, Word::new(bits))),
        }
    }
    text("")
}

pub(super) fn evaluate(call: &mut Call, station: &mut Station) -> Answer {
    let word = assembled(station.machine().pc_address(), call.something()?)?;
    text(format!("{word}\t{}\n", symbolic(word, station.machine().pc)))
}

/// The description of a file that `load` has read, for the file registry.
const LOADED: &str = "a loaded tape";

/// Loads a tape into a machine's core, or a text into FOCAL.
pub(super) fn load(call: &mut Call, target: &mut dyn Target) -> Answer {
    let forced = call.switches("f")?.contains(&'f');
    let name = call.file()?;
    let program = FileUse::reads(PROGRAM, name).goes_with(&[SAVE_OPTION]);
    let permit = call.files.permit(&program)?;
    let tape = Tape::new(call.files.read(&permit).map_err(|reason| file_error(name, reason))?);
    if tape.is_text() {
        call.files.registry().keep(program);
        return programs::load(call, target, name, tape.frames());
    }
    let station = machine(target, "a tape for core")?;
    let loaded = FileUse::reads(LOADED, name);
    call.files.permit(&loaded)?;
    if forced {
        let faults = station.load_damaged(&tape).map_err(|error| file_error(name, error))?;
        call.files.registry().keep(loaded);
        let faults: Vec<String> = faults.iter().map(|fault| format!("{name}: {fault}")).collect();
        return if faults.is_empty() { text("") } else { call.remark(&faults.join("\n")) };
    }
    station.load(&tape).map_err(|error| file_error(name, error))?;
    call.files.registry().keep(loaded);
    text("")
}

pub(super) fn dump(call: &mut Call, station: &mut Station) -> Answer {
    let (name, list) = call.two()?;
    let mut words = Vec::new();
    for place in places(list, station.machine())? {
        let Place::Core(range) = place else { return Err(call.usage()) };
        words.extend(range.addresses().map(|address| (address, station.machine().memory.read(address))));
    }
    call.write(name, bin::punch(&words).frames())?;
    text("")
}

//! Core and registers: examine, deposit, evaluate, load, dump.

use crate::focal_machine::CoreView;
use crate::host::FileUse;
use crate::host::user::{PROGRAM, SAVE_OPTION};
use crate::machine::Machine;
use crate::station::{Station, StationError};
use crate::tape::{Tape, bin};
use crate::word::{Address, Word};

use super::super::addresses::{Place, Range, Scope, places};
use super::super::condition::register_value;
use super::super::instructions::{assembled, symbolic};
use super::super::register::Register;
use super::super::target::Target;
use super::super::{Monitor, MonitorError};
use super::format::{Format, SWITCHES};
use super::needs::machine;
use super::search::Search;
use super::{Answer, Call, file_error, programs, simh, symbols, text};

pub(super) fn examine(call: &mut Call, station: &mut Station) -> Answer {
    let format = Format::chosen(&call.switches(SWITCHES)?);
    let (search, list) = Search::parse(call.rest)?;
    let list = if list.is_empty() { "state" } else { list };
    let machine = station.machine();
    let scope = Scope { machine, symbols: &call.monitor.symbols };
    let mut lines = String::new();
    for place in places(list, scope)? {
        match place {
            Place::Register(register) if register.name == "PC" && format == Format::Instruction => {
                lines += &shown(machine.pc_address(), scope, format);
            }
            Place::Register(register) if search.finds((register.get)(machine)) => {
                lines += &shown_register(register, machine, format);
            }
            Place::Register(_) => {}
            Place::Core(range) => {
                let found = range.addresses().filter(|&at| search.finds(machine.memory.read(at).bits()));
                found.for_each(|address| lines += &shown(address, scope, format));
            }
        }
    }
    text(lines)
}

/// Returns `00200:  7402` or `00200 LOOP:  7402`, with the word in `format`.
fn shown(address: Address, Scope { machine, symbols }: Scope<'_>, format: Format) -> String {
    format!("{}:\t{}\n", symbols.shown(address), format.show(machine.memory.read(address), address, symbols))
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
    if let Some(answer) = simh::deposit(call, station, list, value) {
        return answer;
    }
    // The switches of the command may also be in front of the value.
    call.rest = value;
    switches.extend(call.switches(SWITCHES)?);
    put(call.monitor, station, list, call.rest, Format::chosen(&switches))
}

/// Stores one value in every register and address of `list`, or several words at consecutive addresses.
pub(super) fn put(monitor: &Monitor, station: &mut Station, list: &str, value: &str, format: Format) -> Answer {
    let symbols = &monitor.symbols;
    let words = format.words(value)?;
    // Everything is parsed before anything is changed.
    let mut changes = Vec::new();
    for place in places(list, Scope { machine: station.machine(), symbols })? {
        if words.len() > 1 {
            let places = place.for_words(words.len(), station.machine())?;
            for (at, word) in places.addresses().zip(&words) {
                let bits = format.read(at, word, symbols)?.bits();
                changes.push((Place::Core(Range { first: at, last: at }), bits));
            }
            continue;
        }
        let bits = match place {
            Place::Register(register) if format == Format::Octal && !value.starts_with(['\'', '"']) => {
                register_value(register, value)?
            }
            Place::Register(_) => format.read(Address::default(), value, symbols)?.bits(),
            Place::Core(range) => format.read(range.first, value, symbols)?.bits(),
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
    let (at, symbols) = (station.machine().pc_address(), &call.monitor.symbols);
    let word = assembled(at, call.something()?, symbols)?;
    text(format!("{word}\t{}\n", symbolic(word, at, symbols)))
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
    let had_focal = CoreView::find(station.machine()).is_some();
    call.files.permit(&loaded)?;
    if forced {
        let faults = station.load_damaged(&tape).map_err(|error| not_loaded(name, &error))?;
        call.files.registry().keep(loaded);
        let mut remarks: Vec<String> = faults.iter().map(|fault| format!("{name}: {fault}")).collect();
        remarks.extend(symbols::read_beside(call, name, station));
        return if remarks.is_empty() { text("") } else { call.remark(&remarks.join("\n")) };
    }
    station.load(&tape).map_err(|error| not_loaded(name, &error))?;
    call.files.registry().keep(loaded);
    let remark = symbols::read_beside(call, name, station);
    if remark.is_none() && !had_focal {
        call.monitor.add_focal_labels(station);
    }
    remark.map_or_else(|| text(""), |remark| call.remark(&remark))
}

/// Returns the error for a tape that cannot be loaded.
fn not_loaded(name: &str, error: &StationError) -> MonitorError {
    match *error {
        StationError::NoCore { address, fields } => {
            MonitorError::NoCoreForTape { name: name.to_owned(), address, fields }
        }
        _ => file_error(name, error),
    }
}

pub(super) fn dump(call: &mut Call, station: &mut Station) -> Answer {
    let (name, list) = call.two()?;
    let mut words = Vec::new();
    let scope = Scope { machine: station.machine(), symbols: &call.monitor.symbols };
    for place in places(list, scope)? {
        let Place::Core(range) = place else { return Err(call.usage()) };
        words.extend(range.addresses().map(|address| (address, station.machine().memory.read(address))));
    }
    call.write(name, bin::punch(&words).frames())?;
    text("")
}

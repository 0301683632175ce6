//! What each order does; the words themselves stand in `words`.

use std::fmt::Write;

use crate::ascii::Typist;
use crate::machine::{Machine, MajorState};
use crate::pal::{Options, Source, assemble};
use crate::station::Station;
use crate::tape::{Tape, bin};
use crate::word::{Address, Word};

use super::breakpoints::Breakpoint;
use super::places::{MOST_LINES, Place, Range, Register, places, point};
use super::quoted::quoted;
use super::watch::{Ended, Expectation, HISTORY, TAIL};
use super::words::{self, Verb};
use super::{Files, Monitor, MonitorError, Reply, append, loader, symbolic};

/// A `step` of more instructions is a run with an end, so that it can be interrupted.
const SHORT_STEP: u64 = 10_000;

type Answer = Result<Reply, MonitorError>;

/// Follows the order in `line`.
pub fn execute(monitor: &mut Monitor, line: &str, station: &mut Station, files: &mut dyn Files) -> Answer {
    let line = line.trim();
    if line.is_empty() || line.starts_with(['#', ';']) {
        return text("");
    }
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let verb = words::verb(word).ok_or_else(|| MonitorError::NoSuchOrder(word.to_owned()))?;
    // An interrupted step is not taken up by the next run.
    if matches!(verb, Verb::Run | Verb::Go | Verb::Continue | Verb::Boot) {
        monitor.watch.step(station, None);
    }
    // Where a run begins may be a stop place; `continue` passes the one it stands on.
    if matches!(verb, Verb::Run | Verb::Go | Verb::Boot) {
        monitor.watch.begin();
    }
    let order = Order { verb, rest };
    match verb {
        Verb::Examine => examine(order, station.machine()),
        Verb::Deposit => deposit(order, station),
        Verb::Evaluate => evaluate(order, station.machine()),
        Verb::Run => {
            let at = order.optional_address(station.machine())?.unwrap_or(station.machine().pc_address());
            station.start(at);
            Ok(Reply::Run)
        }
        Verb::Go => {
            if let Some(at) = order.optional_address(station.machine())? {
                point(station.machine_mut(), at);
            }
            station.resume();
            Ok(Reply::Run)
        }
        Verb::Continue => {
            order.nothing_more()?;
            station.resume();
            Ok(Reply::Run)
        }
        Verb::Step => step(monitor, order, station),
        Verb::Cycle => cycle(order, station),
        Verb::Boot => boot(order, station),
        Verb::Reset => {
            if !rest.eq_ignore_ascii_case("all") {
                order.nothing_more()?;
            }
            station.reset();
            text("")
        }
        Verb::Break => {
            let breakpoints = Breakpoint::parse(order.something()?, station.machine())?;
            breakpoints.into_iter().for_each(|breakpoint| monitor.watch.stops.set(breakpoint));
            text("")
        }
        Verb::NoBreak if rest.is_empty() || rest.eq_ignore_ascii_case("all") => {
            monitor.watch.stops.clear_all();
            text("")
        }
        Verb::NoBreak => {
            let breakpoints = Breakpoint::parse(rest, station.machine())?;
            let missing = breakpoints.into_iter().filter(|&breakpoint| !monitor.watch.stops.clear(breakpoint));
            text(missing.map(|breakpoint| format!("there was none {breakpoint}\n")).collect::<String>())
        }
        Verb::Load => {
            let name = order.something()?;
            let tape = Tape::new(read(files, name)?);
            station
                .load(&tape)
                .map_err(|error| MonitorError::File { name: name.to_owned(), reason: error.to_string() })?;
            text("")
        }
        Verb::Dump => dump(order, station.machine(), files),
        Verb::Attach => attach(monitor, order, station, files),
        Verb::Detach => detach(monitor, order, station, files),
        Verb::Save => {
            write(files, order.something()?, station.core_image().as_bytes())?;
            text("")
        }
        Verb::Restore => {
            let name = order.something()?;
            let image = read(files, name)?;
            station
                .restore(&String::from_utf8_lossy(&image))
                .map_err(|error| MonitorError::File { name: name.to_owned(), reason: error.to_string() })?;
            text("")
        }
        Verb::Set => set(monitor, order, station),
        Verb::Show => show(monitor, order, station),
        Verb::History => history(monitor, order),
        Verb::Trace => {
            let name = order.something()?;
            append(files, name, b"")?;
            end_trace(monitor, files)?;
            write(files, name, b"")?;
            monitor.trace_file = Some(name.to_owned());
            monitor.watch.begin_trace();
            text("")
        }
        Verb::NoTrace => {
            order.nothing_more()?;
            end_trace(monitor, files)?;
            text("")
        }
        Verb::Expect => {
            let (expected, orders) = quoted(rest)?;
            if expected.len() > TAIL {
                return Err(MonitorError::TooMany(TAIL as u64));
            }
            let orders = split_orders(orders);
            monitor.watch.expectations.push(Expectation { text: expected, orders });
            text("")
        }
        Verb::NoExpect => {
            order.nothing_more()?;
            monitor.watch.expectations.clear();
            text("")
        }
        Verb::Send => {
            let (keys, more) = quoted(rest)?;
            if !more.is_empty() {
                return Err(order.form());
            }
            monitor.watch.keys.extend(keys);
            text("")
        }
        Verb::Feed => {
            let text_file = read(files, order.something()?)?;
            let mut typist = Typist::default();
            monitor.watch.keys.extend(text_file.iter().filter_map(|&byte| typist.key(byte)));
            text("")
        }
        Verb::Do => {
            let name = order.something()?;
            let script = read(files, name)?;
            monitor.scripts.call(name, &String::from_utf8_lossy(&script))?;
            text("")
        }
        Verb::Echo => text(format!("{rest}\n")),
        Verb::Assert => assert(order, station.machine()),
        Verb::Help if rest.is_empty() => text(words::help()),
        Verb::Help => match words::verb(rest) {
            Some(verb) => text(words::help_on(verb)),
            None => Err(MonitorError::NoSuchOrder(rest.to_owned())),
        },
        Verb::Exit if rest.is_empty() => Ok(Reply::Exit(None)),
        Verb::Exit => {
            rest.parse().map(|code| Reply::Exit(Some(code))).map_err(|_| MonitorError::NotACode(rest.to_owned()))
        }
    }
}

/// A word of the vocabulary, and what follows it.
#[derive(Clone, Copy)]
struct Order<'a> {
    verb: Verb,
    rest: &'a str,
}

impl<'a> Order<'a> {
    /// What the order should have looked like.
    fn form(&self) -> MonitorError {
        let entry = words::about(self.verb);
        MonitorError::Form(format!("{} {}", entry.word, entry.form).trim_end().to_owned())
    }

    fn something(&self) -> Result<&'a str, MonitorError> {
        if self.rest.is_empty() { Err(self.form()) } else { Ok(self.rest) }
    }

    fn nothing_more(&self) -> Result<(), MonitorError> {
        if self.rest.is_empty() { Ok(()) } else { Err(self.form()) }
    }

    /// Two things, the second with all that follows.
    fn two(&self) -> Result<(&'a str, &'a str), MonitorError> {
        let (first, second) = self.rest.split_once(char::is_whitespace).ok_or_else(|| self.form())?;
        Ok((first, second.trim()))
    }

    /// A decimal count up to `most`; `otherwise` when there is none.
    fn count(&self, otherwise: u64, most: u64) -> Result<u64, MonitorError> {
        match self.rest {
            "" => Ok(otherwise),
            digits => count(digits, most),
        }
    }

    fn optional_address(&self, machine: &Machine) -> Result<Option<Address>, MonitorError> {
        if self.rest.is_empty() {
            return Ok(None);
        }
        Range::parse(self.rest, machine).map(|range| Some(range.first))
    }
}

/// A decimal count up to `most`.
fn count(digits: &str, most: u64) -> Result<u64, MonitorError> {
    match digits.parse() {
        Ok(count) if count <= most => Ok(count),
        Ok(_) => Err(MonitorError::TooMany(most)),
        Err(_) => Err(MonitorError::NotACount(digits.to_owned())),
    }
}

fn text(text: impl Into<String>) -> Answer {
    Ok(Reply::Text(text.into()))
}

fn read(files: &mut dyn Files, name: &str) -> Result<Vec<u8>, MonitorError> {
    files.read(name).map_err(|reason| MonitorError::File { name: name.to_owned(), reason })
}

fn write(files: &mut dyn Files, name: &str, bytes: &[u8]) -> Result<(), MonitorError> {
    files.write(name, bytes).map_err(|reason| MonitorError::File { name: name.to_owned(), reason })
}

fn examine(order: Order, machine: &Machine) -> Answer {
    let (as_instructions, list) = match order.rest.strip_prefix("-m") {
        Some(list) => (true, list.trim()),
        None => (false, order.rest),
    };
    let list = if list.is_empty() { "state" } else { list };
    let mut lines = String::new();
    for place in places(list, machine)? {
        match place {
            Place::Register(register) if register == Register::Pc && as_instructions => {
                let at = machine.pc_address();
                lines += &shown(at, machine, true);
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

fn deposit(order: Order, station: &mut Station) -> Answer {
    let (list, value) = order.two()?;
    let value = value.strip_prefix("-m").map_or(value, str::trim);
    // All is read before anything is changed.
    let mut changes = Vec::new();
    for place in places(list, station.machine())? {
        match place {
            Place::Register(register) => changes.push((place, value_of(register, value)?)),
            Place::Core(range) => changes.push((place, word_at(range.first, value)?.bits())),
        }
    }
    for (place, bits) in changes {
        match place {
            Place::Register(register) => register.set(station.machine_mut(), bits)?,
            Place::Core(range) => range.addresses().for_each(|address| station.deposit(address, Word::new(bits))),
        }
    }
    text("")
}

/// A register's new bits: octal, for the PC five digits.
fn value_of(register: Register, value: &str) -> Result<u16, MonitorError> {
    match register {
        Register::Pc | Register::Ma => Ok(value.parse::<Address>()?.bits()),
        _ => Ok(value.parse::<Word>()?.bits()),
    }
}

/// A word as the operator writes it for a place: octal, or an instruction.
pub fn word_at(address: Address, value: &str) -> Result<Word, MonitorError> {
    if let Ok(word) = value.parse() {
        return Ok(word);
    }
    // To the assembler an address is one of this field.
    let in_field = |token: &str| match token.parse::<Address>() {
        Ok(named) if token.len() == 5 && named.field() == address.field() => named.offset().to_string(),
        _ => token.to_owned(),
    };
    let line = value.split_whitespace().map(in_field).collect::<Vec<_>>().join(" ");
    let source = format!("*{}\n{line}\n", address.offset());
    let assembly = assemble(&[Source::new("order", source)], &Options::default());
    match (assembly.errors.first(), assembly.words.as_slice()) {
        (None, &[(_, word)]) => Ok(word),
        (error, _) => Err(MonitorError::NotAWord {
            text: value.to_owned(),
            reason: error.map_or_else(|| "it is not one word".to_owned(), |error| error.kind.to_string()),
        }),
    }
}

fn evaluate(order: Order, machine: &Machine) -> Answer {
    let word = word_at(machine.pc_address(), order.something()?)?;
    text(format!("{word}\t{}\n", symbolic(word, machine.pc)))
}

fn step(monitor: &mut Monitor, order: Order, station: &mut Station) -> Answer {
    let mut count = order.count(1, u64::MAX)?;
    station.resume();
    // What SING STEP has left of an instruction is one step.
    if station.machine().state != MajorState::Fetch && count > 0 {
        station.step();
        count -= 1;
    }
    monitor.watch.step(station, Some(count));
    if count > SHORT_STEP {
        return Ok(Reply::Run);
    }
    loop {
        match monitor.advance(station, u64::MAX) {
            Ended::Budget => {}
            Ended::Expected(expectation) if !expectation.orders.is_empty() => return text(""),
            ended => return text(monitor.report(&ended, station)),
        }
    }
}

fn cycle(order: Order, station: &mut Station) -> Answer {
    let mut lines = String::new();
    for _ in 0..order.count(1, MOST_LINES)? {
        let (before, begun) = (station.machine().state, station.machine().elapsed.instructions);
        station.cycle();
        let machine = station.machine();
        // An interrupt entry begins no instruction: it is an EXECUTE by itself.
        let is_entry = before == MajorState::Fetch && machine.elapsed.instructions == begun;
        let state = if is_entry { MajorState::Execute } else { before };
        let _ = writeln!(
            lines,
            "{:<8} MA: {}  MB: {}  AC: {}  L: {}  PC: {}",
            format!("{state:?}").to_uppercase(),
            machine.ma,
            machine.mb,
            machine.ac,
            u8::from(machine.link),
            machine.pc_address()
        );
    }
    text(lines)
}

fn boot(order: Order, station: &mut Station) -> Answer {
    let words = match order.something()?.to_ascii_lowercase().as_str() {
        "reader" | "tti" => loader::LOW_SPEED,
        "fast" | "ptr" => loader::HIGH_SPEED,
        other => return Err(MonitorError::NoSuchDevice(other.to_owned())),
    };
    for (address, bits) in (loader::START..).zip(words) {
        station.deposit(Address::new(address), Word::new(bits));
    }
    station.start(Address::new(loader::START));
    Ok(Reply::Run)
}

fn dump(order: Order, machine: &Machine, files: &mut dyn Files) -> Answer {
    let (name, list) = order.two()?;
    let mut words = Vec::new();
    for place in places(list, machine)? {
        let Place::Core(range) = place else { return Err(order.form()) };
        words.extend(range.addresses().map(|address| (address, machine.memory.read(address))));
    }
    write(files, name, bin::punch(&words).frames())?;
    text("")
}

/// A tape to be punched goes to its file whole, when it is torn off: until then the file is what it was. That it can be
/// written is seen at once.
fn attach(monitor: &mut Monitor, order: Order, station: &mut Station, files: &mut dyn Files) -> Answer {
    let (device, name) = order.two()?;
    match device.to_ascii_lowercase().as_str() {
        "reader" | "tti" => station.mount(read(files, name)?),
        "fast" | "ptr" => station.mount_fast(read(files, name)?),
        "punch" | "tto" => {
            append(files, name, b"")?;
            tear_off_slow(monitor, station, files)?;
            monitor.punch_files.slow = Some(name.to_owned());
            station.io_bus_mut().teletype.punch.set_on(true);
        }
        "fastpunch" | "ptp" => {
            append(files, name, b"")?;
            tear_off_fast(monitor, station, files)?;
            monitor.punch_files.fast = Some(name.to_owned());
        }
        _ => return Err(MonitorError::NoSuchDevice(device.to_owned())),
    }
    text("")
}

fn detach(monitor: &mut Monitor, order: Order, station: &mut Station, files: &mut dyn Files) -> Answer {
    let device = order.something()?;
    match device.to_ascii_lowercase().as_str() {
        "reader" | "tti" => drop(station.io_bus_mut().teletype.reader.unmount()),
        "fast" | "ptr" => drop(station.io_bus_mut().fast_reader.unmount()),
        "punch" | "tto" => {
            tear_off_slow(monitor, station, files)?;
            station.io_bus_mut().teletype.punch.set_on(false);
        }
        "fastpunch" | "ptp" => tear_off_fast(monitor, station, files)?,
        _ => return Err(MonitorError::NoSuchDevice(device.to_owned())),
    }
    text("")
}

/// Takes the tape out of the low-speed punch, into its file; one that cannot be written stays where it is.
fn tear_off_slow(monitor: &mut Monitor, station: &mut Station, files: &mut dyn Files) -> Result<(), MonitorError> {
    let punch = &mut station.io_bus_mut().teletype.punch;
    keep(punch.frames(), &mut monitor.punch_files.slow, files)?;
    punch.take_tape();
    Ok(())
}

/// The same for the high-speed punch.
fn tear_off_fast(monitor: &mut Monitor, station: &mut Station, files: &mut dyn Files) -> Result<(), MonitorError> {
    let punch = &mut station.io_bus_mut().fast_punch;
    keep(punch.frames(), &mut monitor.punch_files.fast, files)?;
    punch.take_tape();
    Ok(())
}

/// Writes a tape to the file that was named for it, if one was; the name is used up.
fn keep(frames: &[u8], name: &mut Option<String>, files: &mut dyn Files) -> Result<(), MonitorError> {
    if let Some(name) = name.as_deref() {
        write(files, name, frames)?;
    }
    *name = None;
    Ok(())
}

/// Takes the tapes that have a file out of the punches: each, whatever becomes of the other.
pub fn tear_off(monitor: &mut Monitor, station: &mut Station, files: &mut dyn Files) -> Result<(), MonitorError> {
    let slow = match monitor.punch_files.slow {
        Some(_) => tear_off_slow(monitor, station, files),
        None => Ok(()),
    };
    let fast = match monitor.punch_files.fast {
        Some(_) => tear_off_fast(monitor, station, files),
        None => Ok(()),
    };
    slow.and(fast)
}

/// Ends a trace; what is left of it goes to its file.
pub fn end_trace(monitor: &mut Monitor, files: &mut dyn Files) -> Result<(), MonitorError> {
    match (monitor.trace_file.take(), monitor.watch.end_trace()) {
        (Some(name), Some(lines)) => append(files, &name, lines.as_bytes()),
        _ => Ok(()),
    }
}

fn set(monitor: &mut Monitor, order: Order, station: &mut Station) -> Answer {
    let (what, value) = order.two()?;
    match what {
        "history" => {
            monitor.watch.keep_history(count(value, MOST_LINES)? as usize);
        }
        "tty" => {
            let speed = match value {
                "real" => crate::teletype::Speed::Real,
                "fast" => crate::teletype::Speed::Fast,
                _ => return Err(order.form()),
            };
            station.set_speed(speed);
        }
        "cpu" => return Err(MonitorError::FixedCpu),
        _ if places(what, station.machine()).is_err() => return Err(MonitorError::NoSuchSetting(what.to_owned())),
        _ => return deposit(order, station),
    }
    text("")
}

fn show(monitor: &Monitor, order: Order, station: &Station) -> Answer {
    let machine = station.machine();
    let io_bus = station.io_bus();
    let mut lines = String::new();
    let all = order.rest.is_empty();
    let chosen = |word: &str| all || !order.rest.is_empty() && word.starts_with(&order.rest.to_ascii_lowercase());
    if chosen("cpu") {
        let config = machine.config();
        let eae = if config.eae { ", EAE" } else { "" };
        let _ = writeln!(lines, "CPU\tPDP-{}, {}K{eae}", config.model, machine.memory.size() / 1024);
    }
    if chosen("devices") {
        let reader = &io_bus.teletype.reader;
        let punch = &io_bus.teletype.punch;
        let fast = &io_bus.fast_reader;
        let on = if punch.is_on() { "on" } else { "off" };
        let _ = writeln!(lines, "TTY\t03 04, {:?}", io_bus.teletype.speed());
        let _ = writeln!(lines, "reader\t03, frame {} of {}", reader.position(), reader.length());
        let _ = writeln!(lines, "punch\t04, {on}, {} frames", punch.frames().len());
        let _ = writeln!(lines, "fast\t01, frame {}{}", fast.position(), if fast.is_at_end() { ", end" } else { "" });
        let _ = writeln!(lines, "fastpunch\t02, {} frames", io_bus.fast_punch.frames().len());
        let _ = writeln!(lines, "clock\t13, 60 Hz");
    }
    if chosen("break") {
        monitor.watch.stops.iter().for_each(|breakpoint| {
            let _ = writeln!(lines, "break\t{breakpoint}");
        });
    }
    if chosen("expect") {
        monitor.watch.expectations.iter().for_each(|expectation| {
            let _ = writeln!(lines, "expect\t{:?}", String::from_utf8_lossy(&expectation.text));
        });
    }
    if chosen("time") {
        let elapsed = &machine.elapsed;
        let _ = writeln!(
            lines,
            "time\t{} instructions, {} cycles, {} us",
            elapsed.instructions, elapsed.cycles, elapsed.time
        );
    }
    if chosen("version") {
        let _ = writeln!(lines, "version\tfocal8 {}", env!("CARGO_PKG_VERSION"));
    }
    if !all && chosen("history") {
        lines += &monitor.watch.history(usize::MAX).unwrap_or_default();
    } else if lines.is_empty() && !all && !["break", "expect"].iter().any(|word| chosen(word)) {
        return Err(order.form());
    }
    text(lines)
}

fn history(monitor: &mut Monitor, order: Order) -> Answer {
    if order.rest.eq_ignore_ascii_case("off") {
        monitor.watch.keep_history(0);
        return text("");
    }
    let count = order.count(HISTORY as u64, MOST_LINES)? as usize;
    match monitor.watch.history(count) {
        Some(lines) => text(lines),
        None => {
            monitor.watch.keep_history(count.max(1));
            text(format!("from now on the last {} instructions are kept\n", count.max(1)))
        }
    }
}

/// Orders between semicolons; a semicolon between quotes is a key.
fn split_orders(orders: &str) -> Vec<String> {
    let mut split = vec![String::new()];
    let mut inside = false;
    let mut escaped = false;
    for letter in orders.chars() {
        match letter {
            ';' if !inside => {
                split.push(String::new());
                continue;
            }
            '"' if !escaped => inside = !inside,
            _ => {}
        }
        escaped = letter == '\\' && !escaped;
        split.last_mut().expect("never empty").push(letter);
    }
    split.into_iter().map(|order| order.trim().to_owned()).filter(|order| !order.is_empty()).collect()
}

fn assert(order: Order, machine: &Machine) -> Answer {
    let (wanted, test) = match order.something()?.strip_prefix("not ") {
        Some(test) => (false, test.trim()),
        None => (true, order.rest),
    };
    let (place, value) = test.split_once('=').ok_or_else(|| order.form())?;
    for place in places(place.trim(), machine)? {
        match place {
            Place::Register(register) => {
                let shown = register.show(machine);
                let found = shown.rsplit('\t').next().unwrap_or_default();
                let holds = (register.get(machine) == value_of(register, value.trim())?) == wanted;
                if !holds {
                    return Err(MonitorError::Assertion { test: order.rest.to_owned(), found: found.to_owned() });
                }
            }
            Place::Core(range) => {
                let value = word_at(range.first, value.trim())?;
                let failed = range.addresses().find(|&at| (machine.memory.read(at) == value) != wanted);
                if let Some(at) = failed {
                    let word = machine.memory.read(at);
                    let found = if range.first == range.last { word.to_string() } else { format!("{word} at {at}") };
                    return Err(MonitorError::Assertion { test: order.rest.to_owned(), found });
                }
            }
        }
    }
    text("")
}

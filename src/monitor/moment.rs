//! Texts about moments of the past: simulated time, input events, stores, and the line that FOCAL executed.

use std::fmt::Write;

use crate::focal::LineNumber;
use crate::focal_machine::FocalMachine;
use crate::machine::Time;
use crate::roms::Rom;
use crate::station::{Contents, InputEvent, LineEvent, Station, Store, TravelError, Writer};
use crate::symbols::Symbols;
use crate::tape::Tape;
use crate::word::Address;

use super::instructions::symbolic;

/// Returns a simulated time in seconds, such as `3.750000 s`.
pub fn seconds(time: Time) -> String {
    let microseconds = time.as_nanoseconds() / 1_000;
    format!("{}.{:06} s", microseconds / 1_000_000, microseconds % 1_000_000)
}

/// Returns two lines about a store into `address`. The first line contains the old word, the new word, and the cause of
/// the store, such as an instruction. The second line contains the time.
///
/// # Errors
///
/// When the station has no timeline.
pub fn description(
    store: &Store,
    address: Address,
    station: &Station,
    symbols: &Symbols,
) -> Result<String, TravelError> {
    let Store { writer, cycle, instructions, time, before, after } = store;
    let by = match writer {
        Writer::Instruction(at, word) => format!("by {} {}", symbols.shown(*at), symbolic(*word, *at, symbols)),
        Writer::Interrupt => "by the entry into an interrupt".to_owned(),
        Writer::Device => "by a device, in a data break".to_owned(),
        Writer::Outside => "by hand".to_owned(),
    };
    let mut lines = format!("{}: {before} -> {after} {by}\n", symbols.shown(address));
    let _ = write!(lines, "cycle {cycle}, instruction {instructions}, {}", seconds(*time));
    if let Some(number) = line_at_work(&station.at_cycle(*cycle)?) {
        let _ = write!(lines, ", line {number} of FOCAL");
    }
    Ok(lines + "\n")
}

/// Describes an input event in a few words.
pub fn event_name(event: &InputEvent) -> String {
    let frames = |Contents(frames): &Contents| format!("{} frames", frames.len());
    match event {
        InputEvent::Key(key) => format!("key {key:?}"),
        InputEvent::Load(tape) => format!("load, {}", frames(tape)),
        InputEvent::Deposit { at, words } => {
            let words: Vec<String> = words.iter().take(4).map(ToString::to_string).collect();
            format!("deposit {at} {}", words.join(" "))
        }
        InputEvent::Registers(changed) => {
            let changed: Vec<String> = changed.iter().map(|(name, value)| format!("{name} {value}")).collect();
            changed.join(", ")
        }
        InputEvent::Start(at) => format!("start {at}"),
        InputEvent::StartHere => "start".to_owned(),
        InputEvent::Continue => "continue".to_owned(),
        InputEvent::Stop => "stop".to_owned(),
        InputEvent::Reset => "reset".to_owned(),
        InputEvent::Cycle => "single cycle".to_owned(),
        InputEvent::Step => "single instruction".to_owned(),
        InputEvent::Refit(config) => format!("another processor, {}K", u32::from(config.fields) * 4),
        InputEvent::Restore(_) => "restore".to_owned(),
        InputEvent::Unplug(device) => format!("unplug {device}"),
        InputEvent::Plug(device) => format!("plug in {device}"),
        InputEvent::Attach(attached) => format!("attach {} {}", attached.unit, attached.file),
        InputEvent::Detach(unit) => format!("detach {unit}"),
        InputEvent::TearOff(unit) => format!("tear off {unit}"),
        InputEvent::Mount(tape) => format!("reader, {}", frames(tape)),
        InputEvent::StartReader => "reader started".to_owned(),
        InputEvent::MountHighSpeed(tape) => format!("high-speed reader, {}", frames(tape)),
        InputEvent::Line { number, event: LineEvent::Connect } => format!("line {number}: connected"),
        InputEvent::Line { number, event: LineEvent::HangUp } => format!("line {number}: hung up"),
        InputEvent::Line { number, event: LineEvent::Keys(keys) } => format!("line {number}: {} keys", keys.len()),
        InputEvent::Teletype(speed) => format!("teletype {}", speed.name()),
        InputEvent::Device { name, .. } => format!("{name} set by hand"),
        _ => "another input event".to_owned(),
    }
}

/// Returns the line that FOCAL executes, if core contains our FOCAL.
pub fn line_at_work(station: &Station) -> Option<LineNumber> {
    let machine = station.machine();
    let program = Tape::new(Rom::focal(machine.memory.fields()).tape).program().ok()?;
    let is_own = |&(at, word): &(Address, _)| machine.memory.read(at) == word;
    // FOCAL's variables, text and function table change while it runs; at least 80 % of its words do not.
    let (own, all) = (program.words().filter(is_own).count(), program.words().count());
    (own * 10 > all * 8).then(|| FocalMachine::running_on(station.clone()).line_at_work())?
}

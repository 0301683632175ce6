//! Commands that go through time: forward, goto cycle, when, timeline.

use std::fmt::Write;

use crate::focal::LineNumber;
use crate::focal_machine::FocalMachine;
use crate::machine::Time;
use crate::roms::Rom;
use crate::station::{Contents, InputEvent, LineEvent, Station, Store, TimelineEntry, TravelError, Writer};
use crate::tape::Tape;
use crate::word::Address;

use super::super::addresses::{Range, Scope};
use super::super::instructions::symbolic;
use super::super::{MonitorError, next_line, stopped};
use super::{Answer, Call, back, count, flush, text, values};

/// The number of input events that `timeline` shows by default.
const EVENTS_SHOWN: u64 = 10;

/// Travels in time. Before the travel, output that is still in memory is written to the attached files. After the
/// travel, the files of discs and DECtapes are written.
pub(super) fn travel(
    call: &mut Call,
    station: &mut Station,
    go: impl FnOnce(&mut Station) -> Result<(), TravelError>,
) -> Result<(), MonitorError> {
    let before = flush(call.monitor, station, call.files);
    go(station)?;
    call.monitor.watch.forget_step();
    before.and(flush(call.monitor, station, call.files))
}

pub(super) fn forward(call: &mut Call, station: &mut Station) -> Answer {
    let is_for_machine = call.switches("m")?.contains(&'m');
    if let Some(condition) = call.rest.strip_prefix("until ") {
        return back::forward_until(call, station, is_for_machine, condition.trim());
    }
    let instructions = call.count(u64::MAX, u64::MAX)?;
    travel(call, station, |station| station.forward(instructions))?;
    here(call, station)
}

/// Executes `goto cycle N`.
pub(super) fn go_to_cycle(call: &mut Call, station: &mut Station, digits: &str) -> Answer {
    go_to(call, station, count(digits, u64::MAX)?)
}

pub(super) fn go_to(call: &mut Call, station: &mut Station, cycle: u64) -> Answer {
    travel(call, station, |station| station.go_to_cycle(cycle))?;
    here(call, station)
}

/// Returns the answer after travel: the machine's position in time.
pub(super) fn here(call: &Call, station: &Station) -> Answer {
    let state = if station.machine().running { "Back in time" } else { "Back in time, stopped" };
    let is_last = station.timeline().is_some_and(|timeline| timeline.reached() <= station.machine().elapsed.cycles);
    let state = if is_last { "At the end of the timeline" } else { state };
    let symbols = &call.monitor.symbols;
    text(stopped(state, station.machine(), symbols) + &next_line(station.machine(), symbols) + &moment(station))
}

/// Returns the machine's position in time, such as `cycle 2500000, 3.750000 s`, followed by the line that FOCAL
/// executes and the last line of the paper.
pub(super) fn moment(station: &Station) -> String {
    let elapsed = station.machine().elapsed;
    let mut line = format!("cycle {}, {}", elapsed.cycles, seconds(elapsed.time));
    if let Some(number) = line_at_work(station) {
        let _ = write!(line, ", line {number} of FOCAL");
    }
    let paper = station.tail().last_line();
    if !paper.is_empty() {
        let _ = write!(line, ", paper: {paper}");
    }
    line + "\n"
}

pub(super) fn seconds(time: Time) -> String {
    let microseconds = time.as_nanoseconds() / 1_000;
    format!("{}.{:06} s", microseconds / 1_000_000, microseconds % 1_000_000)
}

pub(super) fn when(call: &mut Call, station: &mut Station) -> Answer {
    let (place, symbols) = (call.something()?, &call.monitor.symbols);
    let range = match Range::parse(place, Scope { machine: station.machine(), symbols }) {
        Ok(range) => range,
        Err(error) => return values::when(call, station).unwrap_or(Err(error)),
    };
    if range.addresses().count() != 1 {
        return Err(call.usage());
    }
    let address = range.first;
    let mut work = call.files.begin_work(&format!("looking for the last store into {address}"));
    let found = station.last_store_while(address, &mut work);
    drop(work);
    let Some(store) = found? else {
        let begin = station.timeline().map_or(0, |timeline| timeline.begin().unwrap_or_default());
        return text(format!("{} has not been stored into since cycle {begin}\n", symbols.shown(address)));
    };
    let Store { writer, cycle, instructions, time, before, after } = &store;
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
    text(lines + "\n")
}

pub(super) fn timeline(call: &mut Call, station: &mut Station) -> Answer {
    let shown = call.count(EVENTS_SHOWN, u64::MAX)?;
    let now = station.machine().elapsed;
    let timeline = station.timeline().ok_or(TravelError::NoTimeline)?;
    let mut lines = String::new();
    let position = timeline.position();
    let skipped = position.saturating_sub(usize::try_from(shown).unwrap_or(usize::MAX));
    if skipped > 0 {
        let _ = writeln!(lines, "{:>14}  {skipped} events before", "");
    }
    let line = |TimelineEntry { cycle, time, event }: &TimelineEntry| {
        format!("{cycle:>14} {:>16}  {}\n", seconds(*time), name(event))
    };
    lines.extend(timeline.entries()[skipped..position].iter().map(line));
    let _ = writeln!(lines, "{:>14} {:>16}  now", now.cycles, seconds(now.time));
    let future = &timeline.entries()[position..];
    lines.extend(future.iter().take(usize::try_from(shown).unwrap_or(usize::MAX)).map(line));
    if timeline.reached() > now.cycles {
        let _ = writeln!(lines, "{:>14} {:>16}  the end of the timeline: forward goes there", timeline.reached(), "");
    }
    let snapshots = timeline.snapshots();
    let begin = timeline.begin().unwrap_or_default();
    let _ = writeln!(
        lines,
        "from cycle {begin} on; snapshots: {}, {} KB",
        snapshots.len(),
        snapshots.bytes().div_ceil(1024)
    );
    text(lines)
}

/// Describes an input event in a few words.
fn name(event: &InputEvent) -> String {
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

/// Returns the line that FOCAL executes, if core contains this package's FOCAL.
fn line_at_work(station: &Station) -> Option<LineNumber> {
    let machine = station.machine();
    let program = Tape::new(Rom::focal(machine.memory.fields()).tape).program().ok()?;
    let is_own = |&(at, word): &(Address, _)| machine.memory.read(at) == word;
    // FOCAL's variables, text and function table change while it runs; at least 80 % of its words do not.
    let (own, all) = (program.words().filter(is_own).count(), program.words().count());
    (own * 10 > all * 8).then(|| FocalMachine::running_on(station.clone()).line_at_work())?
}

//! Commands for breakpoints, for the history of instructions and for the trace.

use crate::host::{FileUse, GrowingFile, Growth};
use crate::station::{Station, TravelError};

use super::super::Monitor;
use super::super::addresses::{MAX_LINES, Scope};
use super::super::breakpoints::{Breakpoint, When};
use super::super::quoted::split_commands;
use super::super::target::Target;
use super::super::watch::History;
use super::files::{TRACE, end_trace};
use super::needs::machine;
use super::{Answer, Call, focal, text};

/// How error messages describe a breakpoint that is not at a line of FOCAL.
const BREAK_ELSEWHERE: &str = "a breakpoint that is not at a line such as 6.1";

pub(super) fn set_breakpoint(call: &mut Call, target: &mut dyn Target) -> Answer {
    // SIMH's switches select the kind of breakpoint; focal8 has only -e, which stops before an instruction is executed.
    call.switches("e")?;
    let (places, commands) = call.something()?.split_once(';').unwrap_or((call.rest, ""));
    if focal::are_lines(places.trim()) {
        return focal::set_breakpoint(call, target, places.trim(), commands);
    }
    let (station, symbols) = (machine(target, BREAK_ELSEWHERE)?, &call.monitor.symbols);
    let (places, when) = When::parse(places.trim(), Scope { machine: station.machine(), symbols })?;
    let breakpoints = Breakpoint::parse(places, station, symbols)?;
    for breakpoint in breakpoints {
        call.monitor.watch.breakpoints.set(breakpoint, &when, split_commands(commands));
    }
    text("")
}

pub(super) fn clear_breakpoint(call: &mut Call, target: &mut dyn Target) -> Answer {
    call.switches("e")?;
    let (set, symbols) = (&mut call.monitor.watch.breakpoints, &call.monitor.symbols);
    if call.rest.is_empty() || call.rest.eq_ignore_ascii_case("all") {
        set.clear_all();
        call.monitor.watch.focal.clear_all_breakpoints();
        return text("");
    }
    if focal::are_lines(call.rest) {
        call.monitor.watch.focal.clear_breakpoints(call.rest)?;
        return text("");
    }
    let breakpoints = Breakpoint::parse(call.rest, machine(target, BREAK_ELSEWHERE)?, symbols)?;
    let missing = breakpoints.into_iter().filter(|&breakpoint| !set.clear(breakpoint));
    text(missing.map(|breakpoint| format!("no breakpoint {}\n", breakpoint.shown(symbols))).collect::<String>())
}

/// Executes `history`.
pub(super) fn history(call: &mut Call, station: &mut Station) -> Answer {
    if call.rest.eq_ignore_ascii_case("off") {
        return keep_history(call.monitor, station, 0);
    }
    let count = match call.rest {
        "" => shown(call.monitor.watch.history),
        digits => super::count(digits, MAX_LINES)?,
    };
    if station.timeline().is_none() {
        keep_history(call.monitor, station, count.max(1))?;
        return text(format!("from now on the last {} instructions are kept\n", count.max(1)));
    }
    text(last_instructions(call.monitor, station, count)?)
}

/// Returns the number of instructions that the command `history` shows if it has no argument.
fn shown(history: Option<History>) -> u64 {
    history.map_or(64, |history| history.shown)
}

/// Executes `set history`: sets the number of instructions that `history` shows, and begins a timeline if there is
/// none. If `count` is 0, removes a timeline that an earlier `set history` began.
pub(super) fn keep_history(monitor: &mut Monitor, station: &mut Station, count: u64) -> Answer {
    let before = monitor.watch.history.take();
    let began_timeline = before.is_some_and(|history| history.began_timeline);
    if count == 0 {
        if began_timeline {
            station.forget_timeline();
        }
        return text("");
    }
    let begins_timeline = station.timeline().is_none();
    station.keep_timeline();
    monitor.watch.history = Some(History { shown: count, began_timeline: began_timeline || begins_timeline });
    text("")
}

/// Returns the last `count` instructions, one per line. The instructions are executed again on a copy of the machine.
fn last_instructions(monitor: &Monitor, station: &Station, count: u64) -> Result<String, TravelError> {
    let name = |at| monitor.symbols.place(at);
    Ok(station.last_instructions(count)?.iter().map(|record| record.line(&name) + "\n").collect())
}

/// Executes `show history`, or `show cpu history=COUNT`.
pub(super) fn show_history(monitor: &Monitor, station: &Station, count: Option<u64>) -> String {
    let count = count.unwrap_or_else(|| shown(monitor.watch.history));
    last_instructions(monitor, station, count).unwrap_or_default()
}

pub(super) fn trace(call: &mut Call, _: &mut Station) -> Answer {
    let name = call.file()?;
    let permit = call.permit_to_grow(TRACE, name)?;
    end_trace(call.monitor, call.files)?;
    call.files.registry().keep(FileUse::writes(TRACE, name));
    call.monitor.trace_file = Some(GrowingFile::new(permit, Growth::Replaces));
    call.monitor.watch.begin_trace();
    text("")
}

pub(super) fn no_trace(call: &mut Call, _: &mut Station) -> Answer {
    call.nothing_more()?;
    end_trace(call.monitor, call.files)?;
    text("")
}

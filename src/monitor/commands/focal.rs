//! FOCAL's own debugger: where, break and watch at lines and variables, next, into, out, print, vars, list.

use crate::debugger::{self, DebugError, ForeignFocal, LineOrGroup, Step, number};
use crate::focal_machine::{CoreView, set_variable_in};

use super::super::MonitorError;
use super::super::quoted::split_commands;
use super::{Answer, Call, Reply, count, text};

/// Whom the operator asks.
enum Asked<'a> {
    /// Our FOCAL, in whose core one can look.
    Ours(CoreView<'a>),
    /// Another, which must be asked.
    Foreign(ForeignFocal<'a>),
}

fn asked<'a>(call: &'a Call) -> Result<Asked<'a>, MonitorError> {
    match CoreView::find(call.machine()) {
        Some(inside) => Ok(Asked::Ours(inside)),
        None => Ok(Asked::Foreign(ForeignFocal::in_station(call.station)?)),
    }
}

/// Our FOCAL, or why it is none.
fn ours<'a>(call: &'a Call) -> Result<CoreView<'a>, MonitorError> {
    match asked(call)? {
        Asked::Ours(inside) => Ok(inside),
        Asked::Foreign(_) => Err(DebugError::Foreign.into()),
    }
}

pub(super) fn whereabouts(call: &mut Call) -> Answer {
    call.nothing_more()?;
    match asked(call)? {
        Asked::Ours(inside) => text(debugger::whereabouts(&inside)),
        Asked::Foreign(foreign) => text(foreign.whereabouts()?),
    }
}

pub(super) fn list(call: &mut Call) -> Answer {
    match asked(call)? {
        Asked::Ours(inside) => text(call.monitor.watch.focal.list(&inside, call.rest)?),
        Asked::Foreign(foreign) => text(foreign.list(call.rest)?),
    }
}

pub(super) fn variables(call: &mut Call) -> Answer {
    match asked(call)? {
        Asked::Ours(inside) => text(debugger::variables(&inside.variables().collect::<Vec<_>>(), call.rest)),
        Asked::Foreign(foreign) => text(foreign.variables()?),
    }
}

pub(super) fn print(call: &mut Call) -> Answer {
    let expression = call.something()?;
    match asked(call)? {
        Asked::Ours(inside) => text(format!("{}\n", number(debugger::value(expression, &inside)?.into()))),
        Asked::Foreign(foreign) => text(format!("{}\n", foreign.evaluate(expression)?)),
    }
}

/// `break 6.1 if J>30`: whether the places are FOCAL's lines is known by their point.
pub(super) fn set_breakpoint(call: &mut Call, lines: &str, commands: &str) -> Answer {
    ours(call)?;
    let Call { monitor, station, .. } = call;
    let inside = CoreView::find(station.machine()).ok_or(DebugError::NoFocal)?;
    monitor.watch.focal.set_breakpoints(lines, &split_commands(commands), &inside)?;
    text("")
}

pub(super) fn watch(call: &mut Call) -> Answer {
    let (variable, commands) = call.something()?.split_once(';').unwrap_or((call.rest, ""));
    ours(call)?;
    let Call { monitor, station, .. } = call;
    let inside = CoreView::find(station.machine()).ok_or(DebugError::NoFocal)?;
    monitor.watch.focal.watch(variable.trim(), split_commands(commands), &inside)?;
    text("")
}

pub(super) fn no_watch(call: &mut Call) -> Answer {
    let Call { monitor, station, rest, .. } = call;
    if rest.is_empty() {
        monitor.watch.focal.clear_all_watches();
        return text("");
    }
    let inside = CoreView::find(station.machine()).ok_or(DebugError::NoFocal)?;
    monitor.watch.focal.clear_watch(rest, &inside)?;
    text("")
}

pub(super) fn next(call: &mut Call) -> Answer {
    step(call, Step::Next)
}

pub(super) fn into(call: &mut Call) -> Answer {
    step(call, Step::Into)
}

pub(super) fn out(call: &mut Call) -> Answer {
    call.nothing_more()?;
    step(call, Step::Out)
}

fn step(call: &mut Call, step: Step) -> Answer {
    let count = if call.rest.is_empty() { 1 } else { count(call.rest, u64::MAX)? };
    ours(call)?;
    call.monitor.watch.step(call.station, None);
    let Call { monitor, station, .. } = call;
    let inside = CoreView::find(station.machine()).ok_or(DebugError::NoFocal)?;
    monitor.watch.focal.step(step, count, &inside)?;
    call.station.resume();
    Ok(Reply::Run)
}

/// `set A(28)=1`; none if it is no such text.
pub(super) fn assign(call: &mut Call) -> Option<Answer> {
    let (variable, expression) = debugger::assignment(call.rest)?;
    Some(set(call, variable, expression))
}

fn set(call: &mut Call, variable: &str, expression: &str) -> Answer {
    let inside = ours(call)?;
    let variable = debugger::variable(variable, &inside)?;
    let value = debugger::value(expression, &inside)?;
    let refused = |reason| DebugError::NotSet { variable: variable.to_string(), reason };
    set_variable_in(call.station, variable, value).ok_or(DebugError::NoFocal)?.map_err(refused)?;
    text("")
}

/// Whether places are lines of FOCAL's.
pub(super) fn are_lines(places: &str) -> bool {
    LineOrGroup::is_meant(places)
}

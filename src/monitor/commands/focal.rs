//! Commands of FOCAL's debugger: `where`, `break`, `watch`, `next`, `into`, `out`, `print`, `vars` and `list`.

use crate::debugger::{self, Debuggee, LineOrGroup, Step};

use super::super::quoted::split_commands;
use super::super::target::Target;
use super::needs::focal;
use super::{Answer, Call, Reply, calls, count, text};

pub(super) fn whereabouts(call: &mut Call, target: &mut dyn Target) -> Answer {
    if let Some(station) = calls::machine_code(call, target)? {
        return calls::show(call, station);
    }
    call.nothing_more()?;
    text(focal(target, "where")?.view()?.whereabouts()?)
}

pub(super) fn list(call: &mut Call, focal: &mut dyn Debuggee) -> Answer {
    text(focal.view()?.list(&call.monitor.watch.focal, call.rest)?)
}

pub(super) fn variables(call: &mut Call, focal: &mut dyn Debuggee) -> Answer {
    text(focal.view()?.variables(call.rest)?)
}

pub(super) fn print(call: &mut Call, focal: &mut dyn Debuggee) -> Answer {
    let expression = call.something()?;
    text(format!("{}\n", focal.view()?.evaluate(expression)?))
}

/// Executes a `break` command that sets breakpoints at lines of FOCAL, such as `break 6.1 if J>30`. `lines` is the
/// text between `break` and a `;`. `commands` is the text after the `;`: the commands that a stop executes.
pub(super) fn set_breakpoint(call: &mut Call, target: &mut dyn Target, lines: &str, commands: &str) -> Answer {
    let view = focal(target, "break at a line")?.view()?;
    call.monitor.watch.focal.set_breakpoints(lines, &split_commands(commands), view.inspect()?)?;
    text("")
}

pub(super) fn watch(call: &mut Call, focal: &mut dyn Debuggee) -> Answer {
    let (variable, commands) = call.something()?.split_once(';').unwrap_or((call.rest, ""));
    call.monitor.watch.focal.watch(variable.trim(), split_commands(commands), focal.view()?.inspect()?)?;
    text("")
}

pub(super) fn no_watch(call: &mut Call, focal: &mut dyn Debuggee) -> Answer {
    let debugger = &mut call.monitor.watch.focal;
    if call.rest.is_empty() {
        debugger.clear_all_watches();
        return text("");
    }
    debugger.clear_watch(call.rest, focal.view()?.inspect()?)?;
    text("")
}

pub(super) fn next(call: &mut Call, target: &mut dyn Target) -> Answer {
    if let Some(station) = calls::machine_code(call, target)? {
        return calls::next(call, station);
    }
    step(call, target, Step::Next)
}

pub(super) fn into(call: &mut Call, target: &mut dyn Target) -> Answer {
    step(call, target, Step::Into)
}

pub(super) fn out(call: &mut Call, target: &mut dyn Target) -> Answer {
    if let Some(station) = calls::machine_code(call, target)? {
        return calls::out(call, station);
    }
    call.nothing_more()?;
    step(call, target, Step::Out)
}

fn step(call: &mut Call, target: &mut dyn Target, step: Step) -> Answer {
    let count = if call.rest.is_empty() { 1 } else { count(call.rest, u64::MAX)? };
    let view = focal(target, call.command.name)?.view()?;
    let focal = view.inspect()?;
    call.monitor.watch.forget_step();
    call.monitor.watch.focal.step(step, count, focal)?;
    target.resume();
    Ok(Reply::Run)
}

/// Executes `set A(28)=1`. Returns `None` if the text is not an assignment to a FOCAL variable.
pub(super) fn assign(call: &mut Call, target: &mut dyn Target) -> Option<Answer> {
    let (variable, expression) = debugger::assignment(call.rest)?;
    Some(set(target, variable, expression))
}

fn set(target: &mut dyn Target, variable: &str, expression: &str) -> Answer {
    focal(target, "set VARIABLE=VALUE")?.assign(variable, expression)?;
    text("")
}

/// Whether `places` are line numbers of FOCAL.
pub(super) fn are_lines(places: &str) -> bool {
    LineOrGroup::is_meant(places)
}

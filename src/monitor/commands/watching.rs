//! Watching: breakpoints, history, trace.

use super::super::breakpoints::Breakpoint;
use super::super::places::MAX_LINES;
use super::super::watch::HISTORY;
use super::files::end_trace;
use super::{Answer, Call, file_error, text};

pub(super) fn set_breakpoint(call: &mut Call) -> Answer {
    let breakpoints = Breakpoint::parse(call.something()?, call.machine())?;
    breakpoints.into_iter().for_each(|breakpoint| call.monitor.watch.breakpoints.set(breakpoint));
    text("")
}

pub(super) fn clear_breakpoint(call: &mut Call) -> Answer {
    let set = &mut call.monitor.watch.breakpoints;
    if call.rest.is_empty() || call.rest.eq_ignore_ascii_case("all") {
        set.clear_all();
        return text("");
    }
    let breakpoints = Breakpoint::parse(call.rest, call.station.machine())?;
    let missing = breakpoints.into_iter().filter(|&breakpoint| !set.clear(breakpoint));
    text(missing.map(|breakpoint| format!("no breakpoint {breakpoint}\n")).collect::<String>())
}

pub(super) fn history(call: &mut Call) -> Answer {
    let watch = &mut call.monitor.watch;
    if call.rest.eq_ignore_ascii_case("off") {
        watch.keep_history(0);
        return text("");
    }
    let count = match call.rest {
        "" => HISTORY,
        digits => super::count(digits, MAX_LINES)? as usize,
    };
    match watch.history(count) {
        Some(lines) => text(lines),
        None => {
            watch.keep_history(count.max(1));
            text(format!("from now on the last {} instructions are kept\n", count.max(1)))
        }
    }
}

pub(super) fn trace(call: &mut Call) -> Answer {
    let name = call.something()?;
    call.files.append(name, b"").map_err(|reason| file_error(name, reason))?;
    end_trace(call.monitor, call.files)?;
    call.write(name, b"")?;
    call.monitor.trace_file = Some(name.to_owned());
    call.monitor.watch.begin_trace();
    text("")
}

pub(super) fn no_trace(call: &mut Call) -> Answer {
    call.nothing_more()?;
    end_trace(call.monitor, call.files)?;
    text("")
}

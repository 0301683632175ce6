//! The command `values A`, which lists the values that a variable of FOCAL has had, and the command `when A`, which
//! shows the variable's last change.

use std::fmt::Write;

use crate::debugger::past::{self, PastValue};
use crate::debugger::{line, number, variable};
use crate::focal::VariableName;
use crate::focal::inspect::Inspect;
use crate::focal_machine::CommandBoundaries;
use crate::station::Station;

use super::super::MonitorError;
use super::super::addresses::MAX_LINES;
use super::super::moment::seconds;
use super::travel::searched;
use super::{Answer, Call, count, text};

/// Executes `values`: lists the values of a variable, one per line, the oldest first.
pub(super) fn values(call: &mut Call, station: &mut Station) -> Answer {
    let (name, most) = call.something()?.split_once(char::is_whitespace).unwrap_or((call.rest, ""));
    let most = if most.is_empty() { MAX_LINES } else { count(most.trim(), MAX_LINES)? };
    let boundaries = CommandBoundaries::of(station.machine()).ok_or(crate::debugger::DebugError::NoFocal)?;
    let variable = variable(name, &boundaries.view(station.machine()))?;
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    let values = searched(call.files, &looking(variable), |progress| {
        past::values(station, boundaries, variable, most, progress)
    })?;
    if values.is_empty() {
        return text(format!("{variable} has had no value\n"));
    }
    let line = |value: &PastValue| {
        let PastValue { cycle, time, value, .. } = value;
        format!("{cycle:>14} {:>16}  {variable} = {}", seconds(*time), number((*value).into()))
    };
    text(values.iter().map(|value| format!("{}{}\n", line(value), place(value))).collect::<String>())
}

/// Whether the text is the name of a variable that exists in the machine's FOCAL.
pub(super) fn is_variable(text: &str, station: &Station) -> bool {
    CommandBoundaries::of(station.machine()).is_some_and(|boundaries| {
        let view = boundaries.view(station.machine());
        variable(text, &view).is_ok_and(|variable| view.value(variable).is_some())
    })
}

/// Executes `when A`: shows the last change of a variable. Returns `None` if the arguments are not a variable of a
/// FOCAL in the machine.
pub(super) fn when(call: &mut Call, station: &Station) -> Option<Answer> {
    let boundaries = CommandBoundaries::of(station.machine())?;
    let variable = variable(call.rest, &boundaries.view(station.machine())).ok()?;
    let found =
        searched(call.files, &looking(variable), |progress| past::last_value(station, boundaries, variable, progress));
    Some(found.map_err(MonitorError::from).and_then(|last| {
        let Some(last) = last else { return text(format!("{variable} has had no value\n")) };
        let before = last.before.map_or_else(String::new, |before| format!("{} -> ", number(before.into())));
        let mut lines = format!("{variable}: {before}{}{}\n", number(last.value.into()), place(&last));
        let _ = writeln!(lines, "cycle {}, {}", last.cycle, seconds(last.time));
        text(lines)
    }))
}

/// Returns the line of the command that set a value, in the form `, set in 02.10`. Returns an empty text if no command
/// set the value.
fn place(value: &PastValue) -> String {
    value.line.map_or_else(String::new, |at| format!(", set in {}", line(at)))
}

/// Returns the text that the progress bar shows during a search for the values of a variable.
fn looking(variable: VariableName) -> String {
    format!("looking for the values of {variable}")
}

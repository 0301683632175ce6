//! Descriptions of a program for the operator: its position, its text and its variables.

use std::fmt::Write;

use super::DebugError;
use super::notation::{LineOrGroup, line, number, readable};
use crate::focal::Variable;
use crate::focal::inspect::{Inspect, Level, Place};

/// The message when FOCAL is at its prompt.
pub const AT_PROMPT: &str = "FOCAL is at its *\n";

/// Returns the program line that contains `place`, and a second line with `^` below the character at `place`.
pub fn place(place: Place, focal: &dyn Inspect) -> String {
    let number = place.line.map_or_else(|| "*".to_owned(), |number| number.to_string());
    let text = focal.text(place.line).unwrap_or_default();
    let before = readable(&text[..place.column.min(text.len())]).chars().count();
    format!("{number:<5} {}\n{}^\n", readable(&text), " ".repeat(6 + before))
}

/// Describes the position in a program and the active DOs and FORs, innermost first.
pub fn whereabouts(focal: &dyn Inspect) -> String {
    let Some(at) = focal.place() else { return AT_PROMPT.to_owned() };
    let mut shown = place(at, focal);
    for under_way in focal.levels() {
        let _ = writeln!(shown, "{}", level(&under_way, focal));
    }
    shown
}

/// Describes an active DO or FOR: `DO 2 in 01.10`, `FOR I=1, by 1 to 3 in 01.10`.
pub fn level(level: &Level, focal: &dyn Inspect) -> String {
    match *level {
        Level::Do { back } => format!("{} in {}", command_before(back, focal), line(back)),
        Level::For { variable, value, increment, limit, body } => {
            let [value, increment, limit] = [value, increment, limit].map(|value| number(value.into()));
            let name = variable.map_or_else(|| "an erased variable".to_owned(), |name| name.to_string());
            format!("FOR {name}={value}, by {increment} to {limit} in {}", line(body))
        }
    }
}

/// Returns the DO command that ends at the place `back`, to which FOCAL returns after the DO.
fn command_before(back: Place, focal: &dyn Inspect) -> String {
    let text = focal.text(back.line).unwrap_or_default();
    let before = &text[..back.column.min(text.len())];
    let begin = before.iter().rposition(|&character| character == b';').map_or(0, |at| at + 1);
    let command = readable(&before[begin..]);
    let number = command.trim().trim_start_matches(|letter: char| letter.is_ascii_alphabetic()).trim();
    if number.is_empty() { "DO ALL".to_owned() } else { format!("DO {number}") }
}

/// Lists the program, or the line or group that `which` names. Marks the current line and the lines with breakpoints.
pub fn list(focal: &dyn Inspect, which: &str, stops: impl Fn(LineOrGroup) -> bool) -> Result<String, DebugError> {
    let at_work = focal.place().and_then(|place| place.line);
    let lines = match which {
        "" => focal.lines(),
        which => {
            let lines = LineOrGroup::parse(which)?;
            let found = lines.of(focal);
            if found.is_empty() {
                return Err(DebugError::NoSuchLine(lines.to_string()));
            }
            found
        }
    };
    let mut shown = String::new();
    for (number, text) in lines {
        let stop =
            if stops(LineOrGroup::Line(number)) || stops(LineOrGroup::Group(number.group())) { 'B' } else { ' ' };
        let work = if at_work == Some(number) { '>' } else { ' ' };
        let _ = writeln!(shown, "{stop}{work} {number} {}", readable(&text));
    }
    Ok(if shown.is_empty() { "there is no program\n".to_owned() } else { shown })
}

/// Lists the variables, one per line. If `which` is not empty, lists only variables with that name.
pub fn variables(variables: &[Variable], which: &str) -> String {
    let which = which.to_ascii_uppercase();
    let mut shown = String::new();
    for variable in variables {
        let name = variable.name.to_string();
        let is_meant = which.is_empty() || name == which || name.split('(').next() == Some(&which);
        if is_meant {
            let _ = writeln!(shown, "{name:<8} {}", number(variable.value.into()));
        }
    }
    match (shown.is_empty(), which.is_empty()) {
        (true, true) => "there are no variables\n".to_owned(),
        (true, false) => format!("there is no variable {which}, which reads as 0\n"),
        _ => shown,
    }
}

//! Breakpoints, and watched variables.

use super::DebugError;
use super::condition::Condition;
use super::notation::{LineOrGroup, change, variable};
use crate::float::Float;
use crate::focal::inspect::{Inspect, Place};
use crate::focal::{LineNumber, VariableName};

/// A line or group before which the debugger stops a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breakpoint {
    /// The line or group.
    pub lines: LineOrGroup,
    /// The condition that must hold for a stop, if there is one.
    pub condition: Option<Condition>,
    /// The number of the visit that first stops the program. Every later visit also stops the program.
    pub count: u64,
    /// The debugger commands to run after the stop.
    pub commands: Vec<String>,
}

impl Breakpoint {
    /// Parses `6.1`, `6.1,7.0`, `6.1[3]` or `6.1 if J>30`. Returns one breakpoint for each line or group.
    pub fn parse(text: &str, commands: &[String], focal: &dyn Inspect) -> Result<Vec<Self>, DebugError> {
        let (lines, condition) = split_condition(text);
        let (lines, count) = split_count(lines.trim())?;
        let condition = condition.map(|condition| Condition::parse(condition, focal)).transpose()?;
        let parse = |lines: &str| {
            let lines = LineOrGroup::parse(lines.trim())?;
            Ok(Breakpoint { lines, condition: condition.clone(), count, commands: commands.to_vec() })
        };
        lines.split(',').map(parse).collect()
    }

    /// If the condition holds, returns a message for a stop at `line`. The visit count, such as the 3 of `6.1[3]`, is
    /// ignored. A condition that has no value counts as true.
    pub fn met_at(&self, line: LineNumber, focal: &dyn Inspect) -> Option<String> {
        match self.condition.as_ref().map_or(Ok(true), |condition| condition.holds(focal)) {
            Ok(false) => None,
            Ok(true) => Some(format!("Breakpoint at {line}\n")),
            Err(error) => Some(format!("Breakpoint at {line}, its condition cannot be tested: {error}\n")),
        }
    }
}

/// Splits a text at the word `if` into the line numbers and the condition.
fn split_condition(text: &str) -> (&str, Option<&str>) {
    let lower = text.to_ascii_lowercase();
    match lower.find(" if ").or_else(|| lower.find(" if(")) {
        Some(at) => (&text[..at], Some(&text[at + 3..])),
        None => (text, None),
    }
}

/// Splits `6.1[3]` into the line number and the count; without a bracket the count is 1.
fn split_count(text: &str) -> Result<(&str, u64), DebugError> {
    let Some((lines, digits)) = text.strip_suffix(']').and_then(|text| text.rsplit_once('[')) else {
        return Ok((text, 1));
    };
    let count = digits.trim().parse().ok().filter(|&count| count > 0);
    Ok((lines.trim(), count.ok_or_else(|| DebugError::NotACount(digits.to_owned()))?))
}

impl std::fmt::Display for Breakpoint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "at {}", self.lines)?;
        self.condition.iter().try_for_each(|condition| write!(f, " if {condition}"))?;
        if self.count > 1 {
            write!(f, " [{}]", self.count)?;
        }
        self.commands.iter().try_for_each(|command| write!(f, "; {command}"))
    }
}

/// A variable that is watched.
#[derive(Clone, Debug, PartialEq)]
pub struct Watched {
    /// The variable.
    pub variable: VariableName,
    /// The value at the last check; 0 for a variable that does not exist.
    value: Float,
    /// The debugger commands to run after a change.
    pub commands: Vec<String>,
}

impl Watched {
    /// Parses a variable such as `J` or `A(28)`, and records its current value.
    pub fn parse(text: &str, commands: Vec<String>, focal: &dyn Inspect) -> Result<Self, DebugError> {
        let variable = variable(text, focal)?;
        Ok(Watched { variable, value: focal.value(variable).unwrap_or(Float::ZERO), commands })
    }

    /// Records the current value as the last checked value.
    pub fn reset(&mut self, focal: &dyn Inspect) {
        self.value = focal.value(self.variable).unwrap_or(Float::ZERO);
    }

    /// Returns a message if the value has changed since the last check. The function `place` returns the place of the
    /// change.
    pub fn take_change(
        &mut self,
        focal: &dyn Inspect,
        place: impl FnOnce(VariableName) -> Option<Place>,
    ) -> Option<String> {
        let now = focal.value(self.variable).unwrap_or(Float::ZERO);
        if now == self.value {
            return None;
        }
        let before = std::mem::replace(&mut self.value, now);
        Some(change(self.variable, before, now, place(self.variable)))
    }
}

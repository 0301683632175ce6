//! Where a program is to be stopped, and which variables are watched.

use super::DebugError;
use super::condition::Condition;
use super::notation::{LineOrGroup, number, variable};
use crate::float::Float;
use crate::focal::VariableName;
use crate::focal::inspect::{Inspect, Place};

/// A line or group before which a program is stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breakpoint {
    /// The lines.
    pub lines: LineOrGroup,
    /// What must hold besides.
    pub condition: Option<Condition>,
    /// The how manieth time it stops the program; from then on each time.
    pub count: u64,
    /// The operator's commands for then.
    pub commands: Vec<String>,
}

impl Breakpoint {
    /// `6.1`, `6.1,7.0`, `6.1[3]`, `6.1 if J>30`: one for each of the lines, with these commands.
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
}

/// What stands before a word `if`, and what behind it.
fn split_condition(text: &str) -> (&str, Option<&str>) {
    let lower = text.to_ascii_lowercase();
    match lower.find(" if ").or_else(|| lower.find(" if(")) {
        Some(at) => (&text[..at], Some(&text[at + 3..])),
        None => (text, None),
    }
}

/// What stands before `[3]`, and the how manieth time is meant.
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
    /// Which.
    pub variable: VariableName,
    /// Its value when it was looked at last. One that is not there reads as 0.
    value: Float,
    /// The operator's commands for a change.
    pub commands: Vec<String>,
}

impl Watched {
    /// Watches `J`, `A(28)` from now on.
    pub fn parse(text: &str, commands: Vec<String>, focal: &dyn Inspect) -> Result<Self, DebugError> {
        let variable = variable(text, focal)?;
        Ok(Watched { variable, value: focal.value(variable).unwrap_or(Float::ZERO), commands })
    }

    /// Its value now is no change.
    pub fn reset(&mut self, focal: &dyn Inspect) {
        self.value = focal.value(self.variable).unwrap_or(Float::ZERO);
    }

    /// What is told when its value is another one than when it was looked at last: it was changed at this place.
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
        let [before, now] = [before, now].map(|value| number(value.into()));
        let place =
            place(self.variable).map_or_else(String::new, |at| format!(", changed in {}", super::notation::line(at)));
        Some(format!("{} was {before}, is {now}{place}\n", self.variable))
    }
}

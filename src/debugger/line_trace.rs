//! A trace of a FOCAL program: for each executed line, a line of text with the changed variables.
//!
//! ```text
//! 41225     62134.5    02.10       J 1 5
//! 43780     65967.0    01.10 FOR   I 1 2
//! cycles    microsec.  line        a changed variable, its value before the line and after it; others may follow
//! ```
//!
//! Tabs separate the fields, and blanks separate the parts of a field. Without a machine the first field counts
//! commands, and the second is `-`. A line is traced when it is done, so the lines that a DO calls come before the line
//! of the DO. Each iteration of a FOR is traced when it is done: the line number, FOR, and the changes since the last
//! iteration. The line itself is traced once, however often a FOR repeats it; a profile counts lines in the same way.

use std::cmp::Ordering;
use std::fmt::Write;

use super::notation::number;
use crate::float::Float;
use crate::focal::inspect::{Inspect, Level, Place, command_at};
use crate::focal::{LineNumber, VariableName};

/// A line that is not finished yet.
#[derive(Clone, Debug)]
struct UnderWay {
    line: Option<LineNumber>,
    /// The number of active DOs and FORs when the line began.
    depth: usize,
    changes: Vec<Change>,
}

/// A variable that a line has changed, with the old and the new value.
#[derive(Clone, Copy, Debug)]
struct Change {
    variable: VariableName,
    before: Float,
    after: Float,
}

/// The trace of a program.
#[derive(Clone, Debug, Default)]
pub struct LineTrace {
    /// The unfinished lines, innermost last.
    under_way: Vec<UnderWay>,
    /// The variables of the active FORs, each with the number of DOs and FORs that enclose the FOR.
    counters: Vec<(usize, VariableName)>,
    /// Whether the next check attributes a change of a FOR's variable to the line of the FOR. If false, the check
    /// attributes the change to the line of the last command.
    turns: bool,
    /// The variables at the last check.
    variables: Vec<(VariableName, Float)>,
    commands: u64,
    text: String,
}

impl LineTrace {
    /// Begins a trace with the current values of the variables.
    pub fn of(focal: &dyn Inspect) -> Self {
        LineTrace { variables: variables(focal), ..LineTrace::default() }
    }

    /// Handles the start of a command at `place`.
    pub fn command(&mut self, focal: &dyn Inspect, place: Place) {
        self.note_changes(focal);
        let levels = focal.levels();
        let text = focal.text(place.line).unwrap_or_default();
        let is_first = command_at(&text, 0) == Some(place.column);
        self.leave(focal, |line| match line.depth.cmp(&levels.len()) {
            Ordering::Greater => true,
            Ordering::Equal => is_first || line.line != place.line,
            // The command is inside a DO or FOR that this line has opened.
            Ordering::Less => false,
        });
        if is_first || self.under_way.last().is_none_or(|line| line.line != place.line) {
            self.under_way.push(UnderWay { line: place.line, depth: levels.len(), changes: Vec::new() });
        }
        let outside = (0..levels.len()).rev();
        let counters = outside.zip(&levels).filter_map(|(outside, level)| match level {
            Level::For { variable, .. } => Some((outside, (*variable)?)),
            Level::Do { .. } => None,
        });
        self.counters = counters.collect();
        self.turns = false;
        self.commands += 1;
    }

    /// Handles the end of a line or of a FOR body. If a FOR changes its variable before the next command, the trace
    /// attributes this change to the line of the FOR. `for_depth` is the number of active DOs and FORs outside the FOR
    /// whose body has ended, or `None` if no body has ended.
    pub fn turn(&mut self, focal: &dyn Inspect, for_depth: Option<usize>) {
        self.note_changes(focal);
        self.turns = true;
        let Some(depth) = for_depth else { return };
        self.leave(focal, |line| line.depth > depth);
        if let Some(line) = self.under_way.last_mut() {
            let (number, changes) = (line.line, std::mem::take(&mut line.changes));
            self.write(focal, number, " FOR", &changes);
        }
    }

    /// Handles FOCAL's return to the prompt.
    pub fn at_prompt(&mut self, focal: &dyn Inspect) {
        self.note_changes(focal);
        self.leave(focal, |_| true);
    }

    /// Traces and removes unfinished lines, the innermost first. Stops at the first line for which `is_done` returns
    /// false.
    fn leave(&mut self, focal: &dyn Inspect, is_done: impl Fn(&UnderWay) -> bool) {
        while let Some(line) = self.under_way.pop_if(|line| is_done(line)) {
            self.write(focal, line.line, "", &line.changes);
        }
    }

    /// Writes a line of the trace. `what` is the text after the line number.
    fn write(&mut self, focal: &dyn Inspect, line: Option<LineNumber>, what: &str, changes: &[Change]) {
        let _ = match focal.spent() {
            Some(spent) => {
                let tenths = spent.nanoseconds / 100;
                write!(self.text, "{}\t{}.{}", spent.cycles, tenths / 10, tenths % 10)
            }
            None => write!(self.text, "{}\t-", self.commands),
        };
        let _ = match line {
            Some(number) => write!(self.text, "\t{number}{what}"),
            None => write!(self.text, "\tdirect{what}"),
        };
        for Change { variable, before, after } in changes.iter().filter(|change| change.before != change.after) {
            let [before, after] = [before, after].map(|value| number((*value).into()));
            let _ = write!(self.text, "\t{variable} {before} {after}");
        }
        self.text.push('\n');
    }

    /// Finds the variables that have changed, and assigns each change to a line.
    fn note_changes(&mut self, focal: &dyn Inspect) {
        let now = variables(focal);
        let before = std::mem::take(&mut self.variables);
        for (at, &(variable, value)) in now.iter().enumerate() {
            // A variable keeps its index until the variables are erased.
            let old = before.get(at).filter(|(name, _)| *name == variable);
            let old = old.or_else(|| before.iter().find(|(name, _)| *name == variable));
            self.change(variable, old.map_or(Float::ZERO, |&(_, value)| value), value);
        }
        for (variable, value) in before {
            if !now.iter().any(|(name, _)| *name == variable) {
                self.change(variable, value, Float::ZERO);
            }
        }
        self.variables = now;
    }

    fn change(&mut self, variable: VariableName, before: Float, after: Float) {
        if before == after {
            return;
        }
        let counter = self.counters.iter().find(|(_, name)| self.turns && *name == variable);
        let owner = match counter {
            Some(&(outside, _)) => self.under_way.iter_mut().rfind(|line| line.depth <= outside),
            None => self.under_way.last_mut(),
        };
        let Some(line) = owner else { return };
        match line.changes.iter_mut().find(|change| change.variable == variable) {
            Some(change) => change.after = after,
            None => line.changes.push(Change { variable, before, after }),
        }
    }

    /// Removes and returns the traced lines.
    pub fn take(&mut self) -> String {
        std::mem::take(&mut self.text)
    }
}

fn variables(focal: &dyn Inspect) -> Vec<(VariableName, Float)> {
    focal.variables().iter().map(|variable| (variable.name, variable.value)).collect()
}

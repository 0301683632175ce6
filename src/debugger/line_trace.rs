//! A trace of a FOCAL program: a line of text for each line that is done, with what it has changed.
//!
//! ```text
//! 41225     62134.5    02.10   I 1 2   J 1 5
//! cycles    microsec.  line    variable, its value before the line and after it; as many as have another value now
//! ```
//!
//! Fields are parted by tabs, what belongs to a variable by blanks. Without a machine the first field counts commands, and
//! the second is `-`. A line is done when it is left, so the lines that a DO does stand before the line of the DO, and a
//! line with a FOR is done once, however often the FOR goes round: as a profile counts them.

use std::cmp::Ordering;
use std::fmt::Write;

use super::notation::number;
use crate::float::Float;
use crate::focal::inspect::{Inspect, Level, Place, command_at};
use crate::focal::{LineNumber, VariableName};

/// A line under way.
#[derive(Clone, Debug)]
struct UnderWay {
    line: Option<LineNumber>,
    /// So many DOs and FORs were under way when it began.
    depth: usize,
    changes: Vec<Change>,
}

/// What a line has done to a variable.
#[derive(Clone, Copy, Debug)]
struct Change {
    variable: VariableName,
    before: Float,
    after: Float,
}

/// The trace.
#[derive(Clone, Debug, Default)]
pub struct LineTrace {
    /// The line at work is the last; those before it wait for a DO or FOR of theirs.
    under_way: Vec<UnderWay>,
    /// The variables of the FORs under way, each with how many DOs and FORs are outside.
    counters: Vec<(usize, VariableName)>,
    /// A FOR may count now: what changes is not the doing of the command before.
    turns: bool,
    /// The variables when they were looked at last.
    variables: Vec<(VariableName, Float)>,
    commands: u64,
    text: String,
}

impl LineTrace {
    /// What the variables are is no change from now on.
    pub fn of(focal: &dyn Inspect) -> Self {
        LineTrace { variables: variables(focal), ..LineTrace::default() }
    }

    /// A command is about to be carried out.
    pub fn command(&mut self, focal: &dyn Inspect, place: Place) {
        self.note_changes(focal);
        let levels = focal.levels();
        let text = focal.text(place.line).unwrap_or_default();
        let is_first = command_at(&text, 0) == Some(place.column);
        self.leave(focal, |line| match line.depth.cmp(&levels.len()) {
            Ordering::Greater => true,
            Ordering::Equal => is_first || line.line != place.line,
            // It has opened the DO or FOR in which the command stands.
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

    /// A line, or what a FOR does, has come to its end: a FOR may count.
    pub fn turn(&mut self, focal: &dyn Inspect) {
        self.note_changes(focal);
        self.turns = true;
    }

    /// FOCAL is about to ask for its next line.
    pub fn at_prompt(&mut self, focal: &dyn Inspect) {
        self.note_changes(focal);
        self.leave(focal, |_| true);
    }

    /// The lines at the end of those under way that are done.
    fn leave(&mut self, focal: &dyn Inspect, is_done: impl Fn(&UnderWay) -> bool) {
        while let Some(line) = self.under_way.pop_if(|line| is_done(line)) {
            let _ = match focal.spent() {
                Some(spent) => {
                    let tenths = spent.nanoseconds / 100;
                    write!(self.text, "{}\t{}.{}", spent.cycles, tenths / 10, tenths % 10)
                }
                None => write!(self.text, "{}\t-", self.commands),
            };
            match line.line {
                Some(number) => self.text += &format!("\t{number}"),
                None => self.text += "\tdirect",
            }
            for Change { variable, before, after } in line.changes.into_iter().filter(|it| it.before != it.after) {
                let [before, after] = [before, after].map(|value| number(value.into()));
                let _ = write!(self.text, "\t{variable} {before} {after}");
            }
            self.text.push('\n');
        }
    }

    /// Looks which variables have changed, and puts that down to a line.
    fn note_changes(&mut self, focal: &dyn Inspect) {
        let now = variables(focal);
        let before = std::mem::take(&mut self.variables);
        for (at, &(variable, value)) in now.iter().enumerate() {
            // A variable stays at its place until all are erased.
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

    /// What has been traced since the last call.
    pub fn take(&mut self) -> String {
        std::mem::take(&mut self.text)
    }
}

fn variables(focal: &dyn Inspect) -> Vec<(VariableName, Float)> {
    focal.variables().iter().map(|variable| (variable.name, variable.value)).collect()
}

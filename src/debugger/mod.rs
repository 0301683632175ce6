//! A debugger of FOCAL programs: breakpoints at lines, watched variables, steps.
//!
//! Whoever runs a FOCAL tells the [`Debugger`] of each command that it is about to carry out, and stops it when told to:
//! native FOCAL by [`Debugger::observe`], the FOCAL in machine code at three of its instructions. The debugger only looks
//! (see [`Inspect`]), so a program that is stopped and goes on does what it would have done.
//!
//! ```
//! use focal8::debugger::{Debugger, Stop};
//! use focal8::focal::Focal;
//! use focal8::performer::Performer;
//!
//! let mut focal = Focal::default();
//! focal.type_line("1.1 FOR I=1,3;SET S=S+I").unwrap();
//! let mut debugger = Debugger::default();
//! debugger.set_breakpoints("1.1", &[], &focal).unwrap();
//! for key in *b"GO\r" {
//!     focal.press(key);
//!     focal.run_observed(1000, |focal| debugger.observe(focal).is_some());
//! }
//! assert_eq!(debugger.take_told(), "Breakpoint at 01.10\n01.10 FOR I=1,3;SET S=S+I\n      ^\n");
//! ```

mod breakpoint;
mod check;
mod commands;
mod condition;
mod debuggee;
mod error;
mod line_trace;
mod machine;
mod notation;
mod show;
mod straight;
mod stranger;

pub use check::check;
pub use debuggee::{Debuggee, View};
pub use error::DebugError;
pub use notation::{Lines, assignment, number, readable, value, variable};
pub use show::{level, list, variables, whereabouts};
pub use stranger::Stranger;

use crate::focal::Focal;
use crate::focal::error::ErrorCode;
use crate::focal::inspect::{Inspect, Level, Place, VariableName, command_at};

use breakpoint::{Breakpoint, Watched};
use line_trace::LineTrace;

/// Why a program is stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// At a breakpoint.
    Breakpoint,
    /// A watched variable has changed.
    Changed,
    /// FOCAL has found an error, which it has not printed yet: all is as it was then.
    Failed(ErrorCode),
    /// A step is done.
    Stepped,
}

/// How far a step goes: to the next command
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// wherever it is,
    Into,
    /// that is not inside the DO or FOR which comes next,
    Next,
    /// outside the innermost DO or FOR under way.
    Out,
}

/// A step under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stepping {
    /// So many DOs and FORs may be under way at its end.
    depth: usize,
    /// Commands still to come.
    count: u64,
    /// Nothing was running when it began.
    from_prompt: bool,
}

/// What was done last, as the observer of native FOCAL has seen it.
#[derive(Clone, Debug, Default)]
enum Last {
    #[default]
    Nothing,
    Command(Place),
    /// A line came to its end: what changes then are the variables of these FORs.
    LineEnd(Vec<(VariableName, Place)>),
}

/// Everything that is watched for in a FOCAL program.
#[derive(Clone, Debug, Default)]
pub struct Debugger {
    breakpoints: Vec<Breakpoint>,
    watched: Vec<Watched>,
    stepping: Option<Stepping>,
    /// Errors stop the program.
    stops_at_errors: bool,
    /// Changes that have not been told.
    changes: String,
    last: Last,
    /// Native FOCAL was stopped before this command, which it now goes on with.
    resumes: bool,
    told: String,
    commands: Vec<String>,
    trace: Option<LineTrace>,
}

/// The commands that end their line by themselves, and set nothing.
const ENDING: &[u8] = b"CRW";

impl Debugger {
    /// Whether there is nothing to look at.
    pub fn is_idle(&self) -> bool {
        self.breakpoints.is_empty()
            && self.watched.is_empty()
            && self.stepping.is_none()
            && !self.stops_at_errors
            && self.trace.is_none()
    }

    /// Traces the program's lines from now on, a line of text for each that is done: cycles, microseconds, its number, and
    /// the variables that it has changed, each with its value before and after.
    pub fn trace_lines(&mut self, focal: &dyn Inspect) {
        self.trace = Some(LineTrace::of(focal));
    }

    /// Traces them no longer.
    pub fn end_line_trace(&mut self) {
        self.trace = None;
    }

    /// What has been traced since the last call.
    pub fn take_line_trace(&mut self) -> String {
        self.trace.as_mut().map(LineTrace::take).unwrap_or_default()
    }

    /// Sets breakpoints at lines: `6.1`, `6.0` for the group, `6.1[3]` for the third time, `6.1 if J>30`. One at a line where
    /// there is one replaces it.
    pub fn set_breakpoints(&mut self, text: &str, commands: &[String], focal: &dyn Inspect) -> Result<(), DebugError> {
        for breakpoint in Breakpoint::parse(text, commands, focal)? {
            self.breakpoints.retain(|other| other.lines != breakpoint.lines);
            self.breakpoints.push(breakpoint);
        }
        Ok(())
    }

    /// Takes breakpoints away.
    pub fn clear_breakpoints(&mut self, text: &str) -> Result<(), DebugError> {
        for lines in text.split(',') {
            let lines = Lines::parse(lines.trim())?;
            let before = self.breakpoints.len();
            self.breakpoints.retain(|other| other.lines != lines);
            if self.breakpoints.len() == before {
                return Err(DebugError::NoBreakpoint(lines.to_string()));
            }
        }
        Ok(())
    }

    /// Takes all breakpoints away.
    pub fn clear_all_breakpoints(&mut self) {
        self.breakpoints.clear();
    }

    /// Watches a variable: the program is stopped when its value has changed.
    pub fn watch(&mut self, text: &str, commands: Vec<String>, focal: &dyn Inspect) -> Result<(), DebugError> {
        let watched = Watched::parse(text, commands, focal)?;
        self.watched.retain(|other| other.variable != watched.variable);
        self.watched.push(watched);
        Ok(())
    }

    /// Watches a variable no longer; none is watched any more without a name.
    pub fn clear_watch(&mut self, text: &str, focal: &dyn Inspect) -> Result<(), DebugError> {
        let wanted = variable(text, focal)?;
        let before = self.watched.len();
        self.watched.retain(|other| other.variable != wanted);
        if self.watched.len() == before { Err(DebugError::NotWatched(wanted.to_string())) } else { Ok(()) }
    }

    /// Watches nothing any more.
    pub fn clear_all_watches(&mut self) {
        self.watched.clear();
    }

    /// Whether the program is stopped where FOCAL finds an error, before it prints that and forgets how it came there.
    pub fn stop_at_errors(&mut self, stops: bool) {
        self.stops_at_errors = stops;
    }

    /// FOCAL was put elsewhere by somebody: what the watched variables are now is no change.
    pub fn look_anew(&mut self, focal: &dyn Inspect) {
        self.watched.iter_mut().for_each(|watched| watched.look_anew(focal));
        self.changes.clear();
    }

    /// What is set, a line each.
    pub fn show(&self) -> String {
        let breakpoints = self.breakpoints.iter().map(|breakpoint| format!("break\t{breakpoint}\n"));
        let watched = self.watched.iter().map(|watched| {
            let commands: String = watched.commands.iter().map(|command| format!("; {command}")).collect();
            format!("watch\t{}{commands}\n", watched.variable)
        });
        breakpoints.chain(watched).collect()
    }

    /// The program's text with marks: see [`list`].
    pub fn list(&self, focal: &dyn Inspect, which: &str) -> Result<String, DebugError> {
        list(focal, which, |lines| self.breakpoints.iter().any(|breakpoint| breakpoint.lines == lines))
    }

    /// The next run is a step of so many commands.
    pub fn step(&mut self, step: Step, count: u64, focal: &dyn Inspect) -> Result<(), DebugError> {
        let depth = match step {
            Step::Into => usize::MAX,
            Step::Next => focal.depth(),
            Step::Out => focal.depth().checked_sub(1).ok_or(DebugError::NothingToLeave)?,
        };
        self.stepping = Some(Stepping { depth, count: count.max(1), from_prompt: focal.place().is_none() });
        Ok(())
    }

    /// The next run is no step.
    pub fn forget_step(&mut self) {
        self.stepping = None;
    }

    /// Native FOCAL is about to carry out a command, or to end a line.
    pub fn observe(&mut self, focal: &Focal) -> Option<Stop> {
        if let Some(error) = focal.error() {
            return self.at_error(error, focal);
        }
        let place = focal.place()?;
        if std::mem::take(&mut self.resumes) {
            return None;
        }
        let last = std::mem::take(&mut self.last);
        self.look(focal, |variable| match &last {
            Last::Nothing => None,
            Last::Command(place) => Some(*place),
            Last::LineEnd(loops) => Some(loops.iter().find(|(name, _)| *name == variable).map_or(place, |&(_, at)| at)),
        });
        let text = focal.text(place.line).unwrap_or_default();
        match command_at(&text, place.column) {
            Some(column) => {
                let place = Place { column, ..place };
                self.last = Last::Command(place);
                let stop = self.before_command(focal, place);
                if ENDING.contains(&text[column].to_ascii_uppercase()) {
                    self.at_line_end(focal);
                }
                self.resumes = stop.is_some();
                stop
            }
            None => {
                self.at_line_end(focal);
                None
            }
        }
    }

    fn at_line_end(&mut self, focal: &Focal) {
        let loops = focal.levels().into_iter().filter_map(|level| match level {
            Level::For { variable, body, .. } => Some((variable?, body)),
            Level::Do { .. } => None,
        });
        self.last = Last::LineEnd(loops.collect());
        self.after_line(focal);
    }

    /// A line, or what a FOR does, has come to its end: a FOR may count now.
    pub fn after_line(&mut self, focal: &dyn Inspect) {
        if let Some(trace) = &mut self.trace {
            trace.turn(focal);
        }
    }

    /// Native FOCAL runs on without being looked at.
    pub fn look_away(&mut self) {
        (self.last, self.resumes) = (Last::Nothing, false);
    }

    /// A variable may have been changed by what stands at the place at work.
    pub fn after_operation(&mut self, focal: &dyn Inspect) {
        if !self.watched.is_empty() {
            let place = focal.place();
            self.look(focal, |_| place);
        }
    }

    fn look(&mut self, focal: &dyn Inspect, place: impl Fn(VariableName) -> Option<Place>) {
        for watched in &mut self.watched {
            if let Some(change) = watched.look(focal, &place) {
                self.changes += &change;
                self.commands.clone_from(&watched.commands);
            }
        }
    }

    /// A command is about to be carried out; whether the program is stopped before it.
    pub fn before_command(&mut self, focal: &dyn Inspect, place: Place) -> Option<Stop> {
        if let Some(trace) = &mut self.trace {
            trace.command(focal, place);
        }
        if !self.changes.is_empty() {
            return Some(self.stop(Stop::Changed, "", place, focal));
        }
        if let Some(stop) = self.meet_breakpoint(focal, place) {
            return Some(stop);
        }
        let stepping = self.stepping.as_mut()?;
        // How deep it is need be known only for those that mind.
        if stepping.depth < usize::MAX && focal.depth() > stepping.depth {
            return None;
        }
        stepping.count -= 1;
        (stepping.count == 0).then(|| self.stop(Stop::Stepped, "", place, focal))
    }

    /// FOCAL has found an error; whether the program is stopped there. CTRL/C and a start by hand are none.
    pub fn at_error(&mut self, error: ErrorCode, focal: &dyn Inspect) -> Option<Stop> {
        if !self.stops_at_errors || matches!(error, ErrorCode::Interrupted | ErrorCode::Restarted) {
            return None;
        }
        let place = focal.place()?;
        let why = format!("?{}: {error}\n", error.code());
        Some(self.stop(Stop::Failed(error), &why, place, focal))
    }

    /// Whether a breakpoint stops the program at a place, how often it has been there set aside.
    fn is_met(&self, focal: &dyn Inspect, place: Place) -> bool {
        let Some(line) = place.line else { return false };
        let is_first = || focal.text(place.line).is_some_and(|text| command_at(&text, 0) == Some(place.column));
        let holds = |breakpoint: &Breakpoint| {
            breakpoint.condition.as_ref().is_none_or(|condition| condition.holds(focal).unwrap_or(true))
        };
        let mut there = self.breakpoints.iter().filter(|breakpoint| breakpoint.lines.cover(line)).peekable();
        there.peek().is_some() && is_first() && there.any(holds)
    }

    fn meet_breakpoint(&mut self, focal: &dyn Inspect, place: Place) -> Option<Stop> {
        let line = place.line.filter(|&line| self.breakpoints.iter().any(|other| other.lines.cover(line)))?;
        // A line is met where its first command is, however often its FOR goes round.
        if command_at(&focal.text(place.line)?, 0) != Some(place.column) {
            return None;
        }
        let mut met = None;
        for breakpoint in self.breakpoints.iter_mut().filter(|breakpoint| breakpoint.lines.cover(line)) {
            let why = match breakpoint.condition.as_ref().map_or(Ok(true), |condition| condition.holds(focal)) {
                Ok(false) => continue,
                Ok(true) => format!("Breakpoint at {line}\n"),
                Err(error) => format!("Breakpoint at {line}, its condition cannot be tested: {error}\n"),
            };
            if breakpoint.count > 1 {
                breakpoint.count -= 1;
            } else if met.is_none() {
                met = Some((why, breakpoint.commands.clone()));
            }
        }
        let (why, commands) = met?;
        self.commands = commands;
        Some(self.stop(Stop::Breakpoint, &why, place, focal))
    }

    /// FOCAL is about to ask for its next line; whether somebody wants to know that the program has ended.
    pub fn at_prompt(&mut self, focal: &dyn Inspect) -> Option<Stop> {
        if let Some(trace) = &mut self.trace {
            trace.at_prompt(focal);
        }
        // Native FOCAL was looked at before its last command.
        let last = std::mem::take(&mut self.last);
        self.look(focal, |_| if let Last::Command(place) = &last { Some(*place) } else { None });
        let has_stepped = self.stepping.is_some_and(|stepping| !stepping.from_prompt);
        if self.changes.is_empty() && !has_stepped {
            return None;
        }
        let changed = !self.changes.is_empty();
        self.stepping = None;
        self.told = std::mem::take(&mut self.changes) + show::AT_PROMPT;
        Some(if changed { Stop::Changed } else { Stop::Stepped })
    }

    fn stop(&mut self, stop: Stop, why: &str, place: Place, focal: &dyn Inspect) -> Stop {
        self.stepping = None;
        self.told = format!("{}{why}{}", std::mem::take(&mut self.changes), show::place(place, focal));
        stop
    }

    /// What is told of the last stop.
    pub fn take_told(&mut self) -> String {
        std::mem::take(&mut self.told)
    }

    /// The operator's commands for the last stop.
    pub fn take_commands(&mut self) -> Vec<String> {
        std::mem::take(&mut self.commands)
    }
}

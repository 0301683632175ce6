//! A debugger of FOCAL programs, with breakpoints at lines, watched variables and steps.
//!
//! The caller reports each command to the [`Debugger`] before FOCAL carries it out, and stops FOCAL when the debugger
//! requests a stop. For native FOCAL the caller uses [`Debugger::observe`], and for FOCAL in machine code
//! [`Debugger::before_instruction`]. The debugger only reads FOCAL's state (see [`Inspect`]), so a stop does not change
//! what the program does afterwards.
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
//! assert_eq!(debugger.take_report(), "Breakpoint at 01.10\n01.10 FOR I=1,3;SET S=S+I\n      ^\n");
//! ```

mod breakpoint;
mod check;
mod commands;
mod condition;
mod debuggee;
mod definite_reads;
mod error;
mod foreign_focal;
mod line_trace;
mod machine;
mod notation;
pub(crate) mod past;
mod show;

pub use check::check;
#[doc(hidden)]
pub use commands::command_columns;
pub(crate) use condition::Condition;
#[doc(hidden)]
pub use condition::holds;
#[doc(hidden)]
pub use debuggee::{Debuggee, View};
pub use error::DebugError;
#[doc(hidden)]
pub use foreign_focal::ForeignFocal;
#[doc(hidden)]
pub use notation::{LineOrGroup, assignment, line, number, readable, value, variable};
#[doc(hidden)]
pub use show::{level, list, variables, whereabouts};

use std::collections::BTreeSet;

use crate::focal::error::ErrorCode;
use crate::focal::inspect::{Inspect, Level, Place, command_at};
use crate::focal::{Focal, VariableName};
use crate::machine::BreakpointSet;

use breakpoint::{Breakpoint, Watched};
use line_trace::LineTrace;

/// The reason why the debugger stops a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The program has reached a breakpoint.
    Breakpoint,
    /// A watched variable has changed.
    Changed,
    /// FOCAL has found an error but has not yet printed the error message. FOCAL's state is the state at the error.
    Failed(ErrorCode),
    /// The program has completed a step.
    Stepped,
}

/// The kind of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A step to the next command.
    Into,
    /// A step over the next command, including any DO or FOR that the command begins.
    Next,
    /// A step to the first command after the innermost active DO or FOR.
    Out,
}

/// A step that is not complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stepping {
    /// The step counts only commands at which at most this number of DOs and FORs is active.
    depth: usize,
    /// The number of commands that the step still has to count. The step ends before the last of these commands is
    /// executed.
    count: u64,
    /// Whether FOCAL was at its prompt when the step began.
    from_prompt: bool,
}

/// The last event that the debugger has observed in native FOCAL.
#[derive(Clone, Debug, Default)]
enum Last {
    #[default]
    Nothing,
    Command(Place),
    /// The end of a line, at which an active FOR may change its variable. For each active FOR, the list contains the
    /// variable, and the place of the body.
    LineEnd(Vec<(VariableName, Place)>),
}

/// A debugger of FOCAL programs.
#[derive(Clone, Debug, Default)]
pub struct Debugger {
    breakpoints: Vec<Breakpoint>,
    watched: Vec<Watched>,
    /// The program also stops before the command at each of these places, as at a breakpoint.
    places: BTreeSet<Place>,
    stepping: Option<Stepping>,
    /// The step that was under way when the debugger last stopped the program.
    ended_step: Option<Stepping>,
    /// Whether errors stop the program.
    stops_at_errors: bool,
    /// The unreported messages about changes of watched variables.
    changes: String,
    last: Last,
    /// Whether native FOCAL continues from a stop before a command. If so, the debugger does not check that command
    /// again.
    resumes: bool,
    report: String,
    commands: Vec<String>,
    trace: Option<LineTrace>,
    /// The breakpoints before the stores that may change a watched variable. Native FOCAL has no such breakpoints.
    watched_words: BreakpointSet,
    /// Whether the machine has reached a breakpoint of `watched_words` since the last floating-point operation.
    looks_closely: bool,
    /// Whether the addresses at which the machine must stop may have changed.
    has_new_stops: bool,
}

/// The letters of COMMENT, RETURN and WRITE. These commands set no variable, and end their line. After such a command,
/// [`Debugger::observe`] is not called at the end of the line.
const ENDING: &[u8] = b"CRW";

impl Debugger {
    /// Sets breakpoints. The text `6.1` means a line, `6.0` a group, `6.1[3]` the third visit, and `6.1 if J>30` a
    /// condition.
    ///
    /// A new breakpoint replaces an earlier breakpoint at the same line or group.
    pub fn set_breakpoints(&mut self, text: &str, commands: &[String], focal: &dyn Inspect) -> Result<(), DebugError> {
        for breakpoint in Breakpoint::parse(text, commands, focal)? {
            self.breakpoints.retain(|other| other.lines != breakpoint.lines);
            self.breakpoints.push(breakpoint);
        }
        Ok(())
    }

    /// Deletes the breakpoints at a list of lines and groups, such as `6.1,7.0`. If one of them is not set, deletes
    /// none.
    pub fn clear_breakpoints(&mut self, text: &str) -> Result<(), DebugError> {
        let named = text.split(',').map(|lines| LineOrGroup::parse(lines.trim())).collect::<Result<Vec<_>, _>>()?;
        let is_set = |lines: &LineOrGroup| self.breakpoints.iter().any(|breakpoint| breakpoint.lines == *lines);
        if let Some(missing) = named.iter().find(|lines| !is_set(lines)) {
            return Err(DebugError::NoBreakpoint(missing.to_string()));
        }
        self.breakpoints.retain(|breakpoint| !named.contains(&breakpoint.lines));
        Ok(())
    }

    /// Deletes all breakpoints.
    pub fn clear_all_breakpoints(&mut self) {
        self.breakpoints.clear();
    }

    /// Watches a variable: the program stops when the variable's value has changed.
    pub fn watch(&mut self, text: &str, commands: Vec<String>, focal: &dyn Inspect) -> Result<(), DebugError> {
        let watched = Watched::parse(text, commands, focal)?;
        self.watched.retain(|other| other.variable != watched.variable);
        self.watched.push(watched);
        Ok(())
    }

    /// Stops watching a variable.
    pub fn clear_watch(&mut self, text: &str, focal: &dyn Inspect) -> Result<(), DebugError> {
        let wanted = variable(text, focal)?;
        let before = self.watched.len();
        self.watched.retain(|other| other.variable != wanted);
        if self.watched.len() == before { Err(DebugError::NotWatched(wanted.to_string())) } else { Ok(()) }
    }

    /// Stops watching all variables.
    pub fn clear_all_watches(&mut self) {
        self.watched.clear();
    }

    /// Sets whether an error stops the program. The stop comes before FOCAL prints the error message.
    pub fn stop_at_errors(&mut self, stops: bool) {
        self.stops_at_errors = stops;
    }

    /// Records the current values of the watched variables, and discards unreported changes.
    pub(crate) fn reset_watches(&mut self, focal: &dyn Inspect) {
        self.watched.iter_mut().for_each(|watched| watched.reset(focal));
        self.changes.clear();
    }

    /// Lists all breakpoints and watched variables, one per line.
    pub fn show(&self) -> String {
        let breakpoints = self.breakpoints.iter().map(|breakpoint| format!("break\t{breakpoint}\n"));
        let watched = self.watched.iter().map(|watched| {
            let commands: String = watched.commands.iter().map(|command| format!("; {command}")).collect();
            format!("watch\t{}{commands}\n", watched.variable)
        });
        breakpoints.chain(watched).collect()
    }

    /// Lists the program. The current line and the lines with breakpoints are marked. See [`list`].
    pub fn list(&self, focal: &dyn Inspect, which: &str) -> Result<String, DebugError> {
        list(focal, which, |lines| self.breakpoints.iter().any(|breakpoint| breakpoint.lines == lines))
    }

    /// Starts a step of `count` commands. The step takes effect when the program continues.
    pub fn step(&mut self, step: Step, count: u64, focal: &dyn Inspect) -> Result<(), DebugError> {
        let depth = match step {
            Step::Into => usize::MAX,
            Step::Next => focal.depth(),
            Step::Out => focal.depth().checked_sub(1).ok_or(DebugError::NothingToLeave)?,
        };
        self.stepping = Some(Stepping { depth, count: count.max(1), from_prompt: focal.place().is_none() });
        Ok(())
    }

    /// Observes native FOCAL before a command or at the end of a line. Returns the reason to stop, if any.
    pub fn observe(&mut self, focal: &Focal) -> Option<Stop> {
        if let Some(error) = focal.error() {
            return self.at_error(error, focal);
        }
        let place = focal.place()?;
        if std::mem::take(&mut self.resumes) {
            return None;
        }
        let last = std::mem::take(&mut self.last);
        self.check_watches(focal, |variable| match &last {
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
        let ends_body = matches!(focal.levels().first(), Some(Level::For { .. }));
        self.after_line(focal, ends_body.then(|| focal.depth() - 1));
    }

    /// Records the end of a line or of a FOR body. `for_depth` is the number of active DOs and FORs outside the FOR
    /// whose body has ended, or `None` if no body has ended.
    pub(crate) fn after_line(&mut self, focal: &dyn Inspect, for_depth: Option<usize>) {
        if let Some(trace) = &mut self.trace {
            trace.turn(focal, for_depth);
        }
    }

    /// Checks the watched variables after a floating-point operation.
    pub(crate) fn after_operation(&mut self, focal: &dyn Inspect) {
        if !self.watched.is_empty() {
            // To find the place, the line is read from its start, so the place is looked up only after a change.
            self.check_watches(focal, |_| focal.place());
        }
    }

    fn check_watches(&mut self, focal: &dyn Inspect, place: impl Fn(VariableName) -> Option<Place>) {
        for watched in &mut self.watched {
            if let Some(change) = watched.take_change(focal, &place) {
                self.changes += &change;
                self.commands.clone_from(&watched.commands);
            }
        }
    }

    /// Returns the reason to stop the program before the command at `place`, if any.
    pub(crate) fn before_command(&mut self, focal: &dyn Inspect, place: Place) -> Option<Stop> {
        if let Some(trace) = &mut self.trace {
            trace.command(focal, place);
        }
        if !self.changes.is_empty() {
            return Some(self.stop(Stop::Changed, "", place, focal));
        }
        if let Some(stop) = self.meet_breakpoint(focal, place) {
            return Some(stop);
        }
        if self.places.contains(&place) {
            return Some(self.stop(
                Stop::Breakpoint,
                &format!("Breakpoint at {}\n", notation::line(place)),
                place,
                focal,
            ));
        }
        self.step_before(focal, place)
    }

    /// Returns a stop if a step ends before the command at `place`.
    fn step_before(&mut self, focal: &dyn Inspect, place: Place) -> Option<Stop> {
        let stepping = self.stepping.as_mut()?;
        // A step with Step::Into counts commands at every depth, so the depth need not be computed.
        if stepping.depth < usize::MAX && focal.depth() > stepping.depth {
            return None;
        }
        stepping.count -= 1;
        (stepping.count == 0).then(|| self.stop(Stop::Stepped, "", place, focal))
    }

    /// Returns the reason to stop the program at an error, if any. CTRL/C and a manual restart are no reason to stop.
    pub(crate) fn at_error(&mut self, error: ErrorCode, focal: &dyn Inspect) -> Option<Stop> {
        if !self.stops_at_errors || matches!(error, ErrorCode::Interrupted | ErrorCode::Restarted) {
            return None;
        }
        let place = focal.place()?;
        let why = format!("?{}: {error}\n", error.code());
        Some(self.stop(Stop::Failed(error), &why, place, focal))
    }

    /// Returns the indices of the breakpoints that the command at `place` meets. The result includes breakpoints that
    /// do not stop the program yet, because their [`Breakpoint::count`] is above 1.
    fn met_at(&self, focal: &dyn Inspect, place: Place) -> Vec<usize> {
        let Some(line) = place.line else { return Vec::new() };
        let there = |at: &usize| self.breakpoints[*at].lines.covers(line);
        // Only the first command of a line counts as a visit to the line, however often a FOR in the line repeats.
        let is_first = || focal.text(place.line).is_some_and(|text| command_at(&text, 0) == Some(place.column));
        let mut there = (0..self.breakpoints.len()).filter(there).peekable();
        if there.peek().is_none() || !is_first() {
            return Vec::new();
        }
        there.filter(|&at| self.breakpoints[at].met_at(line, focal).is_some()).collect()
    }

    fn meet_breakpoint(&mut self, focal: &dyn Inspect, place: Place) -> Option<Stop> {
        let mut met = None;
        for at in self.met_at(focal, place) {
            let breakpoint = &mut self.breakpoints[at];
            if breakpoint.count > 1 {
                breakpoint.count -= 1;
            } else if met.is_none() {
                met = Some((breakpoint.met_at(place.line?, focal)?, breakpoint.commands.clone()));
            }
        }
        let (why, commands) = met?;
        self.commands = commands;
        Some(self.stop(Stop::Breakpoint, &why, place, focal))
    }

    fn stop(&mut self, stop: Stop, why: &str, place: Place, focal: &dyn Inspect) -> Stop {
        self.ended_step = self.stepping.take();
        self.report = format!("{}{why}{}", std::mem::take(&mut self.changes), show::place(place, focal));
        stop
    }

    /// Removes and returns the message about the last stop.
    pub fn take_report(&mut self) -> String {
        std::mem::take(&mut self.report)
    }
}

// The program and the tests use the functions below, which are not part of the documented interface.
#[doc(hidden)]
impl Debugger {
    /// Whether a breakpoint is set or a variable is watched.
    pub fn has_stops(&self) -> bool {
        !self.breakpoints.is_empty() || !self.watched.is_empty()
    }

    /// Makes the program stop before the commands at these places, in addition to the breakpoints. These places replace
    /// the places of the last call.
    pub fn stop_at_places(&mut self, places: BTreeSet<Place>) {
        self.places = places;
    }

    /// Continues past the breakpoint at which the program has stopped. If the breakpoint has interrupted a step,
    /// resumes the step. If this step ends at the same command as the breakpoint, the program stays stopped there, and
    /// the function returns the stop at the end of the step.
    pub fn pass_breakpoint(&mut self, focal: &dyn Inspect) -> Option<Stop> {
        self.report.clear();
        self.stepping = self.ended_step.take();
        self.step_before(focal, focal.place()?)
    }

    /// Whether the debugger has no breakpoint, watch, step, error stop or trace.
    pub fn is_idle(&self) -> bool {
        self.breakpoints.is_empty()
            && self.places.is_empty()
            && self.watched.is_empty()
            && self.stepping.is_none()
            && !self.stops_at_errors
            && self.trace.is_none()
    }

    /// Begins a trace of executed lines. The trace shows the cycles, the microseconds, the line number, and each
    /// changed variable with its old and new value.
    pub fn trace_lines(&mut self, focal: &dyn Inspect) {
        self.trace = Some(LineTrace::of(focal));
    }

    /// Ends the trace.
    pub fn end_line_trace(&mut self) {
        self.trace = None;
    }

    /// Removes and returns the traced lines.
    pub fn take_line_trace(&mut self) -> String {
        self.trace.as_mut().map(LineTrace::take).unwrap_or_default()
    }

    /// Cancels the step.
    pub fn forget_step(&mut self) {
        self.stepping = None;
    }

    /// Discards the last observed position. The caller calls this function when native FOCAL has continued without the
    /// debugger.
    pub fn forget_position(&mut self) {
        (self.last, self.resumes) = (Last::Nothing, false);
    }

    /// Handles FOCAL's return to the prompt. Returns the reason to stop, if any: a changed variable or the end of a
    /// step.
    pub fn at_prompt(&mut self, focal: &dyn Inspect) -> Option<Stop> {
        if let Some(trace) = &mut self.trace {
            trace.at_prompt(focal);
        }
        // Native FOCAL was observed before its last command, but not after it.
        let last = std::mem::take(&mut self.last);
        self.check_watches(focal, |_| if let Last::Command(place) = &last { Some(*place) } else { None });
        let has_stepped = self.stepping.is_some_and(|stepping| !stepping.from_prompt);
        if self.changes.is_empty() && !has_stepped {
            return None;
        }
        let changed = !self.changes.is_empty();
        self.stepping = None;
        self.report = std::mem::take(&mut self.changes) + show::AT_PROMPT;
        Some(if changed { Stop::Changed } else { Stop::Stepped })
    }

    /// Removes and returns the debugger commands that are to run after the last stop.
    pub fn take_commands(&mut self) -> Vec<String> {
        std::mem::take(&mut self.commands)
    }
}

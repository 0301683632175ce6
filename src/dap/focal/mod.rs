//! A FOCAL program under the debugger: its interpreter, its breakpoints, its input and output.

mod performing;
mod source_map;
mod stops;
mod variables;

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use serde_json::{Value, json};

use super::breakpoints::{Breakpoints, Group, Wanted};
use super::keys::keys;
use super::launch::{Interpreter, Launch, SourceText};
use super::program::{
    Back, Begin, Context, Evaluated, Exception, Frame, Granularity, Outcome, Output, Position, Program, Stopped,
};
use super::sources::Sources;
use crate::ascii::unmarked;
use crate::debugger::past::{self, PastValue};
use crate::debugger::{self, DebugError, Debugger, Step};
use crate::focal::error::ErrorCode;
use crate::focal::explain::explain;
use crate::focal::inspect::{Inspect, Place};
use crate::focal::message::MessageFinder;
use crate::focal_machine::CommandBoundaries;
use crate::listing::LoadError;
use crate::station::Station;

use performing::{Performing, Slice};
use source_map::SourceMap;
use stops::Evaluator;

/// The ID of the exception filter for FOCAL's errors.
pub const ERRORS: &str = "errors";

/// How far back a hover searches for earlier values of a variable, in memory cycles: one minute on a PDP-8/I. A hover
/// must answer at once. The request `focal8/values` searches the whole past.
const HOVER_CYCLES: u64 = 40_000_000;

/// The maximum number of earlier values that a hover shows.
const HOVER_VALUES: usize = 5;

/// The maximum number of slices (short runs) of the program after a request for a pause. The program stops before its
/// next command. If that command does not begin within these slices, the program stops in the middle of a command.
const MAX_PAUSE_SLICES: u32 = 4;

/// A FOCAL program with its debugger.
#[derive(Debug)]
pub struct FocalProgram {
    performing: Performing,
    debugger: Debugger,
    sources: Sources,
    map: SourceMap,
    breakpoints: Breakpoints<Place>,
    /// The keys that start the program, and the keys of the program's input.
    typed: Vec<u8>,
    messages: MessageFinder,
    /// The messages of log points that the caller has not taken yet.
    logged: Vec<Output>,
    /// Whether the program stops at its first line. From the start of the program until its first line, this field is
    /// `Some`; before and after that, it is `None`.
    enters: Option<bool>,
    /// After a request for a pause, the number of slices that the program may still run to reach its next command;
    /// `None` if no pause is requested. A slice is a short run, after which the adapter reads messages.
    pausing: Option<u32>,
    /// The error that has stopped the program.
    error: Option<ErrorCode>,
    /// The time at which the program's first line began, in cycles.
    begun: u64,
}

impl FocalProgram {
    /// Types the texts into the interpreter.
    ///
    /// # Errors
    ///
    /// When FOCAL refuses a line, or when a text contains a character for which the Teletype has no key.
    pub fn load(texts: Vec<SourceText>, interpreter: Interpreter, launch: &Launch) -> Result<Self, String> {
        let text: String = texts.iter().map(|text| text.text.as_str()).collect();
        let names: Vec<&str> = texts.iter().map(|text| text.name.as_str()).collect();
        let failed = |error: LoadError| format!("{}: {error}", names.join(", "));
        let (performing, mut commands) = Performing::load(interpreter, &text, failed)?;
        if commands.is_empty() {
            commands.push("GO".to_owned());
        }
        let lines = commands.iter().map(|line| keys(line)).collect::<Result<Vec<_>, _>>()?;
        let typed = [lines.concat(), launch.keys()?].concat();
        Ok(FocalProgram {
            map: performing.look(|focal| SourceMap::new(&texts, focal)),
            performing,
            debugger: Debugger::default(),
            sources: Sources(texts),
            breakpoints: Breakpoints::default(),
            typed,
            messages: MessageFinder::default(),
            logged: Vec::new(),
            enters: None,
            pausing: None,
            error: None,
            begun: 0,
        })
    }

    fn place(&self) -> Option<Place> {
        self.performing.look(|focal| focal.place())
    }

    /// Passes the debugger and FOCAL's state to `read`, and returns the result.
    fn inspect<T>(&mut self, read: impl FnOnce(&mut Debugger, &dyn Inspect) -> T) -> T {
        let FocalProgram { performing, debugger, .. } = self;
        performing.look(|focal| read(debugger, focal))
    }

    fn step(&mut self, step: Step) {
        // A step out of the outermost level is not possible, so the program just runs on.
        let _ = self.inspect(|debugger, focal| debugger.step(step, 1, focal));
    }

    /// Returns the last change of a variable and the earlier values of the variable, as a hover shows them. Returns
    /// `None` if the expression is not a variable, if native FOCAL runs the program, or if the variable has not changed
    /// recently.
    fn recent_past(&self, expression: &str) -> Option<String> {
        let Performing::Machine { station, boundaries } = &self.performing else { return None };
        let variable = debugger::variable(expression, &boundaries.view(station.machine())).ok()?;
        let values = past::recent_values(station, *boundaries, variable, HOVER_CYCLES).ok()?;
        variables::recent_past(&values)
    }

    fn station_back(&mut self) -> Result<&mut Station, String> {
        match &mut self.performing {
            Performing::Machine { station, .. } => Ok(station),
            Performing::Native { .. } => {
                Err("only the machine goes back in time: \"performer\": \"machine\"".to_owned())
            }
        }
    }
}

impl Program for FocalProgram {
    fn language(&self) -> &'static str {
        "FOCAL"
    }

    fn capabilities(&self) -> Value {
        json!({
            "supportsStepBack": self.performing.station().is_some(),
            "supportsInstructionBreakpoints": false, "supportsDisassembleRequest": false,
            "supportsReadMemoryRequest": false, "supportsWriteMemoryRequest": false,
            "exceptionBreakpointFilters": [exception_filter()],
        })
    }

    fn sources(&self) -> &Sources {
        &self.sources
    }

    fn start(&mut self, begin: Begin) {
        self.performing.type_ahead(std::mem::take(&mut self.typed));
        if begin == Begin::Undebugged {
            self.debugger = Debugger::default();
            return;
        }
        self.step(Step::Into);
        self.enters = Some(begin == Begin::Stops);
    }

    fn run(&mut self) -> Outcome {
        let slice = self.performing.run(&mut self.debugger);
        let is_at_prompt = self.pausing.is_some() && self.place().is_none();
        match (slice, &mut self.pausing) {
            (Slice::Stopped(stop), _) => self.meet(stop),
            // The lines that start the program are still being typed.
            (Slice::Runs, Some(_)) if is_at_prompt => Outcome::Runs,
            (Slice::Awaits, Some(_)) | (Slice::Runs, Some(0)) => {
                self.enter();
                Outcome::Stopped(Stopped::new("pause", "paused"))
            }
            (Slice::Runs, Some(slices)) => {
                *slices -= 1;
                Outcome::Runs
            }
            (Slice::Runs, None) => Outcome::Runs,
            (Slice::Awaits, None) => Outcome::Awaits,
            (Slice::Ended, _) => Outcome::Ended,
        }
    }

    fn take_output(&mut self) -> Vec<Output> {
        let printed: Vec<u8> = self.performing.take_printed().into_iter().map(unmarked).collect();
        self.messages.read(&printed);
        Output::of_paper(&printed).into_iter().chain(std::mem::take(&mut self.logged)).collect()
    }

    fn exit_code(&self) -> i32 {
        i32::from(self.messages.last().is_some())
    }

    fn type_line(&mut self, line: &str) -> Result<(), String> {
        self.performing.type_ahead(keys(line)?);
        Ok(())
    }

    fn pause(&mut self) {
        // Step::Into is possible in every state.
        self.step(Step::Into);
        self.pausing = Some(MAX_PAUSE_SLICES);
    }

    fn go_on(&mut self, step: Option<Step>, _: Granularity) -> Result<(), String> {
        self.debugger.forget_step();
        (self.pausing, self.error) = (None, None);
        if let Some(step) = step {
            self.step(step);
        }
        Ok(())
    }

    fn go_back(&mut self, back: Back) -> Result<Stopped, String> {
        self.station_back()?;
        let found = self.earlier(back)?;
        let begun = self.begun;
        self.station_back()?.go_to_cycle(found.unwrap_or(begun)).map_err(|error| error.to_string())?;
        self.inspect(|debugger, focal| debugger.reset_watches(focal));
        self.error = None;
        if found.is_none() {
            return Ok(Stopped::new("entry", "at the first line"));
        }
        if back != Back::Breakpoint {
            return Ok(Stopped::new("step", "back"));
        }
        let place = self.place();
        let line = place.and_then(|place| place.line).map_or_else(|| "the *".to_owned(), |line| line.to_string());
        let would_stop = |place| self.performing.look(|focal| self.breakpoints.would_stop(place, &Evaluator(focal)));
        let breakpoints: Vec<u64> = place.map(would_stop).unwrap_or_default();
        Ok(match breakpoints.is_empty() {
            true => Stopped::new("data breakpoint", format!("a watched variable changed before {line}")),
            false => Stopped { breakpoints, ..Stopped::new("breakpoint", format!("breakpoint at {line}")) },
        })
    }

    fn set_breakpoints(&mut self, source: usize, wanted: &[Wanted]) -> Vec<Result<Position, String>> {
        let FocalProgram { performing, sources, map, breakpoints, debugger, .. } = self;
        let place = |wanted: &Wanted| {
            let at = (wanted.line, wanted.column);
            let place = performing.look(|focal| map.command_at((&sources.0, source), at, focal))?;
            Ok((place, map.position(place).ok_or("there is no such line")?))
        };
        let placed = wanted.iter().map(|wanted| (wanted, place(wanted)));
        let placed: Vec<_> = placed.collect();
        let group = Group::Source(source);
        let answers = performing.look(|focal| breakpoints.replace(group, placed, &Evaluator(focal)));
        debugger.stop_at_places(breakpoints.places().collect());
        answers
    }

    fn breakpoint_locations(&mut self, source: usize, lines: RangeInclusive<usize>) -> Vec<Position> {
        let commands = |line| self.performing.look(|focal| self.map.commands(source, line, focal));
        lines.flat_map(commands).filter_map(|place| self.map.position(place)).collect()
    }

    fn watch(&mut self, names: &[String]) -> Vec<Result<(), String>> {
        self.debugger.clear_all_watches();
        let watch = |name: &String| {
            let set = self.inspect(|debugger, focal| debugger.watch(name, Vec::new(), focal));
            set.map_err(|error| error.to_string())
        };
        names.iter().map(watch).collect()
    }

    fn watchable(&mut self, name: &str) -> Result<(String, String), String> {
        let variable = self.performing.look(|focal| debugger::variable(name, focal));
        let variable = variable.map_err(|error| error.to_string())?;
        Ok((variable.to_string(), format!("{variable} changes")))
    }

    fn stop_at_exceptions(&mut self, filters: &[String]) {
        self.debugger.stop_at_errors(filters.iter().any(|filter| filter == ERRORS));
    }

    fn exception(&mut self) -> Option<Exception> {
        let error = self.error?;
        let (line, text) = self.performing.look(|focal| {
            let line = focal.place().and_then(|place| place.line);
            (line, focal.text(line).map(|text| debugger::readable(&text)))
        });
        let at = line.map_or_else(String::new, |line| format!(" @ {line}"));
        let message = format!("?{}{at}", error.code());
        let text = line.zip(text).map(|(line, text)| format!("{line} {text}"));
        let explained = message.parse().ok().and_then(|message| explain(&message, text.as_deref()).ok());
        Some(Exception { id: format!("?{}", error.code()), description: explained.unwrap_or(error.to_string()) })
    }

    fn stack(&mut self) -> Vec<Frame> {
        let frame = |(name, place)| Frame { name, position: self.map.position(place), instruction: None };
        self.performing.look(variables::stack).into_iter().map(frame).collect()
    }

    fn scopes(&mut self) -> Vec<Value> {
        let has_machine = self.performing.station().is_some();
        self.performing.look(|focal| variables::scopes(focal, has_machine))
    }

    fn variables(&mut self, reference: i64) -> Result<Vec<Value>, String> {
        let station = self.performing.station();
        self.performing.look(|focal| variables::variables(focal, station, reference))
    }

    fn set_variable(&mut self, reference: i64, name: &str, value: &str) -> Result<Evaluated, String> {
        variables::check_settable(reference)?;
        self.set(name, value)
    }

    fn set(&mut self, variable: &str, expression: &str) -> Result<Evaluated, String> {
        let value = self.performing.assign(variable, expression).map_err(|error| error.to_string())?;
        // This change must not stop the program at a watched variable.
        self.inspect(|debugger, focal| debugger.reset_watches(focal));
        Ok(Evaluated::changed(debugger::number(value.into())))
    }

    fn evaluate(&mut self, expression: &str, context: Context) -> Result<Evaluated, String> {
        if context == Context::Console {
            let is_set = expression.get(..4).is_some_and(|word| word.eq_ignore_ascii_case("set "));
            let assignment = if is_set { &expression[4..] } else { expression };
            if let Some((variable, value)) = debugger::assignment(assignment.trim()) {
                return self.set(variable, value);
            }
        }
        let mut evaluated = self.performing.look(|focal| variables::evaluate(focal, expression, context))?;
        if context == Context::Hover
            && let Some(past) = self.recent_past(expression)
        {
            evaluated.value += &past;
        }
        Ok(evaluated)
    }

    fn past_values(&mut self, variable: &str) -> Result<Vec<PastValue>, String> {
        let station = self.performing.station().ok_or("native FOCAL has no past; FOCAL on the machine has")?;
        let boundaries = CommandBoundaries::of(station.machine()).ok_or(DebugError::NoFocal);
        let found = boundaries.and_then(|boundaries| {
            Ok((boundaries, debugger::variable(variable, &boundaries.view(station.machine()))?))
        });
        let (boundaries, variable) = found.map_err(|error| error.to_string())?;
        past::values(station, boundaries, variable, usize::MAX, &mut |_| true).map_err(|error| error.to_string())
    }

    fn names(&mut self) -> BTreeMap<String, &'static str> {
        self.performing.look(variables::words)
    }
}

/// Returns the protocol's exception filter for FOCAL's errors.
pub fn exception_filter() -> Value {
    json!({ "filter": ERRORS, "label": "FOCAL errors", "default": true })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::focal::Functions;
    use crate::focal_machine::FocalMachine;
    use crate::machine::Config;
    use crate::teletype::Speed;

    fn started(text: &str, interpreter: Interpreter) -> FocalProgram {
        let text = SourceText { name: "program.fc".to_owned(), path: None, text: text.to_owned() };
        let launch: Launch = serde_json::from_str(r#"{"program":"program.fc"}"#).expect("the rest has its defaults");
        let mut program = FocalProgram::load(vec![text], interpreter, &launch).expect("FOCAL takes it");
        program.start(Begin::Runs);
        program
    }

    fn machine(speed: Speed) -> Interpreter {
        let station = Station::new(Config::default(), speed);
        Interpreter::Machine(Box::new(FocalMachine::on(station, Functions::All).expect("our tape").into_station()))
    }

    #[test]
    fn a_pause_is_over_where_the_program_waits_for_a_key() {
        for interpreter in [machine(Speed::Fast), Interpreter::Native(Box::default())] {
            let mut program = started("1.1 ASK A\n", interpreter);
            while program.run() == Outcome::Runs {}
            assert!(program.is_at_line());
            program.pause();
            assert_eq!(program.run(), Outcome::Stopped(Stopped::new("pause", "paused")));
        }
    }

    /// Tests a pause during a TYPE of forty characters. This TYPE takes four seconds of simulated time, or some 2.7
    /// million cycles.
    #[test]
    fn a_pause_does_not_wait_for_the_end_of_a_long_command() {
        let paused = Outcome::Stopped(Stopped::new("pause", "paused"));
        let mut program = started(&format!("1.1 TYPE \"{}\"\n", "X".repeat(40)), machine(Speed::Real));
        while !program.is_at_line() {
            assert_eq!(program.run(), Outcome::Runs);
        }
        program.pause();
        let outcomes: Vec<Outcome> = (0..=MAX_PAUSE_SLICES).map(|_| program.run()).collect();
        assert_eq!(outcomes, [vec![Outcome::Runs; MAX_PAUSE_SLICES as usize].as_slice(), &[paused]].concat());
    }
}

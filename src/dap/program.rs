//! A program under the debugger: its interpreter, its breakpoints, its input and output.

use std::collections::VecDeque;
use std::sync::Arc;

use super::launch::{Interpreter, Launch, SourceText};
use super::source_map::SourceMap;
use crate::ascii::{RETURN, Typist, unmarked};
use crate::debugger::past::{LastStop, add_commands};
use crate::debugger::{DebugError, Debuggee, Debugger, Step, Stop};
use crate::float::Float;
use crate::focal::Focal;
use crate::focal::inspect::{HEADING, Inspect};
use crate::focal::message::MessageFinder;
use crate::focal_machine::CommandBoundaries;
use crate::listing::{LoadError, load, load_into};
use crate::machine::{BreakpointSet, StopReason};
use crate::performer::{Performer, Status};
use crate::station::Station;

/// The length of a slice in machine cycles. The adapter reads the client's messages between slices.
const SLICE_CYCLES: u64 = 200_000;
const SLICE_COMMANDS: u64 = 20_000;
/// The number of slices that a pause waits for the next command. After these slices the program stops even within a
/// command.
const MAX_PAUSE_SLICES: u32 = 4;

/// The state of the program at the end of a slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The program is still running.
    Runs,
    /// The program waits for a key.
    Awaits,
    /// The debugger has stopped the program.
    Stopped(Stop),
    /// The program has stopped because of a pause request.
    Paused,
    /// FOCAL is at its `*` prompt, or the machine has halted.
    Ended,
}

/// The interpreter that carries out the program.
#[derive(Debug)]
enum Performing {
    Machine { station: Box<Station>, boundaries: CommandBoundaries },
    Native { focal: Box<Focal>, keys: VecDeque<u8> },
}

/// A program with its debugger.
#[derive(Debug)]
pub struct Program {
    performing: Performing,
    /// The debugger.
    pub debugger: Debugger,
    /// The files that contain the program's lines.
    pub sources: SourceMap,
    /// The lines to type to start the program.
    commands: Vec<String>,
    messages: MessageFinder,
    /// The number of slices that a requested pause still waits; `None` without a pause request.
    pausing: Option<u32>,
    /// The time at which the program's first line began, in cycles.
    begun: u64,
}

impl Program {
    /// Types the texts into the interpreter.
    ///
    /// # Errors
    ///
    /// When FOCAL refuses a line.
    pub fn load(texts: Vec<SourceText>, interpreter: Interpreter, launch: &Launch) -> Result<Self, String> {
        let text: String = texts.iter().map(|text| text.text.as_str()).collect();
        let names: Vec<&str> = texts.iter().map(|text| text.name.as_str()).collect();
        let failed = |error: LoadError| format!("{}: {error}", names.join(", "));
        let (performing, mut commands) = match interpreter {
            Interpreter::Machine(mut station) => {
                let loaded = load_into(&mut station, &text).map_err(failed)?;
                station.forget_typed_ahead();
                station.take_frames();
                let boundaries =
                    CommandBoundaries::of(station.machine()).ok_or_else(|| DebugError::NoFocal.to_string())?;
                (Performing::Machine { station, boundaries }, loaded.commands)
            }
            Interpreter::Native(mut focal) => {
                let loaded = load(focal.as_mut(), &text).map_err(failed)?;
                focal.take_printed();
                (Performing::Native { focal, keys: VecDeque::new() }, loaded.commands)
            }
        };
        if commands.is_empty() {
            commands.push("GO".to_owned());
        }
        commands.extend(launch.args.iter().cloned());
        let mut program = Program {
            performing,
            debugger: Debugger::default(),
            sources: SourceMap::empty(),
            commands,
            messages: MessageFinder::default(),
            pausing: None,
            begun: 0,
        };
        program.sources = program.inspect(|_, focal| SourceMap::new(texts, focal));
        Ok(program)
    }

    /// Types the lines that start the program.
    pub fn start(&mut self) {
        for command in std::mem::take(&mut self.commands) {
            self.type_line(command.into_bytes());
        }
    }

    /// Queues a line of key codes and a RETURN as input for the program.
    pub fn type_line(&mut self, line: Vec<u8>) {
        let mut typist = Typist::default();
        let typed: Vec<u8> = line.into_iter().filter_map(|code| typist.key(code)).chain([RETURN]).collect();
        match &mut self.performing {
            Performing::Machine { station, .. } => station.type_ahead(typed),
            Performing::Native { keys, .. } => keys.extend(typed),
        }
    }

    /// Calls `read` with the debugger and FOCAL.
    pub fn inspect<T>(&mut self, read: impl FnOnce(&mut Debugger, &dyn Inspect) -> T) -> T {
        match &self.performing {
            Performing::Machine { station, boundaries } => {
                read(&mut self.debugger, &boundaries.view(station.machine()))
            }
            Performing::Native { focal, .. } => read(&mut self.debugger, focal.as_ref()),
        }
    }

    /// Returns the machine; `None` for native FOCAL.
    pub fn station(&self) -> Option<&Station> {
        match &self.performing {
            Performing::Machine { station, .. } => Some(station),
            Performing::Native { .. } => None,
        }
    }

    /// Whether FOCAL is at a line from the program's files. The result is false at the `*` prompt and at a direct line.
    pub fn is_at_line(&mut self) -> bool {
        let line = self.inspect(|_, focal| focal.place()).and_then(|place| place.line);
        line.is_some_and(|line| line != HEADING && self.sources.has(line))
    }

    /// Returns what was printed since the last call, as text.
    pub fn take_printed(&mut self) -> String {
        let printed = match &mut self.performing {
            Performing::Machine { station, .. } => station.take_frames(),
            Performing::Native { focal, .. } => focal.take_printed(),
        };
        let printed: Vec<u8> = printed.into_iter().map(unmarked).collect();
        self.messages.read(&printed);
        let is_shown = |mark: &char| *mark == '\n' || *mark == '\t' || !mark.is_control();
        printed.into_iter().map(char::from).filter(is_shown).collect()
    }

    /// Whether FOCAL has printed an error.
    pub fn has_failed(&self) -> bool {
        self.messages.last().is_some()
    }

    /// Requests a stop as soon as possible.
    pub fn pause(&mut self) {
        // Step::Into is possible in every state.
        let _ = self.inspect(|debugger, focal| debugger.step(Step::Into, 1, focal));
        self.pausing = Some(MAX_PAUSE_SLICES);
    }

    /// Runs the program for a slice.
    pub fn run(&mut self) -> Outcome {
        let outcome = match &mut self.performing {
            Performing::Machine { station, boundaries } => run_machine(station, *boundaries, &mut self.debugger),
            Performing::Native { focal, keys } => run_native(focal, keys, &mut self.debugger),
        };
        let is_elsewhere = outcome == Outcome::Stopped(Stop::Stepped) && !self.is_at_line();
        let is_at_prompt = self.pausing.is_some() && self.inspect(|_, focal| focal.place().is_none());
        match (outcome, &mut self.pausing) {
            // Only a few commands run before the program's first line, so the pause waits for that line.
            (Outcome::Stopped(Stop::Stepped), Some(slices)) if is_elsewhere && *slices > 0 => {
                *slices -= 1;
                let _ = self.inspect(|debugger, focal| debugger.step(Step::Into, 1, focal));
                Outcome::Runs
            }
            // The lines that start the program are still being typed.
            (Outcome::Runs, Some(_)) if is_at_prompt => Outcome::Runs,
            (Outcome::Awaits, Some(_)) | (Outcome::Runs, Some(0)) => Outcome::Paused,
            (Outcome::Runs, Some(slices)) => {
                *slices -= 1;
                Outcome::Runs
            }
            (Outcome::Stopped(Stop::Stepped), Some(_)) => Outcome::Paused,
            (outcome, _) => outcome,
        }
    }

    /// Cancels a step and a pause.
    pub fn forget_step(&mut self) {
        self.debugger.forget_step();
        self.pausing = None;
    }

    /// Records the current time as the beginning of the program.
    pub fn note_begin(&mut self) {
        self.begun = self.station().map_or(0, |station| station.machine().elapsed.cycles);
    }

    /// Goes back in time to the previous command or the last breakpoint, as `to_breakpoint` asks, and returns true. If
    /// no such command or breakpoint exists, goes back to the start of the program and returns false.
    ///
    /// # Errors
    ///
    /// The reason why the program cannot go back.
    pub fn go_back(&mut self, to_breakpoint: bool) -> Result<bool, String> {
        let Performing::Machine { station, boundaries } = &mut self.performing else {
            return Err("only the machine goes back in time: \"performer\": \"machine\"".to_owned());
        };
        let (boundaries, begun, debugger) = (*boundaries, self.begun, &self.debugger);
        let mut stops = BreakpointSet::default();
        add_commands(boundaries, &mut stops);
        let mut last = LastStop::new(debugger, boundaries);
        let is_meant = |station: &Station| match to_breakpoint {
            true => last.sees(station),
            false => Debugger::is_at_command(boundaries, station),
        };
        let found = station.last_stop_while(stops, is_meant, &mut |_| true);
        let found = found.map_err(|error| error.to_string())?;
        let found = if to_breakpoint { last.found(found) } else { found }.filter(|&cycle| cycle >= begun);
        station.go_to_cycle(found.unwrap_or(begun)).map_err(|error| error.to_string())?;
        self.inspect(|debugger, focal| debugger.reset_watches(focal));
        Ok(found.is_some())
    }

    /// Sets a variable to the value of an expression.
    ///
    /// # Errors
    ///
    /// When the name is wrong, the expression has no value, or FOCAL has no memory for the variable.
    pub fn set(&mut self, variable: &str, expression: &str) -> Result<Float, DebugError> {
        let value = match &mut self.performing {
            Performing::Machine { station, .. } => station.assign(variable, expression)?,
            Performing::Native { focal, .. } => focal.assign(variable, expression)?,
        };
        // This change must not stop the program at a watched variable.
        self.inspect(|debugger, focal| debugger.reset_watches(focal));
        Ok(value)
    }
}

fn run_machine(station: &mut Station, boundaries: CommandBoundaries, debugger: &mut Debugger) -> Outcome {
    let end = station.machine().elapsed.cycles.saturating_add(SLICE_CYCLES);
    let mut breakpoints = stops(station, boundaries, debugger);
    let reason = loop {
        let left = end.saturating_sub(station.machine().elapsed.cycles);
        if left == 0 {
            return Outcome::Runs;
        }
        let reason = match debugger.looks_closely() {
            true => station.run(1),
            false => station.run_to_breakpoint(left, &breakpoints),
        };
        if !matches!(reason, StopReason::Budget | StopReason::Breakpoint) {
            break reason;
        }
        if let Some(stop) = debugger.before_instruction(boundaries, station) {
            return Outcome::Stopped(stop);
        }
        if debugger.has_new_stops() {
            breakpoints = stops(station, boundaries, debugger);
        }
    };
    match reason {
        StopReason::Waiting if boundaries.view(station.machine()).place().is_some() => Outcome::Awaits,
        _ => Outcome::Ended,
    }
}

/// Returns the breakpoints at which a machine must stop for the debugger.
fn stops(station: &Station, boundaries: CommandBoundaries, debugger: &mut Debugger) -> Arc<BreakpointSet> {
    let mut stops = BreakpointSet::default();
    debugger.add_stops(boundaries, station, &mut stops);
    Arc::new(stops)
}

fn run_native(focal: &mut Focal, keys: &mut VecDeque<u8>, debugger: &mut Debugger) -> Outcome {
    let mut stop = None;
    let status = focal.run_observed(SLICE_COMMANDS, |focal| {
        stop = debugger.observe(focal);
        stop.is_some()
    });
    if status == Some(Status::Waiting) && focal.place().is_none() {
        stop = debugger.at_prompt(focal);
    }
    match (stop, status) {
        (Some(stop), _) => Outcome::Stopped(stop),
        (None, Some(Status::Waiting)) => match keys.pop_front() {
            Some(key) => {
                focal.press(key);
                Outcome::Runs
            }
            None if focal.place().is_some() => Outcome::Awaits,
            None => Outcome::Ended,
        },
        (None, Some(Status::Halted)) => Outcome::Ended,
        (None, _) => Outcome::Runs,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::focal::Functions;
    use crate::focal_machine::FocalMachine;
    use crate::machine::Config;
    use crate::teletype::Speed;

    fn started(text: &str, interpreter: Interpreter) -> Program {
        let text = SourceText { name: "program.fc".to_owned(), path: None, text: text.to_owned() };
        let launch: Launch = serde_json::from_str(r#"{"program":"program.fc"}"#).expect("the rest has its defaults");
        let mut program = Program::load(vec![text], interpreter, &launch).expect("FOCAL takes it");
        program.start();
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
            assert_eq!(program.run(), Outcome::Paused);
        }
    }

    /// Tests a pause during a TYPE of forty characters. This TYPE takes four seconds of simulated time, or some 2.7
    /// million cycles.
    #[test]
    fn a_pause_does_not_wait_for_the_end_of_a_long_command() {
        let mut program = started(&format!("1.1 TYPE \"{}\"\n", "X".repeat(40)), machine(Speed::Real));
        while !program.is_at_line() {
            assert_eq!(program.run(), Outcome::Runs);
        }
        program.pause();
        let outcomes: Vec<Outcome> = (0..=MAX_PAUSE_SLICES).map(|_| program.run()).collect();
        assert_eq!(outcomes, [[Outcome::Runs; MAX_PAUSE_SLICES as usize].as_slice(), &[Outcome::Paused]].concat());
    }
}

//! The stops and steps of a FOCAL program.

use super::super::breakpoints::Expressions;
use super::super::program::{Back, Outcome, Output, Stopped};
use super::FocalProgram;
use super::performing::Performing;
use super::variables;
use crate::debugger::past::{LastStop, add_commands, is_command};
use crate::debugger::{self, Step, Stop};
use crate::focal::inspect::{HEADING, Inspect};
use crate::machine::BreakpointSet;
use crate::station::Station;

/// Evaluates the conditions and expressions of breakpoints with the variables of the FOCAL program.
pub(super) struct Evaluator<'a>(pub(super) &'a dyn Inspect);

impl Expressions for Evaluator<'_> {
    fn holds(&self, condition: &str) -> Result<bool, String> {
        debugger::holds(condition.trim(), self.0).map_err(|error| error.to_string())
    }

    fn value(&self, expression: &str) -> Result<String, String> {
        variables::value(self.0, expression)
    }
}

impl FocalProgram {
    /// Whether FOCAL is at a line from the program's files. The result is false at the `*` prompt and at a direct line.
    pub(super) fn is_at_line(&self) -> bool {
        let line = self.place().and_then(|place| place.line);
        line.is_some_and(|line| line != HEADING && self.map.has(line))
    }

    /// If the program has just begun, records the current time as the beginning of the program, and returns whether to
    /// stop at the first line. Otherwise, returns `None`.
    pub(super) fn enter(&mut self) -> Option<bool> {
        let stops = self.enters.take()?;
        self.begun = self.performing.station().map_or(0, |station| station.machine().elapsed.cycles);
        Some(stops)
    }

    /// Handles a stop by the debugger. Returns the stop for the client, or continues the program if the client did not
    /// request this stop.
    pub(super) fn meet(&mut self, stop: Stop) -> Outcome {
        let report = self.debugger.take_report();
        let report = report.lines().next().unwrap_or_default().to_owned();
        let mut met = Default::default();
        if matches!(stop, Stop::Breakpoint | Stop::Changed)
            && let Some(place) = self.place()
        {
            let FocalProgram { performing, breakpoints, .. } = self;
            met = performing.look(|focal| breakpoints.meet(place, &Evaluator(focal)));
            let position = self.map.position(place);
            let output = |text| Output { category: "console", text: text + "\n", position };
            self.logged.extend(std::mem::take(&mut met.messages).into_iter().map(output));
        }
        match stop {
            Stop::Stepped => self.stepped(),
            Stop::Breakpoint if met.stops.is_empty() => {
                match self.inspect(|debugger, focal| debugger.pass_breakpoint(focal)) {
                    Some(_) => self.stepped(),
                    None => Outcome::Runs,
                }
            }
            Stop::Breakpoint => {
                self.enter();
                let remark = met.remark.map_or_else(String::new, |remark| format!(", {remark}"));
                let line = self.place().and_then(|place| place.line).map_or_else(String::new, |line| line.to_string());
                let description = format!("breakpoint at {line}{remark}");
                Outcome::Stopped(Stopped { reason: "breakpoint", description, breakpoints: met.stops })
            }
            Stop::Changed => {
                self.enter();
                Outcome::Stopped(Stopped { breakpoints: met.stops, ..Stopped::new("data breakpoint", report) })
            }
            Stop::Failed(error) => {
                self.enter();
                self.error = Some(error);
                Outcome::Stopped(Stopped::new("exception", report))
            }
        }
    }

    /// Handles the end of a step.
    pub(super) fn stepped(&mut self) -> Outcome {
        let is_at_prompt = self.place().is_none();
        let is_at_line = self.is_at_line();
        if let Some(slices) = self.pausing.as_mut().filter(|slices| !is_at_line && **slices > 0) {
            // Only a few commands run before the program's first line, so the pause waits for that line.
            *slices -= 1;
            self.step(Step::Into);
            return Outcome::Runs;
        }
        if self.pausing.is_some() {
            self.enter();
            return Outcome::Stopped(Stopped::new("pause", "paused"));
        }
        // A stop before the first line, or between two direct lines, is not reported.
        if is_at_prompt || self.enters.is_some() && !is_at_line {
            self.step(Step::Into);
            return Outcome::Runs;
        }
        match self.enter() {
            Some(true) => Outcome::Stopped(Stopped::new("entry", "at the first line")),
            Some(false) => Outcome::Runs,
            None => Outcome::Stopped(Stopped::new("step", "stepped")),
        }
    }

    /// Returns the cycle to which the step backwards `back` leads. Returns `None` if that cycle is before the beginning
    /// of the program, or if native FOCAL runs the program.
    pub(super) fn earlier(&self, back: Back) -> Result<Option<u64>, String> {
        let Performing::Machine { station, boundaries } = &self.performing else { return Ok(None) };
        let (boundaries, begun) = (*boundaries, self.begun);
        let depth = self.performing.look(|focal| focal.depth());
        let mut stops = BreakpointSet::default();
        add_commands(boundaries, &mut stops);
        let mut last = LastStop::new(&self.debugger, boundaries);
        let is_meant = |station: &Station| {
            back == Back::Breakpoint && last.sees(station)
                || is_command(boundaries, station, |focal| match back {
                    Back::Breakpoint => focal
                        .place()
                        .is_some_and(|place| !self.breakpoints.would_stop(place, &Evaluator(focal)).is_empty()),
                    Back::Into => true,
                    Back::Step => focal.depth() <= depth,
                })
        };
        let found = station.last_stop_while(stops, is_meant, &mut |_| true).map_err(|error| error.to_string())?;
        let found = if back == Back::Breakpoint { last.found(found) } else { found };
        Ok(found.filter(|&cycle| cycle >= begun))
    }
}

//! Running under the operator's eyes: breakpoints, history, trace, and what is expected on the paper.
//!
//! With nothing to watch the machine runs at its full speed; otherwise it runs an instruction at a time.

use std::collections::VecDeque;

use crate::ascii::unmarked;
use crate::machine::{StopReason, trace};
use crate::station::Station;

use super::breakpoints::Breakpoints;

/// Instructions that a history keeps when nothing else was said.
pub const HISTORY: usize = 64;
/// The longest text that can be expected; more of the paper need not be remembered.
pub const TAIL: usize = 256;

/// A text to wait for on the paper, and the commands that follow it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expectation {
    /// What must have been printed last.
    pub text: Vec<u8>,
    /// What to do then; none means to stop.
    pub commands: Vec<String>,
}

/// The last instructions done.
#[derive(Clone, Debug)]
struct History {
    lines: VecDeque<String>,
    most: usize,
}

/// Everything that is watched for.
#[derive(Clone, Debug, Default)]
pub struct Watch {
    /// Where to stop.
    pub breakpoints: Breakpoints,
    /// What to wait for on the paper.
    pub expectations: Vec<Expectation>,
    /// What to do for the expectation that was met last.
    commands: Vec<String>,
    history: Option<History>,
    trace: Option<String>,
    tail: VecDeque<u8>,
    seen: usize,
    /// The count of instructions at which a `step` is done.
    steps_end: Option<u64>,
    /// The next run begins at a place that was named.
    begins: bool,
}

impl Watch {
    /// Runs for `budget` memory cycles at most.
    pub fn run(&mut self, station: &mut Station, budget: u64) -> StopReason {
        // A cycle does one instruction at most, so a step of so many cannot go too far.
        let left = self.steps_end.map(|end| end.saturating_sub(station.machine().elapsed.instructions));
        if left == Some(0) {
            self.steps_end = None;
            return StopReason::Stepped;
        }
        if std::mem::take(&mut self.begins) && self.breakpoints.meet(station) {
            return StopReason::Breakpoint;
        }
        let budget = budget.min(left.unwrap_or(budget));
        let ended = if self.is_idle() { self.run_free(station, budget) } else { self.run_watched(station, budget) };
        self.seen = 0;
        if left.is_none() || ended == StopReason::Budget {
            return ended;
        }
        let done = self.steps_end.take() == Some(station.machine().elapsed.instructions);
        if done && ended == StopReason::Breakpoint { StopReason::Stepped } else { ended }
    }

    /// The next run begins at a place that was named, so that a breakpoint there stops it at once.
    pub fn begin(&mut self) {
        self.begins = true;
    }

    /// The next run is a step of so many instructions; `None`: it has no end.
    pub fn step(&mut self, station: &Station, count: Option<u64>) {
        self.begins = false;
        self.steps_end = count.map(|count| station.machine().elapsed.instructions.saturating_add(count));
    }

    /// Whether there is nothing to look at.
    fn is_idle(&self) -> bool {
        self.breakpoints.is_empty() && self.expectations.is_empty() && self.history.is_none() && self.trace.is_none()
    }

    fn run_free(&mut self, station: &mut Station, budget: u64) -> StopReason {
        let end = station.machine().elapsed.cycles.saturating_add(budget);
        match station.run(budget) {
            StopReason::Waiting | StopReason::EndlessLoop if self.steps_end.is_some() => {
                station.run_idle(end.saturating_sub(station.machine().elapsed.cycles));
                StopReason::Budget
            }
            reason => reason,
        }
    }

    fn run_watched(&mut self, station: &mut Station, budget: u64) -> StopReason {
        let end = station.machine().elapsed.cycles.saturating_add(budget);
        self.seen = station.io_bus().teletype().printer.printed().len();
        while station.machine().elapsed.cycles < end {
            match self.run_one(station) {
                StopReason::Budget => {}
                reason => return reason,
            }
            if let Some(reason) = self.expected(station) {
                return reason;
            }
            if self.breakpoints.meet(station) {
                return StopReason::Breakpoint;
            }
        }
        StopReason::Budget
    }

    /// One instruction, noted.
    fn run_one(&mut self, station: &mut Station) -> StopReason {
        let noting = self.history.is_some() || self.trace.is_some();
        let line = noting.then(|| trace(station.machine()));
        let done = station.machine().elapsed.instructions;
        let cycles = station.machine().elapsed.cycles;
        let reason = match station.run(1) {
            StopReason::Waiting | StopReason::EndlessLoop if self.steps_end.is_some() => {
                if station.machine().elapsed.cycles == cycles {
                    station.run_idle(1);
                }
                StopReason::Budget
            }
            reason => reason,
        };
        // An interrupt entry is a cycle by itself, and no instruction.
        if let Some(line) = line
            && station.machine().elapsed.instructions > done
        {
            self.note(line);
        }
        reason
    }

    fn note(&mut self, line: String) {
        if let Some(trace) = &mut self.trace {
            trace.push_str(&line);
            trace.push('\n');
        }
        if let Some(history) = &mut self.history {
            if history.lines.len() == history.most {
                history.lines.pop_front();
            }
            history.lines.push_back(line);
        }
    }

    /// Looks at what was printed since the last look; an expectation that is met is met once.
    fn expected(&mut self, station: &Station) -> Option<StopReason> {
        let printed = station.io_bus().teletype().printer.printed();
        while self.seen < printed.len() {
            if self.tail.len() == TAIL {
                self.tail.pop_front();
            }
            self.tail.push_back(unmarked(printed[self.seen]));
            self.seen += 1;
            let met = self.expectations.iter().position(|expectation| {
                let text = &expectation.text;
                text.len() <= self.tail.len() && self.tail.iter().skip(self.tail.len() - text.len()).eq(text)
            });
            if let Some(at) = met {
                self.commands = self.expectations.remove(at).commands;
                return Some(StopReason::Expected { scripted: !self.commands.is_empty() });
            }
        }
        None
    }

    /// The commands of the expectation that has just been met.
    pub fn take_commands(&mut self) -> Vec<String> {
        std::mem::take(&mut self.commands)
    }

    /// Keeps the last `most` instructions from now on; 0 keeps none.
    pub fn keep_history(&mut self, most: usize) {
        self.history = (most > 0).then(|| History { lines: VecDeque::new(), most });
    }

    /// The last instructions, oldest first; `None` when none are kept.
    pub fn history(&self, count: usize) -> Option<String> {
        let lines = &self.history.as_ref()?.lines;
        let from = lines.len().saturating_sub(count);
        Some(lines.iter().skip(from).flat_map(|line| [line.as_str(), "\n"]).collect())
    }

    /// Begins a trace.
    pub fn begin_trace(&mut self) {
        self.trace = Some(String::new());
    }

    /// What has been traced since the last call, for its file.
    pub fn take_trace(&mut self) -> Option<String> {
        self.trace.as_mut().map(std::mem::take)
    }

    /// Ends the trace and hands out the rest of it.
    pub fn end_trace(&mut self) -> Option<String> {
        self.trace.take()
    }
}

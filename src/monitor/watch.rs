//! Running under the operator's eyes: breakpoints, history, trace, and what is expected on the paper.
//!
//! With nothing to watch the machine runs at its full speed; otherwise it runs an instruction at a time.

use std::collections::VecDeque;

use crate::ascii::unmarked;
use crate::debugger::{Debugger, Stop};
use crate::focal::Focal;
use crate::focal_machine::CommandBoundaries;
use crate::machine::{Elapsed, Limits, Machine, StopReason, Time, trace};
use crate::profile::{AddressProfile, Begun};
use crate::station::Station;

use super::breakpoints::Breakpoints;
use super::expectations::{Delay, Expectations};
use super::native::Native;
use super::sending::Sending;

/// Instructions that the log of the last instructions keeps when no number was given.
pub const INSTRUCTIONS_KEPT: usize = 64;
/// No cycle lasts longer than so many of the shortest: the arithmetic element stretches one.
const MAX_STRETCH_OF_A_CYCLE: u64 = 64;

/// What a `runlimit` counts in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Instructions.
    Instructions,
    /// Memory cycles.
    Cycles,
    /// Simulated time in microseconds.
    Microseconds,
    /// Simulated time in seconds.
    Seconds,
}

impl Unit {
    /// All of them.
    pub const ALL: [Unit; 4] = [Unit::Instructions, Unit::Cycles, Unit::Microseconds, Unit::Seconds];

    /// Its word.
    pub const fn name(self) -> &'static str {
        match self {
            Unit::Instructions => "instructions",
            Unit::Cycles => "cycles",
            Unit::Microseconds => "microseconds",
            Unit::Seconds => "seconds",
        }
    }
}

/// How far the machine may run.
#[derive(Clone, Copy, Debug)]
pub struct RunLimit {
    /// How many units it may run.
    pub count: u64,
    /// What is counted.
    pub unit: Unit,
    /// When it has run so far.
    end: Limits,
}

impl RunLimit {
    /// So many from now on.
    pub fn new(count: u64, unit: Unit, now: &Elapsed) -> Self {
        let end = match unit {
            Unit::Instructions => Delay { count, microseconds: false }.end(now),
            Unit::Cycles => Limits { cycles: now.cycles.saturating_add(count), ..Limits::NONE },
            Unit::Microseconds => Delay { count, microseconds: true }.end(now),
            Unit::Seconds => Delay { count: count.saturating_mul(1_000_000), microseconds: true }.end(now),
        };
        RunLimit { count, unit, end }
    }
}

/// The last instructions done.
#[derive(Clone, Debug)]
struct InstructionLog {
    lines: VecDeque<String>,
    most: usize,
}

/// Everything that is watched for.
#[derive(Clone, Debug, Default)]
pub struct Watch {
    /// Where to stop.
    pub breakpoints: Breakpoints,
    /// Where to stop in a FOCAL program.
    pub focal: Debugger,
    /// Where the FOCAL in core must be for the debugger to look at it.
    boundaries: Option<CommandBoundaries>,
    /// What to wait for on the paper.
    pub expectations: Expectations,
    /// Keys to type after a while.
    pub sending: Sending,
    /// How far the machine may run.
    pub run_limit: Option<RunLimit>,
    /// An expectation has been met, and the run ends then, with these commands.
    halting: Option<(Limits, Vec<String>)>,
    /// The commands of the breakpoint or the expectation that was met last.
    commands: Vec<String>,
    /// What the expectation that was met last has found.
    groups: Vec<String>,
    instruction_log: Option<InstructionLog>,
    /// What each address takes, when that is asked for.
    pub profile: Option<AddressProfile>,
    trace: Option<String>,
    seen: usize,
    /// The count of instructions at which a `step` is done.
    steps_end: Option<u64>,
    /// The next run begins at a place that was named.
    begins: bool,
}

impl Watch {
    /// Runs for `budget` memory cycles at most.
    pub fn run(&mut self, station: &mut Station, budget: u64) -> StopReason {
        let end = station.machine().elapsed.cycles.saturating_add(budget);
        self.seen = station.io_bus().teletype().printer.printed().len();
        self.boundaries = if self.focal.is_idle() { None } else { CommandBoundaries::of(station.machine()) };
        loop {
            if let Some(reason) = self.due(station) {
                return reason;
            }
            if std::mem::take(&mut self.begins) && self.meets_breakpoint(station) {
                return StopReason::Breakpoint;
            }
            let left = end.saturating_sub(station.machine().elapsed.cycles);
            if left == 0 {
                return StopReason::Budget;
            }
            let budget = left.min(cycles_to(self.next_due(), station.machine()));
            let ended = if self.is_idle() { self.run_free(station, budget) } else { self.run_watched(station, budget) };
            if ended != StopReason::Budget {
                let done = self.steps_end.take() == Some(station.machine().elapsed.instructions);
                return if done && ended == StopReason::Breakpoint { StopReason::Stepped } else { ended };
            }
        }
    }

    /// What is due now: the end of a step or of a limit, or keys, which are typed.
    fn due(&mut self, station: &mut Station) -> Option<StopReason> {
        let now = station.machine().elapsed;
        if self.steps_end.is_some_and(|end| now.instructions >= end) {
            self.steps_end = None;
            return Some(StopReason::Stepped);
        }
        if let Some((_, commands)) = self.halting.take_if(|(end, _)| end.reached(&now).is_some()) {
            self.commands = commands;
            return Some(StopReason::Expected { scripted: !self.commands.is_empty() });
        }
        while let Some(key) = self.sending.next_key(&now) {
            station.type_ahead([key]);
        }
        let limit = self.run_limit.filter(|limit| limit.end.reached(&now).is_some());
        limit.map(|_| StopReason::RunLimit)
    }

    /// When something is due next.
    fn next_due(&self) -> Limits {
        let step = Limits { instructions: self.steps_end.unwrap_or(u64::MAX), ..Limits::NONE };
        let halt = self.halting.as_ref().map_or(Limits::NONE, |&(end, _)| end);
        let limit = self.run_limit.map_or(Limits::NONE, |limit| limit.end);
        [step, halt, limit].into_iter().fold(self.sending.due(), earlier)
    }

    /// The next run begins at a place that was named, so that a breakpoint there stops it at once.
    pub fn begin(&mut self) {
        self.begins = true;
    }

    /// The next run is a step of so many instructions.
    pub fn step(&mut self, station: &Station, count: u64) {
        self.forget_step();
        self.steps_end = Some(station.machine().elapsed.instructions.saturating_add(count));
    }

    /// The next run is no step.
    pub fn forget_step(&mut self) {
        self.begins = false;
        self.focal.forget_step();
        self.steps_end = None;
    }

    /// Whether there is nothing to look at.
    fn is_idle(&self) -> bool {
        self.breakpoints.is_empty()
            && self.boundaries.is_none()
            && self.expectations.is_empty()
            && self.instruction_log.is_none()
            && self.profile.is_none()
            && self.trace.is_none()
    }

    /// Whether the machine runs on although it only waits: something is due, and to be met in time.
    fn runs_on(&self, reason: StopReason) -> bool {
        let waits = matches!(reason, StopReason::Waiting | StopReason::EndlessLoop);
        let is_awaited = self.steps_end.is_some() || self.halting.is_some() || !self.sending.is_empty();
        // A limit ends an endless loop; a machine that waits for a key goes on waiting for it.
        waits && is_awaited || reason == StopReason::EndlessLoop && self.run_limit.is_some()
    }

    fn run_free(&mut self, station: &mut Station, budget: u64) -> StopReason {
        let end = station.machine().elapsed.cycles.saturating_add(budget);
        match station.run(budget) {
            reason if self.runs_on(reason) => {
                station.run_idle(end.saturating_sub(station.machine().elapsed.cycles));
                StopReason::Budget
            }
            reason => reason,
        }
    }

    fn run_watched(&mut self, station: &mut Station, budget: u64) -> StopReason {
        let end = station.machine().elapsed.cycles.saturating_add(budget);
        while station.machine().elapsed.cycles < end {
            match self.run_one(station) {
                StopReason::Budget => {}
                reason => return reason,
            }
            let was_halting = self.halting.is_some();
            if let Some(reason) = self.expected(station) {
                return reason;
            }
            if self.meets_breakpoint(station) {
                return StopReason::Breakpoint;
            }
            if let Some(stop) =
                self.boundaries.and_then(|boundaries| self.focal.before_instruction(boundaries, station))
            {
                self.commands = self.focal.take_commands();
                return match stop {
                    Stop::Breakpoint | Stop::Changed | Stop::Failed(_) => StopReason::Breakpoint,
                    Stop::Stepped => StopReason::Stepped,
                };
            }
            // What is due has changed.
            if was_halting != self.halting.is_some() {
                break;
            }
        }
        StopReason::Budget
    }

    fn meets_breakpoint(&mut self, station: &Station) -> bool {
        let Some(commands) = self.breakpoints.meet(station) else { return false };
        self.commands = commands;
        true
    }

    /// One instruction, noted.
    fn run_one(&mut self, station: &mut Station) -> StopReason {
        let noting = self.instruction_log.is_some() || self.trace.is_some();
        let line = noting.then(|| trace(station.machine()));
        let done = station.machine().elapsed.instructions;
        let cycles = station.machine().elapsed.cycles;
        let begun = self.profile.is_some().then(|| Begun::of(station));
        let reason = match station.run(1) {
            reason if self.runs_on(reason) => {
                if station.machine().elapsed.cycles == cycles {
                    station.run_idle(1);
                }
                StopReason::Budget
            }
            reason => reason,
        };
        if let (Some(profile), Some(begun)) = (&mut self.profile, begun) {
            profile.add(begun, station);
        }
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
        if let Some(log) = &mut self.instruction_log {
            if log.lines.len() == log.most {
                log.lines.pop_front();
            }
            log.lines.push_back(line);
        }
    }

    /// Looks at what was printed since the last look.
    fn expected(&mut self, station: &Station) -> Option<StopReason> {
        let printed = station.io_bus().teletype().printer.printed();
        while self.seen < printed.len() {
            let met = self.expectations.see(unmarked(printed[self.seen]));
            self.seen += 1;
            let Some(met) = met else { continue };
            self.groups = met.groups;
            if met.delay.count == 0 {
                self.commands = met.commands;
                return Some(StopReason::Expected { scripted: !self.commands.is_empty() });
            }
            self.halting = Some((met.delay.end(&station.machine().elapsed), met.commands));
        }
        None
    }

    /// Runs native FOCAL for `budget` operations at most; with `stops_at_points` it also stops after each command that lights
    /// points of its display.
    pub fn run_focal(&mut self, native: &mut Native<Focal>, budget: u64, stops_at_points: bool) -> StopReason {
        let (reason, stop) = native.run_debugged(&mut self.focal, budget, stops_at_points);
        if stop.is_some() {
            self.commands = self.focal.take_commands();
        }
        reason
    }

    /// The commands of the breakpoint or the expectation that has just been met.
    pub fn take_commands(&mut self) -> Vec<String> {
        std::mem::take(&mut self.commands)
    }

    /// What the expectation that has just been met has found.
    pub fn take_groups(&mut self) -> Vec<String> {
        std::mem::take(&mut self.groups)
    }

    /// Keeps the last `most` instructions from now on; 0 keeps none.
    pub fn keep_instruction_log(&mut self, most: usize) {
        self.instruction_log = (most > 0).then(|| InstructionLog { lines: VecDeque::new(), most });
    }

    /// The last instructions, oldest first; `None` when none are kept.
    pub fn instruction_log(&self, count: usize) -> Option<String> {
        let lines = &self.instruction_log.as_ref()?.lines;
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

    /// Ends the trace; the rest of it.
    pub fn end_trace(&mut self) -> Option<String> {
        self.trace.take()
    }
}

/// The earlier of two moments.
fn earlier(one: Limits, other: Limits) -> Limits {
    Limits {
        instructions: one.instructions.min(other.instructions),
        cycles: one.cycles.min(other.cycles),
        time: one.time.min(other.time),
    }
}

/// So many cycles at least are left until `moment`, one if it is near: a cycle does one instruction at most.
fn cycles_to(moment: Limits, machine: &Machine) -> u64 {
    let now = &machine.elapsed;
    let time = match moment.time {
        Time::NEVER => u64::MAX,
        time => {
            time.as_nanoseconds().saturating_sub(now.time.as_nanoseconds())
                / (MAX_STRETCH_OF_A_CYCLE * machine.timing().read_cycle)
        }
    };
    let instructions = moment.instructions.saturating_sub(now.instructions);
    instructions.min(moment.cycles.saturating_sub(now.cycles)).min(time).max(1)
}

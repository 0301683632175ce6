//! The run of a machine with breakpoints, a trace and expected texts.
//!
//! The machine runs at full speed from one possible stop to the next. While instructions are traced, the machine runs
//! one instruction at a time.

use std::sync::Arc;

use crate::ascii::unmarked;
use crate::debugger::{Debugger, Stop};
use crate::devices::Fpp8a;
use crate::focal::Focal;
use crate::focal_machine::CommandBoundaries;
use crate::machine::{BreakpointSet, Elapsed, Limits, Machine, StopReason, Time, TraceRecord, TraceText};
use crate::profile::AddressProfile;
use crate::station::{Output, Station};
use crate::symbols::Symbols;
use crate::word::{Address, Word};

use super::breakpoints::Breakpoints;
use super::call_profile::CallProfile;
use super::calls;
use super::expectations::{Delay, Expectations};
use super::native::Native;
use super::sending::Sending;

/// The longest possible cycle, as a multiple of the shortest cycle. EAE operations lengthen a cycle.
const MAX_STRETCH_OF_A_CYCLE: u64 = 64;

/// The unit in which a `runlimit` is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Counts instructions.
    Instructions,
    /// Counts memory cycles.
    Cycles,
    /// Counts microseconds of simulated time.
    Microseconds,
    /// Counts seconds of simulated time.
    Seconds,
}

impl Unit {
    /// All units.
    pub const ALL: [Unit; 4] = [Unit::Instructions, Unit::Cycles, Unit::Microseconds, Unit::Seconds];

    /// Returns the unit's name in commands.
    pub const fn name(self) -> &'static str {
        match self {
            Unit::Instructions => "instructions",
            Unit::Cycles => "cycles",
            Unit::Microseconds => "microseconds",
            Unit::Seconds => "seconds",
        }
    }
}

/// The limit of the machine's run, which the command `runlimit` sets.
#[derive(Clone, Copy, Debug)]
pub struct RunLimit {
    /// The length of the run, in `unit`.
    pub count: u64,
    /// The unit that is counted.
    pub unit: Unit,
    /// The moment at which the run ends.
    end: Limits,
}

impl RunLimit {
    /// Returns a limit that is reached `count` units after `now`.
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

/// The operator's setting for the history of instructions.
#[derive(Clone, Copy, Debug)]
pub struct History {
    /// The number of instructions that `history` shows by default.
    pub shown: u64,
    /// Whether `set history` began the timeline, because there was none.
    pub began_timeline: bool,
}

/// The breakpoints, expectations, limits and recordings of a run.
#[derive(Clone, Debug, Default)]
pub struct Watch {
    /// The breakpoints at machine instructions.
    pub breakpoints: Breakpoints,
    /// The breakpoints and steps in a FOCAL program.
    pub focal: Debugger,
    /// The addresses in FOCAL's code at which FOCAL's debugger checks for a stop.
    boundaries: Option<CommandBoundaries>,
    /// The addresses, instructions and stores at which the machine may have to stop.
    stops: Arc<BreakpointSet>,
    /// The outputs whose changes may stop the machine.
    outputs: Vec<Output>,
    /// The texts expected on the paper.
    pub expectations: Expectations,
    /// The keys to be typed after a delay.
    pub sending: Sending,
    /// The limit of the run.
    pub run_limit: Option<RunLimit>,
    /// After a matched expectation: the moment at which the run ends, and the commands to execute then.
    halting: Option<(Limits, Vec<String>)>,
    /// The commands of the last breakpoint or expectation that stopped the run.
    commands: Vec<String>,
    /// The texts that the last matched expectation captured.
    groups: Vec<String>,
    /// The operator's setting for the history of instructions.
    pub history: Option<History>,
    /// The profile of instruction times by address, if a profile is being measured.
    pub profile: Option<AddressProfile>,
    /// The profile by calls, if a profile by calls is being measured.
    pub call_profile: Option<CallProfile>,
    trace: Option<TraceText>,
    seen: usize,
    /// The instruction count at which a `step` ends.
    steps_end: Option<u64>,
    /// Whether the next run begins at an address that a command has named.
    begins: bool,
    /// The entry word of a subroutine or interrupt. The command `next` or `out` ends when this subroutine or interrupt
    /// returns.
    returning: Option<Address>,
}

/// Returns the number of instructions that the FPP8-A has executed, and the number of memory cycles that they took.
fn fpp_work(station: &Station) -> (u64, u64) {
    station.io_bus().device().map_or((0, 0), Fpp8a::work)
}

impl Watch {
    /// Runs the machine for at most `budget` memory cycles, or until a breakpoint, an expectation or a limit stops it.
    /// A trace shows addresses with the labels of `symbols`.
    pub fn run(&mut self, station: &mut Station, budget: u64, symbols: &Symbols) -> StopReason {
        station.count_addresses(self.profile.is_some() || self.call_profile.is_some());
        // The operator may have gone back in time between two runs, which is not part of the profile.
        station.take_counts(|_, _| {});
        if let Some(calls) = &mut self.call_profile {
            calls.begin_run(station);
        }
        let before = fpp_work(station);
        let reason = self.run_on(station, budget, symbols);
        if let Some(calls) = &mut self.call_profile {
            calls.end_run(station);
        }
        if let Some(profile) = &mut self.profile {
            station.take_counts(|at, elapsed| profile.add(at, elapsed));
            let after = fpp_work(station);
            profile.add_fpp(after.0.saturating_sub(before.0), after.1.saturating_sub(before.1));
        }
        reason
    }

    fn run_on(&mut self, station: &mut Station, budget: u64, symbols: &Symbols) -> StopReason {
        let end = station.machine().elapsed.cycles.saturating_add(budget);
        self.seen = station.io_bus().teletype().printer.printed().len();
        self.boundaries = if self.focal.is_idle() { None } else { CommandBoundaries::of(station.machine()) };
        self.breakpoints.look_at_output(station.io_bus());
        self.collect_stops(station);
        loop {
            if let Some(reason) = self.due(station) {
                return reason;
            }
            if std::mem::take(&mut self.begins) && self.meets_breakpoint(station, symbols) {
                return StopReason::Breakpoint;
            }
            let left = end.saturating_sub(station.machine().elapsed.cycles);
            if left == 0 {
                return StopReason::Budget;
            }
            let budget = left.min(cycles_to(self.next_due(), station.machine()));
            let ended = if self.is_idle() {
                self.run_free(station, budget)
            } else {
                self.run_watched(station, budget, symbols)
            };
            if ended != StopReason::Budget {
                let done = self.steps_end.take() == Some(station.machine().elapsed.instructions);
                return if done && ended == StopReason::Breakpoint { StopReason::Stepped } else { ended };
            }
        }
    }

    /// Collects the addresses, instructions and stores at which the machine may have to stop.
    fn collect_stops(&mut self, station: &Station) {
        let mut stops = BreakpointSet::default();
        self.breakpoints.add_to(&mut stops);
        if let Some(entry) = self.returning {
            calls::returns(entry).for_each(|word| stops.stop_at_instruction(word, Word::ONES));
        }
        if let Some(boundaries) = self.boundaries {
            self.focal.add_stops(boundaries, station, &mut stops);
        }
        self.outputs = self.breakpoints.outputs(station.io_bus());
        if !self.expectations.is_empty() {
            self.outputs.push(Output::Console);
        }
        if self.call_profile.is_some() {
            calls::add_stops(&mut stops);
        }
        // An engine that gets the same set again keeps its traces.
        if *self.stops != stops {
            self.stops = Arc::new(stops);
        }
    }

    /// Types the keys that are due. If a step, a delay or a limit has ended, returns the reason to stop.
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

    /// Returns the next moment at which a step, a delay or a limit ends, or at which a key is due.
    fn next_due(&self) -> Limits {
        let step = Limits { instructions: self.steps_end.unwrap_or(u64::MAX), ..Limits::NONE };
        let halt = self.halting.as_ref().map_or(Limits::NONE, |&(end, _)| end);
        let limit = self.run_limit.map_or(Limits::NONE, |limit| limit.end);
        [step, halt, limit].into_iter().fold(self.sending.due(), earlier)
    }

    /// Prepares a run that begins at an address that the user has chosen. A breakpoint at that address stops the run
    /// immediately.
    pub fn begin(&mut self) {
        self.begins = true;
    }

    /// Makes the next run a step of `count` instructions.
    pub fn step(&mut self, station: &Station, count: u64) {
        self.forget_step();
        self.steps_end = Some(station.machine().elapsed.instructions.saturating_add(count));
    }

    /// Makes the next run a step of one instruction. If the instruction is a JMS, the run ends after the return from
    /// the subroutine.
    pub fn step_over(&mut self, station: &Station) {
        match calls::next_call(station.machine()) {
            Some(entry) => self.step_out(station, entry),
            None => self.step(station, 1),
        }
    }

    /// Makes the next run end after the return from the subroutine with the entry word `entry`.
    pub fn step_out(&mut self, station: &Station, entry: Address) {
        self.forget_step();
        if calls::returns_through(station, entry) {
            self.step(station, 1);
        } else {
            self.returning = Some(entry);
        }
    }

    /// Cancels a step.
    pub fn forget_step(&mut self) {
        self.begins = false;
        self.returning = None;
        self.focal.forget_step();
        self.steps_end = None;
    }

    /// Whether no instruction has to be checked or traced.
    fn is_idle(&self) -> bool {
        self.breakpoints.is_empty()
            && self.returning.is_none()
            && self.boundaries.is_none()
            && self.expectations.is_empty()
            && self.trace.is_none()
            && self.call_profile.is_none()
    }

    /// Whether a machine continues to run although it waits for a key or is in an endless loop. The machine continues
    /// if a step, a delay or a key is still due. In an endless loop, the machine also continues if a limit is set.
    fn runs_on(&self, reason: StopReason) -> bool {
        let waits = matches!(reason, StopReason::Waiting | StopReason::EndlessLoop);
        let is_awaited = self.steps_end.is_some() || self.halting.is_some() || !self.sending.is_empty();
        // A limit also ends an endless loop. A machine that waits for a key stops even if a limit is set.
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

    fn run_watched(&mut self, station: &mut Station, budget: u64, symbols: &Symbols) -> StopReason {
        let end = station.machine().elapsed.cycles.saturating_add(budget);
        while station.machine().elapsed.cycles < end {
            let left = end - station.machine().elapsed.cycles;
            let is_call = self.call_profile.as_mut().is_some_and(|calls| calls.before_run(station));
            let is_close = self.trace.is_some() || self.boundaries.is_some() && self.focal.looks_closely();
            let reason = match is_call || is_close {
                true => self.run_one(station, symbols),
                false => self.run_to_stop(station, left),
            };
            if let Some(calls) = &mut self.call_profile {
                calls.after_run(station);
            }
            if reason != StopReason::Budget {
                return reason;
            }
            let was_halting = self.halting.is_some();
            if let Some(reason) = self.expected(station) {
                return reason;
            }
            if self.meets_breakpoint(station, symbols) {
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
            if self.returning.is_some_and(|entry| calls::returns_through(station, entry)) {
                // The return itself is a step of one instruction, which is now due.
                let end = station.machine().elapsed.instructions + 1;
                (self.returning, self.steps_end) = (None, Some(end));
                break;
            }
            if self.focal.has_new_stops() {
                self.collect_stops(station);
            }
            // The next due moment has changed.
            if was_halting != self.halting.is_some() {
                break;
            }
        }
        StopReason::Budget
    }

    fn meets_breakpoint(&mut self, station: &Station, symbols: &Symbols) -> bool {
        let Some(commands) = self.breakpoints.meet(station, symbols) else { return false };
        self.commands = commands;
        true
    }

    /// Runs at full speed until the machine may have to stop: at a possible breakpoint or at a change of output.
    fn run_to_stop(&mut self, station: &mut Station, budget: u64) -> StopReason {
        let begun = station.machine().elapsed.cycles;
        match station.run_to_breakpoint_or_output(budget, &self.stops, &self.outputs) {
            StopReason::Breakpoint => StopReason::Budget,
            reason if self.runs_on(reason) => {
                if station.machine().elapsed.cycles == begun {
                    station.run_idle_to_breakpoint(budget, &self.stops);
                }
                StopReason::Budget
            }
            reason => reason,
        }
    }

    /// Runs one instruction, and adds it to the trace.
    fn run_one(&mut self, station: &mut Station, symbols: &Symbols) -> StopReason {
        let record = self.trace.is_some().then(|| TraceRecord::of(station.machine()));
        let done = station.machine().elapsed.instructions;
        let cycles = station.machine().elapsed.cycles;
        let reason = match station.run(1) {
            reason if self.runs_on(reason) => {
                if station.machine().elapsed.cycles == cycles {
                    station.run_idle(1);
                }
                StopReason::Budget
            }
            reason => reason,
        };
        if let (Some(trace), Some(record)) = (&mut self.trace, record)
            && station.machine().elapsed.cycles > cycles
        {
            // An interrupt entry is a cycle that belongs to no instruction.
            let is_entry = station.machine().elapsed.instructions == done;
            trace.add(&TraceRecord { is_entry, ..record }, &|at| symbols.place(at));
        }
        reason
    }

    /// Compares newly printed characters with the expectations. If an expectation is matched, returns the reason to
    /// stop.
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

    /// Runs native FOCAL for at most `budget` operations. If `stops_at_points` is set, FOCAL also stops after each
    /// command that lights points on the display.
    pub fn run_focal(&mut self, native: &mut Native<Focal>, budget: u64, stops_at_points: bool) -> StopReason {
        let (reason, stop) = native.run_debugged(&mut self.focal, budget, stops_at_points);
        if stop.is_some() {
            self.commands = self.focal.take_commands();
        }
        reason
    }

    /// Returns the commands of the breakpoint or expectation that has just stopped the run.
    pub fn take_commands(&mut self) -> Vec<String> {
        std::mem::take(&mut self.commands)
    }

    /// Returns the texts that the last matched expectation captured.
    pub fn take_groups(&mut self) -> Vec<String> {
        std::mem::take(&mut self.groups)
    }

    /// Begins a trace of the instructions.
    pub fn begin_trace(&mut self) {
        self.trace = Some(TraceText::default());
    }

    /// Returns the lines of the trace since its last [`TraceText::clear`].
    pub const fn trace_mut(&mut self) -> Option<&mut TraceText> {
        self.trace.as_mut()
    }

    /// Ends the trace, and returns the remaining lines.
    pub fn end_trace(&mut self) -> Option<TraceText> {
        self.trace.take()
    }
}

/// Combines two limits. Each field of the result is the lower of the two values.
fn earlier(one: Limits, other: Limits) -> Limits {
    Limits {
        instructions: one.instructions.min(other.instructions),
        cycles: one.cycles.min(other.cycles),
        time: one.time.min(other.time),
    }
}

/// Returns a number of cycles, at least 1, that the machine can run without passing `moment`. A cycle executes at most
/// one instruction.
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

//! The command `back`, which goes back in time: by a number of instructions or cycles, to a breakpoint, to a moment at
//! which a condition was true, over a subroutine, or out of a subroutine.

use crate::debugger::past::{LastStop, Matches, add_commands, is_command, report};
use crate::debugger::{Condition, DebugError};
use crate::focal::inspect::Inspect;
use crate::focal_machine::{Boundary, CommandBoundaries};
use crate::machine::{BreakpointSet, StopReason};
use crate::station::{Output, Station};
use crate::symbols::Symbols;

use super::super::MonitorError;
use super::super::addresses::Scope;
use super::super::breakpoints::holds;
use super::super::calls::Chain;
use super::travel::{go_to, here, moment, searched, travel};
use super::{Answer, Call, calls, count, text};

/// Executes `back`.
pub(super) fn back(call: &mut Call, station: &mut Station) -> Answer {
    let is_for_machine = call.switches("m")?.contains(&'m');
    let (word, rest) = call.rest.split_once(char::is_whitespace).unwrap_or((call.rest, ""));
    let rest = rest.trim();
    let focal = CommandBoundaries::of(station.machine()).filter(|_| !is_for_machine);
    match word.to_ascii_lowercase().as_str() {
        "run" if rest.is_empty() => to_breakpoint(call, station),
        "next" if rest.is_empty() => match focal {
            Some(boundaries) => to_command(call, station, boundaries, |depth, now| depth <= now),
            None => over_call(call, station),
        },
        "out" if rest.is_empty() => match focal {
            Some(boundaries) if boundaries.view(station.machine()).depth() == 0 => {
                Err(DebugError::NothingToLeave.into())
            }
            Some(boundaries) => to_command(call, station, boundaries, |depth, now| depth < now),
            None => out_of_call(call, station),
        },
        "until" if !rest.is_empty() => until(call, station, focal, rest),
        "cycle" => {
            let cycles = if rest.is_empty() { 1 } else { count(rest, u64::MAX)? };
            let now = station.machine().elapsed.cycles;
            go_to(call, station, now.saturating_sub(cycles))
        }
        _ => {
            let instructions = call.count(1, u64::MAX)?;
            travel(call, station, |station| station.back(instructions))?;
            here(call, station)
        }
    }
}

/// Goes back to the last moment at which a breakpoint or a watched variable stops the machine. The matches of a
/// breakpoint with a count are counted backwards: with the count 3, the machine stops at the third match before the
/// present moment. Commands of the breakpoints are ignored.
fn to_breakpoint(call: &mut Call, station: &mut Station) -> Answer {
    let (watch, symbols) = (&call.monitor.watch, &call.monitor.symbols);
    let (breakpoints, focal) = (&watch.breakpoints, &watch.focal);
    let boundaries = CommandBoundaries::of(station.machine()).filter(|_| focal.has_stops());
    let mut stops = BreakpointSet::default();
    breakpoints.add_to(&mut stops);
    let outputs = breakpoints.outputs(station.io_bus());
    if stops == BreakpointSet::default() && outputs.is_empty() && boundaries.is_none() {
        return Err(MonitorError::NoBreakpoint);
    }
    let mut in_focal = boundaries.map(|boundaries| {
        add_commands(boundaries, &mut stops);
        LastStop::new(focal, boundaries)
    });
    let mut matches: Vec<Matches> = breakpoints.counts().map(Matches::new).collect();
    let would_stop = |station: &Station, changed: &[Output]| {
        let mut would_stop = in_focal.as_mut().is_some_and(|last| last.sees(station));
        for index in breakpoints.met(station, changed, symbols) {
            would_stop |= matches[index].add(station.machine().elapsed.cycles);
        }
        would_stop
    };
    searched(call.files, "looking for the last breakpoint", |progress| {
        station.last_stop_or_output_while(stops, &outputs, would_stop, progress)
    })?;
    let own = matches.iter().filter_map(Matches::stop).max();
    let found = in_focal.as_ref().map_or(own, |last| last.found(own));
    let cycle = found.ok_or(MonitorError::NeverStopped)?;
    let counts: Vec<u64> = matches.iter().map(|matches| matches.left(cycle)).collect();
    let before_change = in_focal.as_ref().and_then(|last| last.before_change(cycle));
    let counts_in_focal = in_focal.map(|last| last.counts_left(cycle)).unwrap_or_default();
    travel(call, station, |station| station.go_to_cycle(cycle))?;
    let watch = &mut call.monitor.watch;
    watch.breakpoints.set_counts(&counts);
    watch.focal.set_counts(&counts_in_focal);
    // As in a run forward, a breakpoint of the machine comes before a stop in FOCAL.
    let in_focal = match boundaries.filter(|_| own != Some(cycle)) {
        Some(boundaries) => report(&watch.focal, boundaries, station, before_change)?,
        None => None,
    };
    let in_machine = call.monitor.tell(StopReason::Breakpoint, station);
    text(in_focal.unwrap_or(in_machine) + &moment(station))
}

/// Goes back to FOCAL's last command for which `is_meant` returns true. The arguments of `is_meant` are the numbers of
/// active DOs and FORs at that command and at the present moment.
fn to_command(
    call: &mut Call,
    station: &mut Station,
    boundaries: CommandBoundaries,
    is_meant: fn(usize, usize) -> bool,
) -> Answer {
    let now = boundaries.view(station.machine()).depth();
    let meant = |station: &Station| is_command(boundaries, station, |focal| is_meant(focal.depth(), now));
    let mut stops = BreakpointSet::default();
    let command = boundaries.address(Boundary::Command);
    stops.stop_at(command..=command);
    let found = searched(call.files, "looking for the last command", |progress| {
        station.last_stop_while(stops, meant, progress)
    })?;
    go_to(call, station, found.ok_or(MonitorError::NoEarlierCommand)?)
}

/// Goes back by one instruction; a subroutine or interrupt that has returned counts as one instruction.
fn over_call(call: &mut Call, station: &mut Station) -> Answer {
    let records = station.last_instructions(calls::SEARCHED)?;
    let mut chain = Chain::default();
    let depths: Vec<usize> = records
        .iter()
        .map(|record| {
            let depth = chain.calls().len();
            chain.add(record);
            depth
        })
        .collect();
    let depth = chain.calls().len();
    let last = depths.iter().rposition(|&before| before <= depth).ok_or(MonitorError::NoEarlierInstruction)?;
    go_to(call, station, records[last].elapsed.cycles)
}

/// Goes back to the JMS or interrupt entry that began the innermost subroutine or interrupt.
fn out_of_call(call: &mut Call, station: &mut Station) -> Answer {
    let innermost = calls::chain(station)?.innermost().ok_or(MonitorError::NoCall)?;
    go_to(call, station, innermost.cycle)
}

/// Goes back to the last moment at which a condition was true.
fn until(call: &mut Call, station: &mut Station, focal: Option<CommandBoundaries>, condition: &str) -> Answer {
    let condition = Until::parse(call, station, focal, condition)?;
    let symbols = &call.monitor.symbols;
    let is_true = |at: &Station| condition.is_true(at, symbols);
    let found = searched(call.files, "looking for the condition", |progress| match condition.stops() {
        Some(stops) => station.last_stop_while(stops, is_true, progress),
        None => station.last_moment_while(is_true, progress),
    })?;
    go_to(call, station, found.ok_or(MonitorError::NeverTrue)?)
}

/// Executes `forward until CONDITION`: goes forward to the first recorded moment at which the condition is true.
pub(super) fn forward_until(call: &mut Call, station: &mut Station, is_for_machine: bool, condition: &str) -> Answer {
    let focal = CommandBoundaries::of(station.machine()).filter(|_| !is_for_machine);
    let condition = Until::parse(call, station, focal, condition)?;
    let symbols = &call.monitor.symbols;
    let found = searched(call.files, "looking for the condition", |progress| {
        station.next_moment_while(condition.stops(), |at| condition.is_true(at, symbols), progress)
    })?;
    go_to(call, station, found.ok_or(MonitorError::NeverTrue)?)
}

/// A condition on the state of FOCAL, which is tested before each command, or a condition on the state of the machine,
/// which is tested before each instruction.
enum Until<'a> {
    Focal(CommandBoundaries, Condition),
    Machine(&'a str),
}

impl<'a> Until<'a> {
    fn parse(
        call: &Call,
        station: &Station,
        focal: Option<CommandBoundaries>,
        condition: &'a str,
    ) -> Result<Self, MonitorError> {
        if let Some(boundaries) = focal {
            let condition = Condition::parse(condition, &boundaries.view(station.machine()))?;
            return Ok(Until::Focal(boundaries, condition));
        }
        let scope = Scope { machine: station.machine(), symbols: &call.monitor.symbols };
        holds(condition, scope).map(|_| Until::Machine(condition))
    }

    /// Returns the stops at which a condition on a FOCAL program is tested; `None` for a condition on the machine.
    fn stops(&self) -> Option<BreakpointSet> {
        let Until::Focal(boundaries, _) = self else { return None };
        let mut stops = BreakpointSet::default();
        add_commands(*boundaries, &mut stops);
        Some(stops)
    }

    fn is_true(&self, station: &Station, symbols: &Symbols) -> bool {
        match self {
            Until::Focal(boundaries, condition) => {
                is_command(*boundaries, station, |focal| condition.holds(focal).unwrap_or(false))
            }
            Until::Machine(condition) => {
                holds(condition, Scope { machine: station.machine(), symbols }).unwrap_or(false)
            }
        }
    }
}

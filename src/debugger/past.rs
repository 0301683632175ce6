//! The past of a machine's FOCAL: the last stop at a breakpoint or at a change of a watched variable, and the values
//! that a variable has had.
//!
//! A [`Station`] executes its past again, and reports each moment at which FOCAL begins a command or returns to its
//! prompt.

use std::collections::VecDeque;

use super::{Debugger, notation};
use crate::float::Float;
use crate::focal::VariableName;
use crate::focal::inspect::{Inspect, Level, Place};
use crate::focal_machine::{Boundary, CommandBoundaries};
use crate::machine::{BreakpointSet, Time};
use crate::station::{Station, Timeline, TravelError};

use super::machine::boundary;

/// Adds to `stops` the addresses at which FOCAL begins a command or returns to its prompt.
pub fn add_commands(boundaries: CommandBoundaries, stops: &mut BreakpointSet) {
    for at in [Boundary::Command, Boundary::Prompt].map(|boundary| boundaries.address(boundary)) {
        stops.stop_at(at..=at);
    }
}

/// Whether FOCAL is about to execute a command for which `is_meant` returns true.
pub fn is_command(
    boundaries: CommandBoundaries,
    station: &Station,
    is_meant: impl FnOnce(&dyn Inspect) -> bool,
) -> bool {
    boundary(boundaries, station) == Some(Boundary::Command) && is_meant(&boundaries.view(station.machine()))
}

/// A moment between two commands: its cycle, and the values of the watched variables at this moment.
#[derive(Clone, Debug, PartialEq)]
struct Moment {
    cycle: u64,
    values: Vec<Float>,
}

/// The matches of one breakpoint, as a search backwards has found them, and the count of the breakpoint. A breakpoint
/// without a count has the count 1.
///
/// The search examines the past in intervals, the last interval first, and finds the matches within an interval in
/// chronological order. If the count is N, the run backwards stops at the Nth match, counted back from the present.
#[derive(Debug)]
pub struct Matches {
    count: u64,
    /// The cycles of the matches in the intervals that have been examined, the latest match first. There are fewer than
    /// `count` of them.
    later: Vec<u64>,
    /// The cycles of the last matches in the interval that is being examined, in chronological order. `later` and
    /// `recent` together contain at most `count` matches.
    recent: VecDeque<u64>,
}

impl Matches {
    /// Creates an empty list of matches for a breakpoint with this count.
    pub fn new(count: u64) -> Self {
        Matches { count: count.max(1), later: Vec::new(), recent: VecDeque::new() }
    }

    /// Records that the breakpoint matches after `cycle` memory cycles. Returns whether as many matches as the
    /// breakpoint's count are now known. If so, the run backwards stops in the interval that is being examined.
    pub fn add(&mut self, cycle: u64) -> bool {
        if self.recent.back().is_some_and(|&last| cycle < last) {
            self.later.extend(self.recent.drain(..).rev());
        }
        // Two moments at the same cycle are one match: before and after a device acts, and the end of an interval and
        // the beginning of the next interval.
        if self.recent.back() != Some(&cycle) && self.later.last().is_none_or(|&next| cycle < next) {
            self.recent.push_back(cycle);
            if (self.later.len() + self.recent.len()) as u64 > self.count {
                self.recent.pop_front();
            }
        }
        self.stop().is_some()
    }

    /// Returns the cycle at which the run backwards stops. Returns `None` if the examined intervals have fewer matches
    /// than the breakpoint's count.
    pub fn stop(&self) -> Option<u64> {
        let is_enough = (self.later.len() + self.recent.len()) as u64 == self.count;
        self.recent.front().copied().filter(|_| is_enough)
    }

    /// Returns the count that the breakpoint has when a run backwards has stopped at the moment after `cycle` memory
    /// cycles. The count is lower by one for each match at or after this moment, but never lower than 1.
    pub fn left(&self, cycle: u64) -> u64 {
        let passed = self.later.iter().chain(&self.recent).filter(|&&at| at >= cycle).count();
        (self.count - passed as u64).max(1)
    }
}

/// A search backwards for the last moment at which a debugger's breakpoints or watches would have stopped FOCAL.
///
/// The search examines the past in intervals, the last interval first. A change between the last command of an interval
/// and the first command of the next interval is found after both intervals have been examined.
#[derive(Debug)]
pub struct LastStop<'a> {
    debugger: &'a Debugger,
    boundaries: CommandBoundaries,
    /// The matches of the debugger's breakpoints.
    breakpoints: Vec<Matches>,
    /// The changes of watched variables within an interval.
    changes: Matches,
    /// The moment that was examined most recently.
    latest: Option<Moment>,
    /// The first moment of the interval that is being examined.
    first: Option<Moment>,
    /// The first moment of the interval that follows the interval that is being examined.
    first_of_next: Option<Moment>,
    /// The cycle of a change of a watched variable between the last moment of an interval and the first moment of the
    /// next interval; `None` if the search has found no such change. Such a change ends the search.
    crossing: Option<u64>,
    /// The cycle of the moment before a change of a watched variable. The change is the one that the search has found
    /// most recently.
    before_change: Option<u64>,
}

impl<'a> LastStop<'a> {
    /// Begins a search.
    pub fn new(debugger: &'a Debugger, boundaries: CommandBoundaries) -> Self {
        LastStop {
            debugger,
            boundaries,
            breakpoints: debugger.breakpoints.iter().map(|breakpoint| Matches::new(breakpoint.count)).collect(),
            changes: Matches::new(1),
            latest: None,
            first: None,
            first_of_next: None,
            crossing: None,
            before_change: None,
        }
    }

    /// Examines the present moment of the station. Returns true if a breakpoint or a watch matches at this moment, and
    /// now has as many matches as its count requires. Also returns true if a watched variable has changed between two
    /// examined intervals. If the result is true, [`LastStop::found`] returns the cycle of the stop.
    pub fn sees(&mut self, station: &Station) -> bool {
        if !matches!(boundary(self.boundaries, station), Some(Boundary::Command | Boundary::Prompt)) {
            return false;
        }
        let view = self.boundaries.view(station.machine());
        let value = |variable| view.value(variable).unwrap_or(Float::ZERO);
        let values = self.debugger.watched.iter().map(|watched| value(watched.variable)).collect();
        let now = Moment { cycle: station.machine().elapsed.cycles, values };
        let latest = self.latest.as_ref().map(|latest| latest.cycle);
        if latest == Some(now.cycle) {
            // Two moments at one cycle, before and after a device acts, count once.
            return false;
        }
        if latest > Some(now.cycle) {
            if self.crossing.is_none()
                && let Some(cycle) = self.crossing()
            {
                (self.crossing, self.before_change) = (Some(cycle), latest);
            }
            self.first_of_next = self.first.take().or(self.first_of_next.take());
            self.latest = None;
        }
        if self.crossing.is_some() {
            return true;
        }
        let cycle = now.cycle;
        let is_changed = self.latest.as_ref().is_some_and(|latest| latest.values != now.values);
        if self.first.is_none() {
            self.first = Some(now.clone());
        }
        self.latest = Some(now);
        let mut stops = false;
        if is_changed {
            self.before_change = latest;
            stops = self.changes.add(cycle);
        }
        for index in self.debugger.met(self.boundaries, station) {
            stops |= self.breakpoints[index].add(cycle);
        }
        stops
    }

    /// If a watched variable has changed between the last moment of this interval and the first moment of the next
    /// interval, returns the cycle of the first moment of the next interval.
    fn crossing(&self) -> Option<u64> {
        let (latest, next) = self.latest.as_ref().zip(self.first_of_next.as_ref())?;
        (latest.values != next.values).then_some(next.cycle)
    }

    /// Returns the cycle of the last stop before the beginning of the search; `None` if there is no such stop.
    ///
    /// The search examines the past in intervals. If a watched variable has changed between the last moment of an
    /// interval and the first moment of the next interval, the stop is at this change. Otherwise the stop is the last
    /// stop in the interval that was examined last. The caller may know other stops in this interval, such as a
    /// breakpoint at an address: `other` is the cycle of the last of them.
    pub fn found(&self, other: Option<u64>) -> Option<u64> {
        let breakpoints = self.breakpoints.iter().filter_map(Matches::stop).max();
        self.crossing.or(self.crossing()).or(other.max(self.changes.stop()).max(breakpoints))
    }

    /// If a watched variable has changed at the stop, returns the cycle of the moment before the change. `cycle` is the
    /// cycle of the stop, which [`LastStop::found`] has returned.
    pub fn before_change(&self, cycle: u64) -> Option<u64> {
        if self.crossing.is_none() && self.crossing() == Some(cycle) {
            return self.latest.as_ref().map(|latest| latest.cycle);
        }
        self.before_change.filter(|_| self.crossing.or(self.changes.stop()) == Some(cycle))
    }

    /// Returns the count that each breakpoint has when a run backwards has stopped at the moment after `cycle` memory
    /// cycles.
    pub fn counts_left(&self, cycle: u64) -> Vec<u64> {
        self.breakpoints.iter().map(|matches| matches.left(cycle)).collect()
    }
}

/// Returns the message that reports why a run backwards stops at the present moment of `station`. A run forward that
/// stops at this moment reports the same message. Returns `None` if neither a breakpoint nor a watch of the debugger
/// stops FOCAL at this moment. If a watched variable has changed, `before_change` is the cycle of the moment before the
/// change.
///
/// # Errors
///
/// When the machine keeps no timeline.
pub fn report(
    debugger: &Debugger,
    boundaries: CommandBoundaries,
    station: &Station,
    before_change: Option<u64>,
) -> Result<Option<String>, TravelError> {
    let mut changes = String::new();
    let variables: Vec<VariableName> = debugger.watched.iter().map(|watched| watched.variable).collect();
    let past = match before_change {
        Some(from) => past_values(from, station, boundaries, &variables, &mut |_| true)?,
        None => Vec::new(),
    };
    for PastValues { variable, values, .. } in past {
        let last = values.last().filter(|last| last.is_change && last.cycle == station.machine().elapsed.cycles);
        if let Some(last) = last {
            changes += &notation::change(variable, last.before.unwrap_or(Float::ZERO), last.value, last.line);
        }
    }
    Ok(debugger.report_at(boundaries, station, changes))
}

/// A value that a variable has had.
#[derive(Clone, Debug, PartialEq)]
pub struct PastValue {
    /// The memory cycle of the first command or prompt after the change.
    pub cycle: u64,
    /// The simulated time of the first command or prompt after the change.
    pub time: Time,
    /// The value.
    pub value: Float,
    /// The value before the change to `value`. `None` if the variable did not exist before the change, or if the
    /// variable already had `value` when the searched part of the past began.
    pub before: Option<Float>,
    /// The place of the command that set the value; `None` if the value was set by hand or before the history began.
    pub line: Option<Place>,
    /// Whether the variable changed to this value in the searched part of the past. False for the value with which the
    /// searched part begins.
    is_change: bool,
}

/// The length, in memory cycles, of the part of the past that is searched first. All searched parts end at the present
/// moment. If a part contains too few changes, a part [`WIDER`] times as long is searched next.
const FIRST_PART: u64 = 4_000_000;
/// The factor between the lengths of two parts of the past that are searched one after the other.
const WIDER: u64 = 8;

/// Searches the past for the last `most` values that a variable has had, the oldest first. Gives up when `keep_going`
/// returns false. The argument of `keep_going` is the progress of the search in the current part of the past, from 0 to
/// 1.
///
/// # Errors
///
/// When the machine keeps no timeline, or the search was given up.
pub fn values(
    station: &Station,
    boundaries: CommandBoundaries,
    variable: VariableName,
    most: usize,
    keep_going: &mut dyn FnMut(f64) -> bool,
) -> Result<Vec<PastValue>, TravelError> {
    let now = station.machine().elapsed.cycles;
    let begin = station.timeline().and_then(Timeline::begin).ok_or(TravelError::NoTimeline)?;
    let mut part = FIRST_PART;
    loop {
        let from = now.saturating_sub(part).max(begin);
        let mut values = values_since(from, station, boundaries, variable, keep_going)?;
        let changes = values.iter().filter(|value| value.is_change).count();
        if changes >= most || from == begin {
            values.drain(..values.len().saturating_sub(most));
            return Ok(values);
        }
        part = part.saturating_mul(WIDER);
    }
}

/// Searches the past for the last change of a variable, and returns the new value. If nothing has been stored into the
/// variable's words for a long time, the search first leaves out most of that time. Gives up when `keep_going` returns
/// false.
///
/// # Errors
///
/// When the machine keeps no timeline, or the search was given up.
pub fn last_value(
    station: &Station,
    boundaries: CommandBoundaries,
    variable: VariableName,
    keep_going: &mut dyn FnMut(f64) -> bool,
) -> Result<Option<PastValue>, TravelError> {
    let now = station.machine().elapsed.cycles;
    let mut values_until = |station: &Station| values(station, boundaries, variable, 1, keep_going);
    if let Some(words) = boundaries.view(station.machine()).words_of_value(variable) {
        let quiet_since = station.unstored_since(words)?;
        // The next command, which shows the change, begins soon after the store.
        let until = quiet_since.saturating_add(FIRST_PART);
        if until < now {
            let mut there = station.clone();
            there.go_to_cycle(until)?;
            let value = values_until(&there)?.pop();
            let present = boundaries.view(station.machine()).value(variable);
            if value.as_ref().is_some_and(|value| value.is_change && Some(value.value) == present) {
                return Ok(value);
            }
        }
    }
    Ok(values_until(station)?.pop())
}

/// Returns the values that a variable has had in the last `cycles` memory cycles, the oldest first. The search begins
/// at a snapshot, and so may cover somewhat more than `cycles` memory cycles. If the variable already had the oldest
/// value at this snapshot, the `line` of that value is `None`.
///
/// # Errors
///
/// When the machine keeps no timeline.
pub fn recent_values(
    station: &Station,
    boundaries: CommandBoundaries,
    variable: VariableName,
    cycles: u64,
) -> Result<Vec<PastValue>, TravelError> {
    let from = station.machine().elapsed.cycles.saturating_sub(cycles);
    values_since(from, station, boundaries, variable, &mut |_| true)
}

/// Returns the values that a variable has had since the last snapshot at or before the cycle `from`, the oldest first.
fn values_since(
    from: u64,
    station: &Station,
    boundaries: CommandBoundaries,
    variable: VariableName,
    keep_going: &mut dyn FnMut(f64) -> bool,
) -> Result<Vec<PastValue>, TravelError> {
    let past = past_values(from, station, boundaries, &[variable], keep_going)?;
    Ok(past.into_iter().flat_map(|past| past.values).collect())
}

/// Collects the values of variables since the last snapshot at or before the cycle `from`.
fn past_values(
    from: u64,
    station: &Station,
    boundaries: CommandBoundaries,
    variables: &[VariableName],
    keep_going: &mut dyn FnMut(f64) -> bool,
) -> Result<Vec<PastValues>, TravelError> {
    let mut stops = BreakpointSet::default();
    add_commands(boundaries, &mut stops);
    let mut past: Vec<_> = variables.iter().map(|&variable| PastValues::new(boundaries, variable)).collect();
    station.visit_past_while(from, stops, |station| past.iter_mut().for_each(|past| past.see(station)), keep_going)?;
    // The present moment shows what the last command has changed.
    past.iter_mut().for_each(|past| past.see(station));
    Ok(past)
}

/// The values of a variable, collected at each command of the past.
#[derive(Debug)]
struct PastValues {
    boundaries: CommandBoundaries,
    variable: VariableName,
    /// The value at the last visited moment; `None` if the variable did not exist.
    value: Option<Float>,
    /// The place of the command at the last visited moment. If `variable` is the variable of an active FOR, also the
    /// place of the FOR's body, and the amount that the FOR adds to the variable.
    command: Option<(Place, Option<(Place, Float)>)>,
    /// The cycle of the last visited moment.
    seen: Option<u64>,
    /// The values found so far, in the order of time.
    values: Vec<PastValue>,
}

impl PastValues {
    /// Begins to collect the values of a variable.
    const fn new(boundaries: CommandBoundaries, variable: VariableName) -> Self {
        PastValues { boundaries, variable, value: None, command: None, seen: None, values: Vec::new() }
    }

    /// Adds the value at this moment, if it is new. A variable that no longer exists has the value 0.
    fn see(&mut self, station: &Station) {
        if !matches!(boundary(self.boundaries, station), Some(Boundary::Command | Boundary::Prompt)) {
            return;
        }
        let view = self.boundaries.view(station.machine());
        let elapsed = station.machine().elapsed;
        let value = view.value(self.variable);
        let before = std::mem::replace(&mut self.value, value);
        if value != before {
            // If the machine has not run since the last moment, the value was set by hand.
            let command = self.command.filter(|_| self.seen != Some(elapsed.cycles));
            let value = value.unwrap_or(Float::ZERO);
            let line = command.map(|(place, counted)| match (counted, before) {
                (Some((body, increment)), Some(before)) if value.sub(before) == increment => body,
                _ => place,
            });
            let is_change = self.seen.is_some();
            self.values.push(PastValue { cycle: elapsed.cycles, time: elapsed.time, value, before, line, is_change });
        }
        let counted = |level| match level {
            Level::For { variable, body, increment, .. } if variable == Some(self.variable) => Some((body, increment)),
            _ => None,
        };
        self.seen = Some(elapsed.cycles);
        self.command = view.place().map(|place| (place, view.levels().into_iter().find_map(counted)));
    }
}

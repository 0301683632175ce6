//! The past of a machine's FOCAL: the last stop at a breakpoint or at a change of a watched variable, and the values
//! that a variable has had.
//!
//! A [`Station`] executes its past again, and reports each moment at which FOCAL begins a command or returns to its
//! prompt.

use super::Debugger;
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

/// A search backwards for the last moment at which a debugger's breakpoints or watches would have stopped FOCAL.
///
/// The search examines the past in intervals, the last interval first. A change between the last command of an interval
/// and the first command of the next interval is found after both intervals have been examined.
#[derive(Debug)]
pub struct LastStop<'a> {
    debugger: &'a Debugger,
    boundaries: CommandBoundaries,
    /// The moment that was examined most recently.
    latest: Option<Moment>,
    /// The first moment of the interval that is being examined.
    first: Option<Moment>,
    /// The first moment of the interval that follows the examined interval.
    first_of_next: Option<Moment>,
    /// The cycle of a change between two examined intervals. Such a change ends the search.
    crossing: Option<u64>,
}

impl<'a> LastStop<'a> {
    /// Begins a search.
    pub const fn new(debugger: &'a Debugger, boundaries: CommandBoundaries) -> Self {
        LastStop { debugger, boundaries, latest: None, first: None, first_of_next: None, crossing: None }
    }

    /// Whether the debugger would stop FOCAL at this moment, or at a change between two intervals that the search has
    /// already examined. In the second case, [`LastStop::found`] returns the cycle of the change.
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
            // The moment before a device acts, and the moment after that.
            return false;
        }
        if latest > Some(now.cycle) {
            self.crossing = self.crossing.or(self.crossing());
            self.first_of_next = self.first.take().or(self.first_of_next.take());
            self.latest = None;
        }
        let is_changed = self.latest.as_ref().is_some_and(|latest| latest.values != now.values);
        if self.first.is_none() {
            self.first = Some(now.clone());
        }
        self.latest = Some(now);
        self.crossing.is_some() || is_changed || self.debugger.would_stop(self.boundaries, station)
    }

    /// If a watched variable has changed between the last moment of this interval and the first moment of the next
    /// interval, returns the cycle of the first moment of the next interval.
    fn crossing(&self) -> Option<u64> {
        let (latest, next) = self.latest.as_ref().zip(self.first_of_next.as_ref())?;
        (latest.values != next.values).then_some(next.cycle)
    }

    /// Returns the cycle of the last stop: the cycle of a change between two intervals, or otherwise the cycle `found`
    /// at which the search ended.
    pub fn found(self, found: Option<u64>) -> Option<u64> {
        self.crossing.or(self.crossing()).or(found)
    }
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
    /// The value before the change. `None` if the variable did not exist, or if the searched part of the past begins
    /// with this value.
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

/// Searches the past for the last change of a variable, and returns the new value. If the last store into the
/// variable's words was long ago, the time since that store is not searched. Gives up when `keep_going` returns false.
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

/// Returns the values that a variable has had in the last `cycles` memory cycles or somewhat longer, the oldest first.
/// The `line` of the first value is `None` unless the variable was set in this time.
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
    let (mut stops, mut past) = (BreakpointSet::default(), PastValues::new(boundaries, variable));
    add_commands(boundaries, &mut stops);
    station.visit_past_while(from, stops, |station| past.see(station), keep_going)?;
    // The last command may have just been executed.
    past.see(station);
    Ok(past.values)
}

/// The values of a variable, collected at each command of the past.
#[derive(Debug)]
struct PastValues {
    boundaries: CommandBoundaries,
    variable: VariableName,
    /// The value at the last visited moment; `None` if the variable did not exist.
    value: Option<Float>,
    /// The place of the command at the last visited moment. If a FOR of the variable is active, also the place of the
    /// body and the increment of this FOR.
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

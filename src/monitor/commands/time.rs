//! Commands that go through time: forward, goto cycle, when, timeline.

use std::fmt::Write;

use crate::station::{Station, TimelineEntry, TravelError};

use super::super::addresses::{Range, Scope};
use super::super::moment::{description, event_name, seconds};
use super::travel::{go_to, here, searched, travel};
use super::{Answer, Call, back, count, text, values};

/// The number of input events that `timeline` shows by default.
const EVENTS_SHOWN: u64 = 10;

pub(super) fn forward(call: &mut Call, station: &mut Station) -> Answer {
    let is_for_machine = call.switches("m")?.contains(&'m');
    let (word, condition) = call.rest.split_once(char::is_whitespace).unwrap_or((call.rest, ""));
    if word.eq_ignore_ascii_case("until") && !condition.is_empty() {
        return back::forward_until(call, station, is_for_machine, condition.trim());
    }
    let instructions = call.count(u64::MAX, u64::MAX)?;
    travel(call, station, |station| station.forward(instructions))?;
    here(call, station)
}

/// Executes `goto cycle N`.
pub(super) fn go_to_cycle(call: &mut Call, station: &mut Station, digits: &str) -> Answer {
    go_to(call, station, count(digits, u64::MAX)?)
}

pub(super) fn when(call: &mut Call, station: &mut Station) -> Answer {
    let place = call.something()?;
    // If a label of FOCAL's own sources has the name of a variable, the name means the variable.
    if values::is_variable(place, station)
        && let Some(answer) = values::when(call, station)
    {
        return answer;
    }
    let symbols = &call.monitor.symbols;
    let range = match Range::parse(place, Scope { machine: station.machine(), symbols }) {
        Ok(range) => range,
        Err(error) => return values::when(call, station).unwrap_or(Err(error)),
    };
    if range.addresses().count() != 1 {
        return Err(call.usage());
    }
    let address = range.first;
    let what = format!("looking for the last store into {address}");
    let found = searched(call.files, &what, |progress| station.last_store_while(address, progress))?;
    let Some(store) = found else {
        let begin = station.timeline().map_or(0, |timeline| timeline.begin().unwrap_or_default());
        return text(format!("{} has not been stored into since cycle {begin}\n", symbols.shown(address)));
    };
    text(description(&store, address, station, symbols)?)
}

pub(super) fn timeline(call: &mut Call, station: &mut Station) -> Answer {
    let shown = call.count(EVENTS_SHOWN, u64::MAX)?;
    let now = station.machine().elapsed;
    let timeline = station.timeline().ok_or(TravelError::NoTimeline)?;
    let mut lines = String::new();
    let position = timeline.position();
    let skipped = position.saturating_sub(usize::try_from(shown).unwrap_or(usize::MAX));
    if skipped > 0 {
        let _ = writeln!(lines, "{:>14}  {skipped} events before", "");
    }
    let line = |TimelineEntry { cycle, time, event }: &TimelineEntry| {
        format!("{cycle:>14} {:>16}  {}\n", seconds(*time), event_name(event))
    };
    lines.extend(timeline.entries()[skipped..position].iter().map(line));
    let _ = writeln!(lines, "{:>14} {:>16}  now", now.cycles, seconds(now.time));
    let future = &timeline.entries()[position..];
    lines.extend(future.iter().take(usize::try_from(shown).unwrap_or(usize::MAX)).map(line));
    if timeline.reached() > now.cycles {
        let _ = writeln!(lines, "{:>14} {:>16}  the end of the timeline: forward goes there", timeline.reached(), "");
    }
    let snapshots = timeline.snapshots();
    let begin = timeline.begin().unwrap_or_default();
    let _ = writeln!(
        lines,
        "from cycle {begin} on; snapshots: {}, {} KB",
        snapshots.len(),
        snapshots.bytes().div_ceil(1024)
    );
    text(lines)
}

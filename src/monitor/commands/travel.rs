//! How the commands `back`, `forward` and `goto cycle` go to another moment, and the answer that these commands give.

use std::fmt::Write;

use crate::host::Host;
use crate::station::{Station, TravelError};

use super::super::moment::{line_at_work, seconds};
use super::super::{MonitorError, source_line, stopped};
use super::{Answer, Call, flush, text};

/// Travels in time. Before the travel, output that is still in memory is written to the attached files. After the
/// travel, the files of discs and DECtapes are written.
pub(super) fn travel(
    call: &mut Call,
    station: &mut Station,
    go: impl FnOnce(&mut Station) -> Result<(), TravelError>,
) -> Result<(), MonitorError> {
    let before = flush(call.monitor, station, call.files);
    go(station)?;
    call.monitor.watch.forget_step();
    before.and(flush(call.monitor, station, call.files))
}

/// Searches the machine's history. The operator sees the progress of the search, and may end it.
pub(super) fn searched<T>(
    files: &mut dyn Host,
    what: &str,
    search: impl FnOnce(&mut dyn FnMut(f64) -> bool) -> Result<T, TravelError>,
) -> Result<T, TravelError> {
    let mut progress = files.begin_work(what);
    search(&mut progress)
}

/// Goes to the moment after `cycle` memory cycles.
pub(super) fn go_to(call: &mut Call, station: &mut Station, cycle: u64) -> Answer {
    travel(call, station, |station| station.go_to_cycle(cycle))?;
    here(call, station)
}

/// Returns the answer of a command that has gone back or forward in time: the machine's position in time.
pub(super) fn here(call: &Call, station: &Station) -> Answer {
    let state = if station.machine().running { "Back in time" } else { "Back in time, stopped" };
    let is_last = station.timeline().is_some_and(|timeline| timeline.reached() <= station.machine().elapsed.cycles);
    let state = if is_last { "At the end of the timeline" } else { state };
    let symbols = &call.monitor.symbols;
    text(
        stopped(state, station.machine(), symbols)
            + &source_line(station.machine().pc_address(), symbols)
            + &moment(station),
    )
}

/// Returns the machine's position in time, such as `cycle 2500000, 3.750000 s`, followed by the line that FOCAL
/// executes and the last line of the paper.
pub(super) fn moment(station: &Station) -> String {
    let elapsed = station.machine().elapsed;
    let mut line = format!("cycle {}, {}", elapsed.cycles, seconds(elapsed.time));
    if let Some(number) = line_at_work(station) {
        let _ = write!(line, ", line {number} of FOCAL");
    }
    let paper = station.tail().last_line();
    if !paper.is_empty() {
        let _ = write!(line, ", paper: {paper}");
    }
    line + "\n"
}

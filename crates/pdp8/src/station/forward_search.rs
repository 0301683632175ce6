//! Searches that run forward in time: through the past up to the present moment, or from the present moment through the
//! recorded future.

use std::sync::Arc;

use super::search::{CYCLES_PER_CHECK, Watched};
use super::timeline::Timeline;
use super::{Station, TravelError};
use crate::machine::{BreakpointSet, MajorState};

impl Station {
    /// Executes the past again on a copy of the machine, from the last snapshot at or before the cycle `from`; if there
    /// is no such snapshot, executes the whole past. Calls `visit` with the copy at each moment at which a run with the
    /// breakpoints `stops` would have stopped, and at some other moments between two instructions. Gives up when
    /// `keep_going` returns false. The argument of `keep_going` is the fraction of the run that has been executed, from
    /// 0 to 1.
    ///
    /// # Errors
    ///
    /// When no timeline is kept, or the search was given up.
    #[doc(hidden)]
    pub fn visit_past_while(
        &self,
        from: u64,
        stops: BreakpointSet,
        mut visit: impl FnMut(&Station),
        keep_going: &mut dyn FnMut(f64) -> bool,
    ) -> Result<(), TravelError> {
        let now = self.machine.elapsed.cycles;
        let mut copy = self.clone();
        copy.bring_up_to_date();
        let first = copy.begin()?;
        let near = copy.timeline().and_then(|timeline| timeline.snapshots().last_before(from.min(now), u64::MAX));
        let begin = near.cloned().unwrap_or(first);
        let end = copy.timeline().map_or(0, Timeline::position);
        begin.restore(&mut copy);
        let visit = |station: &Station| {
            visit(station);
            false
        };
        copy.find_ahead(begin.position..end, now, Some(stops), visit, keep_going).map(|_| ())
    }

    /// Returns the cycle of the first moment in the recorded future at which `is_meant` returns true; `None` if there
    /// is no such moment. If `stops` is `None`, tests each moment between two instructions. Otherwise tests each moment
    /// at which a run with these breakpoints would stop, and some other moments between two instructions. Gives up when
    /// `keep_going` returns false. The argument of `keep_going` is the fraction of the recorded future that has been
    /// searched, from 0 to 1.
    ///
    /// # Errors
    ///
    /// When no timeline is kept, or the search was given up.
    #[doc(hidden)]
    pub fn next_moment_while(
        &self,
        stops: Option<BreakpointSet>,
        mut is_meant: impl FnMut(&Station) -> bool,
        keep_going: &mut dyn FnMut(f64) -> bool,
    ) -> Result<Option<u64>, TravelError> {
        let mut copy = self.clone();
        copy.bring_up_to_date();
        copy.begin()?;
        let here = copy.machine.elapsed.cycles;
        let (position, entries, reached) =
            copy.timeline().map_or((0, 0, here), |kept| (kept.position(), kept.entries().len(), kept.reached()));
        let is_later = |station: &Station| station.machine.elapsed.cycles > here && is_meant(station);
        copy.find_ahead(position..entries, reached, stops, is_later, keep_going)
    }

    /// Repeats the timeline's input events with the indexes `events`, and runs to the cycle `end`. Calls `visit` at
    /// moments between two instructions, and ends at the first moment for which `visit` returns true. Returns the cycle
    /// of this moment.
    fn find_ahead(
        mut self,
        events: std::ops::Range<usize>,
        end: u64,
        stops: Option<BreakpointSet>,
        mut visit: impl FnMut(&Station) -> bool,
        keep_going: &mut dyn FnMut(f64) -> bool,
    ) -> Result<Option<u64>, TravelError> {
        let Some(timeline) = self.timeline.take() else { return Err(TravelError::NoTimeline) };
        self.snapshot_due = u64::MAX;
        let stops = stops.map(Arc::new);
        let begin = self.machine.elapsed.cycles;
        let all = (end - begin).max(1) as f64;
        let (mut asked, mut found) = (begin, None);
        if self.machine.state == MajorState::Fetch && visit(&self) {
            return Ok(Some(begin));
        }
        let is_whole =
            self.replay_watched(&timeline.entries[events], end, Watched::default(), stops.as_ref(), |station, _| {
                let cycle = station.machine.elapsed.cycles;
                if station.machine.state == MajorState::Fetch && visit(station) {
                    found = Some(cycle);
                    return false;
                }
                if cycle < asked + CYCLES_PER_CHECK {
                    return true;
                }
                asked = cycle;
                keep_going((cycle - begin) as f64 / all)
            });
        if is_whole || found.is_some() { Ok(found) } else { Err(TravelError::GivenUp) }
    }
}

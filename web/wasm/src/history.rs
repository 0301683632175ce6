//! The session at the desk on a time axis, and the way to one of its moments.

use std::borrow::Cow;

use focal8::machine::Time;
use focal8::session::Session;
use focal8::station::{Station, Timeline};
use focal8::timeline::{Activity, Collector, SLICES, svg};

/// The error of a call that needs [`History::begin`] and [`History::collect`] first.
const NOT_COLLECTED: &str = "the timeline is not drawn yet";

/// The activity of a session, collected in parts, so that the page stays responsive.
#[derive(Default)]
pub struct History {
    collector: Option<Collector<'static>>,
    activity: Option<Activity>,
    /// The simulated time of the last cycle that the machine had reached when it first went back.
    latest: Time,
}

impl History {
    /// Begins to collect the activity of the session of a station.
    pub fn begin(&mut self, station: &mut Station) -> Result<(), String> {
        let session = Session::of(station).ok_or("the page keeps no history of this machine")?;
        let end = if is_in_the_past(station) { self.latest } else { station.machine().elapsed.time };
        self.activity = None;
        let collector = Collector::new(Cow::Owned(session), end).map_err(|error| error.to_string())?;
        self.collector = Some(collector);
        Ok(())
    }

    /// Collects for at most `budget` memory cycles of the session; returns the share that is collected, from 0 to 1.
    pub fn collect(&mut self, budget: u64) -> Result<f64, String> {
        let Some(collector) = &mut self.collector else { return Ok(1.0) };
        match collector.run(budget) {
            Ok(None) => Ok(collector.share()),
            Ok(activity) => {
                self.activity = activity;
                self.collector = None;
                Ok(1.0)
            }
            Err(departure) => {
                self.collector = None;
                Err(departure.to_string())
            }
        }
    }

    /// Returns the drawing of the collected activity.
    pub fn svg(&self) -> Result<String, String> {
        self.activity.as_ref().map(|activity| svg(activity, "This session")).ok_or_else(|| NOT_COLLECTED.to_owned())
    }

    /// Returns the simulated time at which the slice with the index `slice` begins. If `slice` is the number of slices,
    /// returns the time of the end of the session.
    pub fn time(&self, slice: usize) -> Option<Time> {
        self.activity.as_ref()?.moment(slice).map(|moment| moment.time)
    }

    /// Takes the station to the moment at which the slice with the index `slice` begins. If `slice` is the number of
    /// slices, takes the station to the last cycle that the machine has reached. Returns what the Teletype had printed
    /// in the session up to this moment.
    pub fn go_to(&mut self, slice: usize, station: &mut Station) -> Result<Vec<u8>, String> {
        let activity = self.activity.as_ref().ok_or(NOT_COLLECTED)?;
        let moment = activity.moment(slice).ok_or("there is no such moment")?;
        if !is_in_the_past(station) {
            self.latest = station.machine().elapsed.time;
        }
        station.forget_typed_ahead();
        // The machine may have run on since its activity was collected.
        let reached = station.timeline().map_or(moment.cycle, Timeline::reached);
        let cycle = if slice == SLICES { reached } else { moment.cycle };
        station.go_to_cycle(cycle).map_err(|error| error.to_string())?;
        Ok(activity.printed_until(moment))
    }
}

/// Whether the machine has gone back, and can go forward again to a later moment.
fn is_in_the_past(station: &Station) -> bool {
    station.timeline().is_some_and(|timeline| timeline.reached() > station.machine().elapsed.cycles)
}

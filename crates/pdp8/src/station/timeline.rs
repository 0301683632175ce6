//! The timeline of a machine: what has come to it from outside, and what it was now and then.
//!
//! ```text
//!            position                                 the events done so far, and those of a future gone back from
//!               v
//!  event event event| event event
//!   --*-----*-----*-----*----*--> cycles              snapshots, the denser the nearer to now
//!                 ^          ^
//!                now      reached
//! ```
//!
//! After going back the old future stays, until something else is done than was done then, or the machine runs past
//! the next input event without it.

use super::input_event::InputEvent;
use super::snapshot::Snapshots;
use crate::machine::{Config, Time};
use crate::teletype::Speed;

/// An input event and its moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimelineEntry {
    /// The memory cycles done before it.
    pub cycle: u64,
    /// Simulated time then.
    pub time: Time,
    /// What was done.
    pub event: InputEvent,
}

/// A future that was gone back from has been given up.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Divergence {
    /// The cycle from which on all went differently.
    pub cycle: u64,
    /// How many input events were kept.
    pub kept: usize,
}

/// All input events since the timeline began, with snapshots.
#[derive(Clone, Debug)]
pub struct Timeline {
    config: Config,
    speed: Speed,
    pub(super) entries: Vec<TimelineEntry>,
    pub(super) position: usize,
    /// The last cycle that there has been.
    pub(super) reached: u64,
    /// The first input event that can be undone: those before came to another machine, or in another count of cycles.
    pub(super) epoch: usize,
    divergences: Vec<Divergence>,
    pub(super) snapshots: Snapshots,
}

impl Timeline {
    /// Nothing has happened to a machine of this kind.
    pub(super) fn new(config: Config, speed: Speed) -> Self {
        Timeline {
            config,
            speed,
            entries: Vec::new(),
            position: 0,
            reached: 0,
            epoch: 0,
            divergences: Vec::new(),
            snapshots: Snapshots::default(),
        }
    }

    /// The machine with which it began, at power-on.
    pub(crate) const fn config(&self) -> Config {
        self.config
    }

    /// How fast its Teletype was then.
    pub(crate) const fn speed(&self) -> Speed {
        self.speed
    }

    /// Every input event, those of a future gone back from included.
    pub fn entries(&self) -> &[TimelineEntry] {
        &self.entries
    }

    /// How many of them have been done to the machine as it is.
    pub const fn position(&self) -> usize {
        self.position
    }

    /// The last cycle that there has been: later than now after going back.
    pub const fn reached(&self) -> u64 {
        self.reached
    }

    /// Each time that a future was given up for another.
    #[doc(hidden)]
    pub fn divergences(&self) -> &[Divergence] {
        &self.divergences
    }

    /// The first cycle that can be gone back to.
    pub fn begin(&self) -> Option<u64> {
        self.snapshots.begin().map(|snapshot| snapshot.cycle)
    }

    /// The snapshots.
    pub const fn snapshots(&self) -> &Snapshots {
        &self.snapshots
    }

    /// An input event was done.
    pub(super) fn add(&mut self, entry: TimelineEntry) {
        self.advance_to(entry.cycle);
        if self.entries.get(self.position) != Some(&entry) {
            self.diverge(entry.cycle);
            self.entries.push(entry);
        }
        self.position += 1;
    }

    /// The machine has come to this cycle: an input event that was to come before has not been done, and will not be.
    pub(super) fn advance_to(&mut self, cycle: u64) {
        if let Some(missed) = self.entries.get(self.position)
            && missed.cycle < cycle
        {
            self.diverge(missed.cycle);
        }
        self.reached = self.reached.max(cycle);
    }

    /// The old future, if there is one, is given up at this cycle.
    fn diverge(&mut self, cycle: u64) {
        if self.position < self.entries.len() || cycle < self.reached {
            self.entries.truncate(self.position);
            self.divergences.push(Divergence { cycle, kept: self.position });
            self.snapshots.forget_after(cycle, self.position);
            self.reached = cycle;
        }
    }

    /// Other names for the files that are or were attached.
    pub(super) fn rename_files(&mut self, mut rename: impl FnMut(&str) -> String) {
        for entry in &mut self.entries {
            if let InputEvent::Attach(attached) = &mut entry.event {
                attached.file = rename(&attached.file);
            }
        }
        self.snapshots.rename_files(rename);
    }

    /// What was before cannot be gone back to: the count of cycles, or the machine, is another.
    pub(super) fn begin_epoch(&mut self, cycle: u64) {
        self.diverge(cycle);
        self.epoch = self.position;
        self.reached = cycle;
        self.snapshots = Snapshots::default();
    }
}

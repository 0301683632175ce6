//! The timeline of a machine: its input events and snapshots.
//!
//! ```text
//!            position                                 the events so far, and those of the recorded future
//!               v
//!  event event event| event event
//!   --*-----*-----*-----*----*--> cycles              snapshots, denser near now
//!                 ^          ^
//!                now      reached
//! ```
//!
//! After the machine has gone back, its recorded future is kept until the operator does something different, or until
//! the machine runs past the next input event without applying it.

use super::input_event::InputEvent;
use super::snapshot::Snapshots;
use crate::machine::{Config, Time};
use crate::teletype::Speed;

/// An input event with its time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimelineEntry {
    /// The number of memory cycles before the event.
    pub cycle: u64,
    /// The simulated time from power-on to the event.
    pub time: Time,
    /// The input event.
    pub event: InputEvent,
}

/// A moment at which the machine diverged from its recorded future, after it had gone back.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Divergence {
    /// The cycle after which the machine diverged from its recorded future.
    pub cycle: u64,
    /// The number of input events before the divergence. Only these events were kept.
    pub kept: usize,
}

/// All input events since the timeline began, and snapshots of the machine.
#[derive(Clone, Debug)]
pub struct Timeline {
    config: Config,
    speed: Speed,
    pub(super) entries: Vec<TimelineEntry>,
    pub(super) position: usize,
    /// The last cycle that the machine has reached.
    pub(super) reached: u64,
    /// The number of the first input event that can be undone. Before this event, the machine or the count of cycles
    /// was replaced.
    pub(super) epoch: usize,
    divergences: Vec<Divergence>,
    pub(super) snapshots: Snapshots,
}

impl Timeline {
    /// Makes the timeline of a machine without input events.
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

    /// Returns the configuration of the machine when the timeline began.
    pub(crate) const fn config(&self) -> Config {
        self.config
    }

    /// Returns the speed of the Teletype when the timeline began.
    pub(crate) const fn speed(&self) -> Speed {
        self.speed
    }

    /// Returns all input events. After the machine has gone back, the events of the recorded future are included.
    pub fn entries(&self) -> &[TimelineEntry] {
        &self.entries
    }

    /// Returns the number of events that have led to the machine's present state.
    pub const fn position(&self) -> usize {
        self.position
    }

    /// Returns the last cycle that the machine has reached. After the machine has gone back, this cycle is later than
    /// the machine's current cycle.
    pub const fn reached(&self) -> u64 {
        self.reached
    }

    /// Returns the moments at which the machine diverged from its recorded future.
    #[doc(hidden)]
    pub fn divergences(&self) -> &[Divergence] {
        &self.divergences
    }

    /// Returns the first cycle to which the machine can go back.
    pub fn begin(&self) -> Option<u64> {
        self.snapshots.begin().map(|snapshot| snapshot.cycle)
    }

    /// Returns the snapshots of the timeline.
    pub const fn snapshots(&self) -> &Snapshots {
        &self.snapshots
    }

    /// Adds an input event.
    pub(super) fn add(&mut self, entry: TimelineEntry) {
        self.advance_to(entry.cycle);
        if self.entries.get(self.position) != Some(&entry) {
            self.diverge(entry.cycle);
            self.entries.push(entry);
        }
        self.position += 1;
    }

    /// Records that the machine has reached `cycle`. If the next recorded event is earlier than `cycle`, discards the
    /// recorded future.
    pub(super) fn advance_to(&mut self, cycle: u64) {
        if let Some(missed) = self.entries.get(self.position)
            && missed.cycle < cycle
        {
            self.diverge(missed.cycle);
        }
        self.reached = self.reached.max(cycle);
    }

    /// Discards the recorded future after `cycle`, if there is a recorded future.
    fn diverge(&mut self, cycle: u64) {
        if self.position < self.entries.len() || cycle < self.reached {
            self.entries.truncate(self.position);
            self.divergences.push(Divergence { cycle, kept: self.position });
            self.snapshots.forget_after(cycle, self.position);
            self.reached = cycle;
        }
    }

    /// Renames the files that are or were attached.
    pub(super) fn rename_files(&mut self, mut rename: impl FnMut(&str) -> String) {
        for entry in &mut self.entries {
            if let InputEvent::Attach(attached) = &mut entry.event {
                attached.file = rename(&attached.file);
            }
        }
        self.snapshots.rename_files(rename);
    }

    /// Begins an epoch, because the machine or the count of cycles has been replaced. From now on, the machine cannot go
    /// back to a moment before the beginning of this epoch.
    pub(super) fn begin_epoch(&mut self, cycle: u64) {
        self.diverge(cycle);
        self.epoch = self.position;
        self.reached = cycle;
        self.snapshots = Snapshots::default();
    }
}

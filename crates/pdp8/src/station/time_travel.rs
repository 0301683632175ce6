//! Going back in time and forward again: the machine repeats its run from the last snapshot before the wanted moment.

use std::sync::Arc;

use crate::machine::device::Medium;
use crate::machine::{Bus, Limits, MajorState, Time};

use super::input_event::InputEvent;
use super::media::Media;
use super::snapshot::{SNAPSHOT_CYCLES, Snapshot};
use super::timeline::{Timeline, TimelineEntry};
use super::{Paper, Station, serve_between_instructions};

/// An upper bound on the cycles of an instruction without data breaks. A run at full speed ends this number of cycles
/// before its goal. The remaining cycles are executed one by one, so that the machine stops exactly at the goal.
pub(super) const MAX_INSTRUCTION_CYCLES: u64 = 32;

/// The reason why the machine cannot go to a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TravelError {
    /// The machine has no timeline.
    #[error("no history is kept of this machine")]
    NoTimeline,
    /// The moment lies before the timeline.
    #[error("the history begins at cycle {0}")]
    Before(u64),
    /// The caller stopped the search for the moment.
    #[error("given up; the machine is where it was")]
    GivenUp,
    /// The moment lies after the last cycle that the machine has reached.
    #[error("the machine has only got to cycle {0} so far")]
    Later(u64),
}

/// The moment to which the machine goes. The machine stops when it has reached `cycles` or `instructions`, whichever
/// comes first.
#[derive(Clone, Copy, Debug)]
struct Goal {
    cycles: u64,
    instructions: u64,
}

impl Goal {
    fn is_reached(self, station: &Station) -> bool {
        let elapsed = &station.machine.elapsed;
        let between = station.machine.state == MajorState::Fetch;
        elapsed.cycles >= self.cycles || between && elapsed.instructions >= self.instructions
    }
}

impl Station {
    /// Starts a timeline, which records every input event and takes snapshots. With them, the machine can go back in
    /// time. Does nothing if there is already a timeline.
    pub fn keep_timeline(&mut self) {
        if self.timeline.is_some() {
            return;
        }
        let (config, speed) = (self.machine.config(), self.io_bus.teletype().speed());
        let fresh = Station::new(config, speed);
        self.timeline = Some(Arc::new(Timeline::new(config, speed)));
        self.shelf.is_kept = true;
        self.paper = Paper::default();
        if self.machine != fresh.machine || self.io_bus != fresh.io_bus {
            let image = self.core_image();
            self.note(0, Time::ZERO, InputEvent::Restore(image));
        }
        self.take_snapshot();
    }

    /// Returns the timeline, or `None` before [`Station::keep_timeline`].
    pub fn timeline(&self) -> Option<&Timeline> {
        self.timeline.as_deref()
    }

    /// Goes back by `instructions` instructions. An unfinished instruction counts as one instruction.
    ///
    /// # Errors
    ///
    /// When no timeline is kept, or when the timeline does not go back so far. After an error, nothing is changed.
    pub fn back(&mut self, instructions: u64) -> Result<(), TravelError> {
        self.bring_up_to_date();
        let done = self.machine.elapsed.instructions;
        let begin = self.begin()?;
        let goal = done.checked_sub(instructions).filter(|&goal| goal >= begin.instructions);
        self.travel(Goal { cycles: u64::MAX, instructions: goal.ok_or(TravelError::Before(begin.cycle))? });
        Ok(())
    }

    /// Goes forward by `instructions` instructions, at most to the end of the recorded future.
    ///
    /// # Errors
    ///
    /// When no timeline is kept.
    pub fn forward(&mut self, instructions: u64) -> Result<(), TravelError> {
        self.bring_up_to_date();
        self.begin()?;
        let Some(timeline) = self.timeline() else { return Ok(()) };
        let cycles = timeline.reached();
        if self.machine.elapsed.cycles >= cycles && timeline.position() == timeline.entries().len() {
            return Ok(());
        }
        self.travel(Goal { cycles, instructions: self.machine.elapsed.instructions.saturating_add(instructions) });
        Ok(())
    }

    /// Goes back or forward to the moment after `cycle` memory cycles.
    ///
    /// # Errors
    ///
    /// When no timeline is kept, or when the timeline does not contain the moment. After an error, nothing is changed.
    pub fn go_to_cycle(&mut self, cycle: u64) -> Result<(), TravelError> {
        self.bring_up_to_date();
        let begin = self.begin()?.cycle;
        let reached = self.timeline().map_or(0, Timeline::reached);
        match cycle {
            _ if cycle < begin => return Err(TravelError::Before(begin)),
            _ if cycle > reached => return Err(TravelError::Later(reached)),
            _ => self.travel(Goal { cycles: cycle, instructions: u64::MAX }),
        }
        Ok(())
    }

    /// Returns a copy of the machine in its state after `cycle` memory cycles. The copy has no timeline.
    ///
    /// # Errors
    ///
    /// When no timeline is kept, or when the timeline does not contain the moment.
    pub fn at_cycle(&self, cycle: u64) -> Result<Station, TravelError> {
        let mut copy = self.clone();
        copy.go_to_cycle(cycle)?;
        copy.timeline = None;
        copy.snapshot_due = u64::MAX;
        Ok(copy)
    }

    /// Records an input event. `cycle` is the number of memory cycles before the event, and `time` is the simulated
    /// time of the event.
    pub(super) fn note(&mut self, cycle: u64, time: Time, event: InputEvent) {
        let Some(timeline) = self.timeline.as_mut().map(Arc::make_mut) else { return };
        let counts_on = event.is_step() || cycle == self.machine.elapsed.cycles;
        // Such an event cannot be repeated: it replaces the machine, sets the count of cycles, or adds a device that is
        // not in the catalog.
        let is_new = matches!(event, InputEvent::Restore(_) | InputEvent::Refit(_)) || !counts_on || event.is_custom();
        timeline.add(TimelineEntry { cycle, time, event });
        if is_new {
            timeline.begin_epoch(self.machine.elapsed.cycles);
            self.take_snapshot();
        }
    }

    /// Takes a snapshot, if there is a timeline.
    pub(super) fn take_snapshot(&mut self) {
        let now = self.machine.elapsed.cycles;
        self.snapshot_due = now.saturating_add(SNAPSHOT_CYCLES);
        let Some(mut timeline) = self.timeline.take() else {
            self.snapshot_due = u64::MAX;
            return;
        };
        let changed = Arc::make_mut(&mut timeline);
        changed.advance_to(now);
        let position = changed.position;
        changed.snapshots.take(self, position);
        self.timeline = Some(timeline);
    }

    /// Returns the first snapshot of the timeline.
    pub(super) fn begin(&self) -> Result<Arc<Snapshot>, TravelError> {
        self.timeline().and_then(|timeline| timeline.snapshots.begin()).cloned().ok_or(TravelError::NoTimeline)
    }

    /// Brings the timeline up to the present cycle.
    pub(super) fn bring_up_to_date(&mut self) {
        self.sync();
        if let Some(timeline) = &mut self.timeline {
            Arc::make_mut(timeline).advance_to(self.machine.elapsed.cycles);
        }
    }

    /// Goes to a moment of the timeline.
    fn travel(&mut self, goal: Goal) {
        let Some(mut timeline) = self.timeline.take() else { return };
        self.snapshot_due = u64::MAX;
        let changed = Arc::make_mut(&mut timeline);
        let media = Media::of(self);
        let here = self.machine.elapsed;
        let is_ahead = here.cycles <= goal.cycles && here.instructions <= goal.instructions;
        let near = changed.snapshots.last_before(goal.cycles, goal.instructions).cloned();
        if let Some(snapshot) = near.filter(|snapshot| !is_ahead || snapshot.cycle > here.cycles) {
            snapshot.restore(self);
            changed.position = snapshot.position;
        }
        // Take a snapshot shortly before the moment, so that the next step back is short.
        let before = Goal {
            cycles: goal.cycles.saturating_sub(SNAPSHOT_CYCLES),
            instructions: goal.instructions.saturating_sub(SNAPSHOT_CYCLES / 2),
        };
        self.replay(changed, before);
        changed.snapshots.take(self, changed.position);
        self.replay(changed, goal);
        media.assign_files(&mut self.io_bus, &mut self.shelf, &changed.entries[changed.position..]);
        self.take_frames();
        self.io_bus.forget_line_prints();
        self.forget_written();
        self.timeline = Some(timeline);
        self.snapshot_due = self.machine.elapsed.cycles.saturating_add(SNAPSHOT_CYCLES);
        self.invalidate();
    }

    /// Repeats the recorded input events, and runs to `goal`.
    fn replay(&mut self, timeline: &mut Timeline, goal: Goal) {
        loop {
            let next = timeline.entries.get(timeline.position);
            let cycles = next.map_or(goal.cycles, |next| goal.cycles.min(next.cycle));
            self.advance(Limits { cycles, instructions: goal.instructions, time: Time::NEVER }, |_, _| {});
            match next {
                Some(TimelineEntry { cycle, event, .. })
                    if *cycle == self.machine.elapsed.cycles && !(event.is_step() && goal.is_reached(self)) =>
                {
                    self.perform(event).expect("it was done before");
                    timeline.position += 1;
                }
                _ => return,
            }
        }
    }

    /// Runs to the first of the limits in `until`, or to a HLT. `show` receives printed characters and the simulated
    /// time.
    ///
    /// Unlike [`Station::run`], this function does not stop when the machine waits, and does not press keys typed
    /// ahead. The limit of cycles may end the run within an instruction; the other limits end it between two
    /// instructions.
    pub fn advance(&mut self, until: Limits, mut show: impl FnMut(Time, Vec<u8>)) {
        self.sync();
        self.io_bus.update_lines();
        let goal = Goal { cycles: until.cycles, instructions: until.instructions };
        loop {
            serve_between_instructions(&mut self.machine, &mut self.io_bus);
            if !self.io_bus.teletype().printer.printed().is_empty() {
                show(self.machine.elapsed.time, self.take_frames());
            }
            if self.machine.elapsed.cycles >= self.snapshot_due {
                self.take_snapshot();
            }
            let between = self.machine.state == MajorState::Fetch;
            let is_late = between && self.machine.elapsed.time >= until.time;
            if goal.is_reached(self) || is_late || !self.machine.running {
                break;
            }
            let left = until.cycles - self.machine.elapsed.cycles;
            if left <= MAX_INSTRUCTION_CYCLES || !between {
                self.machine.cycle(&mut self.io_bus);
                continue;
            }
            self.interrupts |= self.machine.ion;
            let time = until.time.min(self.io_bus.next_event());
            let cycles = (until.cycles - MAX_INSTRUCTION_CYCLES).min(self.snapshot_due);
            let limits = Limits { cycles, instructions: until.instructions, time };
            self.engine.run(&mut self.machine, &mut self.io_bus, limits, &self.breakpoints);
        }
        self.invalidate();
    }

    /// Drops printed output that is already in the file of its unit, so that the output is not written again.
    fn forget_written(&mut self) {
        for unit in self.io_bus.unit_ids() {
            if self.io_bus.unit(unit).medium == Medium::Paper && self.io_bus.file(unit).is_some() {
                self.io_bus.take_output(unit);
            }
        }
    }
}

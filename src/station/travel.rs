//! Going back in time and forward again: the snapshot before a moment, and from there what happened once more.

use std::sync::Arc;

use crate::machine::device::Medium;
use crate::machine::{Bus, Elapsed, Limits, MajorState, Time};
use crate::word::{Address, Word};

use super::act::Act;
use super::history::{Entry, History};
use super::snapshot::{SPACING, Snapshot};
use super::{Paper, Station, serve_between_instructions};

/// No instruction takes so many cycles, data breaks left aside: they are taken one by one before a moment.
const NEAR: u64 = 32;

/// Why a moment cannot be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TravelError {
    /// No history is kept.
    #[error("no history is kept of this machine")]
    NoHistory,
    /// It lies before the history.
    #[error("the history begins at cycle {0}")]
    Before(u64),
    /// It has not been yet.
    #[error("the machine has only got to cycle {0} so far")]
    Later(u64),
}

/// Who has stored into a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Writer {
    /// The instruction at this address: the word.
    Instruction(Address, Word),
    /// The entry into an interrupt, which saves the PC.
    Interrupt,
    /// A device, by a data break.
    Device,
    /// Somebody outside.
    Outside,
}

/// A store that was found in the past.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Store {
    /// Who has done it.
    pub writer: Writer,
    /// The cycles done before it,
    pub cycle: u64,
    /// the instructions,
    pub instructions: u64,
    /// and simulated time.
    pub time: Time,
    /// What was in the word before,
    pub before: Word,
    /// and after.
    pub after: Word,
}

/// Where to go: as far as the first of the two.
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
    /// Keeps a history from now on: every act, and snapshots to go back to. One that is kept already goes on.
    pub fn keep_history(&mut self) {
        if self.history.is_some() {
            return;
        }
        let (config, speed) = (self.machine.config(), self.io_bus.teletype().speed());
        let fresh = Station::new(config, speed);
        self.history = Some(Arc::new(History::new(config, speed)));
        self.paper = Paper::default();
        if self.machine != fresh.machine || self.io_bus != fresh.io_bus {
            let image = self.core_image();
            self.note(0, Time::ZERO, Act::Restore(image));
        }
        self.take_snapshot();
    }

    /// What has come from outside since [`Station::keep_history`].
    pub fn history(&self) -> Option<&History> {
        self.history.as_deref()
    }

    /// Goes back by so many instructions, to before the first of them; what is left of one under way is one.
    ///
    /// # Errors
    ///
    /// When the history does not go back so far; nothing is changed then.
    pub fn back(&mut self, instructions: u64) -> Result<(), TravelError> {
        self.bring_up_to_date();
        let done = self.machine.elapsed.instructions;
        let begin = self.begin()?;
        let goal = done.checked_sub(instructions).filter(|&goal| goal >= begin.instructions);
        self.travel(Goal { cycles: u64::MAX, instructions: goal.ok_or(TravelError::Before(begin.cycle))? });
        Ok(())
    }

    /// Goes forward by so many instructions of what was gone back from, or to its end.
    ///
    /// # Errors
    ///
    /// When no history is kept.
    pub fn forward(&mut self, instructions: u64) -> Result<(), TravelError> {
        self.bring_up_to_date();
        self.begin()?;
        let Some(history) = self.history() else { return Ok(()) };
        let cycles = history.reached();
        if self.machine.elapsed.cycles >= cycles && history.position() == history.entries().len() {
            return Ok(());
        }
        self.travel(Goal { cycles, instructions: self.machine.elapsed.instructions.saturating_add(instructions) });
        Ok(())
    }

    /// Goes to the moment at which so many memory cycles have been done, back or forward.
    ///
    /// # Errors
    ///
    /// When it lies before the history, or has not been yet; nothing is changed then.
    pub fn go_to_cycle(&mut self, cycle: u64) -> Result<(), TravelError> {
        self.bring_up_to_date();
        let begin = self.begin()?.cycle;
        let reached = self.history().map_or(0, History::reached);
        match cycle {
            _ if cycle < begin => return Err(TravelError::Before(begin)),
            _ if cycle > reached => return Err(TravelError::Later(reached)),
            _ => self.travel(Goal { cycles: cycle, instructions: u64::MAX }),
        }
        Ok(())
    }

    /// The machine as it was when so many memory cycles had been done: a copy, which has no history.
    ///
    /// # Errors
    ///
    /// As for [`Station::go_to_cycle`].
    pub fn at_cycle(&self, cycle: u64) -> Result<Station, TravelError> {
        let mut copy = self.clone();
        copy.go_to_cycle(cycle)?;
        copy.history = None;
        copy.snapshot_due = u64::MAX;
        Ok(copy)
    }

    /// The last moment before now, between two instructions, at which `is_meant` holds.
    ///
    /// # Errors
    ///
    /// When no history is kept.
    pub fn last_moment(&self, mut is_meant: impl FnMut(&Station) -> bool) -> Result<Option<u64>, TravelError> {
        let now = self.machine.elapsed.cycles;
        self.search(Address::default(), |station, _| {
            let cycle = station.machine.elapsed.cycles;
            let between = station.machine.state == MajorState::Fetch;
            (cycle < now && between && is_meant(station)).then_some(cycle)
        })
    }

    /// The last store into a word of core before now.
    ///
    /// # Errors
    ///
    /// When no history is kept.
    pub fn last_store(&self, address: Address) -> Result<Option<Store>, TravelError> {
        self.search(address, |station, done| {
            let after = station.machine.memory.read(address);
            let is_put = match done.kind {
                Kind::Act(Act::Deposit { at, words }) => (at.bits()..).take(words.len()).any(|at| at == address.bits()),
                _ => done.word != after,
            };
            // A device that moves a whole block stores more than is remembered.
            let mut stored = station.machine.memory.stored_since(done.stores).into_iter().flatten();
            if !is_put && !stored.any(|(at, _)| at == address) {
                return None;
            }
            let writer = match done.kind {
                Kind::Act(_) => Writer::Outside,
                Kind::Device => Writer::Device,
                Kind::Step if station.machine.elapsed.instructions == done.elapsed.instructions => Writer::Interrupt,
                Kind::Step => Writer::Instruction(done.pc, done.instruction),
            };
            let Elapsed { cycles: cycle, instructions, time } = done.elapsed;
            Some(Store { writer, cycle, instructions, time, before: done.word, after })
        })
    }

    /// Notes an act at the machine's present time.
    pub(super) fn note(&mut self, cycle: u64, time: Time, act: Act) {
        let Some(history) = self.history.as_mut().map(Arc::make_mut) else { return };
        let counts_on = act.is_step() || cycle == self.machine.elapsed.cycles;
        // A machine or a device that is not what it was, by an act that cannot be done once more.
        let is_new = matches!(act, Act::Restore(_) | Act::Refit(_)) || !counts_on || act.is_custom();
        history.add(Entry { cycle, time, act });
        if is_new {
            history.begin_epoch(self.machine.elapsed.cycles);
            self.take_snapshot();
        }
    }

    /// Takes a snapshot, if a history is kept.
    pub(super) fn take_snapshot(&mut self) {
        let now = self.machine.elapsed.cycles;
        self.snapshot_due = now.saturating_add(SPACING);
        let Some(mut history) = self.history.take() else {
            self.snapshot_due = u64::MAX;
            return;
        };
        let changed = Arc::make_mut(&mut history);
        changed.settle(now);
        let position = changed.position;
        changed.snapshots.take(self, position);
        self.history = Some(history);
    }

    /// The first moment that can be gone back to.
    fn begin(&self) -> Result<Arc<Snapshot>, TravelError> {
        self.history().and_then(|history| history.snapshots.begin()).cloned().ok_or(TravelError::NoHistory)
    }

    /// The history knows of all that there has been.
    fn bring_up_to_date(&mut self) {
        self.settle();
        if let Some(history) = &mut self.history {
            Arc::make_mut(history).settle(self.machine.elapsed.cycles);
        }
    }

    /// Goes to a moment that has been.
    fn travel(&mut self, goal: Goal) {
        let Some(mut history) = self.history.take() else { return };
        self.snapshot_due = u64::MAX;
        let changed = Arc::make_mut(&mut history);
        let here = self.machine.elapsed;
        let is_ahead = here.cycles <= goal.cycles && here.instructions <= goal.instructions;
        let near = changed.snapshots.last_before(goal.cycles, goal.instructions).cloned();
        if let Some(snapshot) = near.filter(|snapshot| !is_ahead || snapshot.cycle > here.cycles) {
            snapshot.restore(self);
            changed.position = snapshot.position;
        }
        // A snapshot shortly before: the next way back is shorter.
        let before = Goal {
            cycles: goal.cycles.saturating_sub(SPACING),
            instructions: goal.instructions.saturating_sub(SPACING / 2),
        };
        self.replay(changed, before);
        changed.snapshots.take(self, changed.position);
        self.replay(changed, goal);
        self.take_frames();
        self.forget_written();
        self.history = Some(history);
        self.snapshot_due = self.machine.elapsed.cycles.saturating_add(SPACING);
        self.invalidate();
    }

    /// Does once more what was done up to a moment.
    fn replay(&mut self, history: &mut History, goal: Goal) {
        loop {
            let next = history.entries.get(history.position);
            let cycles = next.map_or(goal.cycles, |next| goal.cycles.min(next.cycle));
            self.advance(Limits { cycles, instructions: goal.instructions, time: Time::NEVER }, |_, _| {});
            match next {
                Some(Entry { cycle, act, .. })
                    if *cycle == self.machine.elapsed.cycles && !(act.is_step() && goal.is_reached(self)) =>
                {
                    self.perform(act).expect("it was done before");
                    history.position += 1;
                }
                _ => return,
            }
        }
    }

    /// Runs to exactly so many cycles, or so many instructions, or that time, or a HLT, whether the machine waits or not
    /// and nobody pressing keys; what is printed is handed out as soon as it is on the paper.
    ///
    /// Unlike a run this may end within an instruction, if there is the end of that cycle.
    pub fn advance(&mut self, until: Limits, mut show: impl FnMut(Time, Vec<u8>)) {
        self.settle();
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
            if left <= NEAR || !between {
                self.machine.cycle(&mut self.io_bus);
                continue;
            }
            self.interrupts |= self.machine.ion;
            let time = until.time.min(self.io_bus.next_event());
            let cycles = (until.cycles - NEAR).min(self.snapshot_due);
            let limits = Limits { cycles, instructions: until.instructions, time };
            self.engine.run(&mut self.machine, &mut self.io_bus, limits);
        }
        self.invalidate();
    }

    /// Paper that has been written to its file is not written once more.
    fn forget_written(&mut self) {
        for unit in self.io_bus.unit_ids() {
            if self.io_bus.unit(unit).medium == Medium::Paper && self.io_bus.file(unit).is_some() {
                self.io_bus.take_output(unit);
            }
        }
    }

    /// Looks through the past from now to the beginning, one stretch between snapshots after the other, for the last
    /// thing done of which `visit` makes something; it is shown the machine after each.
    fn search<T>(
        &self,
        watched: Address,
        mut visit: impl FnMut(&Station, &Done<'_>) -> Option<T>,
    ) -> Result<Option<T>, TravelError> {
        let now = self.machine.elapsed.cycles;
        let mut copy = self.clone();
        copy.bring_up_to_date();
        copy.begin()?;
        let Some(history) = copy.history.take() else { return Err(TravelError::NoHistory) };
        copy.snapshot_due = u64::MAX;
        let mut end = (now, history.position);
        for snapshot in
            history.snapshots.until(now).iter().rev().filter(|snapshot| snapshot.position <= history.position)
        {
            snapshot.restore(&mut copy);
            let acts = &history.entries[snapshot.position..end.1.max(snapshot.position)];
            let mut found = None;
            copy.replay_watched(acts, end.0, watched, |station, done| {
                if let Some(new) = visit(station, done) {
                    found = Some(new);
                }
            });
            if found.is_some() {
                return Ok(found);
            }
            end = (snapshot.cycle, snapshot.position);
        }
        Ok(None)
    }

    /// Does acts once more and runs to a cycle, and shows the machine after everything that is done.
    fn replay_watched(
        &mut self,
        acts: &[Entry],
        end: u64,
        watched: Address,
        mut show: impl FnMut(&Station, &Done<'_>),
    ) {
        let mut acts = acts.iter().peekable();
        loop {
            let mut done = Done::before(self, Kind::Device, watched);
            serve_between_instructions(&mut self.machine, &mut self.io_bus);
            if self.machine.memory.stores() != done.stores {
                show(self, &done);
                done = Done::before(self, Kind::Device, watched);
            }
            let cycle = self.machine.elapsed.cycles;
            if let Some(Entry { act, .. }) = acts.next_if(|entry| entry.cycle <= cycle) {
                done.kind = if act.is_step() { Kind::Step } else { Kind::Act(act) };
                self.perform(act).expect("it was done before");
            } else if cycle < end && self.machine.running {
                done.kind = Kind::Step;
                self.machine.step(&mut self.io_bus);
            } else {
                return;
            }
            show(self, &done);
        }
    }
}

/// Something that was done to a machine, and how it was before.
struct Done<'a> {
    kind: Kind<'a>,
    elapsed: Elapsed,
    pc: Address,
    instruction: Word,
    stores: u64,
    /// The word that is watched.
    word: Word,
}

/// What was done.
enum Kind<'a> {
    /// By somebody outside.
    Act(&'a Act),
    /// An instruction, or the entry into an interrupt.
    Step,
    /// Data breaks.
    Device,
}

impl<'a> Done<'a> {
    #[inline]
    fn before(station: &Station, kind: Kind<'a>, watched: Address) -> Self {
        let machine = &station.machine;
        let pc = machine.pc_address();
        let instruction = machine.memory.read(pc);
        let (stores, word) = (machine.memory.stores(), machine.memory.read(watched));
        Done { kind, elapsed: machine.elapsed, pc, instruction, stores, word }
    }
}

//! Searching the past: the intervals between snapshots are executed again, the last interval first, and every
//! instruction is examined.

use super::input_event::InputEvent;
use super::time_travel::TravelError;
use super::timeline::{Timeline, TimelineEntry};
use super::{Station, serve_between_instructions};
use crate::machine::{Elapsed, Machine, MajorState, Time, TraceRecord};
use crate::word::{Address, Word};

/// The number of steps of a search between two calls of `keep_going`.
const INSTRUCTIONS_PER_CHECK: u32 = 1 << 16;

/// The cause of a store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Writer {
    /// An instruction, with its address and its word.
    Instruction(Address, Word),
    /// The entry into an interrupt, which saves the PC.
    Interrupt,
    /// A device, by a data break.
    Device,
    /// An input event.
    Outside,
}

/// A past store that a search has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Store {
    /// The cause of the store.
    pub writer: Writer,
    /// The number of memory cycles before the store.
    pub cycle: u64,
    /// The number of instructions before the store.
    pub instructions: u64,
    /// The simulated time before the store.
    pub time: Time,
    /// The contents of the word before the store.
    pub before: Word,
    /// The contents of the word after the store.
    pub after: Word,
}

impl Station {
    /// Returns the cycle of the last moment in the past at which `is_meant` returns true. Only moments between two
    /// instructions are tested.
    ///
    /// # Errors
    ///
    /// When no timeline is kept.
    pub fn last_moment(&self, is_meant: impl FnMut(&Station) -> bool) -> Result<Option<u64>, TravelError> {
        self.last_moment_while(is_meant, &mut |_| true)
    }

    /// Searches like [`Station::last_moment`], but gives up when `keep_going` returns false. The argument of
    /// `keep_going` is the searched fraction of the past, from 0 to 1.
    ///
    /// # Errors
    ///
    /// When no timeline is kept, or the search was given up.
    #[doc(hidden)]
    pub fn last_moment_while(
        &self,
        mut is_meant: impl FnMut(&Station) -> bool,
        keep_going: &mut dyn FnMut(f64) -> bool,
    ) -> Result<Option<u64>, TravelError> {
        let now = self.machine.elapsed.cycles;
        let visit = |station: &Station, _: &Done<'_>| {
            let cycle = station.machine.elapsed.cycles;
            let between = station.machine.state == MajorState::Fetch;
            (cycle < now && between && is_meant(station)).then_some(cycle)
        };
        self.search(Address::default(), visit, keep_going)
    }

    /// Returns the last store into a word of core before now.
    ///
    /// # Errors
    ///
    /// When no timeline is kept.
    #[doc(hidden)]
    pub fn last_store(&self, address: Address) -> Result<Option<Store>, TravelError> {
        self.last_store_while(address, &mut |_| true)
    }

    /// Searches like [`Station::last_store`], but gives up when `keep_going` returns false. The argument of
    /// `keep_going` is the searched fraction of the past, from 0 to 1.
    ///
    /// # Errors
    ///
    /// When no timeline is kept, or the search was given up.
    #[doc(hidden)]
    pub fn last_store_while(
        &self,
        address: Address,
        keep_going: &mut dyn FnMut(f64) -> bool,
    ) -> Result<Option<Store>, TravelError> {
        let visit = |station: &Station, done: &Done<'_>| {
            let after = station.machine.memory.read(address);
            let is_put = match done.kind {
                Kind::Input(InputEvent::Deposit { at, words }) => {
                    (at.bits()..).take(words.len()).any(|at| at == address.bits())
                }
                _ => done.word != after,
            };
            // If a device has moved a whole block, the list of recent stores is incomplete, and `stored_since` returns
            // `None`.
            let mut stored = station.machine.memory.stored_since(done.stores).into_iter().flatten();
            if !is_put && !stored.any(|(at, _)| at == address) {
                return None;
            }
            let writer = match done.kind {
                Kind::Input(_) => Writer::Outside,
                Kind::Device => Writer::Device,
                Kind::Step if station.machine.elapsed.instructions == done.elapsed.instructions => Writer::Interrupt,
                Kind::Step => Writer::Instruction(done.pc, done.instruction),
            };
            let Elapsed { cycles: cycle, instructions, time } = done.elapsed;
            Some(Store { writer, cycle, instructions, time, before: done.word, after })
        };
        self.search(address, visit, keep_going)
    }

    /// Executes the last `count` instructions again on a copy of the machine, or fewer if the timeline is shorter.
    /// Returns a record for each instruction and for each interrupt entry.
    ///
    /// # Errors
    ///
    /// When no timeline is kept.
    #[doc(hidden)]
    pub fn last_instructions(&self, count: u64) -> Result<Vec<TraceRecord>, TravelError> {
        let mut copy = self.clone();
        copy.bring_up_to_date();
        let now = copy.machine.elapsed;
        let recorded = now.instructions.saturating_sub(copy.begin()?.instructions);
        let position = |station: &Station| station.timeline().map_or(0, Timeline::position);
        let end = position(&copy);
        copy.back(count.min(recorded))?;
        let begin = position(&copy);
        let Some(timeline) = copy.timeline.take() else { return Err(TravelError::NoTimeline) };
        copy.snapshot_due = u64::MAX;
        let mut records = Vec::new();
        let record = |machine: &Machine| (machine.state == MajorState::Fetch).then(|| TraceRecord::of(machine));
        let mut next = record(&copy.machine);
        copy.replay_watched(&timeline.entries[begin..end], now.cycles, Address::default(), |station, done| {
            let before = std::mem::replace(&mut next, record(&station.machine));
            if let (Kind::Step, Some(before)) = (&done.kind, before) {
                let is_entry = station.machine.elapsed.instructions == done.elapsed.instructions;
                records.push(TraceRecord { is_entry, ..before });
            }
            true
        });
        Ok(records)
    }

    /// Calls `visit` with the machine after each past step, and returns the value of the latest step for which `visit`
    /// returns a value. The search executes the intervals between snapshots again, the last interval first.
    fn search<T>(
        &self,
        watched: Address,
        mut visit: impl FnMut(&Station, &Done<'_>) -> Option<T>,
        keep_going: &mut dyn FnMut(f64) -> bool,
    ) -> Result<Option<T>, TravelError> {
        let now = self.machine.elapsed.cycles;
        let mut copy = self.clone();
        copy.bring_up_to_date();
        copy.begin()?;
        let Some(timeline) = copy.timeline.take() else { return Err(TravelError::NoTimeline) };
        copy.snapshot_due = u64::MAX;
        let all = (now - timeline.begin().unwrap_or(now)).max(1) as f64;
        let mut end = (now, timeline.position);
        for snapshot in
            timeline.snapshots.until(now).iter().rev().filter(|snapshot| snapshot.position <= timeline.position)
        {
            snapshot.restore(&mut copy);
            let events = &timeline.entries[snapshot.position..end.1.max(snapshot.position)];
            let mut found = None;
            let (mut until_asked, before) = (INSTRUCTIONS_PER_CHECK, now - end.0);
            let is_whole = copy.replay_watched(events, end.0, watched, |station, done| {
                if let Some(new) = visit(station, done) {
                    found = Some(new);
                }
                until_asked -= 1;
                if until_asked > 0 {
                    return true;
                }
                until_asked = INSTRUCTIONS_PER_CHECK;
                let looked_through = before + station.machine.elapsed.cycles.saturating_sub(snapshot.cycle);
                keep_going(looked_through as f64 / all)
            });
            if !is_whole {
                return Err(TravelError::GivenUp);
            }
            if found.is_some() {
                return Ok(found);
            }
            end = (snapshot.cycle, snapshot.position);
        }
        Ok(None)
    }

    /// Repeats input events, and runs to the cycle `end`. After each step, calls `show`. If `show` returns false, ends
    /// early and returns false.
    fn replay_watched(
        &mut self,
        events: &[TimelineEntry],
        end: u64,
        watched: Address,
        mut show: impl FnMut(&Station, &Done<'_>) -> bool,
    ) -> bool {
        let mut events = events.iter().peekable();
        loop {
            let mut done = Done::before(self, Kind::Device, watched);
            serve_between_instructions(&mut self.machine, &mut self.io_bus);
            if self.machine.memory.stores() != done.stores {
                if !show(self, &done) {
                    return false;
                }
                done = Done::before(self, Kind::Device, watched);
            }
            let cycle = self.machine.elapsed.cycles;
            if let Some(TimelineEntry { event, .. }) = events.next_if(|entry| entry.cycle <= cycle) {
                done.kind = if event.is_step() { Kind::Step } else { Kind::Input(event) };
                self.perform(event).expect("it was done before");
            } else if cycle < end && self.machine.running {
                done.kind = Kind::Step;
                self.machine.step(&mut self.io_bus);
            } else {
                return true;
            }
            if !show(self, &done) {
                return false;
            }
        }
    }
}

/// A step in the past, with the machine's values before the step.
struct Done<'a> {
    kind: Kind<'a>,
    elapsed: Elapsed,
    pc: Address,
    instruction: Word,
    stores: u64,
    /// The contents of the watched word of core.
    word: Word,
}

/// The kind of a step.
enum Kind<'a> {
    /// An input event.
    Input(&'a InputEvent),
    /// An instruction, or the entry into an interrupt.
    Step,
    /// The data breaks of devices.
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

//! Searching the past: the intervals between snapshots are executed again, the last interval first. If breakpoints
//! select instructions, the machine runs at full speed from one breakpoint to the next. Otherwise each instruction is
//! examined.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::awaited::Output;
use super::input_event::InputEvent;
use super::snapshot::Snapshot;
use super::stored_words::StoredWords;
use super::time_travel::{MAX_INSTRUCTION_CYCLES, TravelError};
use super::timeline::{Timeline, TimelineEntry};
use super::{Station, serve_between_instructions};
use crate::machine::{BreakpointSet, Bus, Elapsed, Limits, Machine, MajorState, Time, TraceRecord};
use crate::word::{Address, Word};

/// The number of memory cycles of a search between two calls of `keep_going`.
pub(super) const CYCLES_PER_CHECK: u64 = 1 << 20;

/// When a search executes the past again, it runs from breakpoint to breakpoint at full speed. After each breakpoint,
/// however, it executes this number of instructions in single steps. Where breakpoints match often, single steps are
/// faster than a run to the next breakpoint.
const EXAMINED_AFTER_BREAKPOINT: u64 = 64;

/// The cause of a store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Writer {
    /// An instruction, with its address and its word.
    Instruction(Address, Word),
    /// The entry into an interrupt, which saves the PC.
    Interrupt,
    /// A device, which stored the word in a data break.
    Device,
    /// An input event, such as a deposit by the operator.
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
        self.search(Watched::default(), None, |_| true, visit, keep_going)
    }

    /// Returns the cycle of the last moment before now at which a run with the breakpoints `stops` would have stopped.
    /// Moments at which `is_meant` returns false are not considered. Gives up when `keep_going` returns false, like
    /// [`Station::last_moment_while`].
    ///
    /// # Errors
    ///
    /// When no timeline is kept, or the search was given up.
    #[doc(hidden)]
    pub fn last_stop_while(
        &self,
        stops: BreakpointSet,
        mut is_meant: impl FnMut(&Station) -> bool,
        keep_going: &mut dyn FnMut(f64) -> bool,
    ) -> Result<Option<u64>, TravelError> {
        self.last_stop_or_output_while(stops, &[], |station, _| is_meant(station), keep_going)
    }

    /// Searches like [`Station::last_stop_while`], but also tests each moment at which one of `outputs` has just
    /// changed. The second argument of `is_meant` is the outputs that have changed.
    ///
    /// # Errors
    ///
    /// When no timeline is kept, or the search was given up.
    #[doc(hidden)]
    pub fn last_stop_or_output_while(
        &self,
        stops: BreakpointSet,
        outputs: &[Output],
        mut is_meant: impl FnMut(&Station, &[Output]) -> bool,
        keep_going: &mut dyn FnMut(f64) -> bool,
    ) -> Result<Option<u64>, TravelError> {
        let now = self.machine.elapsed.cycles;
        let meets = stops.clone();
        let visit = |station: &Station, done: &Done<'_>| {
            let cycle = station.machine.elapsed.cycles;
            let changed = done.changed_outputs(station);
            let stops = cycle < now && (!changed.is_empty() || meets.meets(&station.machine, &station.io_bus));
            (stops && is_meant(station, &changed)).then_some(cycle)
        };
        let mut places = stops;
        if !outputs.is_empty() {
            // A device may output in an IOT, or between two instructions, where each run of this search ends anyway.
            let [iot, operation] = [0o6000, 0o7000].map(Word::new);
            places.stop_at_instruction(iot, operation);
        }
        let watched = Watched { address: Address::default(), outputs };
        self.search(watched, Some(places), |_| true, visit, keep_going)
    }

    /// Returns the last store before now into the word at `address`.
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
                Kind::Input(event) if deposits_at(event, address) => true,
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
        let mut stores = BreakpointSet::default();
        stores.stop_before_store(address..=address);
        let may_store = |interval: &Interval<'_>| interval.may_store_into(address);
        self.search(Watched { address, outputs: &[] }, Some(stores), may_store, visit, keep_going)
    }

    /// Returns a cycle since which nothing has been stored into the words with these addresses. The cycle is found
    /// without a run of the machine, so it may be later than the last store. If nothing was stored since the timeline
    /// began, returns the cycle at which the timeline began.
    ///
    /// # Errors
    ///
    /// When no timeline is kept.
    #[doc(hidden)]
    pub fn unstored_since(&self, addresses: RangeInclusive<Address>) -> Result<u64, TravelError> {
        let now = self.machine.elapsed.cycles;
        let timeline = self.timeline().ok_or(TravelError::NoTimeline)?;
        let present = StoredWords::of(self);
        let words = || (addresses.start().bits()..=addresses.end().bits()).map(Address::new);
        let mut intervals = intervals(timeline, now, &present);
        let last = intervals.find(|interval| words().any(|address| interval.may_store_into(address)));
        Ok(last.map_or_else(|| timeline.begin().unwrap_or(now), |interval| interval.until))
    }

    /// Executes the last `count` instructions again on a copy of the machine. If the timeline has fewer instructions,
    /// executes all of them. Returns a record for each instruction and for each interrupt entry.
    ///
    /// # Errors
    ///
    /// When no timeline is kept.
    #[doc(hidden)]
    pub fn last_instructions(&self, count: u64) -> Result<Vec<TraceRecord>, TravelError> {
        let mut now = self.clone();
        now.bring_up_to_date();
        let mut copy = now.clone();
        let recorded = copy.machine.elapsed.instructions.saturating_sub(copy.begin()?.instructions);
        copy.back(count.min(recorded))?;
        let mut records = Vec::new();
        now.trace_from(copy, |record| {
            records.push(*record);
            true
        })?;
        Ok(records)
    }

    /// Executes the past again on a copy of the machine, from the moment after `cycle` memory cycles up to now. Calls
    /// `each` with a record of each instruction and of each interrupt entry, and ends early if `each` returns false.
    ///
    /// # Errors
    ///
    /// When no timeline is kept, or when the timeline does not contain the moment.
    #[doc(hidden)]
    pub fn trace_past(&self, cycle: u64, each: impl FnMut(&TraceRecord) -> bool) -> Result<(), TravelError> {
        let mut now = self.clone();
        now.bring_up_to_date();
        let mut copy = now.clone();
        copy.go_to_cycle(cycle)?;
        now.trace_from(copy, each)
    }

    /// Runs `copy`, a copy of this machine at an earlier moment, up to the present moment. Calls `each` as
    /// [`Station::trace_past`] does. The timeline must be up to date.
    fn trace_from(&self, mut copy: Station, mut each: impl FnMut(&TraceRecord) -> bool) -> Result<(), TravelError> {
        let position = |station: &Station| station.timeline().map_or(0, Timeline::position);
        let (begin, end, now) = (position(&copy), position(self), self.machine.elapsed.cycles);
        let Some(timeline) = copy.timeline.take() else { return Err(TravelError::NoTimeline) };
        copy.snapshot_due = u64::MAX;
        let record = |machine: &Machine| (machine.state == MajorState::Fetch).then(|| TraceRecord::of(machine));
        let mut next = record(&copy.machine);
        copy.replay_watched(&timeline.entries[begin..end], now, Watched::default(), None, |station, done| {
            let before = std::mem::replace(&mut next, record(&station.machine));
            match (&done.kind, before) {
                (Kind::Step, Some(before)) => {
                    let is_entry = station.machine.elapsed.instructions == done.elapsed.instructions;
                    each(&TraceRecord { is_entry, ..before })
                }
                _ => true,
            }
        });
        Ok(())
    }

    /// Calls `visit` with the machine after each past step, and returns the value of the latest step for which `visit`
    /// returns a value. The search executes the intervals between snapshots again, the last interval first, but skips
    /// the intervals for which `is_searched` returns false. If `stops` is given, the search may treat all instructions
    /// between two of these breakpoints as one step.
    fn search<T>(
        &self,
        watched: Watched<'_>,
        stops: Option<BreakpointSet>,
        is_searched: impl Fn(&Interval<'_>) -> bool,
        mut visit: impl FnMut(&Station, &Done<'_>) -> Option<T>,
        keep_going: &mut dyn FnMut(f64) -> bool,
    ) -> Result<Option<T>, TravelError> {
        let now = self.machine.elapsed.cycles;
        let mut copy = self.clone();
        copy.bring_up_to_date();
        copy.begin()?;
        let Some(timeline) = copy.timeline.take() else { return Err(TravelError::NoTimeline) };
        copy.snapshot_due = u64::MAX;
        let stops = stops.map(Arc::new);
        let all = (now - timeline.begin().unwrap_or(now)).max(1) as f64;
        let present = StoredWords::of(self);
        for interval in intervals(&timeline, now, &present).filter(is_searched) {
            let Interval { snapshot, until, events, .. } = interval;
            snapshot.restore(&mut copy);
            let mut found = None;
            let (mut asked, before) = (snapshot.cycle, now - until);
            let is_whole = copy.replay_watched(events, until, watched, stops.as_ref(), |station, done| {
                if let Some(new) = visit(station, done) {
                    found = Some(new);
                }
                let cycle = station.machine.elapsed.cycles;
                if cycle < asked + CYCLES_PER_CHECK {
                    return true;
                }
                asked = cycle;
                keep_going((before + cycle.saturating_sub(snapshot.cycle)) as f64 / all)
            });
            if !is_whole {
                return Err(TravelError::GivenUp);
            }
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// Repeats input events, and runs to the cycle `end`. Calls `show` after each step, input event and device event.
    /// If `show` returns false, ends early and returns false. Without `stops`, a step is one instruction. With `stops`,
    /// a step may be many instructions, but it ends at the latest at the next breakpoint of `stops`.
    pub(super) fn replay_watched(
        &mut self,
        events: &[TimelineEntry],
        end: u64,
        watched: Watched<'_>,
        stops: Option<&Arc<BreakpointSet>>,
        mut show: impl FnMut(&Station, &Done<'_>) -> bool,
    ) -> bool {
        let mut events = events.iter().peekable();
        let mut examined_until = 0;
        loop {
            let mut done = Done::before(self, Kind::Device, watched);
            let due = self.io_bus.next_event();
            serve_between_instructions(&mut self.machine, &mut self.io_bus);
            // A device may also request an interrupt now.
            if self.machine.memory.stores() != done.stores || self.io_bus.next_event() != due {
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
                let next = events.peek().map_or(end, |entry| entry.cycle.min(end));
                let stops = stops.filter(|_| done.elapsed.instructions >= examined_until);
                match stops.map(|stops| (stops.meets(&self.machine, &self.io_bus), stops)) {
                    Some((false, stops)) if self.run_to_stop(stops, next) => {}
                    meets => {
                        if let Some((true, _)) = meets {
                            examined_until = done.elapsed.instructions + EXAMINED_AFTER_BREAKPOINT;
                        }
                        self.machine.step(&mut self.io_bus);
                    }
                }
            } else {
                return true;
            }
            if !show(self, &done) {
                return false;
            }
        }
    }
}

impl Station {
    /// Runs at full speed to a breakpoint, to the next event of a device, or to a moment shortly before the cycle
    /// `end`. Returns whether the machine has run.
    fn run_to_stop(&mut self, stops: &Arc<BreakpointSet>, end: u64) -> bool {
        let begun = self.machine.elapsed.cycles;
        let cycles = end.saturating_sub(MAX_INSTRUCTION_CYCLES).min(begun + CYCLES_PER_CHECK);
        if begun >= cycles || self.machine.state != MajorState::Fetch {
            return false;
        }
        let limits = Limits { cycles, time: self.io_bus.next_event(), ..Limits::NONE };
        self.engine.run(&mut self.machine, &mut self.io_bus, limits, stops);
        self.machine.elapsed.cycles > begun
    }
}

/// An interval of the past, from a snapshot to the next snapshot or to the present moment.
struct Interval<'a> {
    snapshot: &'a Snapshot,
    /// The cycle at which the interval ends.
    until: u64,
    /// The input events in the interval.
    events: &'a [TimelineEntry],
    /// The words that were stored into during the interval. The set may also contain words that were stored into before
    /// the interval. If the recording of stores began within the interval, the set lacks earlier words; for such a set,
    /// [`StoredWords::may_have`] returns true.
    stored: &'a StoredWords,
}

impl Interval<'_> {
    /// Whether the word at `address` may have been stored into during the interval.
    fn may_store_into(&self, address: Address) -> bool {
        self.stored.may_have(self.snapshot.cycle, address)
            || self.events.iter().any(|entry| deposits_at(&entry.event, address))
    }
}

/// Returns the intervals of the past up to the cycle `now`, the last interval first. `present` is the set of words that
/// were stored into since the last snapshot.
fn intervals<'a>(timeline: &'a Timeline, now: u64, present: &'a StoredWords) -> impl Iterator<Item = Interval<'a>> {
    let snapshots = timeline.snapshots.until(now).iter().rev();
    let mut end = (now, timeline.position, present);
    snapshots.filter(|snapshot| snapshot.position <= timeline.position).map(move |snapshot| {
        let (until, position, stored) =
            std::mem::replace(&mut end, (snapshot.cycle, snapshot.position, &snapshot.stored));
        let events = &timeline.entries[snapshot.position..position.max(snapshot.position)];
        Interval { snapshot, until, events, stored }
    })
}

/// Whether an input event is a deposit into the word at `address`.
fn deposits_at(event: &InputEvent, address: Address) -> bool {
    match event {
        InputEvent::Deposit { at, words } => (at.bits()..).take(words.len()).any(|at| at == address.bits()),
        _ => false,
    }
}

/// A step of the machine in the past: an instruction, an interrupt entry, an input event or the events of devices. The
/// values are those of the machine before the step.
pub(super) struct Done<'a> {
    kind: Kind<'a>,
    elapsed: Elapsed,
    pc: Address,
    instruction: Word,
    stores: u64,
    /// The contents of the watched word of core.
    word: Word,
    /// The watched outputs, each with the amount of its output before the step.
    outputs: Vec<(Output, u64)>,
}

/// The word of core and the outputs that a search watches. Before each step of the machine, the search records the
/// contents of the word and the amount of each output.
#[derive(Clone, Copy, Default)]
pub(super) struct Watched<'a> {
    address: Address,
    outputs: &'a [Output],
}

/// The kind of a step.
enum Kind<'a> {
    /// An input event.
    Input(&'a InputEvent),
    /// An instruction, or the entry into an interrupt.
    Step,
    /// The events of devices, with their data breaks.
    Device,
}

impl<'a> Done<'a> {
    #[inline]
    fn before(station: &Station, kind: Kind<'a>, watched: Watched<'_>) -> Self {
        let machine = &station.machine;
        let pc = machine.pc_address();
        let instruction = machine.memory.read(pc);
        let (stores, word) = (machine.memory.stores(), machine.memory.read(watched.address));
        let outputs = watched.outputs.iter().map(|&output| (output, station.io_bus.amount(output))).collect();
        Done { kind, elapsed: machine.elapsed, pc, instruction, stores, word, outputs }
    }

    /// Returns the watched outputs that have changed in this step.
    fn changed_outputs(&self, station: &Station) -> Vec<Output> {
        let has_changed = |&&(output, before): &&(Output, u64)| station.io_bus.amount(output) != before;
        self.outputs.iter().filter(has_changed).map(|&(output, _)| output).collect()
    }
}

//! Snapshots of a machine, taken at intervals, so that the machine need not run again from power-on to go back in time.
//!
//! Core is kept in pages of 128 words; a page that has not changed since the previous snapshot is shared with that
//! snapshot. Old snapshots are thinned: the farther they are from now, the wider apart they are. So the run that must
//! be repeated to reach a past moment is short compared with the time since that moment, and the number of snapshots
//! grows only with the logarithm of the time.

use std::sync::Arc;

use crate::machine::{Machine, PAGE};
use crate::teletype::Tail;

use super::shelf::Shelf;
use super::stored_words::{Recording, StoredWords};
use super::{IoBus, Paper, Station};

/// The number of cycles between two new snapshots. A PDP-8/I takes three seconds for this number of cycles, and the
/// host takes a few milliseconds.
pub(super) const SNAPSHOT_CYCLES: u64 = 1 << 21;
/// The divisor for thinning. A snapshot is dropped if the gap between the snapshots before and after it is too small.
/// The minimum gap is the distance of the snapshot from now divided by this number, but at least [`SNAPSHOT_CYCLES`].
const DENSITY: u64 = 48;
/// The maximum number of bytes of all snapshots. If the snapshots take more memory, some of the older snapshots are
/// dropped.
const MAX_SNAPSHOT_BYTES: usize = 64 << 20;

/// A page of core.
type Page = [u16; PAGE];

/// A machine with its devices at a past moment.
#[derive(Clone, Debug)]
pub(super) struct Snapshot {
    /// The number of input events before the snapshot.
    pub position: usize,
    /// The number of memory cycles before the snapshot.
    pub cycle: u64,
    /// The number of instructions before the snapshot.
    pub instructions: u64,
    /// The words that were stored into since the previous snapshot.
    pub stored: StoredWords,
    processor: String,
    pages: Vec<Arc<Page>>,
    io_bus: IoBus,
    shelf: Shelf,
    interrupts: bool,
    tail: Tail,
    paper: Paper,
}

impl Snapshot {
    /// Takes a snapshot. Returns `None` if the state of the machine cannot be restored.
    pub(crate) fn of(station: &Station, position: usize, before: Option<&Snapshot>) -> Option<Self> {
        let Station { machine, interrupts, .. } = station;
        if machine.invalid_register().is_some() {
            return None;
        }
        let old = |at: usize| before.and_then(|before| before.pages.get(at));
        let shared = |(at, page): (usize, &Page)| match old(at) {
            Some(old) if **old == *page => Arc::clone(old),
            _ => Arc::new(*page),
        };
        let mut io_bus = station.io_bus.clone();
        let (mut tail, mut paper) = (station.tail.clone(), station.paper);
        let printed = io_bus.teletype_mut().printer.take_printed();
        tail.print_all(&printed);
        paper.add(&printed);
        Some(Snapshot {
            position,
            cycle: machine.elapsed.cycles,
            instructions: machine.elapsed.instructions,
            stored: StoredWords::of(station),
            processor: machine.record(),
            pages: machine.memory.pages().enumerate().map(shared).collect(),
            io_bus,
            shelf: station.shelf.clone(),
            interrupts: *interrupts,
            tail,
            paper,
        })
    }

    /// Puts a station back into this state. Waiting keys are dropped.
    pub(crate) fn restore(&self, station: &mut Station) {
        let machine: &mut Machine = &mut station.machine;
        machine.set_registers(&self.processor).expect("it was this machine's");
        machine.memory.set_pages(self.pages.iter().map(|page| &**page));
        station.recording = Recording::begin(&mut machine.memory, self.cycle);
        station.io_bus = self.io_bus.clone();
        station.io_bus.forget_written();
        station.shelf.clone_from(&self.shelf);
        station.interrupts = self.interrupts;
        station.tail = self.tail.clone();
        station.paper = self.paper;
        station.pressed.clear();
        station.type_ahead.clear();
        station.untracked = None;
        station.engine.invalidate();
        station.invalidate();
    }

    /// Returns the approximate memory of the snapshot in bytes, without pages shared with `before`.
    fn bytes(&self, before: Option<&Snapshot>) -> usize {
        let is_own = |at: usize| {
            before.and_then(|before| before.pages.get(at)).is_none_or(|old| !Arc::ptr_eq(old, &self.pages[at]))
        };
        let own = (0..self.pages.len()).filter(|&at| is_own(at)).count();
        let outputs: usize = self.io_bus.unit_ids().into_iter().map(|unit| self.io_bus.output(unit).len()).sum();
        let bus = size_of::<IoBus>() + 512 * self.io_bus.devices().count();
        size_of::<Self>()
            + own * (size_of::<Page>() + 16)
            + self.stored.bytes()
            + self.pages.len() * 8
            + self.processor.len()
            + self.tail.text().len()
            + bus
            + outputs
    }
}

/// The snapshots of a timeline, in chronological order.
#[derive(Clone, Debug, Default)]
pub struct Snapshots(Vec<Arc<Snapshot>>);

impl Snapshots {
    /// Returns the number of snapshots.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no snapshot.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the approximate memory of all snapshots, in bytes.
    pub fn bytes(&self) -> usize {
        let before = std::iter::once(None).chain(self.0.iter().map(|snapshot| Some(&**snapshot)));
        before.zip(&self.0).map(|(before, snapshot)| snapshot.bytes(before)).sum()
    }

    /// Returns the first snapshot. The machine cannot go back to a time before this snapshot.
    pub(super) fn begin(&self) -> Option<&Arc<Snapshot>> {
        self.0.first()
    }

    /// Returns the last snapshot that was taken after at most `cycle` cycles and at most `instructions` instructions.
    pub(super) fn last_before(&self, cycle: u64, instructions: u64) -> Option<&Arc<Snapshot>> {
        self.0.iter().rfind(|snapshot| snapshot.cycle <= cycle && snapshot.instructions <= instructions)
    }

    /// Returns all snapshots up to a cycle.
    pub(super) fn until(&self, cycle: u64) -> &[Arc<Snapshot>] {
        let count = self.0.partition_point(|snapshot| snapshot.cycle <= cycle);
        &self.0[..count]
    }

    /// Takes a snapshot of a station, unless the snapshot before it is nearer than half of [`SNAPSHOT_CYCLES`]. Removes
    /// snapshots that are too near to each other.
    pub(super) fn take(&mut self, station: &mut Station, position: usize) {
        let now = station.machine.elapsed.cycles;
        let at = self.until(now).len();
        let before = at.checked_sub(1).map(|at| &*self.0[at]);
        if before.is_some_and(|before| now - before.cycle < SNAPSHOT_CYCLES / 2) {
            return;
        }
        let Some(snapshot) = Snapshot::of(station, position, before) else { return };
        self.0.insert(at, Arc::new(snapshot));
        station.recording = Recording::begin(&mut station.machine.memory, now);
        let mut density = DENSITY;
        self.thin(now, density);
        // Adding up the bytes of all snapshots takes long, so it is done only if their number is a multiple of 64.
        while self.0.len().is_multiple_of(64) && density > 1 && self.bytes() > MAX_SNAPSHOT_BYTES {
            density /= 2;
            self.thin(now, density);
        }
    }

    /// Drops snapshots that are too near to each other. The minimum gap grows with the distance from `now`. The first
    /// and the last snapshot are never dropped.
    fn thin(&mut self, now: u64, density: u64) {
        let mut all = std::mem::take(&mut self.0).into_iter().peekable();
        while let Some(snapshot) = all.next() {
            let gap = match (self.0.last(), all.peek()) {
                (Some(before), Some(after)) => after.cycle - before.cycle,
                _ => u64::MAX,
            };
            match all.peek_mut() {
                Some(after) if gap <= (snapshot.cycle.abs_diff(now) / density).max(SNAPSHOT_CYCLES) => {
                    Arc::make_mut(after).stored.add_interval(&snapshot.stored, snapshot.cycle);
                }
                _ => self.0.push(snapshot),
            }
        }
    }

    /// Renames the files that are attached in the snapshots.
    pub(super) fn rename_files(&mut self, mut rename: impl FnMut(&str) -> String) {
        for snapshot in self.0.iter_mut().map(Arc::make_mut) {
            snapshot.io_bus.rename_files(&mut rename);
            snapshot.shelf.rename(&mut rename);
        }
    }

    /// Drops the snapshots after `cycle` or after the first `position` input events, because the recorded future has
    /// been discarded.
    pub(super) fn forget_after(&mut self, cycle: u64, position: usize) {
        self.0.retain(|snapshot| snapshot.cycle <= cycle && snapshot.position <= position);
    }
}

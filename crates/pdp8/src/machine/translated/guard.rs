//! Records which words of core have been decoded into traces. When such a word changes, drops the traces that contain
//! the word.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::cost::Cost;
use crate::machine::memory::{Period, REACH, WORDS};
use crate::machine::word_set::{BLOCK, WordSet};
use crate::machine::{BreakpointSet, Memory};
use crate::word::Word;

/// The number of changes after which a word is no longer decoded in advance, because the program keeps changing it.
const RESTLESS: u8 = 4;

/// The bit in [`Guard::most`] that marks a trace as not worth running. Such a trace has only a few instructions before
/// an instruction that the cycle-stepped machine must execute.
pub(super) const SHORT: u16 = 0o100000;

/// The bit in [`Guard::most`] that marks a suspended trace.
const SUSPENDED: u16 = 0o40000;

/// While there is a [`Period`], traces may treat a word as data only after this number of tested stores into the word.
/// A tested store is a store after which the trace tests the marks of the word. With a smaller number, a trace would
/// also treat words as data into which it rarely stores. Whenever such a trace runs in a new period, these words are
/// recorded as stored, even if the trace does not store into them.
const OFTEN: u8 = 16;

/// Whether tested stores are counted. A tested store is a store after which the trace tests the marks of the word. If
/// tested stores are counted, traces treat a word as data only after [`OFTEN`] tested stores into the word. In
/// WebAssembly, tested stores are not counted: there, the machine code of a trace ends at each tested store, and many
/// tested stores would halve the speed of FOCAL in the web page.
const COUNTS_TESTED: bool = !cfg!(target_family = "wasm");

/// Each time this number of periods has passed, the counts in [`Guard::tested`] are reset to 0, because a program may
/// have stopped storing into a word.
const COUNTED_PERIODS: u32 = 256;

/// The mark of a word that is in a trace.
const DECODED: u8 = 1;
/// The mark of a word that has a breakpoint on its address.
const BREAKPOINT: u8 = 2;
/// The mark of a word that a breakpoint watches: a run stops before a store into the word.
const WATCHED: u8 = 4;
/// The mark of a word that is not yet in [`Guard::stored`]. Traces may treat a word with only this mark as data.
const UNSTORED: u8 = 8;

/// The decoded words, with the traces that contain each of them.
#[derive(Clone, Debug)]
pub(super) struct Guard {
    /// For each address, the slot of the trace that begins there in the present mode; 0 if there is no such trace.
    pub entry: Box<[u16; REACH]>,
    /// For each address, the marks of the word: [`DECODED`], [`BREAKPOINT`], [`WATCHED`] and [`UNSTORED`]. A store into
    /// a word with marks calls [`Guard::store`], unless the word is treated as data.
    pub marks: Box<[u8; REACH]>,
    breakpoints: Arc<BreakpointSet>,
    /// Whether there is any breakpoint.
    pub has_breakpoints: bool,
    /// Whether traces may run past a breakpoint before they detect the breakpoint. This is possible if a breakpoint
    /// watches stores, or if a breakpoint is set on an instruction word instead of an address.
    pub needs_checkpoint: bool,
    /// Whether a trace has stored into a word with the mark [`WATCHED`].
    pub has_hit: bool,
    changes: Box<[u8; WORDS]>,
    /// For each address, the value of the word when it was decoded.
    image: Box<[u16; WORDS]>,
    /// For each address, the largest number of cycles that the trace at this address can take. The bit [`SHORT`] is set
    /// if the trace should not run, and the bit [`SUSPENDED`] if the trace is suspended.
    pub most: Box<[u16; WORDS]>,
    /// The largest number of cycles that any trace can take.
    pub longest: u64,
    /// Whether the traces in `entry`, `most` and `with_data` are those of the user mode.
    user_mode: bool,
    /// The tables `entry`, `most` and `with_data` of the other mode. If `user_mode` is true, this is the executive
    /// mode; if `user_mode` is false, this is the user mode. `None` before the first change of mode.
    other_mode: Option<OtherMode>,
    /// Lists of traces. In a list, a trace is identified by its start address. The list of a decoded word contains the
    /// traces that contain the word. The list of a word treated as data contains the traces that store into the word.
    traces: Vec<Vec<u16>>,
    /// For each address, the number of the list in `traces` that belongs to the word at this address. The lists are
    /// numbered from 1; 0 means that the word has no list.
    list: Box<[u16; WORDS]>,
    /// The addresses of all decoded words, and of some words that are no longer decoded.
    all: Vec<u16>,
    /// The traces that store into words without testing the marks of these words. The key is the start address of a
    /// trace. Only traces of the present mode, user or executive, are in this map.
    with_data: BTreeMap<u16, WithData>,
    /// For each address, the number of tested stores into the word, at most 255. A tested store is a store after which
    /// the trace tests the marks of the word. All the numbers are reset to 0 from time to time.
    tested: Box<[u8; WORDS]>,
    /// The number of periods of core ([`Memory::period`]) that have begun. Once in [`COUNTED_PERIODS`] periods, the
    /// counts in `tested` are reset to 0.
    periods: u32,
    stored: Stored,
    /// The period to which `stored` belongs; `None` before the first period. In a [`Period`], core records which words
    /// are written. Before the first period, words have the mark [`UNSTORED`] only if `needs_checkpoint` is true.
    period: Option<Period>,
}

/// The words into which traces may have stored in the present [`Period`]. These are the words for which
/// [`Guard::store`] was called, and the words that are treated as data by a trace that has run in this period.
#[derive(Clone, Debug)]
struct Stored {
    words: WordSet,
    /// Core is divided into blocks of [`BLOCK`] words. These are the numbers of the blocks that contain at least one of
    /// the words in `words`.
    blocks: Vec<usize>,
    /// Whether `words` has words that [`Guard::give_stored`] has not passed on to core.
    has_new: bool,
}

impl Stored {
    fn add(&mut self, at: u16) {
        let block = usize::from(at) / BLOCK;
        if !self.words.has_block(block) {
            self.blocks.push(block);
        }
        self.has_new |= self.words.insert(at);
    }

    fn clear(&mut self) {
        self.words.clear();
        self.blocks.clear();
        self.has_new = false;
    }
}

/// A trace that stores into words without testing their marks.
#[derive(Clone, Debug)]
struct WithData {
    /// The words that the trace treats as data.
    words: Vec<u16>,
    /// The slot of the trace if the trace is suspended, otherwise 0. [`Guard::begin_period`] suspends the trace. The
    /// entry of a suspended trace in [`Guard::entry`] is 0, so that the trace cannot run before [`Guard::resume`] has
    /// recorded the words that the trace treats as data.
    suspended: u16,
}

/// The traces of the mode that the processor is not in: the tables `entry`, `most` and `with_data` of [`Guard`].
#[derive(Clone, Debug)]
struct OtherMode {
    entry: Box<[u16; REACH]>,
    most: Box<[u16; WORDS]>,
    with_data: BTreeMap<u16, WithData>,
}

/// The traces of one mode of the processor (executive mode or user mode): the tables `entry`, `most` and `with_data` of
/// [`Guard`].
struct Mode<'a> {
    entry: &'a mut [u16; REACH],
    most: &'a mut [u16; WORDS],
    with_data: &'a mut BTreeMap<u16, WithData>,
}

impl Mode<'_> {
    /// Drops the trace that begins at `start`. Returns false if there is no such trace.
    fn drop_trace(&mut self, start: u16) -> bool {
        let index = usize::from(start);
        let was_suspended = self.most[index] & SUSPENDED != 0;
        self.most[index] &= !SUSPENDED;
        self.with_data.remove(&start);
        std::mem::take(&mut self.entry[index]) != 0 || was_suspended
    }
}

impl Guard {
    pub(crate) fn new() -> Self {
        Guard {
            entry: zeros(),
            most: zeros(),
            longest: 0,
            user_mode: false,
            other_mode: None,
            marks: zeros(),
            breakpoints: Arc::default(),
            has_breakpoints: false,
            needs_checkpoint: false,
            has_hit: false,
            changes: zeros(),
            image: zeros(),
            traces: Vec::new(),
            list: zeros(),
            all: Vec::new(),
            with_data: BTreeMap::new(),
            tested: zeros(),
            periods: 0,
            stored: Stored { words: WordSet::new(WORDS), blocks: Vec::new(), has_new: false },
            period: None,
        }
    }

    /// If core has begun a new [`Period`], begins a new record of the words into which traces may store. This function
    /// must be called before traces run. Returns whether a new record has begun.
    ///
    /// A trace that treats words as data does not record its stores into these words. When a new record begins, this
    /// function therefore suspends all such traces. Before a suspended trace runs again, [`Guard::resume`] adds these
    /// words to the record. If [`COUNTS_TESTED`] is true, then once in [`COUNTED_PERIODS`] periods this function drops
    /// the traces instead, and resets the counts in [`Guard::tested`] to 0.
    #[inline]
    pub fn begin_period(&mut self, memory: &Memory) -> bool {
        let is_new = memory.period().is_some() && self.period.as_ref() != memory.period();
        if is_new {
            self.period = memory.period().cloned();
            self.marks.iter_mut().for_each(|marks| *marks |= UNSTORED);
            self.stored.clear();
            if COUNTS_TESTED && self.periods.is_multiple_of(COUNTED_PERIODS) {
                self.tested.fill(0);
                self.drop_traces_with_data();
            } else {
                self.suspend_traces();
            }
            self.periods = self.periods.wrapping_add(1);
        }
        is_new
    }

    /// Returns the traces of the processor's present mode, user or executive, and then the traces of the other mode.
    fn modes(&mut self) -> impl Iterator<Item = Mode<'_>> {
        let Guard { entry, most, with_data, other_mode, .. } = self;
        let other = other_mode.iter_mut().map(|OtherMode { entry, most, with_data }| Mode { entry, most, with_data });
        std::iter::once(Mode { entry, most, with_data }).chain(other)
    }

    /// Drops all traces that treat words as data.
    fn drop_traces_with_data(&mut self) {
        for mut mode in self.modes() {
            while let Some((&start, _)) = mode.with_data.first_key_value() {
                mode.drop_trace(start);
            }
        }
    }

    /// Suspends all traces that treat words as data.
    fn suspend_traces(&mut self) {
        for Mode { entry, most, with_data } in self.modes() {
            for (&start, trace) in with_data {
                let start = usize::from(start);
                if entry[start] != 0 {
                    trace.suspended = std::mem::take(&mut entry[start]);
                    most[start] |= SUSPENDED;
                }
            }
        }
    }

    /// Whether a trace begins at `at` in the present mode. The trace may be suspended.
    pub fn has_trace(&self, at: u16) -> bool {
        self.entry[usize::from(at)] != 0 || self.is_suspended(at)
    }

    /// Whether the trace that begins at `at` in the present mode is suspended.
    fn is_suspended(&self, at: u16) -> bool {
        self.most[usize::from(at)] & SUSPENDED != 0
    }

    /// Ends the suspension of the trace that begins at `start` in the present mode, and records the words into which
    /// the trace may store. Returns the slot of the trace, or 0 if no suspended trace begins at `start`.
    pub fn resume(&mut self, start: u16) -> u16 {
        if self.is_suspended(start) { self.resume_suspended(start) } else { 0 }
    }

    #[cold]
    fn resume_suspended(&mut self, start: u16) -> u16 {
        self.most[usize::from(start)] &= !SUSPENDED;
        let Some(trace) = self.with_data.get_mut(&start) else { return 0 };
        trace.words.iter().for_each(|&at| self.stored.add(at));
        self.entry[usize::from(start)] = std::mem::take(&mut trace.suspended);
        self.entry[usize::from(start)]
    }

    /// Returns the blocks of [`BLOCK`] words into which the traces may have stored since the record began, in no
    /// particular order. Block 0 begins at address 0.
    pub fn stored_blocks(&self) -> &[usize] {
        &self.stored.blocks
    }

    /// Makes `memory` record, as written, all words into which the traces may have stored. This function must be called
    /// after traces have run.
    #[inline]
    pub fn give_stored(&mut self, memory: &mut Memory) {
        if std::mem::take(&mut self.stored.has_new) {
            memory.add_stored(&self.stored.words);
        }
    }

    /// Makes the traces of user mode the present traces if `user_mode` is true, otherwise the traces of executive mode.
    /// An instruction may do different things in the two modes, so each mode has its own traces.
    #[inline(always)]
    pub fn set_mode(&mut self, user_mode: bool) {
        if user_mode != self.user_mode {
            self.exchange_modes();
        }
    }

    #[inline(never)]
    fn exchange_modes(&mut self) {
        self.user_mode = !self.user_mode;
        let other = self.other_mode.get_or_insert_with(|| OtherMode {
            entry: zeros(),
            most: zeros(),
            with_data: BTreeMap::new(),
        });
        std::mem::swap(&mut self.entry, &mut other.entry);
        std::mem::swap(&mut self.most, &mut other.most);
        std::mem::swap(&mut self.with_data, &mut other.with_data);
    }

    /// Whether a trace begins at `at`, and fits into the part of `budget` that is left after the cost `spent`.
    #[inline(always)]
    pub fn fits(&self, at: u16, spent: Cost, budget: Cost) -> bool {
        self.entry[usize::from(at)] != 0 && spent.plus(Cost::limit(self.most_cycles(at))) <= budget
    }

    /// Returns the largest number of cycles that the trace at `at` can take.
    #[inline(always)]
    pub fn most_cycles(&self, at: u16) -> u64 {
        (self.most[usize::from(at)] & !(SHORT | SUSPENDED)).into()
    }

    /// Replaces the trace at the slot `first` by the trace at `slot`. Both traces begin at the address `start`.
    /// Searches the traces of user mode and of executive mode. Returns false if the trace at `first` has been dropped.
    #[cfg(machine_code)]
    pub fn replace(&mut self, start: u16, first: u16, slot: u16) -> bool {
        self.modes().any(|mode| {
            let suspended = mode.with_data.get_mut(&start).map(|trace| &mut trace.suspended);
            let mut places = std::iter::once(&mut mode.entry[usize::from(start)]).chain(suspended);
            places.find(|place| **place == first).is_some_and(|place| {
                *place = slot;
                true
            })
        })
    }

    /// Replaces the breakpoints. The caller must have removed all traces.
    pub fn set_breakpoints(&mut self, breakpoints: &Arc<BreakpointSet>) {
        self.needs_checkpoint = breakpoints.has_stores() || breakpoints.has_instructions();
        self.marks.fill(if self.period.is_some() || self.needs_checkpoint { UNSTORED } else { 0 });
        breakpoints.addresses().for_each(|at| self.marks[usize::from(at)] |= BREAKPOINT);
        breakpoints.stores().for_each(|at| self.marks[usize::from(at)] |= WATCHED);
        self.has_breakpoints = !breakpoints.is_empty();
        self.breakpoints = Arc::clone(breakpoints);
    }

    /// Returns the breakpoints.
    pub const fn breakpoints(&self) -> &Arc<BreakpointSet> {
        &self.breakpoints
    }

    /// Whether a run stops before the instruction `bits` at `at`. If it does, no trace begins at this instruction.
    #[cold]
    #[inline(never)]
    pub fn is_breakpoint(&self, at: u16, bits: u16) -> bool {
        self.has_breakpoint_at(at) || self.breakpoints.has_instruction(Word::new(bits))
    }

    /// Whether a breakpoint is set on the address `at`.
    pub fn has_breakpoint_at(&self, at: u16) -> bool {
        self.marks[usize::from(at)] & BREAKPOINT != 0
    }

    /// Whether a breakpoint is set on the instruction `bits`, wherever it is in core.
    #[inline(always)]
    pub fn stops_at(&self, bits: u16) -> bool {
        self.has_breakpoints && self.breakpoints.has_instruction(Word::new(bits))
    }

    /// Whether the word at `at` is in a trace.
    pub fn is_decoded(&self, at: u16) -> bool {
        self.marks[usize::from(at)] & DECODED != 0
    }

    /// Whether the program keeps changing the word at `at`.
    pub fn is_restless(&self, at: u16) -> bool {
        self.changes[usize::from(at)] >= RESTLESS
    }

    /// Records that the trace that begins at `start` has decoded the word `bits` at `at`.
    pub(crate) fn decode(&mut self, at: u16, bits: u16, start: u16) {
        let index = usize::from(at);
        if self.marks[index] & DECODED == 0 {
            // Traces that treat the word as data store into the word without a test, so they are dropped.
            self.drop_traces(at);
            self.marks[index] |= DECODED;
            self.image[index] = bits;
            self.all.push(at);
        }
        self.note(at, start);
    }

    /// Whether a trace may treat the word at `at` as data: the word is in no trace, and has no breakpoint.
    #[inline(always)]
    pub fn is_data(&self, at: u16) -> bool {
        self.marks[usize::from(at)] & !UNSTORED == 0
    }

    /// Records that the trace that begins at `start` in the present mode treats `words` as data: the trace stores into
    /// these words without testing their marks.
    pub fn take_for_data(&mut self, words: Vec<u16>, start: u16) {
        for &at in &words {
            debug_assert!(self.is_data(at));
            self.stored.add(at);
            self.note(at, start);
        }
        if words.is_empty() {
            self.with_data.remove(&start);
        } else {
            self.with_data.insert(start, WithData { words, suspended: 0 });
        }
    }

    /// Handles a store into a word with marks, and records the store. If the store has changed a decoded word, drops
    /// the traces that contain the word, and returns true. If a breakpoint watches the word, sets `limit` to zero, so
    /// that no other trace begins, and returns true. Otherwise returns false.
    #[cold]
    #[inline(never)]
    pub(crate) fn store(&mut self, at: u16, bits: u16, limit: &mut Cost) -> bool {
        let index = usize::from(at);
        if self.marks[index] & UNSTORED != 0 {
            self.marks[index] &= !UNSTORED;
            self.stored.add(at);
        }
        let is_watched = self.marks[index] & WATCHED != 0;
        if is_watched {
            self.has_hit = true;
            *limit = Cost::default();
        }
        let changed = self.is_decoded(at) && self.image[index] != bits;
        if changed {
            self.change(at);
        }
        changed || is_watched
    }

    /// Whether [`Guard::drop_if_data`] has counted at least [`OFTEN`] stores into the word at `place`, so that traces
    /// should treat the word as data. Always returns true while `period` is `None`, and in WebAssembly, where these
    /// stores are not counted.
    #[inline(always)]
    pub fn is_stored_often(&self, place: u16) -> bool {
        !COUNTS_TESTED || self.period.is_none() || self.tested[usize::from(place)] >= OFTEN
    }

    /// Counts a store into the word at `place` by the instruction at `at`. The trace has tested the marks of the word
    /// after the store. If traces may now store into the word without this test, drops the traces that contain the
    /// instruction, so that a new trace is made without the test. Does not drop traces if the program keeps changing
    /// the instruction.
    #[inline(always)]
    pub fn drop_if_data(&mut self, at: u16, place: u16) {
        let tested = &mut self.tested[usize::from(place)];
        *tested = tested.saturating_add(1);
        if self.is_data(place) && self.is_stored_often(place) && !self.is_restless(at) {
            self.drop_traces(at);
        }
    }

    fn change(&mut self, at: u16) {
        let index = usize::from(at);
        self.marks[index] &= !DECODED;
        if self.drop_traces(at) {
            self.changes[index] = self.changes[index].saturating_add(1);
        }
    }

    /// Drops the traces that contain the word at `at`. Returns false if there is no such trace.
    #[cold]
    #[inline(never)]
    fn drop_traces(&mut self, at: u16) -> bool {
        let Some(list) = self.list[usize::from(at)].checked_sub(1) else { return false };
        let mut alive = false;
        for start in std::mem::take(&mut self.traces[usize::from(list)]) {
            for mut mode in self.modes() {
                alive |= mode.drop_trace(start);
            }
        }
        alive
    }

    /// Drops the traces that contain a word of core that has changed since the word was decoded.
    pub fn compare(&mut self, words: &[u16; REACH]) {
        let mut all = std::mem::take(&mut self.all);
        all.retain(|&at| {
            let index = usize::from(at);
            if self.marks[index] & DECODED != 0 && words[index] != self.image[index] {
                self.change(at);
            }
            self.marks[index] & DECODED != 0
        });
        self.all = all;
    }

    /// Removes all traces, and resets the number of changes of each word.
    pub(crate) fn clear(&mut self) {
        self.changes.fill(0);
        self.entry[..WORDS].fill(0);
        self.most.iter_mut().for_each(|most| *most &= !SUSPENDED);
        (self.other_mode, self.longest) = (None, 0);
        self.list.fill(0);
        self.traces.clear();
        self.with_data.clear();
        for at in std::mem::take(&mut self.all) {
            self.marks[usize::from(at)] &= !DECODED;
        }
    }

    /// Adds the trace that begins at `start` to the list of traces that the guard keeps for the word at `at`. The list
    /// may contain a trace more than once.
    fn note(&mut self, at: u16, start: u16) {
        let list = &mut self.list[usize::from(at)];
        if *list == 0 {
            self.traces.push(Vec::new());
            *list = self.traces.len() as u16;
        }
        let traces = &mut self.traces[usize::from(*list) - 1];
        if traces.last() != Some(&start) {
            traces.push(start);
        }
        // Without this step, a trace that is made again and again would fill the list.
        if traces.len() >= 64 && traces.len().is_power_of_two() {
            traces.sort_unstable();
            traces.dedup();
        }
    }
}

/// Allocates an array of zeros. Parts of the array that are never touched take no memory of the host.
pub(super) fn zeros<T: Clone + Default + std::fmt::Debug, const LENGTH: usize>() -> Box<[T; LENGTH]> {
    filled(T::default())
}

/// Allocates an array whose elements are all `value`.
fn filled<T: Clone + std::fmt::Debug, const LENGTH: usize>(value: T) -> Box<[T; LENGTH]> {
    vec![value; LENGTH].into_boxed_slice().try_into().expect("made of this length")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Decodes the word at 0200 for traces that begin at `starts`, stores `bits` into the word, and checks that the
    /// traces are dropped.
    fn store(guard: &mut Guard, starts: &[u16], bits: u16) {
        for &start in starts {
            guard.entry[usize::from(start)] = 100;
            guard.decode(0o200, bits ^ 1, start);
        }
        assert!(guard.store(0o200, bits, &mut Cost::default()));
        assert!(starts.iter().all(|&start| guard.entry[usize::from(start)] == 0));
    }

    #[test]
    fn a_word_is_restless_when_it_has_ended_traces_again_and_again() {
        for starts in [&[0o200][..], &[0o177, 0o200], &[0o176, 0o177, 0o200]] {
            let mut guard = Guard::new();
            for change in 1..=RESTLESS {
                assert!(!guard.is_restless(0o200));
                store(&mut guard, starts, u16::from(change));
            }
            assert!(guard.is_restless(0o200), "in {} traces", starts.len());
        }
    }

    #[test]
    fn a_trace_that_was_forgotten_is_no_longer_in_its_words() {
        let mut guard = Guard::new();
        guard.decode(0o200, 5, 0o177);
        guard.clear();
        guard.decode(0o200, 5, 0o200);
        // The next trace that begins at 0177 does not contain 0200.
        guard.entry[0o177] = 100;
        assert!(guard.store(0o200, 6, &mut Cost::default()));
        assert_eq!(guard.entry[0o177], 100);
    }

    #[test]
    fn a_word_that_stays_as_it_was_or_is_in_no_living_trace_is_not() {
        let mut guard = Guard::new();
        for _ in 0..2 * RESTLESS {
            guard.entry[0o177] = 100;
            guard.decode(0o200, 5, 0o177);
            assert!(!guard.store(0o200, 5, &mut Cost::default()));
            // The trace was dropped because another word changed.
            guard.entry[0o177] = 0;
            assert!(guard.store(0o200, 6, &mut Cost::default()));
        }
        assert!(!guard.is_restless(0o200));
    }
}

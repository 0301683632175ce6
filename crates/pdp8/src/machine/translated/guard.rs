//! Which words of core have been decoded into traces, and what to forget when one of them changes.

use crate::machine::memory::{REACH, WORDS};

/// Changes after which a word is taken for data that is executed, and no longer decoded ahead.
const RESTLESS: u8 = 4;

/// Of a trace: it comes to an instruction for the cycle-stepped machine so soon that it is not worth beginning.
pub(super) const SHORT: u16 = 0o100000;

/// The watch over decoded words.
#[derive(Clone, Debug)]
pub(super) struct Guard {
    /// The slot of the trace that begins at an address; 0 when there is none.
    pub entry: Box<[u16; REACH]>,
    /// Not 0: the word is in a trace.
    pub decoded: Box<[u8; REACH]>,
    changes: Box<[u8; WORDS]>,
    /// What each decoded word was.
    image: Box<[u16; WORDS]>,
    /// How many cycles the trace that begins at an address can take; [`SHORT`] when it is better stepped.
    pub most: Box<[u16; WORDS]>,
    /// The beginnings of the traces that a decoded word is in; of those that store into a word taken for data.
    traces: Vec<Vec<u16>>,
    /// Which of these is a word's, counted from 1; 0 for the many that have none.
    list: Box<[u16; WORDS]>,
    /// All words that are decoded, and some that were.
    all: Vec<u16>,
}

impl Guard {
    pub(crate) fn new() -> Self {
        Guard {
            entry: zeros(),
            most: zeros(),
            decoded: zeros(),
            changes: zeros(),
            image: zeros(),
            traces: Vec::new(),
            list: zeros(),
            all: Vec::new(),
        }
    }

    /// Whether the program keeps changing the word at `at`.
    pub fn is_restless(&self, at: u16) -> bool {
        self.changes[usize::from(at)] >= RESTLESS
    }

    /// The trace that begins at `start` has decoded the word `bits` at `at`.
    pub(crate) fn decode(&mut self, at: u16, bits: u16, start: u16) {
        let index = usize::from(at);
        if self.decoded[index] == 0 {
            // Operations that took the word for data do not test whether they change it.
            self.drop_traces(at);
            self.decoded[index] = 1;
            self.image[index] = bits;
            self.all.push(at);
        }
        self.note(at, start);
    }

    /// Notes that the trace that begins at `start` stores into the word at `at` without a test whether it is decoded.
    pub fn take_for_data(&mut self, at: u16, start: u16) {
        debug_assert_eq!(self.decoded[usize::from(at)], 0);
        self.note(at, start);
    }

    /// A decoded word has been stored into. When it is another word now, the traces that contain it are no more: `true`.
    #[cold]
    #[inline(never)]
    pub(crate) fn store(&mut self, at: u16, bits: u16) -> bool {
        let changed = self.image[usize::from(at)] != bits;
        if changed {
            self.change(at);
        }
        changed
    }

    /// The instruction at `at` has been done as it was met, because it stores into the word at `place`, which was decoded.
    /// When that no longer is, the traces with the instruction are no more: it will be a plain store.
    #[inline(always)]
    pub fn drop_if_data(&mut self, at: u16, place: u16) {
        if self.decoded[usize::from(place)] == 0 && !self.is_restless(at) {
            self.drop_traces(at);
        }
    }

    fn change(&mut self, at: u16) {
        let index = usize::from(at);
        self.decoded[index] = 0;
        if self.drop_traces(at) {
            self.changes[index] = self.changes[index].saturating_add(1);
        }
    }

    /// Drops the traces of a word; whether one of them was still there.
    #[cold]
    #[inline(never)]
    fn drop_traces(&mut self, at: u16) -> bool {
        let Some(list) = self.list[usize::from(at)].checked_sub(1) else { return false };
        let mut alive = false;
        for start in std::mem::take(&mut self.traces[usize::from(list)]) {
            alive |= self.entry[usize::from(start)] != 0;
            self.entry[usize::from(start)] = 0;
        }
        alive
    }

    /// Drops the traces that no longer agree with core.
    pub fn compare(&mut self, words: &[u16; REACH]) {
        let mut all = std::mem::take(&mut self.all);
        all.retain(|&at| {
            let index = usize::from(at);
            if self.decoded[index] != 0 && words[index] != self.image[index] {
                self.change(at);
            }
            self.decoded[index] != 0
        });
        self.all = all;
    }

    /// Forgets all traces, and which words were restless.
    pub(crate) fn clear(&mut self) {
        self.changes.fill(0);
        self.entry[..WORDS].fill(0);
        self.list.fill(0);
        self.traces.clear();
        for at in std::mem::take(&mut self.all) {
            self.decoded[usize::from(at)] = 0;
        }
    }

    /// Adds a trace to those of a word. A word in the midst of FOCAL is in hundreds, so the list is not searched.
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
        // Traces that are made again and again do not make it grow without end.
        if traces.len() >= 64 && traces.len().is_power_of_two() {
            traces.sort_unstable();
            traces.dedup();
        }
    }
}

/// Zeroed memory of the host: pages that are never touched take no room.
pub(super) fn zeros<T: Clone + Default + std::fmt::Debug, const LENGTH: usize>() -> Box<[T; LENGTH]> {
    vec![T::default(); LENGTH].into_boxed_slice().try_into().expect("made of this length")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A word at 0200, decoded by the traces that begin at these places, is stored into.
    fn store(guard: &mut Guard, starts: &[u16], bits: u16) {
        for &start in starts {
            guard.entry[usize::from(start)] = 100;
            guard.decode(0o200, bits ^ 1, start);
        }
        assert!(guard.store(0o200, bits));
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
        // The next trace that begins there does not come to 0200.
        guard.entry[0o177] = 100;
        assert!(guard.store(0o200, 6));
        assert_eq!(guard.entry[0o177], 100);
    }

    #[test]
    fn a_word_that_stays_as_it_was_or_is_in_no_living_trace_is_not() {
        let mut guard = Guard::new();
        for _ in 0..2 * RESTLESS {
            guard.entry[0o177] = 100;
            guard.decode(0o200, 5, 0o177);
            assert!(!guard.store(0o200, 5));
            // The trace has ended for another word's sake.
            guard.entry[0o177] = 0;
            assert!(guard.store(0o200, 6));
        }
        assert!(!guard.is_restless(0o200));
    }
}

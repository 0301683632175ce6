//! The words of core that were stored into during an interval of the past. A search for the last store into a word does
//! not execute an interval again if the word was not stored into during this interval.

use crate::machine::{Memory, Period, WordSet};
use crate::word::Address;

use super::Station;

/// The interval since the last snapshot. Core records which words have been written during this interval.
#[derive(Clone, Debug, Default)]
pub(super) struct Recording {
    period: Period,
    /// The number of memory cycles before the interval.
    begin: u64,
}

impl Recording {
    /// Begins an interval after `cycle` memory cycles.
    pub(super) fn begin(memory: &mut Memory, cycle: u64) -> Self {
        Recording { period: memory.begin_period(), begin: cycle }
    }
}

/// A set of words that contains all words into which the program has stored during an interval. The set may contain
/// other words too. It need not contain a word that only the operator has changed, because the timeline records all
/// deposits.
#[derive(Clone, Debug)]
pub(super) struct StoredWords {
    /// The number of memory cycles before the interval; `None` if the beginning of the interval is not known. In this
    /// case, any word may have been stored into.
    begin: Option<u64>,
    words: WordSet,
}

impl StoredWords {
    /// Returns the words that were stored into from the last snapshot of the station to now.
    pub(super) fn of(station: &Station) -> Self {
        let memory = &station.machine.memory;
        // Another core has recorded nothing about the time before it was put into the machine.
        let begin = (memory.period() == Some(&station.recording.period)).then_some(station.recording.begin);
        let mut words = WordSet::new(memory.size());
        words.add(memory.stored());
        StoredWords { begin, words }
    }

    /// Whether the word at `address` may have been stored into after the cycle `begin`, up to the end of this set's
    /// interval. If the interval begins later, or its beginning is not known, returns true for every word.
    pub(super) fn may_have(&self, begin: u64, address: Address) -> bool {
        self.begin.is_none_or(|own| own > begin) || self.words.contains(address.bits())
    }

    /// Adds the words of an earlier interval, `before`, which ends at the cycle `end`. Adds nothing if the earlier
    /// interval ends before this interval begins, or if the beginning of this interval is not known.
    pub(super) fn add_interval(&mut self, before: &StoredWords, end: u64) {
        if self.begin.is_some_and(|begin| begin <= end) {
            self.begin = before.begin.map(|begin| begin.min(self.begin.unwrap_or(begin)));
            self.words.add(&before.words);
        }
    }

    /// Returns the number of bytes that the set takes.
    pub(super) fn bytes(&self) -> usize {
        self.words.bytes()
    }
}

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

/// The words that were stored into during an interval, and perhaps some words that were not. The set lacks words that
/// only a deposit has changed, because the timeline has all deposits.
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

    /// Whether the word at `address` may have been stored into between the cycle `begin` and the end of the interval.
    /// Returns true for every word if it is not known what was stored during all of this time.
    pub(super) fn may_have(&self, begin: u64, address: Address) -> bool {
        self.begin.is_none_or(|own| own > begin) || self.words.contains(address.bits())
    }

    /// Adds the words of the interval `before`, which ends at the cycle `end`, if no time lies between the two
    /// intervals.
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

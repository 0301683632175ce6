//! Core memory: 1 to 8 fields of 4096 words. A store into absent core is lost; a read from absent core returns a word
//! that depends on the model.

use std::sync::Arc;

use super::word_set::WordSet;
use crate::word::{Address, Word};

/// The number of words of a field.
const FIELD: usize = 0o10000;

/// The number of words of the largest core: 32K.
pub(super) const WORDS: usize = 8 * FIELD;

/// The number of words that sixteen bits can address. Core ends at 32K. The larger size makes every 16-bit number a
/// valid index, so the compiler needs no bounds check.
pub(super) const REACH: usize = 16 * FIELD;

/// The number of words of a page.
pub(crate) const PAGE: usize = 0o200;

/// Core, always addressed with fifteen bits.
///
/// Two cores are equal when their sizes, words and protection are equal. The comparison ignores the list of recent
/// stores.
#[derive(Debug)]
pub struct Memory {
    // All 32K words are kept, absent words with the value that they read as, so that `read` need not test whether the
    // word is present.
    words: Box<[u16; REACH]>,
    size: usize,
    protected: bool,
    stores: u64,
    /// The addresses of the last stores, each with the word that the store replaced.
    recent: [(Address, Word); RECENT],
    /// The words that may have been written since the last call of [`Memory::begin_period`].
    stored: WordSet,
    /// The present period, or `None` before the first call of [`Memory::begin_period`]. While this is `None`, the
    /// set `stored` is not needed, so the translated engine need not add the words into which it stores.
    period: Option<Period>,
}

/// A period in which core records which words are written: from one call of [`Memory::begin_period`] to the next. Two
/// periods are equal only if they are the same period of the same core. A copy of core has no period.
#[derive(Clone, Debug, Default)]
pub(crate) struct Period(Arc<()>);

impl PartialEq for Period {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// The largest number of stores in the list of recent stores. This number is large, because the search for endless
/// loops reads the list only at long intervals (see `station/idle.rs`). The data breaks of one event may do even more
/// stores; [`Memory::stored_since`] then returns `None`.
const RECENT: usize = 256;

impl Memory {
    /// Makes core of 1 to 8 fields of 4096 words, all 0.
    #[doc(hidden)]
    pub fn new(fields: u8) -> Self {
        let size = usize::from(fields.clamp(1, 8)) * FIELD;
        Memory {
            words: Box::new([0; REACH]),
            size,
            protected: false,
            stores: 0,
            recent: [(Address::default(), Word::ZERO); RECENT],
            stored: WordSet::new(size),
            period: None,
        }
    }

    /// Makes core for a model whose core comes in pairs of fields. If both fields of a pair are absent, their words
    /// read as `bits`.
    pub(super) fn in_pairs(fields: u8, bits: u16) -> Self {
        let mut memory = Memory::new(fields);
        let bought = memory.size.next_multiple_of(2 * FIELD);
        memory.words[bought..WORDS].fill(bits);
        memory
    }

    /// Returns the number of fields of core.
    pub const fn fields(&self) -> u8 {
        (self.size / FIELD) as u8
    }

    /// Returns the number of words of core.
    pub const fn size(&self) -> usize {
        self.size
    }

    /// Whether there is core at `address`.
    pub const fn is_present(&self, address: Address) -> bool {
        (address.bits() as usize) < self.size
    }

    /// Returns the word at `address`. Absent core reads as 0, with one exception: on the 8/I, where core comes in pairs
    /// of fields, a pair reads as 7777 if both of its fields are absent.
    #[inline]
    pub const fn read(&self, address: Address) -> Word {
        Word::new(self.words[address.bits() as usize])
    }

    /// Stores a word. The store is lost if there is no core at `address`, or if `address` is in the last page of field
    /// 0 of an 8/L with MEM PROT on.
    #[inline]
    pub fn write(&mut self, address: Address, word: Word) {
        if !self.takes(address) {
            return;
        }
        let at = address.bits() as usize;
        let before = std::mem::replace(&mut self.words[at], word.bits());
        self.recent[self.stores as usize % RECENT] = (address, Word::new(before));
        self.stores += 1;
        self.stored.insert(address.bits());
    }

    /// Returns all words of core in the order of their addresses, without absent words.
    pub fn words(&self) -> impl ExactSizeIterator<Item = Word> + '_ {
        self.words[..self.size].iter().map(|&bits| Word::new(bits))
    }

    /// Returns all words, absent words included. An absent word has the value that [`Memory::read`] returns.
    pub(super) const fn all(&self) -> &[u16; REACH] {
        &self.words
    }

    /// Returns all words, like [`Memory::all`], so that the caller can change them. Before the caller stores a word, it
    /// must check the size and the protection of core.
    pub(super) const fn all_mut(&mut self) -> &mut [u16; REACH] {
        &mut self.words
    }

    /// Returns the number of stores that [`Memory::write`] has done.
    pub(crate) const fn stores(&self) -> u64 {
        self.stores
    }

    /// Returns the address of each store since the number of stores was `before`, with the word that the store
    /// replaced. Returns `None` when there were more stores than the list of recent stores holds.
    pub(crate) fn stored_since(&self, before: u64) -> Option<impl Iterator<Item = (Address, Word)> + '_> {
        let count = self.stores.checked_sub(before)?;
        (count <= RECENT as u64).then(|| (before..self.stores).map(|count| self.recent[count as usize % RECENT]))
    }

    /// Begins and returns a new [`Period`], with an empty set of written words.
    pub(crate) fn begin_period(&mut self) -> Period {
        self.stored.clear();
        self.period.insert(Period::default()).clone()
    }

    /// Returns the present [`Period`], or `None` before the first call of [`Memory::begin_period`].
    pub(crate) const fn period(&self) -> Option<&Period> {
        self.period.as_ref()
    }

    /// Returns the set of words that were written since the last call of [`Memory::begin_period`]. The set may contain
    /// other words too, because the traces of [`TranslatedEngine`](super::TranslatedEngine) add all words into which
    /// they may store. The set need not contain words that only [`Memory::put_back`] has changed.
    pub(crate) const fn stored(&self) -> &WordSet {
        &self.stored
    }

    /// Adds `words` to the set of words that were written since the last call of [`Memory::begin_period`].
    pub(super) fn add_stored(&mut self, words: &WordSet) {
        self.stored.add(words);
    }

    /// Returns the pages of core, without absent pages.
    pub(crate) fn pages(&self) -> impl ExactSizeIterator<Item = &[u16; PAGE]> {
        self.words[..self.size].as_chunks().0.iter()
    }

    /// Sets the words of all pages of core.
    pub(crate) fn set_pages<'a>(&mut self, pages: impl Iterator<Item = &'a [u16; PAGE]>) {
        self.words[..self.size].as_chunks_mut().0.iter_mut().zip(pages).for_each(|(own, page)| *own = *page);
    }

    /// Restores an earlier word, even if MEM PROT is on. Returns false if there is no core at `address`.
    pub(crate) fn put_back(&mut self, address: Address, word: Word) -> bool {
        if self.is_present(address) {
            self.words[usize::from(address.bits())] = word.bits();
        }
        self.is_present(address)
    }

    /// Whether a store at `address` takes effect. A store into absent core or into a protected word has no effect.
    #[inline]
    pub(crate) const fn takes(&self, address: Address) -> bool {
        self.is_present(address) && !(self.protected && matches!(address.bits(), 0o7600..=0o7777))
    }

    /// Sets the MEM PROT switch of the 8/L. While the switch is on, stores into the last page of field 0 are lost.
    pub fn protect_last_page(&mut self, on: bool) {
        self.protected = on;
    }

    /// Whether MEM PROT is on.
    pub const fn is_protected(&self) -> bool {
        self.protected
    }
}

impl Clone for Memory {
    fn clone(&self) -> Self {
        let mut words = Box::new([0; REACH]);
        words[..WORDS].copy_from_slice(&self.words[..WORDS]);
        Memory { words, stored: self.stored.clone(), period: None, ..*self }
    }
}

impl PartialEq for Memory {
    fn eq(&self, other: &Self) -> bool {
        self.size == other.size && self.protected == other.protected && self.words[..WORDS] == other.words[..WORDS]
    }
}

impl Eq for Memory {}

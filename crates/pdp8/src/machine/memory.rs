//! Core memory: 1 to 8 fields of 4096 words; absent core takes nothing in, and reads as the model has it.

use crate::word::{Address, Word};

/// Words of one field.
const FIELD: usize = 0o10000;

/// Words of the largest core: 32K.
pub(super) const WORDS: usize = 8 * FIELD;

/// All that sixteen bits can name: core ends at 32K, but any half-word is an index here that needs no test.
pub(super) const REACH: usize = 16 * FIELD;

/// Words of a page.
pub(crate) const PAGE: usize = 0o200;

/// Core, always addressed with fifteen bits.
///
/// Two cores are equal when their words are; the journal of stores does not count.
#[derive(Debug)]
pub struct Memory {
    // All 32K are kept, absent ones as they are read, so that reading needs no test.
    words: Box<[u16; REACH]>,
    size: usize,
    protected: bool,
    stores: u64,
    /// The addresses of the last stores, and the words before them.
    recent: [(Address, Word); RECENT],
}

/// No instruction stores more words, a data break before it included: auto-index pointer and the two words of DST are
/// three, word count, current address and data three more. And as many as an observed stretch stores, so that
/// what was decoded need not be compared with all of core after it.
const RECENT: usize = 256;

impl Memory {
    /// Core of `fields` times 4096 words, all 0; 1 to 8 fields.
    #[doc(hidden)]
    pub fn new(fields: u8) -> Self {
        Memory {
            words: Box::new([0; REACH]),
            size: usize::from(fields.clamp(1, 8)) * FIELD,
            protected: false,
            stores: 0,
            recent: [(Address::default(), Word::ZERO); RECENT],
        }
    }

    /// The same, where core comes in pairs of fields: one of a pair that is not there at all reads `bits`.
    pub(super) fn in_pairs(fields: u8, bits: u16) -> Self {
        let mut memory = Memory::new(fields);
        let bought = memory.size.next_multiple_of(2 * FIELD);
        memory.words[bought..WORDS].fill(bits);
        memory
    }

    /// The number of fields.
    pub const fn fields(&self) -> u8 {
        (self.size / FIELD) as u8
    }

    /// The number of words.
    pub const fn size(&self) -> usize {
        self.size
    }

    /// Whether there is core at `address`.
    pub const fn is_present(&self, address: Address) -> bool {
        (address.bits() as usize) < self.size
    }

    /// The word at `address`; where there is no core, what the model reads there: 0, or on the 8/I 7777 in most places.
    #[inline]
    pub const fn read(&self, address: Address) -> Word {
        Word::new(self.words[address.bits() as usize])
    }

    /// Stores a word; lost where there is no core, and on the 8/L in the last page of field 0 when protected.
    #[inline]
    pub fn write(&mut self, address: Address, word: Word) {
        if !self.takes(address) {
            return;
        }
        let at = address.bits() as usize;
        let before = std::mem::replace(&mut self.words[at], word.bits());
        self.recent[self.stores as usize % RECENT] = (address, Word::new(before));
        self.stores += 1;
    }

    /// All words, from 00000 on, without absent core.
    pub fn words(&self) -> impl ExactSizeIterator<Item = Word> + '_ {
        self.words[..self.size].iter().map(|&bits| Word::new(bits))
    }

    /// All 32K, the absent as they are read, for the engine, which has checked size and protection before.
    pub(super) const fn all(&self) -> &[u16; REACH] {
        &self.words
    }

    pub(super) const fn all_mut(&mut self) -> &mut [u16; REACH] {
        &mut self.words
    }

    /// The number of stores that [`Memory::write`] has done.
    pub(crate) const fn stores(&self) -> u64 {
        self.stores
    }

    /// The stores since the count was `before`, each with the word before it; `None` when there were more than core
    /// remembers, as by a device that moves a whole block.
    pub(crate) fn stored_since(&self, before: u64) -> Option<impl Iterator<Item = (Address, Word)> + '_> {
        let count = self.stores.checked_sub(before)?;
        (count <= RECENT as u64).then(|| (before..self.stores).map(|count| self.recent[count as usize % RECENT]))
    }

    /// Core in pages, as far as there is any.
    pub(crate) fn pages(&self) -> impl ExactSizeIterator<Item = &[u16; PAGE]> {
        self.words[..self.size].as_chunks().0.iter()
    }

    /// Puts all pages back.
    pub(crate) fn set_pages<'a>(&mut self, pages: impl Iterator<Item = &'a [u16; PAGE]>) {
        self.words[..self.size].as_chunks_mut().0.iter_mut().zip(pages).for_each(|(own, page)| *own = *page);
    }

    /// Puts back a word that was read before, MEM PROT or not; false where there is no core.
    pub(crate) fn put_back(&mut self, address: Address, word: Word) -> bool {
        if self.is_present(address) {
            self.words[usize::from(address.bits())] = word.bits();
        }
        self.is_present(address)
    }

    /// Whether a store at `address` would change the word.
    #[inline]
    pub(crate) const fn takes(&self, address: Address) -> bool {
        self.is_present(address) && !(self.protected && matches!(address.bits(), 0o7600..=0o7777))
    }

    /// The MEM PROT switch of the 8/L: the last page of field 0 is not written while it is on.
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
        Memory { words, ..*self }
    }
}

impl PartialEq for Memory {
    fn eq(&self, other: &Self) -> bool {
        self.size == other.size && self.protected == other.protected && self.words[..WORDS] == other.words[..WORDS]
    }
}

impl Eq for Memory {}

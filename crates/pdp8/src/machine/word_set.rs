//! A set of words of core, given by their addresses.

/// The number of words in a block of core.
pub(crate) const BLOCK: usize = 16;

/// A set of words of core.
#[derive(Clone, Debug)]
pub(crate) struct WordSet(Box<[u64]>);

impl WordSet {
    /// Makes an empty set for a core of `size` words.
    pub(crate) fn new(size: usize) -> Self {
        WordSet(vec![0; size.div_ceil(64)].into_boxed_slice())
    }

    /// Adds the word at `at`. Returns true if the word was not in the set. A word outside the core is not added.
    #[inline]
    pub(crate) fn insert(&mut self, at: u16) -> bool {
        let Some(bits) = self.0.get_mut(usize::from(at / 64)) else { return false };
        let before = *bits;
        *bits |= 1 << (at % 64);
        *bits != before
    }

    /// Whether the word at `at` is in the set.
    pub(crate) fn contains(&self, at: u16) -> bool {
        self.0.get(usize::from(at / 64)).is_some_and(|bits| bits >> (at % 64) & 1 != 0)
    }

    /// Adds the words of `other`. The words outside the core for which this set was made are not added.
    pub(crate) fn add(&mut self, other: &WordSet) {
        self.0.iter_mut().zip(&other.0).for_each(|(own, others)| *own |= others);
    }

    /// Whether the set has a word in a block. The number of the block is its first address divided by [`BLOCK`].
    pub(crate) fn has_block(&self, block: usize) -> bool {
        let at = block * BLOCK;
        // A block has as many words as a `u16` has bits.
        self.0.get(at / 64).is_some_and(|bits| (bits >> (at % 64)) as u16 != 0)
    }

    /// Removes all words.
    pub(crate) fn clear(&mut self) {
        self.0.fill(0);
    }

    /// Returns the number of bytes that the set takes.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_has_the_words_that_were_added() {
        let mut set = WordSet::new(0o10000);
        assert!(set.insert(0o7777) && !set.insert(0o7777) && !set.insert(0o10000));
        let mut larger = WordSet::new(0o20000);
        assert!(larger.insert(0o200) && larger.insert(0o10000));
        set.add(&larger);
        let words = |set: &WordSet| (0..0o77777).filter(|&at| set.contains(at)).collect::<Vec<_>>();
        assert_eq!(words(&set), [0o200, 0o7777]);
        let blocks = (0..0o10000 / BLOCK).filter(|&block| set.has_block(block));
        assert!(blocks.eq([0o200, 0o7777].map(|at| at / BLOCK)));
        set.clear();
        assert!(words(&set).is_empty());
        assert_eq!((set.bytes(), larger.bytes()), (512, 1024));
    }
}

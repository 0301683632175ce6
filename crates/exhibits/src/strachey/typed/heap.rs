//! The heap of the faster machine: cells of lists, one after another. A call that returns no list frees its cells.

/// The number of words at which the interpreter takes over, which frees the lists that nothing refers to.
const LIMIT: usize = 1 << 24;

/// The cells: each is the words of a member, then the place of the next cell.
#[derive(Clone, Debug)]
pub(super) struct Heap(Vec<u64>);

impl Default for Heap {
    fn default() -> Heap {
        // No cell is at 0, which is `NIL`.
        Heap(vec![0])
    }
}

impl Heap {
    /// Adds a cell, and returns its place.
    #[inline]
    pub(super) fn cell(&mut self, words: impl Iterator<Item = u64>, rest: u64) -> u64 {
        let at = self.0.len() as u64;
        self.0.extend(words.chain([rest]));
        at
    }

    /// The words of a cell, and the place of the next cell.
    #[inline]
    pub(super) fn at(&self, cell: u64, width: usize) -> (&[u64], u64) {
        let cell = &self.0[cell as usize..][..=width];
        (&cell[..width], cell[width])
    }

    /// Sets the cell that follows a cell.
    #[inline]
    pub(super) fn link(&mut self, cell: u64, width: usize, rest: u64) {
        self.0[cell as usize + width] = rest;
    }

    /// The words of each cell of a list, first to last.
    pub(super) fn cells(&self, first: u64, width: usize) -> impl Iterator<Item = &[u64]> {
        let mut next = first;
        std::iter::from_fn(move || {
            let (words, rest) = (next != 0).then(|| self.at(next, width))?;
            next = rest;
            Some(words)
        })
    }

    /// The present end of the heap, to which `release` goes back.
    #[inline]
    pub(super) fn mark(&self) -> u64 {
        self.0.len() as u64
    }

    /// Frees the cells made since a mark.
    #[inline]
    pub(super) fn release(&mut self, mark: u64) {
        self.0.truncate(mark as usize);
    }

    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.0.len() > LIMIT
    }
}

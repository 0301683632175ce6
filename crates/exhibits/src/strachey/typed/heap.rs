//! The heap of the typed machine, an array of list cells. A call that returns no list frees the cells that the call has
//! made.

/// The length, in 64-bit words, above which the heap is full. If a call fills the heap, the typed machine leaves the
/// call to the interpreter, which runs the call from the beginning.
const LIMIT: usize = 1 << 24;

/// The cells of all lists, with one cell for each member of a list. A cell consists of the words of the member and the
/// index of the next cell.
#[derive(Clone, Debug)]
pub(super) struct Heap(Vec<u64>);

impl Default for Heap {
    fn default() -> Heap {
        // Index 0 is `NIL`, so no cell may be there.
        Heap(vec![0])
    }
}

impl Heap {
    /// Adds a cell, and returns its index.
    #[inline]
    pub(super) fn cell(&mut self, words: impl Iterator<Item = u64>, rest: u64) -> u64 {
        let at = self.0.len() as u64;
        self.0.extend(words.chain([rest]));
        at
    }

    /// Returns the words of a cell, and the index of the next cell.
    #[inline]
    pub(super) fn at(&self, cell: u64, width: usize) -> (&[u64], u64) {
        let cell = &self.0[cell as usize..][..=width];
        (&cell[..width], cell[width])
    }

    /// Sets the next cell of `cell` to `rest`.
    #[inline]
    pub(super) fn link(&mut self, cell: u64, width: usize, rest: u64) {
        self.0[cell as usize + width] = rest;
    }

    /// Returns the words of each cell of a list, in order.
    pub(super) fn cells(&self, first: u64, width: usize) -> impl Iterator<Item = &[u64]> {
        let mut next = first;
        std::iter::from_fn(move || {
            let (words, rest) = (next != 0).then(|| self.at(next, width))?;
            next = rest;
            Some(words)
        })
    }

    /// Returns the present length of the heap, as an argument for `release`.
    #[inline]
    pub(super) fn mark(&self) -> u64 {
        self.0.len() as u64
    }

    /// Frees the cells that were added after the heap had the length `mark`.
    #[inline]
    pub(super) fn release(&mut self, mark: u64) {
        self.0.truncate(mark as usize);
    }

    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.0.len() > LIMIT
    }
}

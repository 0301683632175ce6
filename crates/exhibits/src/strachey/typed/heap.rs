//! Cells of lists, side by side in one place: what a call made is given up at once when it ends without a list.

/// How many words there may be before the slower machine takes over, which frees what has no holder.
const LIMIT: usize = 1 << 24;

/// Cells: the words of a member, then where the next cell is.
#[derive(Clone, Debug)]
pub(super) struct Heap(Vec<u64>);

impl Default for Heap {
    fn default() -> Heap {
        // No cell is at 0, which is `NIL`.
        Heap(vec![0])
    }
}

impl Heap {
    /// A new cell.
    #[inline]
    pub(super) fn cell(&mut self, words: impl Iterator<Item = u64>, rest: u64) -> u64 {
        let at = self.0.len() as u64;
        self.0.extend(words.chain([rest]));
        at
    }

    /// The words of a cell, and the rest of its list.
    #[inline]
    pub(super) fn at(&self, cell: u64, width: usize) -> (&[u64], u64) {
        let cell = &self.0[cell as usize..][..=width];
        (&cell[..width], cell[width])
    }

    /// Lets another cell follow one.
    #[inline]
    pub(super) fn link(&mut self, cell: u64, width: usize, rest: u64) {
        self.0[cell as usize + width] = rest;
    }

    /// The cells of a list, first to last.
    pub(super) fn cells(&self, first: u64, width: usize) -> impl Iterator<Item = &[u64]> {
        let mut next = first;
        std::iter::from_fn(move || {
            let (words, rest) = (next != 0).then(|| self.at(next, width))?;
            next = rest;
            Some(words)
        })
    }

    /// How much there is: where to go back to.
    #[inline]
    pub(super) fn mark(&self) -> u64 {
        self.0.len() as u64
    }

    /// Gives up what was made since.
    #[inline]
    pub(super) fn release(&mut self, mark: u64) {
        self.0.truncate(mark as usize);
    }

    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.0.len() > LIMIT
    }
}

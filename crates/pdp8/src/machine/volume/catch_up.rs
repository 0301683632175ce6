//! Brings the file of a medium up to date after the machine has gone back or forward in its timeline.
//!
//! ```text
//!   before the jump in time:  medium ------------------> Left, the contents of the medium's file
//!   after the jump in time:   snapshot -- replayed ----> medium
//!   catch_up:                 medium and file ---------> the blocks to write, and the new length of the file
//! ```
//!
//! `catch_up` compares the file with the medium, and queues only the blocks that differ. First in the queue are the
//! blocks that the replay has not written; they get their older words back. Then come the blocks that the replay has
//! written, in the order of their last writing. Each block is queued once, so at any time a block of the file holds
//! either its old words or its new words.

use std::iter::repeat;
use std::sync::Arc;

use super::{Geometry, Volume, bytes};
use crate::machine::device_error::MediumError;

/// The contents that a medium's file had at the moment when the machine went back or forward in its timeline.
#[derive(Clone, Debug)]
pub(super) struct Left {
    blocks: Vec<Arc<[u16]>>,
    /// The length of the file in bytes after all waiting blocks have been written and the file has been truncated.
    length: usize,
    /// Whether the file may be longer than `length`, because the file has not been truncated yet.
    is_cut: bool,
    /// The numbers of the blocks that waited to be written. The file may contain the old or the new words of these
    /// blocks.
    waiting: Vec<usize>,
}

/// The error for a medium whose file another program has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("another program has changed it since")]
#[non_exhaustive]
pub struct ChangedOutside;

impl Volume {
    /// Makes a medium with the contents of `file`. The block size and the write protection are copied from this medium.
    /// If the file is longer than this medium, the new medium is larger.
    ///
    /// # Errors
    ///
    /// When the file has an odd number of bytes.
    pub(crate) fn with_contents(&self, file: &[u8]) -> Result<Volume, MediumError> {
        let blocks = self.geometry().blocks.max(file.len().div_ceil(self.block_bytes()));
        Volume::new(file, Geometry { blocks, ..self.geometry() }, self.read_only)
    }

    /// Replaces the words with the words of `other`, if both media have the same size.
    pub(crate) fn take_words(&mut self, other: &Volume) {
        if self.geometry() == other.geometry() {
            *self = Volume { read_only: self.read_only, ..other.clone() };
        }
    }

    /// Returns the last complete version of a block. For the block that is being written, this is the version before
    /// the writing began.
    fn whole(&self, number: usize) -> &Arc<[u16]> {
        match &self.open {
            Some((open, before)) if *open == number => before,
            _ => &self.blocks[number],
        }
    }

    fn whole_blocks(&self) -> Vec<Arc<[u16]>> {
        (0..self.blocks.len()).map(|number| Arc::clone(self.whole(number))).collect()
    }

    /// Makes this medium the owner of the file that belongs to the medium `left`. If the contents of the two media
    /// differ, [`Volume::catch_up`] must later bring the file up to date.
    pub(crate) fn take_over_file(&mut self, left: &Volume) {
        let blocks = left.whole_blocks();
        let is_same = |(number, block): (usize, &Arc<[u16]>)| {
            Arc::ptr_eq(self.whole(number), block) || self.whole(number) == block
        };
        if self.length == left.length && self.blocks.len() == blocks.len() && (0..).zip(&blocks).all(is_same) {
            self.written.clone_from(&left.written);
            (self.is_cut, self.left) = (left.is_cut, left.left.clone());
            return;
        }
        let waiting = left.written.iter().map(|&(number, _)| number).collect();
        let known = Left { blocks, length: left.length, is_cut: left.is_cut, waiting };
        self.left = Some(left.left.clone().unwrap_or(known));
    }

    /// Makes this medium the owner of a file in which some blocks may be older or newer than in the medium. `is_ours`
    /// tells whether the medium has ever held the given bytes at the given offset.
    ///
    /// # Errors
    ///
    /// When another program has changed the file. In this case the medium is unchanged.
    #[doc(hidden)]
    pub fn adopt_file(&mut self, file: &[u8], is_ours: impl Fn(usize, &[u8]) -> bool) -> Result<(), ChangedOutside> {
        let mut there = self.clone();
        there.fill(file).map_err(|_| ChangedOutside)?;
        let differing = there.changed_since(self);
        if !differing.iter().all(|(at, bytes)| is_ours(*at, bytes)) {
            return Err(ChangedOutside);
        }
        self.forget_written();
        if !differing.is_empty() {
            self.take_over_file(&there);
        }
        Ok(())
    }

    /// Whether [`Volume::catch_up`] must compare the medium with its file before the file is written.
    pub const fn must_catch_up(&self) -> bool {
        self.left.is_some()
    }

    /// Compares the medium with its file. Queues each block that differs, so that the block is written to the file.
    ///
    /// # Errors
    ///
    /// When another program has changed the file since the machine went back or forward in its timeline. In this case
    /// the medium is unchanged.
    pub fn catch_up(&mut self, file: &[u8]) -> Result<(), ChangedOutside> {
        if self.left.as_ref().is_some_and(|left| !left.is(file)) {
            return Err(ChangedOutside);
        }
        self.left = None;
        let size = self.block_bytes();
        let differs = |number: usize| {
            let (first, end) = (number * size, self.length.min((number + 1) * size));
            first < end && file.get(first..end) != Some(&bytes(self.whole(number))[..end - first])
        };
        let mut undone: Vec<bool> = (0..self.blocks.len()).map(differs).collect();
        let mut again = Vec::new();
        for &(number, _) in self.written.iter().rev() {
            if std::mem::take(&mut undone[number]) {
                again.push(number);
            }
        }
        let undone = (0..).zip(undone).filter(|&(_, is_undone)| is_undone).map(|(number, _)| number);
        let order = undone.chain(again.into_iter().rev());
        self.written = order.map(|number| (number, Arc::clone(self.whole(number)))).collect();
        self.is_cut = file.len() > self.length;
        Ok(())
    }

    /// Returns the length in bytes to which the file must be truncated, or `None` if the file need not be truncated.
    pub fn cut(&self) -> Option<u64> {
        self.is_cut.then_some(self.length as u64)
    }
}

impl Left {
    /// Whether `file` has these contents. Bytes that are missing at the end of the file count as zeros.
    fn is(&self, file: &[u8]) -> bool {
        let size = 2 * self.blocks.first().map_or(0, |block| block.len());
        let same = |number: usize, block: &[u16]| {
            let first = number * size;
            let own = bytes(block).into_iter().take(self.length.saturating_sub(first));
            own.zip(file.iter().skip(first).copied().chain(repeat(0))).all(|(own, byte)| own == byte)
        };
        let mut blocks = (0..).zip(&self.blocks);
        (file.len() <= self.length || self.is_cut)
            && blocks.all(|(number, block)| self.waiting.contains(&number) || same(number, block))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::word::Word;

    const SMALL: Geometry = Geometry { blocks: 3, block_words: 2, holds_bytes: false };

    fn write(volume: &mut Volume, at: usize, word: u16) {
        volume.set_word(at, Word::new(word));
        volume.commit();
    }

    #[test]
    fn what_is_undone_is_written_first_and_what_is_done_again_in_its_order() {
        let file = [1, 0xf0, 2, 0, 3, 0, 4, 0];
        let mut now = Volume::new(&file, SMALL, false).expect("it fits");
        let mut before = now.clone();
        (0..6).step_by(2).for_each(|at| write(&mut now, at, 7));
        now.forget_written();
        // The replay writes blocks 2, 1 and 2.
        write(&mut before, 4, 5);
        write(&mut before, 2, 6);
        write(&mut before, 4, 6);
        before.take_over_file(&now);
        before.catch_up(&[7, 0, 2, 0, 7, 0, 4, 0, 7, 0, 0, 0]).expect("it is what was written");
        assert_eq!(before.written(), [(0, vec![1, 0xf0, 2, 0]), (4, vec![6, 0, 4, 0]), (8, vec![6, 0, 0, 0])]);
        assert_eq!(before.cut(), None);
    }

    #[test]
    fn a_file_that_has_grown_is_cut_off_where_it_was() {
        let mut now = Volume::new(&[1, 0, 2, 0, 3, 0], SMALL, false).expect("it fits");
        let mut before = now.clone();
        write(&mut now, 3, 7);
        now.forget_written();
        before.take_over_file(&now);
        before.catch_up(&[1, 0, 2, 0, 3, 0, 7, 0]).expect("it is what was written");
        assert_eq!((before.written(), before.cut()), (vec![], Some(6)));
        before.forget_written();
        assert!(!before.has_written());
    }

    #[test]
    fn what_waits_may_be_in_the_file_or_not() {
        for file in [[1, 0, 0, 0], [0, 0, 0, 0]] {
            let mut now = Volume::new(&[0; 4], SMALL, false).expect("it fits");
            let mut before = now.clone();
            write(&mut now, 0, 1);
            before.take_over_file(&now);
            assert_eq!(before.catch_up(&file), Ok(()));
            assert_eq!(before.has_written(), file[0] == 1);
        }
    }

    #[test]
    fn a_file_that_another_program_has_changed_is_left_alone() {
        let mut now = Volume::new(&[0; 8], SMALL, false).expect("it fits");
        let mut before = now.clone();
        write(&mut now, 0, 1);
        now.forget_written();
        before.take_over_file(&now);
        assert_eq!(before.catch_up(&[1, 0, 0, 0, 0, 0, 9, 0]), Err(ChangedOutside));
        assert_eq!(before.catch_up(&[1, 0, 0, 0, 0, 0, 0, 0, 1, 0]), Err(ChangedOutside));
        assert_eq!(before.catch_up(&[]), Err(ChangedOutside));
        assert!(before.must_catch_up());
    }
}

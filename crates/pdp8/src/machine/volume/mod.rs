//! A medium that is both read and written: a disc pack, a fixed-head disc, a reel of DECtape.
//!
//! ```text
//!   device --- set_word, commit ---> blocks (shared between copies of a machine, copied when one is written)
//!                                      |
//!                                      '---> written blocks, in order ---> the owner of the file
//! ```
//!
//! A medium is kept in blocks. Copies of a machine share the blocks, and a block is copied when one machine writes it,
//! so that a snapshot of a machine with a pack costs little. The library itself opens no file: blocks that have been
//! written wait, whole and in order, until the owner of the file writes them to the file.
//!
//! In a file a word is two bytes, the low byte first, and the upper four bits are zero. If a file has ones in the upper
//! bits, they stay in the file until the block is written. A medium of bytes, such as a floppy disc, uses all sixteen
//! bits: each word holds two bytes in the order of the file.

mod catch_up;

pub use catch_up::ChangedOutside;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::machine::device_error::MediumError;
use crate::word::Word;

use catch_up::Left;

/// The words on a disc or tape.
///
/// Two volumes are equal when their words and their write protection are equal. Blocks that wait to be written are not
/// compared.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(into = "Form", try_from = "Form")]
pub struct Volume {
    blocks: Arc<Vec<Arc<[u16]>>>,
    holds_bytes: bool,
    read_only: bool,
    /// The number of the block that is being written, and its words before the writing began.
    open: Option<(usize, Arc<[u16]>)>,
    /// The blocks that wait to be written to the file, in the order of writing.
    written: Vec<(usize, Arc<[u16]>)>,
    /// The length in bytes that the file will have when the blocks in `written` have been written to it.
    length: usize,
    /// Whether the file must be truncated to `length` bytes, because it may be longer.
    is_cut: bool,
    /// The contents of the file when the machine went back or forward in its timeline. The file is compared with these
    /// contents before it is written again. `None` if no comparison is needed.
    left: Option<Left>,
    /// The number of words that the machine has written.
    writes: u64,
}

/// The size of a medium.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Geometry {
    /// The number of blocks.
    pub blocks: usize,
    /// The number of words in a block.
    pub block_words: usize,
    /// Whether the medium holds bytes, two in each word. Otherwise the medium holds words of 12 bits.
    pub holds_bytes: bool,
}

impl Geometry {
    /// Returns the number of words of the medium.
    pub(crate) const fn words(self) -> usize {
        self.blocks * self.block_words
    }

    /// Returns the number of bytes of the medium's file.
    pub const fn bytes(self) -> usize {
        self.words() * 2
    }

    /// Returns a mask of the bits of a word that the medium stores.
    const fn mask(self) -> u16 {
        if self.holds_bytes { u16::MAX } else { WORD }
    }
}

/// The size and the write protection of a medium, for a core image. The words of the medium are not in the core image,
/// but only in the medium's file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Form {
    blocks: usize,
    block_words: usize,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    holds_bytes: bool,
    read_only: bool,
}

/// The size of the largest medium. This limit keeps an edited core image from taking all memory of the host.
const MAX_GEOMETRY: Geometry = Geometry { blocks: 1 << 16, block_words: 256, holds_bytes: false };

/// The bits of a PDP-8 word in two bytes of a file.
const WORD: u16 = 0o7777;

impl Volume {
    /// Makes a medium that contains only zeros.
    pub fn blank(geometry: Geometry) -> Self {
        let block: Arc<[u16]> = vec![0; geometry.block_words].into();
        Volume {
            blocks: Arc::new(vec![block; geometry.blocks]),
            holds_bytes: geometry.holds_bytes,
            read_only: false,
            open: None,
            written: Vec::new(),
            length: 0,
            is_cut: false,
            left: None,
            writes: 0,
        }
    }

    /// Makes a medium with the words of a file. Words beyond the end of the file are zero.
    ///
    /// # Errors
    ///
    /// When the file is longer than the medium, or has an odd number of bytes.
    pub fn new(file: &[u8], geometry: Geometry, read_only: bool) -> Result<Self, MediumError> {
        let mut volume = Volume { read_only, ..Volume::blank(geometry) };
        volume.fill(file)?;
        Ok(volume)
    }

    /// Returns the block and the word in the block at which two media of the same size first differ.
    pub(crate) fn first_difference(&self, other: &Volume) -> Option<(usize, usize)> {
        if Arc::ptr_eq(&self.blocks, &other.blocks) {
            return None;
        }
        let mask = self.geometry().mask();
        let mut pairs = self.blocks.iter().zip(&*other.blocks).enumerate();
        pairs.find_map(|(number, (own, other))| {
            let differs = |(own, other): (&u16, &u16)| (own ^ other) & mask != 0;
            let at = (!Arc::ptr_eq(own, other)).then(|| own.iter().zip(&**other).position(differs));
            Some((number, at??))
        })
    }

    /// Returns the blocks that differ from the earlier medium `before`, each with its offset in the file. Bytes beyond
    /// the end of a medium count as zeros.
    pub(crate) fn changed_since(&self, before: &Volume) -> Vec<(usize, Vec<u8>)> {
        if Arc::ptr_eq(&self.blocks, &before.blocks) {
            return Vec::new();
        }
        if self.geometry() != before.geometry() {
            return self.changed_in_size(before);
        }
        let blocks = self.blocks.iter().zip(&*before.blocks).enumerate();
        let changed = blocks.filter(|(_, (now, before))| !Arc::ptr_eq(now, before) && now != before);
        changed.map(|(number, (now, _))| (number * self.block_bytes(), bytes(now))).collect()
    }

    /// Returns the blocks that differ from an earlier medium of another size, such as a disc before it was formatted.
    fn changed_in_size(&self, before: &Volume) -> Vec<(usize, Vec<u8>)> {
        let length = self.geometry().bytes().max(before.geometry().bytes());
        let [now, before] = [self, before].map(|volume| {
            let mut bytes: Vec<u8> = volume.blocks.iter().flat_map(|block| bytes(block)).collect();
            bytes.resize(length, 0);
            bytes
        });
        let size = self.block_bytes();
        let blocks = now.chunks(size).zip(before.chunks(size)).enumerate();
        let changed = blocks.filter(|(_, (now, before))| now != before);
        changed.map(|(number, (now, _))| (number * size, now.to_vec())).collect()
    }

    /// Replaces all words of the medium with the words of a file, as [`Volume::new`] does. Afterwards no block waits to
    /// be written.
    ///
    /// # Errors
    ///
    /// When the file is longer than the medium, or has an odd number of bytes. After an error, nothing is changed.
    pub fn fill(&mut self, file: &[u8]) -> Result<(), MediumError> {
        let (length, room) = (file.len(), self.geometry().bytes());
        if length % 2 != 0 {
            return Err(MediumError::HalfWord { bytes: length });
        }
        if length > room {
            return Err(MediumError::TooLong { bytes: length, room });
        }
        let geometry = self.geometry();
        *self = Volume { read_only: self.read_only, length, ..Volume::blank(geometry) };
        let blocks = Arc::make_mut(&mut self.blocks);
        for (block, bytes) in blocks.iter_mut().zip(file.chunks(2 * geometry.block_words)) {
            let words = bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
            Arc::make_mut(block).iter_mut().zip(words).for_each(|(place, word)| *place = word);
        }
        Ok(())
    }

    /// Returns the size of the medium.
    pub fn geometry(&self) -> Geometry {
        let block_words = self.blocks.first().map_or(0, |block| block.len());
        Geometry { blocks: self.blocks.len(), block_words, holds_bytes: self.holds_bytes }
    }

    /// Whether the medium is write-protected.
    pub const fn is_read_only(&self) -> bool {
        self.read_only
    }

    /// Returns the word at the index `at`, counted from 0. Beyond the end of the medium, the word is 0.
    pub fn word(&self, at: usize) -> Word {
        Word::new(self.bits(at))
    }

    /// Returns the byte at the index `at` of a medium that holds bytes, counted from 0. Beyond the end of the medium,
    /// the byte is 0.
    pub(crate) fn byte(&self, at: usize) -> u8 {
        self.bits(at / 2).to_le_bytes()[at % 2]
    }

    /// Returns the word at the index `at`: 12 bits, or 16 bits if the medium holds bytes.
    pub(crate) fn bits(&self, at: usize) -> u16 {
        let geometry = self.geometry();
        let size = geometry.block_words;
        self.blocks.get(at / size).map_or(0, |block| block[at % size] & geometry.mask())
    }

    /// Writes a word at the index `at`. Does nothing beyond the end of the medium. The block of the word is complete,
    /// and can be written to the file, after [`Volume::commit`] or when a word of another block is written.
    pub fn set_word(&mut self, at: usize, word: Word) {
        self.set_bits(at, word.bits());
    }

    /// Writes a byte of a medium that holds bytes, as [`Volume::set_word`] writes a word.
    pub(crate) fn set_byte(&mut self, at: usize, byte: u8) {
        let mut bytes = self.bits(at / 2).to_le_bytes();
        bytes[at % 2] = byte;
        self.set_bits(at / 2, u16::from_le_bytes(bytes));
    }

    /// Returns at most `count` words of the medium, from the index `at` to the end of the block that contains this
    /// index. Beyond the end of the medium there are no words.
    pub(crate) fn words_of_block(&self, at: usize, count: usize) -> impl Iterator<Item = Word> + '_ {
        let size = self.geometry().block_words;
        let words = self.blocks.get(at / size).map_or(&[][..], |block| &block[at % size..]);
        words.iter().take(count).map(|&bits| Word::new(bits))
    }

    /// Writes words of one block, as [`Volume::set_word`] writes a word. The words must not reach past the block.
    pub(crate) fn set_words_of_block(&mut self, at: usize, words: &[Word]) {
        let first = at % self.geometry().block_words;
        if let Some(block) = self.open_block(at / self.geometry().block_words) {
            block[first..][..words.len()].iter_mut().zip(words).for_each(|(place, word)| *place = word.bits());
            self.writes += words.len() as u64;
        }
    }

    fn set_bits(&mut self, at: usize, bits: u16) {
        let size = self.geometry().block_words;
        if let Some(block) = self.open_block(at / size) {
            block[at % size] = bits;
            self.writes += 1;
        }
    }

    /// Begins to write the block with this number, unless this block is already being written. Returns the words of the
    /// block; `None` beyond the end of the medium.
    fn open_block(&mut self, number: usize) -> Option<&mut [u16]> {
        let mask = self.geometry().mask();
        if number >= self.blocks.len() {
            return None;
        }
        let is_new = self.open.as_ref().is_none_or(|&(open, _)| open != number);
        if is_new {
            self.commit();
            self.open = Some((number, Arc::clone(&self.blocks[number])));
        }
        let block = Arc::make_mut(&mut Arc::make_mut(&mut self.blocks)[number]);
        if is_new {
            block.iter_mut().for_each(|word| *word &= mask);
        }
        Some(block)
    }

    /// Returns the number of words that the machine has written.
    pub(crate) const fn writes(&self) -> u64 {
        self.writes
    }

    /// Completes the block that is being written, so that it can go to the file.
    pub fn commit(&mut self) {
        let Some((number, _)) = self.open.take() else { return };
        self.written.push((number, self.blocks[number].clone()));
        self.length = self.length.max((number + 1) * self.block_bytes());
        // The owner does not write the blocks to a file, so keep only the newest version of each block.
        if self.written.len() > 2 * self.blocks.len() {
            let mut known = vec![false; self.blocks.len()];
            let mut last: Vec<_> = std::mem::take(&mut self.written).into_iter().rev().collect();
            last.retain(|&(number, _)| !std::mem::replace(&mut known[number], true));
            last.reverse();
            self.written = last;
        }
    }

    /// Queues the last block for writing if the file is shorter than the medium, so that the file becomes as long as
    /// the medium.
    pub(crate) fn complete(&mut self) {
        let geometry = self.geometry();
        if self.length < geometry.bytes() {
            let last = geometry.words() - 1;
            self.set_bits(last, self.bits(last));
            self.commit();
        }
    }

    /// Replaces the medium by a medium of another size, as formatting does. The first `blank` blocks are blank, and
    /// wait to be written to the file. The remaining blocks keep the bytes of the file. A file that is longer than the
    /// new medium is truncated.
    pub(crate) fn format(&mut self, geometry: Geometry, blank: usize) {
        let end = 2 * blank * geometry.block_words;
        let mut file: Vec<u8> = self.blocks.iter().flat_map(|block| bytes(block)).collect();
        file.resize(self.length.max(end).min(geometry.bytes()), 0);
        file[..end].fill(0);
        let new = Volume::new(&file, geometry, self.read_only).expect("the file is no longer than the medium");
        let (left, writes) = (self.left.take(), self.writes + (blank * geometry.block_words) as u64);
        *self = Volume { left, writes, is_cut: true, ..new };
        self.written = self.blocks.iter().cloned().enumerate().take(blank).collect();
    }

    /// Whether the medium differs, or may differ, from its file.
    pub fn has_written(&self) -> bool {
        !self.written.is_empty() || self.is_cut || self.left.is_some()
    }

    /// Returns the blocks that wait to be written to the file, in the order of writing. Each pair is the offset of the
    /// block in the file and the bytes of the block.
    pub fn written(&self) -> Vec<(u64, Vec<u8>)> {
        let out = |(number, block): &(usize, Arc<[u16]>)| {
            let mut bytes = bytes(block);
            let offset = number * self.block_bytes();
            bytes.truncate(self.length - offset);
            (offset as u64, bytes)
        };
        self.written.iter().map(out).collect()
    }

    /// Removes all blocks that wait to be written. The caller has already written these blocks to the file.
    pub fn forget_written(&mut self) {
        self.written.clear();
        (self.is_cut, self.left) = (false, None);
    }

    /// Returns the whole medium as the bytes of a file.
    pub fn image(&self) -> Vec<u8> {
        let mask = self.geometry().mask();
        self.blocks.iter().flat_map(|block| block.iter().flat_map(|word| (word & mask).to_le_bytes())).collect()
    }

    fn block_bytes(&self) -> usize {
        2 * self.geometry().block_words
    }
}

fn bytes(block: &[u16]) -> Vec<u8> {
    block.iter().flat_map(|word| word.to_le_bytes()).collect()
}

impl PartialEq for Volume {
    fn eq(&self, other: &Self) -> bool {
        self.read_only == other.read_only
            && self.geometry() == other.geometry()
            && self.first_difference(other).is_none()
    }
}

impl Eq for Volume {}

impl From<Volume> for Form {
    fn from(volume: Volume) -> Form {
        let Geometry { blocks, block_words, holds_bytes } = volume.geometry();
        Form { blocks, block_words, holds_bytes, read_only: volume.read_only }
    }
}

impl TryFrom<Form> for Volume {
    type Error = &'static str;

    /// Makes a blank medium of this size. The caller must then read the words from the medium's file.
    fn try_from(Form { blocks, block_words, holds_bytes, read_only }: Form) -> Result<Volume, &'static str> {
        if !(1..=MAX_GEOMETRY.blocks).contains(&blocks) || !(1..=MAX_GEOMETRY.block_words).contains(&block_words) {
            return Err("there is no medium of this size");
        }
        Ok(Volume { read_only, ..Volume::blank(Geometry { blocks, block_words, holds_bytes }) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: Geometry = Geometry { blocks: 3, block_words: 2, holds_bytes: false };

    #[test]
    fn a_short_file_reads_as_zeros_past_its_end() {
        let volume = Volume::new(&[0o123, 0xff], SMALL, false).expect("it fits");
        assert_eq!((volume.word(0).bits(), volume.word(1).bits(), volume.word(6).bits()), (0o7523, 0, 0));
        assert_eq!(volume.image(), [0o123, 0x0f, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    }

    #[test]
    fn a_medium_of_bytes_keeps_all_bits() {
        let bytes = Geometry { holds_bytes: true, ..SMALL };
        let mut volume = Volume::new(&[1, 0xff, 3, 0xff], bytes, false).expect("it fits");
        volume.set_byte(2, 0xfe);
        volume.commit();
        assert_eq!([1, 2, 3, 4, 12].map(|at| volume.byte(at)), [0xff, 0xfe, 0xff, 0, 0]);
        assert_eq!(volume.written(), [(0, vec![1, 0xff, 0xfe, 0xff])]);
        assert_eq!(volume.image()[..4], [1, 0xff, 0xfe, 0xff]);
    }

    #[test]
    fn a_formatted_medium_has_another_size_and_cuts_its_file() {
        let small = Geometry { blocks: 2, ..SMALL };
        let mut volume = Volume::new(&[1; 12], SMALL, false).expect("it fits");
        volume.format(small, 2);
        assert_eq!((volume.geometry(), volume.cut()), (small, Some(8)));
        assert_eq!(volume.written(), [(0, vec![0; 4]), (4, vec![0; 4])]);
    }

    #[test]
    fn a_medium_that_is_formatted_in_part_keeps_the_rest_of_its_file() {
        let halves = Geometry { blocks: 6, block_words: 1, ..SMALL };
        let mut volume = Volume::new(&[1; 10], SMALL, false).expect("it fits");
        volume.format(halves, 3);
        assert_eq!((volume.geometry(), volume.cut(), volume.written().len()), (halves, Some(10), 3));
        assert_eq!(volume.image(), [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0]);
    }

    #[test]
    fn files_that_do_not_fit_are_refused() {
        let refused = |length| Volume::new(&vec![0; length], SMALL, false).expect_err("it does not fit").to_string();
        assert_eq!(refused(14), "it has 14 bytes, and there is room for 12");
        assert_eq!(refused(3), "it has 3 bytes, and a word is two: the number must be even");
    }

    #[test]
    fn blocks_go_out_whole_and_in_order() {
        let mut volume = Volume::blank(SMALL);
        let copy = volume.clone();
        for (at, word) in [(0, 1), (1, 2), (4, 3), (0, 4)] {
            volume.set_word(at, Word::new(word));
        }
        assert_eq!(volume.written(), [(0, vec![1, 0, 2, 0]), (8, vec![3, 0, 0, 0])]);
        volume.commit();
        assert_eq!(volume.written()[2], (0, vec![4, 0, 2, 0]));
        assert_eq!(copy.word(0), Word::ZERO, "a copy keeps what it had");
        volume.forget_written();
        assert!(!volume.has_written());
    }

    #[test]
    fn what_nobody_takes_does_not_pile_up() {
        let mut volume = Volume::blank(SMALL);
        for count in 0..100 {
            volume.set_word(usize::from(count % 2) * 2, Word::new(count));
            volume.commit();
        }
        assert!(volume.written().len() <= 6);
        assert_eq!(volume.written().last(), Some(&(4, vec![99, 0, 0, 0])));
    }

    /// The blocks that wait to be written must stay in the order of writing, because a program writes the blocks of a
    /// file before the directory that refers to them.
    #[test]
    fn what_is_left_of_it_stays_in_the_order_of_writing() {
        let mut volume = Volume::blank(SMALL);
        let mut write = |at: usize, word: u16| {
            volume.set_word(at, Word::new(word));
            volume.commit();
            volume.written().into_iter().map(|(offset, bytes)| (offset, bytes[0])).collect::<Vec<_>>()
        };
        for (at, word) in [(2, 1), (0, 2), (2, 3), (0, 4), (2, 5)] {
            write(at, word);
        }
        assert_eq!(write(4, 6), [(4, 1), (0, 2), (4, 3), (0, 4), (4, 5), (8, 6)]);
        assert_eq!(write(0, 7), [(4, 5), (8, 6), (0, 7)]);
    }
}

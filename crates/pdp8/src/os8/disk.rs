//! The image of a disc or tape as OS/8 sees it: blocks of 256 words.

use std::ops::Range;

use super::Os8Error;
use super::floppy::{DOUBLE, SINGLE};
use crate::word::three_bytes;

/// The number of words of a block.
#[doc(hidden)]
pub const BLOCK: usize = 256;
/// The number of words of a DECtape block. OS/8 does not use the last word. An OS/8 block is two DECtape blocks.
const TAPE_BLOCK: usize = 129;

/// The kind of medium that holds an OS/8 directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The first half of an RK05 pack.
    Rka,
    /// The second half of an RK05 pack.
    Rkb,
    /// A DECtape.
    DecTape,
    /// A floppy disc in single density.
    Rx01,
    /// A floppy disc in double density.
    Rx02,
}

impl Kind {
    /// Returns the number of blocks of the medium.
    #[doc(hidden)]
    pub const fn blocks(self) -> usize {
        match self {
            Kind::Rka | Kind::Rkb => 3248,
            Kind::DecTape => 737,
            Kind::Rx01 => SINGLE.blocks(),
            Kind::Rx02 => DOUBLE.blocks(),
        }
    }

    /// Returns the number of bytes of the whole medium.
    pub const fn bytes(self) -> usize {
        match self {
            Kind::Rka | Kind::Rkb => 2 * 3248 * BLOCK * 2,
            Kind::DecTape => 1474 * TAPE_BLOCK * 2,
            Kind::Rx01 => SINGLE.bytes(),
            Kind::Rx02 => DOUBLE.bytes(),
        }
    }

    /// Returns the byte ranges of the image that a block occupies.
    fn places(self, block: usize) -> Vec<Range<usize>> {
        let piece = |first: usize, words: usize| 2 * first..2 * (first + words);
        match self {
            Kind::Rka => vec![piece(block * BLOCK, BLOCK)],
            Kind::Rkb => vec![piece((3248 + block) * BLOCK, BLOCK)],
            Kind::Rx01 => SINGLE.places(block),
            Kind::Rx02 => DOUBLE.places(block),
            Kind::DecTape => (2 * block..2 * block + 2).map(|half| piece(half * TAPE_BLOCK, BLOCK / 2)).collect(),
        }
    }

    /// Whether the medium holds two words in three bytes. Otherwise the medium holds each word in two bytes.
    const fn is_packed(self) -> bool {
        matches!(self, Kind::Rx01 | Kind::Rx02)
    }

    /// Returns the words in a piece of the image.
    fn words(self, piece: &[u8]) -> Vec<u16> {
        if self.is_packed() {
            let used = &piece[..piece.len() / 4 * 3];
            used.chunks_exact(3).flat_map(|three| three_bytes::unpack([three[0], three[1], three[2]])).collect()
        } else {
            piece.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]) & 0o7777).collect()
        }
    }

    /// Fills a piece of the image with the next words.
    fn put_words(self, piece: &mut [u8], words: &mut impl Iterator<Item = u16>) {
        let mut next = || words.next().unwrap_or_default() & 0o7777;
        if self.is_packed() {
            // The floppy disc control fills the rest of a sector with zeros.
            let (used, rest) = piece.split_at_mut(piece.len() / 4 * 3);
            used.chunks_exact_mut(3).for_each(|three| three.copy_from_slice(&three_bytes::pack([next(), next()])));
            rest.fill(0);
        } else {
            piece.chunks_exact_mut(2).for_each(|pair| pair.copy_from_slice(&next().to_le_bytes()));
        }
    }
}

/// A disc or tape in memory, with a list of the blocks that have been written.
#[derive(Clone, Debug)]
pub struct Disk {
    kind: Kind,
    bytes: Vec<u8>,
    written: Vec<usize>,
}

impl Disk {
    /// Makes a medium of zeros.
    #[doc(hidden)]
    pub fn blank(kind: Kind) -> Self {
        Disk::new(kind, Vec::new())
    }

    /// Makes a medium with these bytes. If there are fewer bytes than the medium has, the rest of the medium is zero.
    pub fn new(kind: Kind, mut bytes: Vec<u8>) -> Self {
        bytes.resize(kind.bytes(), 0);
        Disk { kind, bytes, written: Vec::new() }
    }

    /// Returns the kind of the medium.
    pub(crate) const fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns the bytes of the whole medium.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the words of a block.
    ///
    /// # Errors
    ///
    /// When there is no such block.
    pub fn block(&self, block: usize) -> Result<Vec<u16>, Os8Error> {
        self.check(block)?;
        let places = self.kind.places(block);
        Ok(places.into_iter().flat_map(|place| self.kind.words(&self.bytes[place])).collect())
    }

    /// Writes `words` to a block, and fills the rest of the block with zeros.
    ///
    /// # Errors
    ///
    /// When there is no such block.
    pub fn set_block(&mut self, block: usize, words: &[u16]) -> Result<(), Os8Error> {
        self.check(block)?;
        let mut words = words.iter().copied().chain(std::iter::repeat(0));
        for place in self.kind.places(block) {
            self.kind.put_words(&mut self.bytes[place], &mut words);
        }
        self.written.push(block);
        Ok(())
    }

    /// Returns the parts of the image that were written since the last call, in the order of writing. Each pair is the
    /// offset of a part in the image and the bytes of the part.
    pub fn take_written(&mut self) -> Vec<(u64, Vec<u8>)> {
        let places = std::mem::take(&mut self.written).into_iter().flat_map(|block| self.kind.places(block));
        places.map(|place| (place.start as u64, self.bytes[place].to_vec())).collect()
    }

    fn check(&self, block: usize) -> Result<(), Os8Error> {
        if block < self.kind.blocks() { Ok(()) } else { Err(Os8Error::NoBlock(block)) }
    }
}

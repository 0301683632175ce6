//! The words of a block as they lie on the tape: the data words, and the words of the header and trailer, which a file
//! does not store.

use super::transport::{BLOCK, TAPE, Way};
use crate::machine::Volume;
use crate::word::Word;

/// The number of data words of a block.
pub const WORDS: i64 = TAPE.block_words as i64;
/// The number of words of a whole block, header and trailer included. In either direction, the data comes after
/// `HEADER_WORDS` words.
pub const ALL_WORDS: i64 = BLOCK / 4;
pub const HEADER_WORDS: i64 = 8;

/// Returns a word as the head reads the word in the opposite direction: the octal digits in reverse order, each digit
/// complemented.
pub const fn obverse(word: Word) -> Word {
    let bits = word.bits();
    Word::new(!(bits >> 9 | bits >> 3 & 0o70 | bits << 3 & 0o700 | bits << 9))
}

/// Converts the number of a block from the forward direction to the direction `way`, or back. The reverse direction
/// counts blocks from the far end of the tape.
pub const fn number(way: Way, block: i64) -> i64 {
    match way {
        Way::Forward => block,
        Way::Reverse => TAPE.blocks as i64 - 1 - block,
    }
}

/// Returns the index of a word in the file. The block and the word are counted in the direction `way`.
pub const fn place(way: Way, block: i64, word: i64) -> usize {
    let word = match way {
        Way::Forward => word,
        Way::Reverse => WORDS - 1 - word,
    };
    (number(way, block) * WORDS + word) as usize
}

/// Returns a data word as the head reads the word in the direction `way`. `at` is the index of the word in the file.
pub fn word(volume: &Volume, way: Way, at: usize) -> Word {
    let word = volume.word(at);
    if way == Way::Forward { word } else { obverse(word) }
}

/// Returns a word of a block, as the head reads the word in the direction `way`. `nth` counts the words of the block
/// in the forward direction, from 0 for the first word of the header.
pub fn tape_word(volume: Option<&Volume>, way: Way, block: i64, nth: i64) -> Word {
    let number = block as u16;
    let data = |nth| volume.map_or(Word::ZERO, |volume| volume.word(place(Way::Forward, block, nth)));
    let word = match nth {
        2 => Word::new(number >> 6),
        3 => Word::new(number << 6),
        7 => Word::new(0o77),
        nth if (HEADER_WORDS..HEADER_WORDS + WORDS).contains(&nth) => data(nth - HEADER_WORDS),
        137 => Word::new(checksum((0..WORDS).map(data)) << 6),
        141 => obverse(Word::new(number << 6)),
        142 => obverse(Word::new(number >> 6)),
        _ => Word::ZERO,
    };
    if way == Way::Forward { word } else { obverse(word) }
}

/// Returns the six-bit checksum: the exclusive OR of the high and low halves of all data words.
fn checksum(words: impl Iterator<Item = Word>) -> u16 {
    words.fold(0, |sum, word| (sum ^ word.bits() ^ word.bits() >> 6) & 0o77)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the words of a block in the order in which they pass under the head.
    fn block(volume: Option<&Volume>, way: Way, number: i64) -> Vec<u16> {
        let order = |nth| if way == Way::Forward { nth } else { ALL_WORDS - 1 - nth };
        (0..ALL_WORDS).map(|nth| tape_word(volume, way, number, order(nth)).bits()).collect()
    }

    #[test]
    fn a_block_has_its_number_at_both_ends() {
        // Of 2345, the high six bits are 23 and the low six bits 45. The obverse complement of 0023 is 4577, and that
        // of 4500 is 7723.
        let words = block(None, Way::Forward, 0o2345);
        assert_eq!(words[..8], [0, 0, 0o0023, 0o4500, 0, 0, 0, 0o0077]);
        assert_eq!(words[8..137], [0; 129]);
        assert_eq!(words[138..], [0, 0, 0, 0o7723, 0o4577, 0]);
    }

    #[test]
    fn in_reverse_the_trailer_comes_first_each_word_the_other_way_round() {
        let reel = Volume::new(&[0o1234_u16, 0o7070].map(u16::to_le_bytes).concat(), TAPE, false).expect("it fits");
        let words = block(Some(&reel), Way::Reverse, 0);
        assert_eq!(words[134..136], [0o7070, 0o3456]);
        let forward = block(Some(&reel), Way::Forward, 0);
        let turned: Vec<u16> = forward.iter().rev().map(|&word| obverse(Word::new(word)).bits()).collect();
        assert_eq!(words, turned);
        // So the head reads the same block number in both directions.
        assert_eq!(block(None, Way::Reverse, 0o2345)[1..3], [0o0023, 0o4500]);
    }

    #[test]
    fn the_checksum_is_the_sum_without_carries_of_all_halves() {
        let reel = Volume::new(&[0o1234_u16, 0o0567].map(u16::to_le_bytes).concat(), TAPE, false).expect("it fits");
        // As the reverse checksum is 77, the checksum is the exclusive OR of all the halves.
        assert_eq!(block(Some(&reel), Way::Forward, 0)[137], (0o12 ^ 0o34 ^ 0o05 ^ 0o67) << 6);
    }
}

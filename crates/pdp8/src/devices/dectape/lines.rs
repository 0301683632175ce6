//! The lines of the tape, for a control that does not divide the tape into words: each line has a bit of the mark track
//! and three data bits.
//!
//! ```text
//! end zone  | gap       | block 0 | block 1 | ... | gap       | end zone      forward
//! 55 ... 55 | 25 ... 25 |                         | 25 ... 25 | 22 ... 22     mark codes (octal)
//!
//! block      25 26 32 10 10 | 10 10 70 ... 70 73 73 | 73 73 51 45 25
//!               number      |       129 words       | checksum, number
//! ```
//!
//! A mark code has six lines, and a gap has 200 mark codes.
//!
//! In reverse, a control reads the lines in reverse order and with every bit complemented. The reversal exchanges the
//! codes 26 and 45, 32 and 51, 10 and 73, and 22 and 55, so a control reads the same sequence of codes in both
//! directions.

use super::transport::{BLOCK, BLOCKS, END_ZONE, Way};
use super::words::{HEADER_WORDS, WORDS, tape_word};
use crate::machine::Volume;
use crate::word::Word;

/// The number of tape lines that hold a mark code.
const CODE: i64 = 6;
/// The number of lines between an end zone and the blocks.
const GAP: i64 = 200 * CODE;
/// The number of tape lines that hold a word.
const WORD: i64 = 4;
/// The number of lines by which the header of a block begins before the block itself. The 8 words of the header take 32
/// lines, but the block has only 30 lines before its data.
const SHIFT: i64 = 2;

const BEFORE_DATA: [u8; 7] = [0o25, 0o26, 0o32, 0o10, 0o10, 0o10, 0o10];
const DATA: u8 = 0o70;
const AFTER_DATA: [u8; 7] = [0o73, 0o73, 0o73, 0o73, 0o51, 0o45, 0o25];
const CODES: i64 = BLOCK / CODE;
const INTERBLOCK: u8 = 0o25;
const FRONT_END: u8 = 0o55;
const REAR_END: u8 = 0o22;

/// Returns the mark code that contains a line. Lines are counted from the front of the tape.
fn code(line: i64) -> u8 {
    let line = line - END_ZONE;
    if (0..BLOCKS).contains(&line) {
        let at = line % BLOCK / CODE;
        let from_end = at - (CODES - AFTER_DATA.len() as i64);
        let before = BEFORE_DATA.get(at as usize);
        let after = usize::try_from(from_end).ok().and_then(|at| AFTER_DATA.get(at));
        before.or(after).copied().unwrap_or(DATA)
    } else if (-GAP..BLOCKS + GAP).contains(&line) {
        INTERBLOCK
    } else if line < 0 {
        FRONT_END
    } else {
        REAR_END
    }
}

/// Returns the mark bit of a line, as the head reads it in the direction `way`. Lines are counted from the front of the
/// tape.
pub fn mark(way: Way, line: i64) -> u8 {
    let bit = code(line) >> (CODE - 1 - line % CODE) & 1;
    if way == Way::Forward { bit } else { bit ^ 1 }
}

/// Returns the three data bits of a line, as the head reads them in the direction `way`. Lines are counted from the
/// front of the tape.
pub fn read(volume: &Volume, way: Way, line: i64) -> u16 {
    let line = line - END_ZONE;
    let bits = if (0..BLOCKS).contains(&line) { data(volume, line / BLOCK, line % BLOCK) } else { 0 };
    if way == Way::Forward { bits } else { bits ^ 7 }
}

/// Returns the three data bits of a line of a block, as the head reads them in the forward direction. `line` counts
/// from the front of the block.
fn data(volume: &Volume, block: i64, line: i64) -> u16 {
    match line {
        // READ ALL of the TC08 returns other bits here. Both are possible, because a file does not record how the tape
        // was formatted.
        24..=27 => 7,
        562 | 563 | 568 | 569 => 0,
        _ => {
            let at = line + SHIFT;
            let word = tape_word(Some(volume), Way::Forward, block, at / WORD);
            word.bits() >> (3 * (WORD - 1 - at % WORD)) & 7
        }
    }
}

/// Writes the three data bits of a line of the tape. If the line belongs to a data word of a block, stores the bits in
/// the word. Otherwise stores nothing, because a file has only the data words, but marks the block that was being
/// written as complete.
pub fn write(volume: &mut Volume, way: Way, line: i64, bits: u16) {
    let (block, at) = ((line - END_ZONE).div_euclid(BLOCK), (line - END_ZONE).rem_euclid(BLOCK) + SHIFT);
    let word = at / WORD - HEADER_WORDS;
    if !(0..BLOCKS / BLOCK).contains(&block) || !(0..WORDS).contains(&word) {
        return volume.commit();
    }
    let place = (block * WORDS + word) as usize;
    let shift = 3 * (WORD - 1 - at % WORD);
    let bits = if way == Way::Forward { bits } else { bits ^ 7 };
    volume.set_word(place, Word::new(volume.word(place).bits() & !(7 << shift) | bits << shift));
}

#[cfg(test)]
mod tests {
    use super::super::transport::{TAPE, TAPE_LINES};
    use super::*;

    /// Returns `count` mark codes, beginning at the line with the number `from`. Lines are counted in the direction
    /// `way`.
    fn codes(way: Way, from: i64, count: i64) -> Vec<u8> {
        let bit = |counted: i64| mark(way, if way == Way::Forward { counted } else { TAPE_LINES - 1 - counted });
        let code = |nth: i64| (0..CODE).fold(0, |code, at| code << 1 | bit(from + nth * CODE + at));
        (0..count).map(code).collect()
    }

    #[test]
    fn a_tape_has_the_same_marks_in_both_directions() {
        let block = codes(Way::Forward, END_ZONE + 5 * BLOCK, CODES);
        assert_eq!(block[..7], BEFORE_DATA);
        assert!(block[7..89].iter().all(|&code| code == 0o70));
        assert_eq!(block[89..], AFTER_DATA);
        for way in [Way::Forward, Way::Reverse] {
            assert_eq!(codes(way, END_ZONE + 5 * BLOCK, CODES), block, "{way:?}");
            assert_eq!(codes(way, END_ZONE - GAP - 6, 3), [0o55, 0o25, 0o25], "{way:?}");
            assert_eq!(codes(way, END_ZONE + BLOCKS + GAP - 6, 2), [0o25, 0o22], "{way:?}");
        }
    }

    #[test]
    fn what_is_written_in_one_direction_is_read_in_the_other() {
        let mut reel = Volume::blank(TAPE);
        let first = END_ZONE + 3 * BLOCK + 30;
        let digits = [1, 2, 3, 4];
        (first..).zip(digits).for_each(|(line, bits)| write(&mut reel, Way::Forward, line, bits));
        assert_eq!(reel.word(3 * 129).bits(), 0o1234);
        let back: Vec<u16> = (first..first + 4).rev().map(|line| read(&reel, Way::Reverse, line)).collect();
        assert_eq!(back, [3, 4, 5, 6]);
        (first..first + 4).rev().zip(digits).for_each(|(line, bits)| write(&mut reel, Way::Reverse, line, bits));
        assert_eq!(reel.word(3 * 129).bits(), 0o3456);
        // The header has no place in the file.
        let before = reel.clone();
        (first - 30..first).for_each(|line| write(&mut reel, Way::Forward, line, 5));
        assert!(reel == before);
    }
}

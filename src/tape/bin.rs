//! BIN format: what PAL punches and the BIN loader reads, two frames a word.
//!
//! ```text
//! channel  8 7 6 5 4 3 2 1
//!          1 0 0 0 0 0 0 0    leader, trailer
//!          1 1 f f f 0 0 0    field for what follows (one frame, not in the checksum)
//!          0 1 h h h h h h    origin: high six bits,
//!          0 0 l l l l l l            low six bits
//!          0 0 h h h h h h    word: high six bits, stored where the last one was, plus one
//!          0 0 l l l l l l          low six bits
//! ```
//!
//! The last word before the trailer is the checksum: the sum modulo octal 10000 of all frames of origins and words,
//! each as it is punched (an origin's first frame counts its channel 7).

use super::{LEADER, LEADER_FRAMES, Tape};
use crate::word::{Address, Word};

/// The channel that marks an origin.
const ORIGIN: u8 = 0o100;
/// The channels of a field setting.
const FIELD: u8 = 0o300;

/// Punches words as one section: leader, origins where the addresses jump, words, checksum, trailer.
///
/// Field 0 is punched only when another field came before it.
pub fn punch(words: &[(Address, Word)]) -> Tape {
    let mut frames = vec![LEADER; LEADER_FRAMES];
    let mut checksum = 0_u16;
    let mut field = 0;
    let mut next = None;
    for &(address, word) in words {
        if address.field() != field {
            field = address.field();
            frames.push(FIELD | field << 3);
        }
        if next != Some(address) {
            push_pair(&mut frames, &mut checksum, address.offset(), ORIGIN);
        }
        push_pair(&mut frames, &mut checksum, word, 0);
        next = Some(address.next());
    }
    push_pair(&mut frames, &mut 0, Word::new(checksum), 0);
    frames.extend([LEADER; LEADER_FRAMES]);
    Tape::new(frames)
}

fn push_pair(frames: &mut Vec<u8>, checksum: &mut u16, word: Word, mark: u8) {
    for frame in [(word.bits() >> 6) as u8 | mark, (word.bits() & 0o77) as u8] {
        frames.push(frame);
        *checksum = checksum.wrapping_add(u16::from(frame));
    }
}

//! The RIM format: four frames a word. The RIM loader, sixteen words that are toggled in by hand, can read it.
//!
//! ```text
//! channel  8 7 6 5 4 3 2 1
//!          1 x x x x x x x    leader, trailer, rubout: skipped everywhere
//!          0 1 a a a a a a    address: high six bits,
//!          0 0 a a a a a a             low six bits
//!          0 0 d d d d d d    the word for that address: high six bits,
//!          0 0 d d d d d d                               low six bits
//! ```
//!
//! There is no checksum and no field: all words go to field 0. DEC's own RIM tapes have leader in their middle. Some
//! tapes have no leader, because the RIM loader needs none.

use super::error::{Faults, TapeError, TapeErrorKind};
use super::program::{Format, Program, Section, checked};
use super::{LEADER, LEADER_FRAMES, Tape};
use crate::word::{Address, Word};

/// The channel that marks an address.
const ADDRESS: u8 = 0o100;

/// Punches words with leader and trailer. A word outside field 0 is an error.
pub fn punch(words: &[(Address, Word)]) -> Result<Tape, TapeError> {
    let mut frames = vec![LEADER; LEADER_FRAMES];
    for &(address, word) in words {
        if address.field() != 0 {
            return Err(TapeError::of_tape(TapeErrorKind::RimField(address)));
        }
        let [high, low] = halves(address.offset());
        frames.extend([high | ADDRESS, low]);
        frames.extend(halves(word));
    }
    frames.extend([LEADER; LEADER_FRAMES]);
    Ok(Tape::new(frames))
}

/// Reads a tape from `start`, the index of the first frame after the leader. If reading ends at a fault that `faults`
/// collects, returns the words before the fault.
pub(super) fn read(frames: &[u8], start: usize, faults: &mut Faults) -> Result<Program, TapeError> {
    let mut words = Vec::new();
    let mut punched = frames.iter().copied().enumerate().skip(start).filter(|&(_, frame)| frame < 0o200);
    let mut last = start;
    loop {
        match pair(frames, &mut punched) {
            Ok(Some((at, address, word))) => {
                last = at;
                words.push((address, word));
            }
            Ok(None) => break,
            Err(error) => {
                faults.meet(error)?;
                return checked(Format::Rim, vec![Section { words }]);
            }
        }
    }
    let has_trailer = frames[last..].iter().any(|&frame| frame >= 0o200);
    let program = checked(Format::Rim, vec![Section { words }])?;
    if !has_trailer && !counts_up(&program) {
        faults.meet(TapeError::at(TapeErrorKind::NoTrailer, 1, last))?;
    }
    Ok(program)
}

/// Reads an address and a word, four frames in all. Returns the index of the last frame, the address and the word.
fn pair(
    frames: &[u8],
    punched: &mut impl Iterator<Item = (usize, u8)>,
) -> Result<Option<(usize, Address, Word)>, TapeError> {
    // Between the words and after them there may be blank tape.
    let Some((at, high)) = punched.find(|&(_, frame)| frame != 0) else { return Ok(None) };
    if high & ADDRESS == 0 {
        return Err(TapeError::at(TapeErrorKind::NoAddress(high), 1, at));
    }
    let mut last = at;
    let mut half = || match punched.next() {
        Some((at, frame)) if frame & ADDRESS == 0 => {
            last = at;
            Ok(frame)
        }
        Some((at, frame)) => Err(TapeError::at(TapeErrorKind::HalfWord(frame), 1, at)),
        None => Err(TapeError::at(TapeErrorKind::RimCutOff, 1, frames.len() - 1)),
    };
    let address = joined(high, half()?);
    let word = joined(half()?, half()?);
    Ok(Some((last, Address::in_field(0, address), word)))
}

/// Whether some address is one more than the address before it. Every RIM tape of more than a few words has such an
/// address. A BIN tape with an origin for each word hardly ever has such an address.
pub(super) fn counts_up(program: &Program) -> bool {
    let addresses: Vec<Address> = program.words().map(|(address, _)| address).collect();
    addresses.windows(2).any(|pair| pair[0].next() == pair[1])
}

/// Returns the high and the low six bits of a word, each as a frame.
pub(super) fn halves(word: Word) -> [u8; 2] {
    [(word.bits() >> 6) as u8, (word.bits() & 0o77) as u8]
}

/// Joins the high and the low six bits of a word; ignores channels 7 and 8 of the two frames.
pub(super) fn joined(high: u8, low: u8) -> Word {
    Word::new(u16::from(high & 0o77) << 6 | u16::from(low & 0o77))
}

//! Reading a program tape of either format: where it begins, and which of the two it is.

use super::error::{TapeError, TapeErrorKind};
use super::program::Program;
use super::{bin, leader, rim};
use crate::word::Address;

/// Reads a tape of either format.
pub(super) fn read(frames: &[u8]) -> Result<Program, TapeError> {
    read_from_leader(frames).map_err(|error| {
        // What was wrong with it as a program is beside the point.
        if leader::is_text(frames) { TapeError::of_tape(TapeErrorKind::IsText) } else { error }
    })
}

/// Reads a tape from the first place where it proves to be a program.
fn read_from_leader(frames: &[u8]) -> Result<Program, TapeError> {
    let mut result = Err(TapeError::of_tape(TapeErrorKind::NoProgram));
    for start in leader::starts(frames)? {
        result = read_from(frames, start);
        if result.is_ok() {
            break;
        }
    }
    result
}

/// Reads a tape from the frame at `start` on, telling the formats apart by what they prove.
fn read_from(frames: &[u8], start: usize) -> Result<Program, TapeError> {
    let rim = rim::read(frames, start);
    let bin = bin::read(frames, start);
    match (rim, bin) {
        (Ok(rim), Err(_)) => Ok(rim),
        (Err(_), Ok(bin)) => Ok(bin),
        (Ok(rim), Ok(bin)) => Ok(if is_rim_after_all(&rim) { rim } else { bin }),
        (Err(rim), Err(bin)) => Err(if looks_like_rim(&frames[start..]) { rim } else { bin }),
    }
}

/// Nothing but pairs of address and word, and a checksum that is right as well: of a RIM tape by chance, one in
/// 4096; of a BIN tape when each word has an origin of its own and one more stands before the checksum. The
/// first counts addresses up, the second has no reason to.
fn is_rim_after_all(rim: &Program) -> bool {
    let addresses: Vec<Address> = rim.words().map(|(address, _)| address).collect();
    addresses.windows(2).any(|pair| pair[0].next() == pair[1])
}

/// A RIM tape begins address, word, address; a BIN tape hardly has a second origin so soon.
fn looks_like_rim(frames: &[u8]) -> bool {
    let mut marks = frames.iter().filter(|&&frame| frame < 0o200).map(|&frame| frame >= 0o100);
    [true, false, false, false, true].into_iter().all(|mark| marks.next() == Some(mark))
}

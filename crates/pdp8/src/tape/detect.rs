//! Reads a program tape in the BIN or RIM format: finds the beginning of the program, and recognises its format.

use super::error::{Faults, TapeError, TapeErrorKind};
use super::program::Program;
use super::{bin, leader, rim};

/// Reads a tape in the BIN or RIM format.
pub(super) fn read(frames: &[u8]) -> Result<Program, TapeError> {
    read_from_leader(frames).map_err(|error| {
        // If the tape holds text, report that it is text, not the fault found when the text is read as a program.
        if leader::is_text(frames) { TapeError::of_tape(TapeErrorKind::IsText) } else { error }
    })
}

/// Reads a tape that may be damaged. Returns the words that a loader would read into core, and the first fault of each
/// section.
pub(super) fn salvage(frames: &[u8]) -> Result<(Program, Vec<TapeError>), TapeError> {
    let error = match read(frames) {
        Ok(program) => return Ok((program, Vec::new())),
        Err(error) if error.kind == TapeErrorKind::IsText => return Err(error),
        Err(error) => error,
    };
    let without_leader = error.kind == TapeErrorKind::NoLeader;
    let start = if without_leader { 0 } else { leader::starts(frames)?.first().copied().unwrap_or_default() };
    let mut faults = Faults::Kept(if without_leader { vec![error.clone()] } else { Vec::new() });
    let format = if looks_like_rim(&frames[start..]) { rim::read } else { bin::read };
    match (format(frames, start, &mut faults), faults) {
        (Ok(program), Faults::Kept(faults)) => Ok((program, faults)),
        _ => Err(error),
    }
}

/// Tries each frame at which the program may begin. Returns the first program that is read without a fault.
fn read_from_leader(frames: &[u8]) -> Result<Program, TapeError> {
    let starts = match leader::starts(frames) {
        // RIM needs no leader.
        Err(error) if error.kind == TapeErrorKind::NoLeader => {
            return rim::read(frames, 0, &mut Faults::Refused).map_err(|_| error);
        }
        starts => starts?,
    };
    let mut result = Err(TapeError::of_tape(TapeErrorKind::NoProgram));
    for start in starts {
        result = read_from(frames, start);
        if result.is_ok() {
            break;
        }
    }
    result
}

/// Reads a tape from the frame at `start`. Tries both RIM and BIN, and returns the program of the format that gives no
/// fault.
fn read_from(frames: &[u8], start: usize) -> Result<Program, TapeError> {
    let rim = rim::read(frames, start, &mut Faults::Refused);
    let bin = bin::read(frames, start, &mut Faults::Refused);
    match (rim, bin) {
        (Ok(rim), Err(_)) => Ok(rim),
        (Err(_), Ok(bin)) => Ok(bin),
        // Both formats fit: the tape has only pairs of address and word, and its last word is the correct checksum. On
        // a RIM tape that happens by chance, once in 4096 tapes. On a BIN tape it happens when there is an origin
        // before each word and before the checksum.
        (Ok(rim), Ok(bin)) => Ok(if rim::counts_up(&rim) { rim } else { bin }),
        (Err(rim), Err(bin)) => Err(if looks_like_rim(&frames[start..]) { rim } else { bin }),
    }
}

/// Whether a tape begins with an address, a word and an address, like a RIM tape. A BIN tape hardly ever has two
/// origins so close together.
fn looks_like_rim(frames: &[u8]) -> bool {
    let mut marks = frames.iter().filter(|&&frame| frame < 0o200).map(|&frame| frame >= 0o100);
    [true, false, false, false, true].into_iter().all(|mark| marks.next() == Some(mark))
}

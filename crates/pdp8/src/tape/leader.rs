//! Finding the program on a tape. The program comes after blank tape, letters made of holes for a person to read, and
//! the leader.
//!
//! ```text
//! 000 000 ... 176 011 011 176 000 ...   blank frames, letters made of holes
//! 200 200 200 200 200 200 200 200 ...   leader
//! 102 000 ...                           the program
//! ```

use super::error::{TapeError, TapeErrorKind};
use super::{LEADER, RUBOUT, is_field};

/// The shortest run of 0200 frames that is certainly leader. Runs of 0200 frames also occur in letters that are punched
/// as patterns of holes for a person to read, but these runs are shorter.
const CERTAIN: usize = 8;

/// The maximum number of frames after the last section that count as the torn-off end of a tape. A section has at least
/// six frames, so these frames cannot be a section.
const SCRAP: usize = 5;

/// The minimum number of blank frames between a program and letters that are punched after it for a person to read.
const BLANK_GAP: usize = 4;

/// Returns the indexes at which the program may begin: after the first run of 0200 frames, and after the first run that
/// is certainly leader. The first run of 0200 frames may be part of a letter that is punched as a pattern of holes.
pub(super) fn starts(frames: &[u8]) -> Result<Vec<usize>, TapeError> {
    if frames.is_empty() {
        return Err(TapeError::of_tape(TapeErrorKind::Empty));
    }
    let first = frames.iter().position(|&frame| frame == LEADER);
    let Some(first) = first.filter(|&first| !is_program(&frames[..first])) else {
        return Err(TapeError::of_tape(TapeErrorKind::NoLeader));
    };
    let mut starts = vec![first + run_length(&frames[first..])];
    starts.extend(find_next(frames, first));
    starts.dedup();
    Ok(starts)
}

/// Finds the next run of 0200 frames, at or after `at`, that is certainly leader. Returns the index of the first frame
/// after that run.
pub(super) fn find_next(frames: &[u8], at: usize) -> Option<usize> {
    let start = at + find_run(&frames[at..], CERTAIN)?;
    Some(start + run_length(&frames[start..]))
}

/// Whether a loader would skip all these frames.
pub(super) fn is_only_filling(frames: &[u8]) -> bool {
    frames.iter().all(|&frame| frame == 0 || frame >= 0o200 && !is_field(frame))
}

/// Returns true if the frames after `blanks` blank frames are no program: they are letters that a person can read in
/// the holes, or the torn-off end of the tape.
pub(super) fn is_for_the_eye(frames: &[u8], blanks: usize) -> bool {
    let until_leader = &frames[..find_run(frames, CERTAIN).unwrap_or(frames.len())];
    let is_scrap = frames.len() <= SCRAP;
    (blanks >= BLANK_GAP || is_scrap) && !is_program(until_leader)
}

fn find_run(frames: &[u8], length: usize) -> Option<usize> {
    frames.windows(length).position(|window| window.iter().all(|&frame| frame == LEADER))
}

fn run_length(frames: &[u8]) -> usize {
    frames.iter().take_while(|&&frame| frame == LEADER).count()
}

/// Whether frames look like a program, or like a part of a program, and not like letters that are punched as patterns
/// of holes. The frames contain no leader.
///
/// A program begins with an origin, continues with two frames for each word, and does not use channel 8. Letters use
/// all channels, or have a blank frame after each letter.
fn is_program(frames: &[u8]) -> bool {
    let uses_channel_8 = frames.iter().any(|&frame| frame >= 0o200 && frame != RUBOUT && !is_field(frame));
    if uses_channel_8 || is_only_filling(frames) || frames[0] == 0 {
        return false;
    }
    let mut first_pairs = frames.chunks_exact(2).take(8);
    let begins_with_origin =
        is_field(frames[0]) || frames[0] & 0o300 == 0o100 && first_pairs.all(|pair| pair[1] < 0o100);
    let gaps = frames.iter().filter(|&&frame| frame == 0).count();
    begins_with_origin || frames.len() >= 48 && gaps * 10 < frames.len()
}

/// Whether a tape is text: it has no leader, and nearly all frames are characters, with or without channel 8.
pub(super) fn is_text(frames: &[u8]) -> bool {
    let is_character = |frame: u8| matches!(frame & 0o177, 0o007..=0o015 | 0o032 | 0o040..=0o177);
    let punched = frames.iter().filter(|&&frame| frame != 0).count();
    let characters = frames.iter().filter(|&&frame| frame != 0 && is_character(frame)).count();
    find_run(frames, CERTAIN).is_none() && punched > 0 && (punched - characters) * 20 <= punched
}

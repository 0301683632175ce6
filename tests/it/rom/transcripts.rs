//! The whole corpus on the machine: every transcript byte for byte, every vector word for word.

use focal8::focal::limits::Functions;

use super::console::{CORES, Console, TIMEOUT};
use crate::corpus::transcripts::{self, Pace};
use crate::corpus::vectors;

/// In memory cycles; a glance is the quarter of a second after which the next key was pressed.
const PACE: Pace = Pace { patience: TIMEOUT, glance: 166_667, roomier: true };

fn check_transcripts(fields: u8) {
    transcripts::check_all(
        |case| {
            let mut console = Console::fresh(fields, case.functions);
            if let Some(tape) = &case.reader {
                console.station_mut().mount_fast(tape.clone().into_bytes());
            }
            console
        },
        PACE,
    );
}

#[test]
fn every_transcript() {
    check_transcripts(1);
}

#[test]
fn every_transcript_in_two_fields() {
    check_transcripts(2);
}

#[test]
fn every_vector() {
    vectors::check_all(|| Console::fresh(1, Functions::All), TIMEOUT);
}

#[test]
fn every_vector_in_two_fields() {
    vectors::check_all(|| Console::fresh(2, Functions::All), TIMEOUT);
}

#[test]
fn every_checkpoint_of_fran() {
    for fields in CORES {
        vectors::check_fran_checkpoints(Console::fresh(fields, Functions::All), TIMEOUT, 1000);
    }
}

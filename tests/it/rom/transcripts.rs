//! The whole corpus on the machine: every transcript byte for byte, every vector word for word.

use focal8::focal::limits::Functions;

use super::console::{CORES, Console, TIMEOUT};
use crate::corpus::found_later;
use crate::corpus::transcripts::{self, Pace};
use crate::corpus::vectors::{self, Interpreter};

/// In memory cycles; a glance is the quarter of a second after which the next key was pressed.
const PACE: Pace = Pace { patience: TIMEOUT, glance: 166_667, roomier: true };

fn check_transcripts(fields: u8) {
    transcripts::check_all(
        |case| {
            let mut console = Console::fresh(fields, case.functions);
            if let Some(tape) = &case.reader {
                console.station_mut().mount_high_speed(tape.clone().into_bytes());
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
fn what_was_found_later() {
    for fields in CORES {
        let make = |reader: &[u8]| {
            let mut console = Console::fresh(fields, Functions::All);
            console.station_mut().mount_high_speed(reader.to_vec());
            console
        };
        found_later::check_all(make, TIMEOUT);
    }
}

/// Section 18, item 9. With one field its copy has run over the first of them.
#[test]
fn modify_of_the_heading_keeps_the_variables() {
    for fields in CORES {
        let mut console = Console::with(fields, Functions::All, &["S A=1;S B=2;S C=3;S D=4"]);
        assert_eq!(console.line("M"), "M\r\n");
        assert_eq!(console.line(""), "C-FOCAL,1969\r\n*");
        assert_eq!(console.line("W"), "W\r\nC-FOCAL,1969\r\n*");
        assert_eq!(console.variables().len(), 4);
        assert_eq!(console.line("T %1,C,D"), "T %1,C,D\r\n= 3= 4*");
        let spoilt = console.line("T A") != "T A\r\n= 1*";
        assert_eq!(spoilt, fields == 1);
    }
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

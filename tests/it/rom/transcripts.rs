//! The whole corpus on the machine: every transcript byte for byte, every vector word for word.

use focal8::focal::limits::Functions;
use focal8::focal_machine::{FocalMachine, Start};
use focal8::instruction::Model;
use focal8::machine::Config;
use focal8::performer::Performer;

use super::console::{CORES, Console, TIMEOUT};
use crate::corpus::found_later;
use crate::corpus::papers::{self, Paper};
use crate::corpus::transcripts::{self, Pace};
use crate::corpus::vectors::{self, Interpreter};

/// The budgets in memory cycles. `glance` is a quarter of a second, the time after which the next key was pressed when
/// the transcripts were recorded.
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

#[test]
fn every_paper() {
    for fields in CORES {
        papers::check_all("found-later", |_| Console::fresh(fields, Functions::All), TIMEOUT);
        let make = |paper: &Paper| {
            let model = Model::ALL.into_iter().find(|model| model.name() == paper.model).expect("a model");
            FocalMachine::new(Config { model, fields, ..Config::default() }, Start::Dialogue).expect("our own tape")
        };
        papers::check_all("dialogue", make, TIMEOUT);
    }
}

/// An 8/S ignores a rotation in an instruction that contains CMA, so the code must not depend on such a rotation.
#[test]
fn every_model_runs_it_and_is_named() {
    for (model, name) in [(Model::I, "PDP-8/I"), (Model::E, "PDP-8"), (Model::L, "PDP-8/I"), (Model::S, "PDP-8/S")] {
        for fields in CORES {
            let config = Config { model, fields, ..Config::default() };
            let mut focal = FocalMachine::new(config, Start::Dialogue).expect("our own tape");
            let paper = String::from_utf8_lossy(&focal.take_printed()).into_owned();
            assert!(paper.contains(&format!("ON A {name} COMPUTER.")), "{model}: {paper:?}");
            assert!(focal.type_line("YES").expect("an answer").text().ends_with("PROCEED.\r\n\r\n*"), "{model}");
            focal.type_line("1.1 F I=-1,1;I (I) 1.2,1.3;T FSQT(I),!").expect("a line");
            focal.type_line("1.2 T \"MINUS\",!").expect("a line");
            focal.type_line("1.3 T \"ZERO\",!;Q").expect("a line");
            assert_eq!(focal.type_line("G").expect("a line"), "G\r\nMINUS\r\nZERO\r\n*", "{model}");
        }
    }
}

/// MODIFY of the heading deletes no variables (section 18, item 9, of the language specification). With one field, the
/// copy of the heading overwrites the values of the first variables.
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

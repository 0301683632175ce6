//! Native FOCAL against the whole corpus: every transcript byte for byte, every vector word for word.

use focal8::float::Float;
use focal8::float::decimal::Format;
use focal8::float::functions::Random;
use focal8::focal::limits::Functions;
use focal8::focal::{Config, Focal, Variable};
use focal8::performer::{Performer, Status};
use focal8::word::Word;
use proptest::prelude::*;

use crate::corpus::found_later;
use crate::corpus::papers::{self, Paper};
use crate::corpus::transcripts::{self, Pace};
use crate::corpus::vectors::{self, Interpreter};
use crate::seeded::seeded;

/// The budgets, in commands and keys. `glance` is the number of commands that the original executes in a quarter of a
/// second, the time between two keys.
const PACE: Pace = Pace { patience: 1_000_000, glance: 200, roomier: false };

impl Interpreter for Focal {
    fn variables(&self) -> Vec<Variable> {
        self.variables().collect()
    }

    fn set_variable(&mut self, name: char, value: Float) {
        self.set_variable(name.to_string().parse().expect("a name"), value).expect("there is room");
    }

    fn random_state(&self) -> Float {
        self.random().state
    }

    fn set_random_state(&mut self, state: Float) {
        self.set_random(Random { state });
    }

    fn format(&self) -> Word {
        self.format().0
    }

    fn set_format(&mut self, format: Word) {
        self.set_format(Format(format));
    }
}

#[test]
fn every_transcript() {
    transcripts::check_all(
        |case| {
            let reader = case.reader.clone().unwrap_or_default().into_bytes();
            Focal::new(Config { reader, ..Config::original(case.functions) })
        },
        PACE,
    );
}

#[test]
fn what_was_found_later() {
    let make = |reader: &[u8]| Focal::new(Config { reader: reader.to_vec(), ..Config::default() });
    found_later::check_all(make, PACE.patience);
}

#[test]
fn every_paper() {
    papers::check_all("found-later", |_| Focal::default(), PACE.patience);
    let name = |paper: &Paper| if paper.model == "8e" { "PDP-8" } else { "PDP-8/I" };
    papers::check_all("dialogue", |paper| Focal::with_dialogue(name(paper), Config::original), PACE.patience);
}

/// In native FOCAL, MODIFY of the heading does not overwrite the variables, although it does in the original.
#[test]
fn modify_of_the_heading_keeps_the_variables() {
    check(&["S A=1;S B=2", "M", ""], "T %1,A,B", "= 1= 2");
}

#[test]
fn every_vector() {
    vectors::check_all(Focal::default, PACE.patience);
    vectors::check_fran_checkpoints(Focal::default(), PACE.patience, 100_000);
}

/// Types keys, each after FOCAL has read the key before; returns the printed characters.
fn type_keys(focal: &mut Focal, keys: &str) -> String {
    let mut paper = Vec::new();
    for key in keys.bytes() {
        focal.press(key);
        assert_eq!(focal.run(PACE.patience), Status::Waiting, "after {keys:?}");
        paper.extend(focal.take_printed());
    }
    String::from_utf8(paper).expect("seven bits")
}

/// Types `lines` to a new FOCAL, and returns the FOCAL at its prompt.
fn focal_with(functions: Functions, lines: &[&str]) -> Focal {
    let mut focal = Focal::new(Config::original(functions));
    focal.take_printed();
    for line in lines {
        type_keys(&mut focal, &format!("{line}\r"));
    }
    focal
}

/// Checks the output of a line after its echo, up to the next prompt.
fn check(lines: &[&str], line: &str, expected: &str) {
    let mut focal = focal_with(Functions::All, lines);
    assert_eq!(type_keys(&mut focal, &format!("{line}\r")), format!("{line}\r\n{expected}*"));
}

/// Returns the number of lines with this text that can be stored.
fn lines_that_fit(functions: Functions, text: &str) -> usize {
    let mut focal = focal_with(functions, &[]);
    let mut numbers = (1..=31).flat_map(|group| (1..=99).map(move |step| format!("{group}.{step:02}")));
    numbers.position(|number| type_keys(&mut focal, &format!("{number}{text}\r")).contains("?10.:5")).expect("full")
}

/// The language specification gives the number of lines in section 15.2.
#[test]
fn as_many_lines_fit_as_in_the_original() {
    assert_eq!(lines_that_fit(Functions::All, "C"), 189);
    assert_eq!(lines_that_fit(Functions::Trigonometric, "C"), 249);
    assert_eq!(lines_that_fit(Functions::None, "C"), 281);
    let long = "C".repeat(64);
    assert_eq!(lines_that_fit(Functions::All, &long), 21);
    let mut focal = focal_with(Functions::All, &[]);
    for step in 10..31 {
        type_keys(&mut focal, &format!("1.{step}{long}\r"));
    }
    type_keys(&mut focal, &format!("2.1{}\r", "C".repeat(39)));
    assert_eq!(focal.free_words(), 769 - 758);
}

/// Section 15.3 of the language specification gives the number of variables.
#[test]
fn as_many_variables_fit_as_in_the_original() {
    let in_a_loop = |functions, last| {
        let mut focal = focal_with(functions, &[]);
        let paper = type_keys(&mut focal, &format!("F I=1,{last};S A(I)=I\r"));
        (focal.variables().count(), paper.contains("?06.54"))
    };
    assert_eq!(in_a_loop(Functions::All, 148), (149, false));
    assert_eq!(in_a_loop(Functions::All, 149), (149, true));
    assert_eq!(in_a_loop(Functions::Trigonometric, 500), (197, true));
    assert_eq!(in_a_loop(Functions::None, 500), (223, true));

    let mut focal = focal_with(Functions::All, &[]);
    let made = (1..).take_while(|n| !type_keys(&mut focal, &format!("S A({n})=1\r")).contains("?06.54")).count();
    assert_eq!(made, 152);
}

/// The language specification gives the depth of nesting in section 15.4.
#[test]
fn nesting_is_as_deep_as_in_the_original() {
    check(&["2.1 S N=N+1;D 2.1", "D 2.1"], "T %2,N", "= 92");
    check(&["2.1 S N=N+1;F I=1,2;D 2.1", "D 2.1"], "T %2,N", "= 39");
}

/// The tables of `docs/float.md`: an expression, and its words.
#[test]
fn the_tables_of_the_manual_hold() {
    let page = include_str!("../../docs/float.md");
    let mut rows = 0;
    for row in page.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = row.split('|').map(|cell| cell.trim().trim_matches('`')).collect();
        let mut focal = focal_with(Functions::All, &[&format!("S A={}", cells[1])]);
        focal.take_printed();
        assert_eq!(focal.variables().next().expect("A").value.to_string(), cells[2], "{row}");
        rows += 1;
    }
    assert!(rows > 30, "the tables are gone");
}

/// Cases in which the original lost control or was not measured; `docs/native-focal.md` describes each case.
#[test]
fn corners() {
    check(&[], "T )", "\x7f?07.22 \r\n");
    check(&[], "T 5)", "\x7f?07.22 \r\n");
    check(&[], "T =", "\x7f?07.22 \r\n");
    check(&[], "IF", "\x7f?08.47 \r\n");
    check(&[], "L", "\x7f?31.<7 \r\n");
    check(&["S ab=1;S AB=2"], "T %1,ab,AB", "= 1= 2");
    check(&[], "T FLOG(0]", "\x7f?20.34 \r\n");
    check(&["1.1 T \"A\""], "?G", "G\r\nC-FOCAL,T \"A");
    check(&["1.1 T \"A\"", "1.2 T \"B\""], "F I=1,2;G", "AB");
    check(&["1.1 F I=1,2;T %1,1/(2-I);R"], "G", "= 1\x7f?28.73 \r\n");
    check(&[], ".5 C", "\x7f?01.;4 \r\n");
    check(&[], ". C", "\x7f?01.;4 \r\n");
    check(&[], ".123 C", "\x7f?01.;4 \r\n");
    check(&["S A=1"], "E all", "\x7f?09.11 \r\n");
    check(&["1.1 C", "S A=1", "E -1.1"], "W 1;T $", "01.10 C\r\n");
    check(&[], "?T \"A", "T \"A");
    check(&["?1.1 T 5"], "W 1", "01.10 T 5\r\n");
    check(&[], "? 1", " 1\x7f?01.40 \r\n");
    check(&[], "?.", ".\x7f?01.;4 \r\n");
}

#[test]
fn what_finds_no_room_or_is_broken_off_spoils_no_variables() {
    let mut focal = focal_with(Functions::All, &["1.1 C", "S A=1"]);
    type_keys(&mut focal, "M 1.1\rCXYZ\x03");
    assert_eq!(type_keys(&mut focal, "T A\r"), "T A\r\n=    1.0000*");

    let mut focal = focal_with(Functions::All, &[]);
    for step in 10..31 {
        type_keys(&mut focal, &format!("1.{step}{}\r", "C".repeat(64)));
    }
    type_keys(&mut focal, "S A=1\r");
    assert!(type_keys(&mut focal, &format!("2.1{}\r", "C".repeat(60))).contains("?10.:5"));
    assert_eq!(type_keys(&mut focal, "T A\r"), "T A\r\n=    1.0000*");
}

#[test]
fn a_converter_that_is_not_there_hangs_until_control_c() {
    let mut focal = focal_with(Functions::All, &["1.1 T FADC(1)"]);
    for key in *b"GO\r" {
        focal.press(key);
        focal.run(PACE.glance);
    }
    assert_eq!(focal.run(PACE.glance), Status::Running);
    focal.take_printed();
    assert_eq!(type_keys(&mut focal, "\x03"), "\x7f?01.00 @ 01.10 \r\n*");
}

#[test]
fn a_restart_keeps_text_and_variables() {
    let mut focal = focal_with(Functions::All, &["1.1 A X", "S A=5"]);
    type_keys(&mut focal, "G\r");
    focal.restart();
    assert_eq!(focal.take_printed(), b"\x7f?00.00 @ 01.10 \r\n*");
    let names: Vec<_> = focal.variables().map(|variable| variable.name.to_string()).collect();
    assert_eq!(names, ["A", "X"]);
    assert_eq!(focal.lines().count(), 1);
}

/// Generates pieces of lines as users type them, and a few pieces that users should not type.
fn keys() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "SET ", "S ", "TYPE ", "T ", "ASK ", "FOR ", "F ", "DO ", "D ", "GO ", "G ", "IF (", "I (", "R", "Q", "ERASE ",
        "E ", "WRITE", "M ", "* ", "C", "A", "B", "I", "X(", "FSIN(", "FRAN()", "FITR(", "FQ(", "1", "1.1", "1.2", "2",
        ".5", "0YES", "+", "-", "*", "/", "^", "(", ")", "[", "]", "<", ">", ",", ";", "=", "=1,3;", "!", "#", "\"",
        "$", "%", "%5.02", "?", " ", "\r", "\r", "\r", "\r1.1 ", "\r1.2 ", "\r2.1 ", "\x7f", "_", "\n", "\x03", "@",
        "}", "a", "\x0c", "\x07",
    ]);
    prop::collection::vec(words, 0..60).prop_map(|words| words.concat())
}

/// Presses keys without waiting, and runs FOCAL with `budget` after each key; returns the whole output.
fn paper_at(budget: u64, keys: &str) -> Vec<u8> {
    let mut focal = Focal::default();
    for key in keys.bytes() {
        focal.press(key);
        for _ in 0..3000 / budget {
            focal.run(budget);
        }
    }
    focal.take_printed()
}

proptest! {
    #![proptest_config(seeded())]

    /// No typed keys make FOCAL fail, and the output of a program does not depend on the budgets.
    #[test]
    fn any_budget_gives_the_same_paper(keys in keys()) {
        prop_assert_eq!(paper_at(3000, &keys), paper_at(1, &keys));
    }

    /// No bytes make FOCAL fail: CTRL/C always leads back to the prompt.
    #[test]
    fn any_bytes_are_survived(keys in prop::collection::vec(any::<u8>(), 0..200)) {
        let mut focal = Focal::default();
        for key in keys {
            focal.press(key);
            focal.run(1000);
        }
        focal.take_printed();
        prop_assert!(type_keys(&mut focal, "\x03").starts_with("\x7f?01.00 "));
        prop_assert_eq!(type_keys(&mut focal, "T \"OK\"\r"), "T \"OK\"\r\nOK*");
    }
}

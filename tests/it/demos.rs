//! The smaller programs in `focal/`. The tests type each program to native FOCAL, and type the answers to the program's
//! questions.

use focal8::focal::Focal;
use focal8::machine::Time;
use focal8::performer::{Performer, Status};
use focal8::phosphor::Phosphor;

/// Types a program and the answers to the program's questions; returns the printed text from `GO` on.
fn run(program: &str, answers: &[&str]) -> String {
    let mut focal = Focal::default();
    for line in program.lines().chain(answers.iter().copied()) {
        assert_eq!(focal.type_keys(&[line.as_bytes(), b"\r"].concat(), 10_000_000), Status::Waiting, "after {line}");
    }
    let paper = String::from_utf8(focal.take_printed()).unwrap();
    assert!(program.lines().all(|line| line.len() <= 69));
    paper[paper.rfind("*GO\r\n").unwrap()..].replace("\r\n", "\n")
}

#[test]
fn primes() {
    insta::assert_snapshot!("primes", run(include_str!("../../focal/primes.fc"), &["60"]));
}

#[test]
fn rose() {
    let mut focal = Focal::default();
    focal.connect_display();
    for line in include_str!("../../focal/rose.fc").lines() {
        focal.type_line(line).expect("it comes to its end");
    }
    let mut tube = Phosphor::storage();
    focal.take_points().iter().for_each(|&[x, y]| tube.store(x, y));
    insta::assert_snapshot!("rose", tube.braille(40, 20, Time::ZERO).join("\n"));
}

#[test]
fn sine() {
    insta::assert_snapshot!("sine", run(include_str!("../../focal/sine.fc"), &[]));
}

#[test]
fn lander() {
    let burns = ["0", "-5", "79", "74", "62", "63", "29", "28", "27"];
    insta::assert_snapshot!("lander", run(include_str!("../../focal/lander.fc"), &burns));
}

#[test]
fn table() {
    insta::assert_snapshot!("table", run(include_str!("../../focal/table.fc"), &[]));
}

#[test]
fn sort() {
    let numbers = ["41", "0", "6", "3.5", "-2", "100", "3.5", "0", "-2.25"];
    insta::assert_snapshot!("sort", run(include_str!("../../focal/sort.fc"), &numbers));
}

#[test]
fn guess() {
    let guesses = ["50", "25", "12", "18", "22", "NO"];
    insta::assert_snapshot!("guess", run(include_str!("../../focal/guess.fc"), &guesses));
}

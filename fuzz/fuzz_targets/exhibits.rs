//! Fuzzes the languages of the exhibits and the records of games: gives any text to each of their parsers.
//!
//! - a parser accepts a text, or refuses it with reasons; the depth of the result is bounded
//! - a value that can be written reads back as the same value
//! - if programs in a language can run for ever (CPL, APL's functions), the target executes only bounded programs

#![no_main]

use focal8::compare::{pdn, replay::Replay};
use focal8::exhibits::al0::Fen;
use focal8::exhibits::al0::language::{UnknownNames, load};
use focal8::exhibits::cs2360::{Interpreter, Reader, Surroundings};
use focal8::exhibits::strachey::{Program, Reading};
use focal8::exhibits::threeman::{Readings, Workspace};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let Some((&which, text)) = input.split_first() else { return };
    let text = &*String::from_utf8_lossy(text);
    match which & 7 {
        0 => cpl(text, Reading::Set),
        1 => cpl(text, Reading::Word),
        2 => advice(text),
        3 => lisp(text),
        4 => apl(text),
        5 => {
            if let Ok(games) = pdn::parse(text) {
                assert!(!games.is_empty());
            }
        }
        6 => {
            if let Ok(replay) = Replay::parse(text) {
                let json = replay.to_json();
                assert_eq!(Replay::parse(&json).expect("our own").to_json(), json);
            }
        }
        _ => {
            if let Ok(fen) = Fen::parse(text) {
                assert_eq!(Fen::parse(&fen.to_string()), Ok(fen));
            }
        }
    }
});

fn cpl(text: &str, reading: Reading) {
    match Program::new("fuzz.cpl", text, reading) {
        Ok(program) => drop(program.doubts()),
        Err(complaints) => complaints.iter().for_each(|complaint| assert!(!complaint.to_string().is_empty())),
    }
}

fn advice(text: &str) {
    let strict = load(text, UnknownNames::AreErrors);
    let lenient = load(text, UnknownNames::AreFalse);
    match strict {
        Ok(_) => assert!(lenient.is_ok()),
        Err(errors) => assert!(!errors.is_empty() && errors.is_sorted_by_key(|error| error.place)),
    }
}

/// Evaluates the s-expressions in a text. A search asks `keep_going` periodically whether to continue, and ends when
/// `keep_going` has been called fifty times for the whole text.
fn lisp(text: &str) {
    let (mut reader, mut interpreter, mut out, mut leave) = (Reader::default(), Interpreter::new(), String::new(), 50);
    text.lines().take(20).for_each(|line| reader.push(line));
    reader.finish();
    while let Some(read) = reader.next_expression() {
        let mut keep_going = || {
            leave -= 1;
            leave > 0
        };
        let mut surroundings = Surroundings { out: &mut out, keep_going: &mut keep_going, open: None };
        if let Ok(expression) = read
            && let Ok(value) = interpreter.evaluate(&expression, &mut surroundings)
        {
            assert!(!value.to_string().is_empty());
        }
    }
}

/// Executes the lines that contain no definition of a function. The execution of such a line always ends, because the
/// number of its steps is limited by the length of the line.
fn apl(text: &str) {
    let mut workspace = Workspace::with_can(Readings::CORRECTED);
    for line in text.lines().take(20).filter(|line| !line.contains('{')) {
        let _ = workspace.execute(line);
    }
}

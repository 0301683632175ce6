//! The meanings of FOCAL's errors: one table contains every code of the tapes.

use std::fs;
use std::path::Path;

use focal8::focal::error::ErrorCode;
use focal8::focal::explain::{explain, list};

/// A code in the sources of our FOCAL is the number of the group times 200 plus the number of the step, in octal.
#[test]
fn every_code_of_our_focal_is_explained() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("roms/focal/01-codes.pal");
    let codes = fs::read_to_string(path).expect("the sources");
    let values = codes.lines().filter(|line| line.starts_with("ER")).map(|line| {
        let (_, value) = line.split_once('=').expect("a definition");
        u16::from_str_radix(&value[..4], 8).expect("octal")
    });
    let printed = |value: u16| {
        let (group, step) = (value >> 7, value & 0o177);
        format!("{group:02}.{}{}", char::from(b'0' + (step / 10) as u8), step % 10)
    };
    let printed: Vec<String> = values.map(printed).collect();
    assert!(printed.len() >= 30, "{printed:?}");
    for code in printed {
        assert!(ErrorCode::from_code(&code).is_some(), "?{code}");
    }
}

#[test]
fn every_code_has_a_line_and_an_explanation_of_its_own() {
    assert_eq!(list().lines().count(), ErrorCode::ALL.len());
    let mut told: Vec<String> = ErrorCode::ALL
        .iter()
        .map(|error| explain(&error.code().parse().expect("a code"), None).expect("known"))
        .collect();
    told.sort();
    told.dedup();
    assert_eq!(told.len(), ErrorCode::ALL.len());
}

#[test]
fn a_line_that_is_known_is_shown() {
    let message = "?28.73 @ 01.10".parse().expect("a message");
    let told = explain(&message, Some("01.10 SET A=1/0")).expect("a code");
    assert!(told.starts_with("?28.73  division by zero\n") && told.contains("\n  01.10 SET A=1/0\n"), "{told}");
    let told = explain(&message, None).expect("a code");
    assert!(told.contains("WRITE 01.10 shows it"), "{told}");
}

#[test]
fn a_code_that_focal_has_not_is_said_to_be_none() {
    let unknown = |message: &str| explain(&message.parse().expect(message), None).expect_err(message);
    assert_eq!(
        unknown("?07.20 @ 08.10"),
        "?07.20 is no error code of FOCAL,1969; there are ?07.22 ?07.38 ?07.:9 ?07.;6"
    );
    assert_eq!(unknown("?99.99"), "?99.99 is no error code of FOCAL,1969");
}

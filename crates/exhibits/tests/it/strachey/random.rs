//! Tests that the CPL program and the native twin agree on random positions, and that no text crashes the reader of
//! CPL.

use focal8_exhibits::strachey::{
    CHECKERS, Interpreter, Player, Position, Program, Reading, Sampler, Twin, Value, difference, from_json, to_json,
};
use proptest::prelude::*;

fn program(reading: Reading) -> Interpreter {
    Interpreter::new(Program::new("checkers.cpl", CHECKERS, reading).unwrap())
}

fn check_agreement(reading: Reading, depth_limit: u8, positions: usize) {
    let (mut program, mut twin) = (program(reading), Twin::new(depth_limit));
    Player::set_depth_limit(&mut program, depth_limit);
    for position in Sampler::new(1966).take(positions) {
        if let Some(difference) = difference(&mut program, &mut twin, &position).unwrap() {
            panic!("{difference}");
        }
    }
}

#[test]
fn program_and_twin_agree_on_random_positions() {
    check_agreement(Reading::Set, 0, 2000);
    check_agreement(Reading::Set, 1, 400);
    check_agreement(Reading::Word, 0, 400);
}

#[test]
fn a_difference_is_found_and_shown() {
    // A program without crowning gives wrong results only if a man reaches the last row.
    let text = CHECKERS.replace("K ∧ f ∨ LastRows ∧ t", "K ∧ f");
    let mut wrong = Interpreter::new(Program::new("wrong.cpl", &text, Reading::Set).unwrap());
    let mut twin = Twin::new(2);
    let mut differences = Sampler::new(1).take(500).filter_map(|at| difference(&mut wrong, &mut twin, &at).unwrap());
    let shown = differences.find(|difference| difference.question == "legal positions").expect("men are crowned");
    let shown = shown.to_string();
    assert!(shown.contains("to play.\nlegal positions:\n  one   [["), "{shown}");
}

#[test]
fn the_same_seed_gives_the_same_positions_and_all_make_sense() {
    let positions: Vec<Position> = Sampler::new(7).take(300).collect();
    assert_eq!(positions, Sampler::new(7).take(300).collect::<Vec<Position>>());
    assert_ne!(positions, Sampler::new(8).take(300).collect::<Vec<Position>>());
    for position in positions {
        let again = Position::new(position.own, position.other, position.kings, position.side);
        assert_eq!(again, Ok(position));
        assert_eq!(position.to_string().parse(), Ok(position));
        assert_eq!(Position::from_value(&position.to_value()), Some(position));
    }
}

fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        any::<i64>().prop_map(Value::Number),
        any::<bool>().prop_map(Value::Truth),
        any::<u64>().prop_map(Value::Bits),
        "[ -~σ]{0,8}".prop_map(|text| Value::text(&text)),
    ];
    leaf.prop_recursive(4, 40, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(|members| Value::List(members.into_iter().into())),
            prop::collection::vec(inner, 2..5).prop_map(|members| Value::Tuple(members.into())),
        ]
    })
}

/// Returns a strategy for texts of CPL fragments in any order. Most of the texts are not programs.
fn any_text() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "F",
        "G",
        "x",
        "y",
        "σ",
        "(",
        ")",
        "(",
        ")",
        ",",
        "=",
        "+",
        "-",
        "∧",
        "~",
        "→",
        "§",
        "value of §",
        "let",
        "if",
        "then",
        "result is",
        "1",
        "0",
        "\"s\"",
        "\n",
        "\nF(x) = ",
        "\nG(x,y) = ",
        "NIL",
        "Next",
        "Null",
        "&and;",
        "$",
        "?",
    ]);
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.join(" "))
}

proptest! {
    #![proptest_config(crate::seeded::seeded())]

    #[test]
    fn values_survive_json(value in any_value()) {
        let json = serde_json::from_str(&to_json(&value)).unwrap();
        prop_assert_eq!(from_json(&json), Ok(value));
    }

    #[test]
    fn the_order_of_values_is_an_order(a in any_value(), b in any_value(), c in any_value()) {
        prop_assert_eq!(a.cmp(&b), b.cmp(&a).reverse());
        prop_assert_eq!(a == b, a.cmp(&b).is_eq());
        if a <= b && b <= c {
            prop_assert!(a <= c);
        }
    }

    #[test]
    fn no_text_crashes_the_reader(text in any_text()) {
        for reading in [Reading::Set, Reading::Word] {
            match Program::new("any.cpl", &text, reading) {
                Ok(program) => {
                    let mut interpreter = Interpreter::new(program);
                    let one = Value::Number(1);
                    // Most calls end in a fault; a value or a fault is correct.
                    let _ = interpreter.call("F", std::slice::from_ref(&one));
                    let _ = interpreter.call("G", &[one, Value::NIL]);
                }
                Err(complaints) => {
                    prop_assert!(!complaints.is_empty());
                    for complaint in complaints {
                        prop_assert!(complaint.line <= text.lines().count().max(1), "{}", complaint);
                        let line = text.lines().nth(complaint.line - 1).unwrap_or_default();
                        prop_assert!(complaint.column <= line.chars().count() + 1, "{}", complaint);
                        // For a long line, the complaint shows only the part around the fault, with the caret below.
                        prop_assert!(complaint.text.chars().count() <= 100, "{}", complaint);
                        let shown = complaint.to_string();
                        let carets = shown.lines().nth(2).unwrap_or_default();
                        prop_assert!(carets.ends_with('^') && carets.chars().count() <= 8 + 100 + 1, "{}", complaint);
                    }
                }
            }
        }
    }

    #[test]
    fn no_characters_crash_the_reader(text in any::<String>()) {
        let _ = Program::new("any.cpl", &text, Reading::Set);
    }
}

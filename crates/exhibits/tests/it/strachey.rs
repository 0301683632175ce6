//! Tests of Strachey's checkers: the CPL language, our CPL program, and the native twin of that program. The results
//! are compared with the measured vectors.

mod commands;
mod inner;
mod language;
mod mend;
mod pdn;
mod random;
mod real;
mod twice;
mod vectors;

use focal8_exhibits::strachey::{Complaint, Interpreter, Program, Reading};

/// Returns an interpreter that has read a program.
fn interpreter(text: &str, reading: Reading) -> Interpreter {
    Interpreter::new(Program::new("test.cpl", text, reading).unwrap_or_else(|errors| panic!("{}", errors[0])))
}

/// Checks the result of each call, or its fault, once with and once without the typed machine.
fn check(text: &str, calls: &[(&str, &str)]) {
    for (call, expected) in calls {
        let (mut fast, mut plain) = (interpreter(text, Reading::Set), interpreter(text, Reading::Set));
        plain.stay_plain();
        for interpreter in [&mut fast, &mut plain] {
            let result = match interpreter.evaluate(call) {
                Ok(value) => value.to_string(),
                Err(errors) => errors[0].fault.to_string(),
            };
            assert_eq!(result, *expected, "{text}\n{call}");
        }
    }
}

/// Returns the place and the fault of each complaint about a program that is refused.
fn complaints(text: &str) -> Vec<String> {
    Program::new("test.cpl", text, Reading::Set).expect_err(text).iter().map(described).collect()
}

/// Returns the place and the fault of the first complaint about a call that fails.
fn failure(text: &str, call: &str) -> String {
    described(&interpreter(text, Reading::Set).evaluate(call).expect_err(call)[0])
}

fn described(complaint: &Complaint) -> String {
    format!("{}:{}: {}", complaint.line, complaint.column, complaint.fault)
}

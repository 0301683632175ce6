//! Checks that the tests can fail: after a change of one word of the machine code, a transcript differs.

use focal8::focal::limits::Functions;
use focal8::word::Word;

use super::console::Console;
use crate::corpus::transcripts::{self, Case, Pace};

/// The budgets for a changed FOCAL. They are small, because a changed FOCAL may loop for ever.
const PACE: Pace = Pace { patience: 20_000_000, glance: 166_667, roomier: true };

/// A change of the word at an offset from a label.
struct Mutant {
    what: &'static str,
    label: &'static str,
    offset: u16,
    from: u16,
    to: u16,
}

const MUTANTS: [Mutant; 4] = [
    Mutant { what: "multiply adds where it should not", label: "MUL1", offset: 0, from: 0o7420, to: 0o7430 },
    Mutant { what: "normalise turns the sign", label: "NDONE", offset: 2, from: 0o7700, to: 0o7710 },
    Mutant { what: "number output rounds at another digit", label: "CARRY", offset: 0o7774, from: 0o7700, to: 0o7740 },
    Mutant { what: "division by zero has another code", label: "DIV0", offset: 1, from: 0o7111, to: 0o7110 },
];

/// Returns the number of cases in which the output of FOCAL differs from the transcript.
fn differing(cases: &[Case], fresh: &Console) -> usize {
    cases.iter().filter(|case| transcripts::check_case(case, fresh.clone(), PACE).is_err()).count()
}

#[test]
fn a_changed_word_is_noticed() {
    let cases: Vec<Case> = (transcripts::topics().into_iter())
        .flat_map(|topic| topic.cases)
        .filter(|case| ["arith", "err"].iter().any(|topic| case.id.starts_with(topic)))
        .collect();
    assert!(cases.len() > 100, "the cases are gone");
    let fresh = Console::fresh(1, Functions::All);
    assert_eq!(differing(&cases, &fresh), 0);
    for Mutant { what, label, offset, from, to } in MUTANTS {
        let mut mutant = fresh.clone();
        let at = (mutant.symbol(label) + offset) & 0o7777;
        assert_eq!(mutant.word(at), from, "{what}: the word at {label} has changed, choose another");
        mutant.put(at, &[Word::new(to)]);
        let caught = differing(&cases, &mutant);
        assert!(caught > 0, "{what}: not noticed");
    }
}

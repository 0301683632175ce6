//! Moves a step out of a loop if the step has the same result in every iteration. The loop is a function that restarts
//! itself with new arguments. A call of the function executes the moved steps once, before the loop.
//!
//! If a moved step fails, the typed machine leaves the call to the interpreter, even if the loop would not have needed
//! the result of the step.

use std::collections::HashSet;

use super::plan::{Made, Step, Word};

/// Returns the parameter words that are not known during planning and that every `Again` step leaves unchanged. Returns
/// `None` if there is no `Again` step. `is_known` has a flag for each parameter word.
pub(super) fn steady(steps: &[Step], is_known: &[bool]) -> Option<HashSet<Made>> {
    fn visit(steps: &[Step], steady: &mut HashSet<Made>) -> bool {
        steps.iter().fold(false, |again, step| match step {
            Step::Choose { so, not, .. } => visit(so, steady) | visit(not, steady) | again,
            Step::Again { arguments } => {
                steady.retain(|made| arguments[*made as usize] == Word::Made(*made));
                true
            }
            _ => again,
        })
    }
    let mut steady = (0..is_known.len() as Made).filter(|made| !is_known[*made as usize]).collect();
    visit(steps, &mut steady).then_some(steady)
}

/// Moves to `before` each `Make` step whose two operands are known words or words in `steady`. Adds the words that the
/// moved steps make to `steady`. Searches the branches of a `Choose` step too, but only those with an `Again` step.
pub(super) fn hoist(steps: &mut Vec<Step>, steady: &mut HashSet<Made>, before: &mut Vec<Step>) {
    let is_steady = |word: &Word, steady: &HashSet<Made>| match word {
        Word::Known(_) => true,
        Word::Made(made) => steady.contains(made),
    };
    steps.retain_mut(|step| match step {
        Step::Make { to, left, right, .. } if is_steady(left, steady) && is_steady(right, steady) => {
            steady.insert(*to);
            before.push(step.clone());
            false
        }
        Step::Choose { so, not, .. } => {
            for way in [so, not] {
                if begins_again(way) {
                    hoist(way, steady, before);
                }
            }
            true
        }
        _ => true,
    });
}

fn begins_again(steps: &[Step]) -> bool {
    steps.iter().any(|step| match step {
        Step::Choose { so, not, .. } => begins_again(so) || begins_again(not),
        step => matches!(step, Step::Again { .. }),
    })
}

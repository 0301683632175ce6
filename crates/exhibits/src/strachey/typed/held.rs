//! Values and conditions, as the planner of a version represents them.

use super::kind::Kind;
use super::plan::{Test, Word};
use super::version::Key;

/// A value, as the planner of a version represents it: its kind, and its words.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Held {
    pub(super) kind: Kind,
    pub(super) words: Vec<Word>,
}

impl Held {
    pub(super) fn one(kind: Kind, word: Word) -> Held {
        Held { kind, words: vec![word] }
    }
}

/// A known truth value, or a test and the outcome that makes the condition true.
pub(super) enum Condition {
    Known(bool),
    Test(Test, bool),
}

/// Returns the key of the version for a call with these arguments.
pub(super) fn key(function: usize, arguments: &[Held]) -> Key {
    let parameter = |held: &Held| {
        let known = match held.words[..] {
            [Word::Known(word)] => Some(word),
            _ => None,
        };
        (held.kind.clone(), known)
    };
    Key { function, parameters: arguments.iter().map(parameter).collect() }
}

/// Returns the words of all values, one value after another.
pub(super) fn words(values: &[Held]) -> Vec<Word> {
    values.iter().flat_map(|held| held.words.iter().copied()).collect()
}

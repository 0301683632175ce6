//! Values and conditions, as the planner represents them. The planner makes versions of functions for certain kinds of
//! arguments.

use super::kind::Kind;
use super::plan::{Test, Word};
use super::version::Key;

/// A value, as the planner represents it: the kind of the value, and the 64-bit words that hold it.
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

/// Returns the key of a call with these arguments: the function, and for each argument its kind and, if the argument is
/// one known word, this word. The planner finds the version for the call by this key.
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

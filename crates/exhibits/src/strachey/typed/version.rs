//! The versions of a program's functions. Each version is planned for certain kinds of arguments, and for certain
//! values of some arguments.

use std::collections::HashMap;

use super::kind::Kind;
use super::plan::Step;
use super::sources::Sources;
use super::switch::switches;

/// If a function has this number of versions, the planner makes no further versions for known argument values.
const MAX_VERSIONS_OF_FUNCTION: usize = 16;
/// The largest number of versions of all functions together.
const MAX_VERSIONS: usize = 150;
/// If the plan of a version has more than this number of steps, the planner plans no further cases of this version. A
/// call that leads to such a case is left to the interpreter.
pub(super) const LARGE: usize = 1500;

/// A function and the kinds of its arguments. If the value of an argument is known during planning, the key also has
/// the value, as a 64-bit word.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Key {
    pub(super) function: usize,
    pub(super) parameters: Vec<(Kind, Option<u64>)>,
}

#[derive(Clone, Debug)]
pub(super) struct Version {
    pub(super) key: Key,
    /// The kind of the result; `None` until a path to a result is planned.
    pub(super) result: Option<Kind>,
    pub(super) steps: Vec<Step>,
    /// The number of words that this version of the function uses: the words of its arguments, and the words that its
    /// steps make.
    pub(super) made: u32,
    /// The versions that this version calls.
    pub(super) callees: Vec<usize>,
    /// Whether the version calls itself, directly or through other versions.
    pub(super) is_recursive: bool,
    /// Whether the version is too large to be inlined, or was too large in an earlier pass.
    pub(super) is_large: bool,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Versions {
    pub(super) all: Vec<Version>,
    by_key: HashMap<Key, usize>,
    /// A list of flags for each function, with one flag for each parameter. If the flag is true, the planner makes a
    /// separate version of the function for each known number that a call passes for the parameter.
    switches: Vec<Vec<bool>>,
}

impl Versions {
    pub(super) fn new(sources: &Sources<'_>) -> Versions {
        Versions { switches: switches(sources), ..Versions::default() }
    }

    /// Returns the index of the version of a function for the kinds of arguments in `key`. Adds this version if it does
    /// not exist yet. Returns `None` if there are too many versions, or if the typed machine cannot represent one of
    /// the kinds.
    pub(super) fn number(&mut self, mut key: Key) -> Option<usize> {
        let switches = &self.switches[key.function];
        for ((kind, known), is_switch) in key.parameters.iter_mut().zip(switches) {
            if !is_switch || *kind != Kind::Number {
                *known = None;
            }
        }
        if let Some(number) = self.by_key.get(&key) {
            return Some(*number);
        }
        if self.all.iter().filter(|version| version.key.function == key.function).count() >= MAX_VERSIONS_OF_FUNCTION {
            key.parameters.iter_mut().for_each(|(_, known)| *known = None);
        }
        if let Some(number) = self.by_key.get(&key) {
            return Some(*number);
        }
        let fits = self.all.len() < MAX_VERSIONS && key.parameters.iter().all(|(kind, _)| kind.fits());
        fits.then(|| {
            self.by_key.insert(key.clone(), self.all.len());
            self.all.push(Version {
                key,
                result: None,
                steps: Vec::new(),
                made: 0,
                callees: Vec::new(),
                is_recursive: false,
                is_large: false,
            });
            self.all.len() - 1
        })
    }

    /// Whether a version can be inlined.
    pub(super) fn stands_in(&self, number: usize) -> bool {
        let version = &self.all[number];
        !version.is_recursive && !version.is_large && !version.steps.is_empty()
    }
}

//! The versions of a program's functions: each is planned for arguments of certain kinds, some of them known.

use std::collections::HashMap;

use super::kind::Kind;
use super::plan::Step;
use super::sources::Sources;
use super::switch::switches;

/// How many versions a function may have for arguments that are known.
const MAX_VERSIONS_OF_FUNCTION: usize = 16;
/// How many versions there may be altogether.
const MAX_VERSIONS: usize = 150;
/// How large a version may be at all.
pub(super) const LARGE: usize = 1500;

/// A function for arguments of these kinds; with a word where an argument is known.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Key {
    pub(super) function: usize,
    pub(super) parameters: Vec<(Kind, Option<u64>)>,
}

#[derive(Clone, Debug)]
pub(super) struct Version {
    pub(super) key: Key,
    /// The kind of the result; none while no path to a result is known.
    pub(super) result: Option<Kind>,
    pub(super) steps: Vec<Step>,
    /// The first word that no step makes.
    pub(super) made: u32,
    /// The versions that it needs.
    pub(super) callees: Vec<usize>,
    /// Whether the version calls itself, directly or through others.
    pub(super) is_recursive: bool,
    /// Whether the version has ever been too large to be inlined.
    pub(super) is_large: bool,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Versions {
    pub(super) all: Vec<Version>,
    by_key: HashMap<Key, usize>,
    /// For each function, the parameters that are worth a version of their own.
    switches: Vec<Vec<bool>>,
}

impl Versions {
    pub(super) fn new(sources: &Sources<'_>) -> Versions {
        Versions { switches: switches(sources), ..Versions::default() }
    }

    /// The version for a key, which may be new; none if there are too many.
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

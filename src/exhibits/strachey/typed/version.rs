//! The versions of a program's functions: each is planned for arguments of certain kinds, some of them known.

use std::collections::HashMap;

use super::super::names::{Functions, Scope};
use super::super::syntax::{Definition, Reading};
use super::kind::{Kind, Texts};
use super::plan::{Step, size};
use super::switch::switches;
use super::walk::plan;

/// How many versions a function may have for arguments that are known.
const MOST_OF_ONE: usize = 16;
/// How many versions there may be altogether.
const MOST: usize = 150;
/// How large a version may be that stands in for its calls.
const SMALL: usize = 64;
/// How large a version may be at all.
pub(super) const LARGE: usize = 1500;
/// How often all are planned until nothing changes.
const MOST_PASSES: usize = 40;

/// A function for arguments of these kinds; with a word where an argument is known.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Key {
    pub(super) function: usize,
    pub(super) parameters: Vec<(Kind, Option<u64>)>,
}

#[derive(Clone, Debug)]
pub(super) struct Version {
    pub(super) key: Key,
    /// What it gives; nothing while no way is known on which it ends.
    pub(super) result: Option<Kind>,
    pub(super) steps: Vec<Step>,
    /// The first word that no step makes.
    pub(super) made: u32,
    /// The versions that it needs.
    pub(super) callees: Vec<usize>,
    /// It calls itself, or others that call it.
    is_recursive: bool,
    /// It has been too large to stand in for its calls.
    is_large: bool,
}

/// The text that versions are made of.
#[derive(Clone, Copy)]
pub(in super::super) struct Sources<'a> {
    pub(in super::super) definitions: &'a [Definition],
    /// How many of the definitions are the prelude's.
    pub(in super::super) prelude: usize,
    pub(in super::super) functions: &'a Functions,
    pub(in super::super) reading: Reading,
}

impl Sources<'_> {
    pub(super) fn scope(&self, function: usize) -> Scope {
        if function < self.prelude { Scope::Prelude } else { Scope::Program }
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Versions {
    pub(super) all: Vec<Version>,
    by_key: HashMap<Key, usize>,
    /// For each function which parameters it is worth knowing.
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
        if self.all.iter().filter(|version| version.key.function == key.function).count() >= MOST_OF_ONE {
            key.parameters.iter_mut().for_each(|(_, known)| *known = None);
        }
        if let Some(number) = self.by_key.get(&key) {
            return Some(*number);
        }
        let fits = self.all.len() < MOST && key.parameters.iter().all(|(kind, _)| kind.fits());
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

    /// Whether a version can stand in for its calls.
    pub(super) fn stands_in(&self, number: usize) -> bool {
        let version = &self.all[number];
        !version.is_recursive && !version.is_large && !version.steps.is_empty()
    }

    /// Plans all versions until nothing changes; whether that was reached.
    pub(super) fn settle(&mut self, sources: &Sources<'_>, texts: &mut Texts) -> bool {
        for _ in 0..MOST_PASSES {
            let mut changed = false;
            let mut number = 0;
            while number < self.all.len() {
                let before = self.all.len();
                let planned = plan(self, sources, texts, number);
                changed |= before != self.all.len();
                let version = &mut self.all[number];
                changed |= version.steps != planned.steps || version.result != planned.result;
                version.steps = planned.steps;
                version.made = planned.made;
                version.callees = planned.callees;
                version.result = planned.result;
                let is_large = version.is_large || size(&version.steps) > SMALL;
                changed |= is_large != version.is_large;
                version.is_large = is_large;
                number += 1;
            }
            for number in 0..self.all.len() {
                let is_recursive = self.all[number].is_recursive || self.reaches(number);
                changed |= is_recursive != self.all[number].is_recursive;
                self.all[number].is_recursive = is_recursive;
            }
            if !changed {
                return true;
            }
        }
        false
    }

    /// Whether a version needs itself.
    fn reaches(&self, number: usize) -> bool {
        let mut met = vec![false; self.all.len()];
        let mut next = self.all[number].callees.clone();
        while let Some(callee) = next.pop() {
            if !std::mem::replace(&mut met[callee], true) {
                next.extend(&self.all[callee].callees);
            }
        }
        met[number]
    }
}

//! Plans all versions until the plans no longer change. Versions may call each other, and the kind of a version's
//! result is known only when the version is planned. So all versions are planned repeatedly, each time with the result
//! kinds that are already known.

use super::kind::Texts;
use super::plan::size;
use super::sources::Sources;
use super::version::Versions;
use super::walk::plan;

/// A version of a function with more steps than this is not inlined.
const SMALL: usize = 64;
/// The largest number of passes over the versions of all functions.
const MAX_PASSES: usize = 40;

/// Plans all versions repeatedly until the plans no longer change. Returns false if the plans still change after
/// `MAX_PASSES` passes.
pub(super) fn plan_all(versions: &mut Versions, sources: &Sources<'_>, texts: &mut Texts) -> bool {
    for _ in 0..MAX_PASSES {
        let mut changed = false;
        let mut number = 0;
        while number < versions.all.len() {
            let before = versions.all.len();
            let planned = plan(versions, sources, texts, number);
            changed |= before != versions.all.len();
            let version = &mut versions.all[number];
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
        for number in 0..versions.all.len() {
            let is_recursive = versions.all[number].is_recursive || reaches(versions, number);
            changed |= is_recursive != versions.all[number].is_recursive;
            versions.all[number].is_recursive = is_recursive;
        }
        if !changed {
            return true;
        }
    }
    false
}

/// Whether a version calls itself, directly or through other versions.
fn reaches(versions: &Versions, number: usize) -> bool {
    let mut met = vec![false; versions.all.len()];
    let mut next = versions.all[number].callees.clone();
    while let Some(callee) = next.pop() {
        if !std::mem::replace(&mut met[callee], true) {
            next.extend(&versions.all[callee].callees);
        }
    }
    met[number]
}

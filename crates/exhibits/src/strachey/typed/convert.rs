//! Converts a value of one kind to the layout of another kind (see `kind`).

use super::held::Held;
use super::kind::Kind;
use super::plan::{Reason, Word};
use super::walk::Walk;

impl Walk<'_> {
    /// Returns the words of a value in the layout of another kind. If the conversion is not possible, adds a step that
    /// leaves the call to the interpreter.
    pub(super) fn convert(&mut self, held: &Held, kind: &Kind) -> Option<Vec<Word>> {
        self.convert_quietly(held, kind).or_else(|| self.leave(Reason::Unplanned))
    }

    pub(super) fn convert_quietly(&self, held: &Held, kind: &Kind) -> Option<Vec<Word>> {
        if held.kind.is_laid_out_as(kind) {
            return Some(held.words.clone());
        }
        match (&held.kind, kind) {
            (Kind::Tuple(from), Kind::Tuple(to)) if from.len() == to.len() => {
                let mut at = 0;
                let mut words = Vec::new();
                for (from, to) in from.iter().zip(to) {
                    let member = Held { kind: from.clone(), words: held.words[at..at + from.width()].to_vec() };
                    at += from.width();
                    words.extend(self.convert_quietly(&member, to)?);
                }
                Some(words)
            }
            (Kind::Any(from), Kind::Any(to)) => {
                let fits = |one: &Kind| to.iter().any(|to| one.tag() == to.tag() && one.is_laid_out_as(to));
                let mut words = held.words.clone();
                words.resize(kind.width(), Word::Known(0));
                from.iter().all(fits).then_some(words)
            }
            (from, Kind::Any(to)) => {
                let to = to.iter().find(|to| to.tag() == from.tag())?;
                let mut words = vec![Word::Known(to.tag())];
                words.extend(self.convert_quietly(held, to)?);
                words.resize(kind.width(), Word::Known(0));
                Some(words)
            }
            _ => None,
        }
    }
}

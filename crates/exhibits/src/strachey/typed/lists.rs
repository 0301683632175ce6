//! Makes the steps of a plan for calls of the functions that make lists or take lists apart.

use super::held::Held;
use super::kind::Kind;
use super::operators::{NIL_TAG, is_list};
use super::plan::{Reason, Step, Word};
use super::walk::Walk;

impl Walk<'_> {
    pub(super) fn next(&mut self, held: &Held) -> Option<Held> {
        let list = self.narrow(held, is_list)?;
        let Kind::List(Some(member)) = list.kind else { return self.leave(Reason::Fault) };
        let width = member.width();
        let (to, words) = self.make_several(width + 1);
        self.step(Step::Next { list: list.words[0], to, width });
        let kind = Kind::Tuple(vec![(*member).clone(), Kind::List(Some(member))]);
        // The pair may be wider than the limit, because later steps only take the pair apart.
        Some(Held { kind, words })
    }

    /// Plans `MinList(...)`: the list of the arguments that are not null, in ascending order, without repetitions.
    pub(super) fn min_list(&mut self, arguments: &[Held]) -> Option<Held> {
        let nil = Held::one(Kind::List(None), Word::Known(0));
        arguments.iter().rev().try_fold(nil, |list, held| {
            let is_null = self.null(held)?;
            let unchanged = list.clone();
            self.choose(is_null, |_| Some(unchanged), |walk| walk.insert(held, &list))
        })
    }

    fn insert(&mut self, held: &Held, list: &Held) -> Option<Held> {
        let one = self.narrow(held, |kind| !is_list(kind))?;
        let Kind::List(member) = &list.kind else { return self.leave(Reason::Unplanned) };
        let mut signed = Vec::new();
        let is_like_others = member.as_ref().is_none_or(|member| **member == one.kind);
        if !is_like_others || !has_plain_order(&one.kind, &mut signed) {
            return self.leave(Reason::Unplanned);
        }
        let signed = signed.iter().rev().fold(0, |all, is_signed| all << 1 | u8::from(*is_signed));
        let to = self.make();
        self.step(Step::Insert { to, words: one.words, rest: list.words[0], signed });
        Some(Held::one(Kind::List(Some(Box::new(one.kind))), Word::Made(to)))
    }

    /// Plans `Join(first, rest)`. The result is the list `rest` with `first` in front or, if `first` is a list, with
    /// the members of `first` in front.
    pub(super) fn join(&mut self, first: &Held, rest: &Held) -> Option<Held> {
        let rest = self.narrow(rest, is_list)?;
        match &first.kind {
            Kind::Any(kinds) if kinds.iter().any(is_list) => {
                let kinds: Vec<Kind> = kinds.clone();
                let as_kind = |kind: &Kind| Held { kind: kind.clone(), words: first.words[1..=kind.width()].to_vec() };
                let list = kinds.iter().find(|kind| is_list(kind)).map(as_kind)?;
                let others: Vec<Kind> = kinds.iter().filter(|kind| !is_list(kind)).cloned().collect();
                let other = match &others[..] {
                    [one] => as_kind(one),
                    _ => return self.leave(Reason::Unplanned),
                };
                let condition = self.is(first.words[0], NIL_TAG);
                self.choose(condition, |walk| walk.append(&list, &rest), |walk| walk.cell(&other, &rest))
            }
            Kind::List(_) => self.append(first, &rest),
            _ => self.cell(first, &rest),
        }
    }

    fn cell(&mut self, first: &Held, rest: &Held) -> Option<Held> {
        let Kind::List(member) = &rest.kind else { return self.leave(Reason::Fault) };
        let member = member.as_ref().map_or_else(|| first.kind.clone(), |member| member.join(&first.kind));
        let kind = Kind::List(Some(Box::new(member.clone())));
        if !kind.fits() || !rest.kind.is_laid_out_as(&kind) {
            return self.leave(Reason::Unplanned);
        }
        let words = self.convert(first, &member)?;
        let to = self.make();
        self.step(Step::Cell { to, words, rest: rest.words[0] });
        Some(Held::one(kind, Word::Made(to)))
    }

    fn append(&mut self, first: &Held, rest: &Held) -> Option<Held> {
        let kind = first.kind.join(&rest.kind);
        if !kind.fits() || !first.kind.is_laid_out_as(&kind) || !rest.kind.is_laid_out_as(&kind) {
            return self.leave(Reason::Unplanned);
        }
        let Kind::List(Some(member)) = &first.kind else { return Some(Held { kind, words: rest.words.clone() }) };
        let to = self.make();
        self.step(Step::Append { to, first: first.words[0], rest: rest.words[0], width: member.width() });
        Some(Held::one(kind, Word::Made(to)))
    }
}

/// Whether values of a kind can be compared word by word. Appends to `signed`, for each word, whether the word is a
/// signed number.
fn has_plain_order(kind: &Kind, signed: &mut Vec<bool>) -> bool {
    match kind {
        Kind::Number | Kind::Truth | Kind::Bits => {
            signed.push(*kind == Kind::Number);
            true
        }
        Kind::Tuple(members) => members.iter().all(|member| has_plain_order(member, signed)),
        Kind::Text | Kind::List(_) | Kind::Any(_) => false,
    }
}

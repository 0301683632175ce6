//! The kinds of values, which the typed machine finds before a program runs, and the layout of each kind in words.
//!
//! Every value is laid out flat. A tuple is the words of its members side by side. A list is one word with the index of
//! its first cell, or 0 for `NIL`. If a value may be of several kinds, a word with the kind's tag comes first, and the
//! widest kind sets the width.

use std::rc::Rc;

use super::super::value::{List, Tuple, Value};
use super::heap::Heap;

/// The largest number of 64-bit words that a value may occupy.
pub(super) const MAX_WORDS: usize = 8;
/// The deepest nesting of kinds.
const MAX_NESTING: usize = 6;
/// The maximum number of members of a list in the arguments of a call that the typed machine runs. If an argument
/// contains a longer list, the interpreter runs the call.
const MAX_LIST_MEMBERS: usize = 10_000;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Kind {
    Number,
    Truth,
    Bits,
    /// A string, represented by a number from [`Texts`].
    Text,
    /// A list, with the kind of the members; `None` if the list is always empty.
    List(Option<Box<Kind>>),
    Tuple(Vec<Kind>),
    /// Any of several kinds, in ascending order of tags.
    Any(Vec<Kind>),
}

/// The strings in the code and in the values, without duplicates.
#[derive(Clone, Debug, Default)]
pub(super) struct Texts(Vec<Rc<String>>);

impl Texts {
    pub(super) fn number(&mut self, text: &Rc<String>) -> u64 {
        let known = self.0.iter().position(|known| known == text);
        known.unwrap_or_else(|| {
            self.0.push(text.clone());
            self.0.len() - 1
        }) as u64
    }
}

impl Kind {
    /// Returns the tag, the word that distinguishes this kind from the other kinds in [`Kind::Any`].
    pub(super) fn tag(&self) -> u64 {
        match self {
            Kind::Number => 0,
            Kind::Truth => 1,
            Kind::Bits => 2,
            Kind::Text => 3,
            Kind::List(_) => 4,
            Kind::Tuple(members) => 5 + members.len() as u64,
            Kind::Any(_) => unreachable!("choices are not nested"),
        }
    }

    /// Returns the number of words that hold a value of this kind.
    pub(super) fn width(&self) -> usize {
        match self {
            Kind::Number | Kind::Truth | Kind::Bits | Kind::Text | Kind::List(_) => 1,
            Kind::Tuple(members) => members.iter().map(Kind::width).sum(),
            Kind::Any(kinds) => 1 + kinds.iter().map(Kind::width).max().unwrap_or(0),
        }
    }

    /// Whether the typed machine can represent values of this kind.
    pub(super) fn fits(&self) -> bool {
        fn fits(kind: &Kind, left: usize) -> bool {
            left > 0
                && match kind {
                    Kind::List(Some(member)) => member.width() <= MAX_WORDS && fits(member, left - 1),
                    Kind::Tuple(members) | Kind::Any(members) => members.iter().all(|each| fits(each, left - 1)),
                    _ => true,
                }
        }
        // The depth is checked first, because counting the width of a deep kind takes long.
        fits(self, MAX_NESTING) && self.width() <= MAX_WORDS
    }

    /// Whether a value of this kind may be or contain a list.
    pub(super) fn has_list(&self) -> bool {
        match self {
            Kind::List(_) => true,
            Kind::Tuple(members) | Kind::Any(members) => members.iter().any(Kind::has_list),
            _ => false,
        }
    }

    /// Returns the kinds in [`Kind::Any`]. For any other kind, returns only this kind.
    pub(super) fn choices(&self) -> &[Kind] {
        match self {
            Kind::Any(kinds) => kinds,
            one => std::slice::from_ref(one),
        }
    }

    /// Returns the narrowest kind that includes this kind and `other`.
    pub(super) fn join(&self, other: &Kind) -> Kind {
        if self == other {
            return self.clone();
        }
        let mut kinds = self.choices().to_vec();
        for kind in other.choices() {
            match kinds.iter_mut().find(|known| known.tag() == kind.tag()) {
                Some(known) => *known = known.join_alike(kind),
                None => kinds.push(kind.clone()),
            }
        }
        kinds.sort_by_key(Kind::tag);
        if kinds.len() == 1 { kinds.remove(0) } else { Kind::Any(kinds) }
    }

    fn join_alike(&self, other: &Kind) -> Kind {
        match (self, other) {
            (Kind::List(one), Kind::List(other)) => Kind::List(match (one, other) {
                (Some(one), Some(other)) => Some(Box::new(one.join(other))),
                (one, other) => one.clone().or_else(|| other.clone()),
            }),
            (Kind::Tuple(one), Kind::Tuple(other)) => {
                Kind::Tuple(one.iter().zip(other).map(|(one, other)| one.join(other)).collect())
            }
            _ => self.clone(),
        }
    }

    /// Whether this kind and `other` represent each value of this kind by the same words.
    pub(super) fn is_laid_out_as(&self, other: &Kind) -> bool {
        match (self, other) {
            (Kind::List(None), Kind::List(_)) => true,
            (Kind::List(Some(one)), Kind::List(Some(other))) => {
                one.width() == other.width() && one.is_laid_out_as(other)
            }
            (Kind::Tuple(one), Kind::Tuple(other)) => {
                one.len() == other.len() && one.iter().zip(other).all(|(one, other)| one.is_laid_out_as(other))
            }
            (Kind::Any(one), Kind::Any(others)) => {
                let is_one =
                    |one: &Kind| others.iter().any(|other| one.tag() == other.tag() && one.is_laid_out_as(other));
                self.width() == other.width() && one.iter().all(is_one)
            }
            _ => self == other,
        }
    }

    /// Returns the kind of a value. Returns `None` if the value contains a real number or a function, or is too large
    /// or too deeply nested.
    pub(super) fn of(value: &Value) -> Option<Kind> {
        fn of(value: &Value, left: usize) -> Option<Kind> {
            let left = left.checked_sub(1)?;
            Some(match value {
                Value::Number(_) => Kind::Number,
                Value::Truth(_) => Kind::Truth,
                Value::Bits(_) => Kind::Bits,
                Value::Text(_) => Kind::Text,
                Value::Real(_) | Value::Function(_) => return None,
                Value::Tuple(tuple) => {
                    Kind::Tuple(tuple.members().iter().map(|member| of(member, left)).collect::<Option<_>>()?)
                }
                Value::List(list) => {
                    let mut all: Option<Kind> = None;
                    for (index, member) in list.iter().enumerate() {
                        let kind = of(member, left).filter(|_| index < MAX_LIST_MEMBERS)?;
                        all = Some(all.map_or_else(|| kind.clone(), |all| all.join(&kind)));
                    }
                    Kind::List(all.map(Box::new))
                }
            })
        }
        of(value, MAX_NESTING).filter(Kind::fits)
    }

    /// Appends the words of a value; returns `None` if the value is not of this kind.
    pub(super) fn put(&self, value: &Value, words: &mut Vec<u64>, texts: &mut Texts, heap: &mut Heap) -> Option<()> {
        match (self, value) {
            (Kind::Any(kinds), _) => {
                let end = words.len() + self.width();
                // The kind is chosen without looking into members; `put` then lays the members out as this kind
                // requires.
                let kind = kinds.iter().find(|kind| kind.takes(value))?;
                words.push(kind.tag());
                kind.put(value, words, texts, heap)?;
                words.resize(end, 0);
            }
            (Kind::Number, Value::Number(number)) => words.push(*number as u64),
            (Kind::Truth, Value::Truth(truth)) => words.push(u64::from(*truth)),
            (Kind::Bits, Value::Bits(bits)) => words.push(*bits),
            (Kind::Text, Value::Text(text)) => words.push(texts.number(text)),
            (Kind::Tuple(kinds), Value::Tuple(tuple)) if kinds.len() == tuple.members().len() => {
                kinds
                    .iter()
                    .zip(tuple.members())
                    .try_for_each(|(kind, member)| kind.put(member, words, texts, heap))?;
            }
            (Kind::List(None), Value::List(list)) if list.is_empty() => words.push(0),
            (Kind::List(Some(kind)), Value::List(list)) => {
                let members: Vec<&Value> = list.iter().collect();
                let mut first = 0;
                for member in members.into_iter().rev() {
                    let mut held = Vec::new();
                    kind.put(member, &mut held, texts, heap)?;
                    first = heap.cell(held.into_iter(), first);
                }
                words.push(first);
            }
            _ => return None,
        }
        Some(())
    }

    /// Whether a value is of this kind. Does not examine the members of lists and tuples.
    fn takes(&self, value: &Value) -> bool {
        match (self, value) {
            (Kind::Number, Value::Number(_))
            | (Kind::Truth, Value::Truth(_))
            | (Kind::Bits, Value::Bits(_))
            | (Kind::Text, Value::Text(_))
            | (Kind::List(_), Value::List(_)) => true,
            (Kind::Tuple(kinds), Value::Tuple(tuple)) => kinds.len() == tuple.members().len(),
            _ => false,
        }
    }

    /// Returns the value that the words represent.
    pub(super) fn value(&self, words: &[u64], texts: &Texts, heap: &Heap) -> Value {
        match self {
            Kind::Number => Value::Number(words[0] as i64),
            Kind::Truth => Value::Truth(words[0] != 0),
            Kind::Bits => Value::Bits(words[0]),
            Kind::Text => Value::Text(texts.0[words[0] as usize].clone()),
            Kind::List(None) => Value::NIL,
            Kind::List(Some(kind)) => {
                let cells = heap.cells(words[0], kind.width());
                let members: Vec<Value> = cells.map(|words| kind.value(words, texts, heap)).collect();
                Value::List(List::from(members.into_iter()))
            }
            Kind::Tuple(kinds) => {
                let mut at = 0;
                let members = kinds.iter().map(|kind| {
                    at += kind.width();
                    kind.value(&words[at - kind.width()..], texts, heap)
                });
                Value::Tuple(Tuple::from(members.collect::<Vec<Value>>()))
            }
            Kind::Any(kinds) => {
                let kind = kinds.iter().find(|kind| kind.tag() == words[0]).expect("a choice has one of its tags");
                kind.value(&words[1..], texts, heap)
            }
        }
    }
}

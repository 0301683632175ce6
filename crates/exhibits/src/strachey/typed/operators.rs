//! Makes the steps of a plan for operators, for the signs in front of operands, and for calls of the functions in
//! `runtime.rs`. The steps depend on the kinds of the operands.

use super::super::code::Primitive;
use super::super::operate::{bits, numbers};
use super::super::operator::Operator;
use super::super::runtime::{shift, single_digit};
use super::super::syntax::{Reading, Sign};
use super::held::{Condition, Held};
use super::kind::Kind;
use super::plan::{Action, Reason, Relation, Step, Test, Word};
use super::walk::Walk;

/// The tag that marks a value of the kind [`Kind::Any`] as a list, possibly the empty list `NIL`.
pub(super) const NIL_TAG: u64 = 4;

impl Walk<'_> {
    fn reading(&self) -> Reading {
        self.sources.reading
    }

    /// Returns the result of an action on two words. If both words are known, computes the result during planning. If
    /// an earlier step computes the same result, reuses the word of that step.
    fn act(&mut self, action: Action, left: Word, right: Word) -> Option<Word> {
        if let (Word::Known(left), Word::Known(right)) = (left, right) {
            return match action.of(left, right) {
                Some(word) => Some(Word::Known(word)),
                None => self.leave(Reason::Fault),
            };
        }
        let made = (action, left, right);
        if let Some(word) = self.known_at.get(&made) {
            return Some(*word);
        }
        let to = self.make();
        self.step(Step::Make { action, to, left, right });
        self.known.push(made);
        self.known_at.insert(made, Word::Made(to));
        Some(Word::Made(to))
    }

    /// Plans the narrowing of a value to the kind that satisfies `fits`. If the value has another kind at run time, the
    /// typed machine leaves the call to the interpreter.
    pub(super) fn narrow(&mut self, held: &Held, fits: impl Fn(&Kind) -> bool) -> Option<Held> {
        if !matches!(held.kind, Kind::Any(_)) {
            return if fits(&held.kind) { Some(held.clone()) } else { self.leave(Reason::Fault) };
        }
        let Some(kind) = held.kind.choices().iter().find(|kind| fits(kind)).cloned() else {
            return self.leave(Reason::Fault);
        };
        let narrowed = Held { words: held.words[1..=kind.width()].to_vec(), kind };
        let condition = self.is(held.words[0], narrowed.kind.tag());
        self.choose(condition, |_| Some(narrowed), |walk| walk.leave(Reason::Unplanned))
    }

    fn number(&mut self, held: &Held) -> Option<Word> {
        Some(self.narrow(held, |kind| *kind == Kind::Number)?.words[0])
    }

    /// Returns the word of a bit string. Under [`Reading::Word`], `NIL` is a bit string too.
    fn bits(&mut self, held: &Held) -> Option<Word> {
        let may_be_list = self.reading() == Reading::Word && held.kind.choices().iter().any(is_list);
        if !may_be_list {
            return Some(self.narrow(held, |kind| *kind == Kind::Bits)?.words[0]);
        }
        let empty = Held::one(Kind::Bits, Word::Known(0));
        let (tag, word) = match held.words[..] {
            [word] => (Word::Known(NIL_TAG), word),
            [tag, word, ..] => (tag, word),
            [] => return self.leave(Reason::Unplanned),
        };
        let is_list = self.is(tag, NIL_TAG);
        let rest = held.clone();
        let held = self.choose(
            is_list,
            |walk| {
                let is_empty = walk.is(word, 0);
                walk.choose(is_empty, |_| Some(empty), |walk| walk.leave(Reason::Fault))
            },
            |walk| walk.narrow(&rest, |kind| *kind == Kind::Bits),
        )?;
        Some(held.words[0])
    }

    pub(super) fn truth(&mut self, held: &Held) -> Option<Condition> {
        let word = self.narrow(held, |kind| *kind == Kind::Truth)?.words[0];
        Some(self.is(word, 1))
    }

    /// Returns the members of a tuple, which must have `count` members.
    pub(super) fn members(&mut self, held: &Held, count: usize) -> Option<Vec<Held>> {
        let tuple = self.narrow(held, |kind| matches!(kind, Kind::Tuple(members) if members.len() == count))?;
        let Kind::Tuple(kinds) = tuple.kind else { return self.leave(Reason::Fault) };
        let mut at = 0;
        let member = |kind: Kind| {
            at += kind.width();
            Held { words: tuple.words[at - kind.width()..at].to_vec(), kind }
        };
        Some(kinds.into_iter().map(member).collect())
    }

    /// Returns the condition under which `Null` of a value is true.
    pub(super) fn null(&mut self, held: &Held) -> Option<Condition> {
        match &held.kind {
            Kind::Text | Kind::Tuple(_) => Some(Condition::Known(false)),
            Kind::List(None) => Some(Condition::Known(true)),
            Kind::Number | Kind::Truth | Kind::Bits | Kind::List(_) => Some(self.is(held.words[0], 0)),
            Kind::Any(kinds) => {
                let never = kinds.iter().filter(|kind| matches!(kind, Kind::Text | Kind::Tuple(_)));
                let never: Vec<u64> = never.map(Kind::tag).collect();
                self.null_unless(held, &never)
            }
        }
    }

    /// Returns the condition under which a value of the kind [`Kind::Any`] is null: the tag of the value is not in
    /// `never`, and the word after the tag is 0.
    fn null_unless(&mut self, held: &Held, never: &[u64]) -> Option<Condition> {
        let Some((tag, rest)) = never.split_first() else { return Some(self.is(held.words[1], 0)) };
        let condition = self.is(held.words[0], *tag);
        let no = Held::one(Kind::Truth, Word::Known(0));
        let held = self.choose(
            condition,
            |_| Some(no),
            |walk| {
                let condition = walk.null_unless(held, rest)?;
                walk.as_truth(condition)
            },
        )?;
        Some(self.is(held.words[0], 1))
    }

    /// Returns the outcome of a condition as a [`Kind::Truth`].
    fn as_truth(&mut self, condition: Condition) -> Option<Held> {
        let truth = |truth: u64| Some(Held::one(Kind::Truth, Word::Known(truth)));
        self.choose(condition, |_| truth(1), |_| truth(0))
    }

    pub(super) fn compare(&mut self, operator: Operator, left: &Held, right: &Held) -> Option<Condition> {
        if operator == Operator::Equal {
            return self.equal(left, right);
        }
        let (left, right) = if operator == Operator::Less { (left, right) } else { (right, left) };
        let (relation, left, right) = if may_be_number(left) && may_be_number(right) {
            (Relation::Less, self.number(left)?, self.number(right)?)
        } else {
            (Relation::Below, self.bits(left)?, self.bits(right)?)
        };
        Some(match (left, right, relation) {
            (Word::Known(left), Word::Known(right), Relation::Less) => Condition::Known((left as i64) < right as i64),
            (Word::Known(left), Word::Known(right), _) => Condition::Known(left < right),
            _ => Condition::Test(Test { relation, left, right }, true),
        })
    }

    fn equal(&mut self, left: &Held, right: &Held) -> Option<Condition> {
        match (&left.kind, &right.kind) {
            (Kind::List(None), _) => self.is_nil(right),
            (_, Kind::List(None)) => self.is_nil(left),
            (Kind::Number | Kind::Truth | Kind::Bits | Kind::Text, one) if *one == left.kind => {
                Some(match (left.words[0], right.words[0]) {
                    (Word::Known(left), Word::Known(right)) => Condition::Known(left == right),
                    (left, right) => Condition::Test(Test { relation: Relation::Equal, left, right }, true),
                })
            }
            (Kind::Any(_), _) | (_, Kind::Any(_)) => self.leave(Reason::Unplanned),
            (one, other) if one.tag() != other.tag() => Some(Condition::Known(false)),
            _ => self.leave(Reason::Unplanned),
        }
    }

    fn is_nil(&mut self, held: &Held) -> Option<Condition> {
        match &held.kind {
            Kind::List(_) => Some(self.is(held.words[0], 0)),
            Kind::Any(kinds) if kinds.iter().any(is_list) => {
                let is_list = self.is(held.words[0], NIL_TAG);
                let no = Held::one(Kind::Truth, Word::Known(0));
                let word = held.words[1];
                let held = self.choose(
                    is_list,
                    |walk| {
                        let is_empty = walk.is(word, 0);
                        walk.as_truth(is_empty)
                    },
                    |_| Some(no),
                )?;
                Some(self.is(held.words[0], 1))
            }
            _ => Some(Condition::Known(false)),
        }
    }

    pub(super) fn binary(&mut self, operator: Operator, left: &Held, right: &Held) -> Option<Held> {
        if operator.compares() {
            let condition = self.compare(operator, left, right)?;
            return self.as_truth(condition);
        }
        let logical = match operator {
            Operator::And => Some(Action::And),
            Operator::Or => Some(Action::Or),
            _ => None,
        };
        if let Some(action) = logical.filter(|_| left.kind == Kind::Truth && right.kind == Kind::Truth) {
            return Some(Held::one(Kind::Truth, self.act(action, left.words[0], right.words[0])?));
        }
        if logical.is_none() && may_be_number(left) && may_be_number(right) {
            let action = match operator {
                Operator::Add => Action::Add,
                Operator::Subtract => Action::Subtract,
                Operator::Multiply => Action::Multiply,
                _ => Action::Divide,
            };
            let (left, right) = (self.number(left)?, self.number(right)?);
            return Some(Held::one(Kind::Number, self.act(action, left, right)?));
        }
        let action = match (operator, self.reading()) {
            (Operator::And, _) => Action::And,
            (Operator::Or, _) | (Operator::Add, Reading::Set) => Action::Or,
            (Operator::Subtract, Reading::Set) => Action::Without,
            (Operator::Add, Reading::Word) => Action::AddWords,
            (Operator::Subtract, Reading::Word) => Action::SubtractWords,
            _ => return self.leave(Reason::Fault),
        };
        let (left, right) = (self.bits(left)?, self.bits(right)?);
        Some(Held::one(Kind::Bits, self.act(action, left, right)?))
    }

    pub(super) fn sign(&mut self, sign: Sign, held: &Held) -> Option<Held> {
        let zero = Word::Known(0);
        match sign {
            Sign::Minus if may_be_number(held) => {
                let number = self.number(held)?;
                Some(Held::one(Kind::Number, self.act(Action::Subtract, zero, number)?))
            }
            Sign::Plus if may_be_number(held) => Some(Held::one(Kind::Number, self.number(held)?)),
            Sign::Not if held.kind == Kind::Truth => {
                let word = self.act(Action::Without, Word::Known(1), held.words[0])?;
                Some(Held::one(Kind::Truth, word))
            }
            Sign::Not => {
                let bits = self.bits(held)?;
                Some(Held::one(Kind::Bits, self.act(Action::Without, Word::Known(u64::MAX), bits)?))
            }
            Sign::Minus if self.reading() == Reading::Word => {
                let bits = self.bits(held)?;
                Some(Held::one(Kind::Bits, self.act(Action::SubtractWords, zero, bits)?))
            }
            Sign::Plus if self.reading() == Reading::Word => Some(Held::one(Kind::Bits, self.bits(held)?)),
            Sign::Minus | Sign::Plus => self.leave(Reason::Fault),
        }
    }

    /// Plans an `∧` whose right operand has a sign, such as `left ∧ ~right`.
    pub(super) fn and_sign(&mut self, left: &Held, sign: Sign, right: &Held) -> Option<Held> {
        if sign == Sign::Not && left.kind == Kind::Bits && right.kind == Kind::Bits {
            return Some(Held::one(Kind::Bits, self.act(Action::Without, left.words[0], right.words[0])?));
        }
        let right = self.sign(sign, right)?;
        self.binary(Operator::And, left, &right)
    }

    pub(super) fn primitive(&mut self, primitive: Primitive, arguments: &[Held]) -> Option<Held> {
        match (primitive, arguments) {
            (Primitive::Null, [held]) => {
                let condition = self.null(held)?;
                self.as_truth(condition)
            }
            (Primitive::Next, [held]) => self.next(held),
            (Primitive::Join, [first, rest]) => self.join(first, rest),
            (Primitive::SingleDigitFrom, [held]) => {
                let bits = self.bits(held)?;
                Some(Held::one(Kind::Bits, self.act(Action::SingleDigit, bits, Word::Known(0))?))
            }
            (Primitive::BitCount, [held]) => {
                let bits = self.bits(held)?;
                Some(Held::one(Kind::Number, self.act(Action::Count, bits, Word::Known(0))?))
            }
            (Primitive::Shift, [bits, distance]) => {
                let (bits, distance) = (self.bits(bits)?, self.number(distance)?);
                Some(Held::one(Kind::Bits, self.act(Action::Shift, bits, distance)?))
            }
            _ => self.leave(Reason::Unplanned),
        }
    }
}

pub(super) fn is_list(kind: &Kind) -> bool {
    matches!(kind, Kind::List(_))
}

fn may_be_number(held: &Held) -> bool {
    held.kind.choices().contains(&Kind::Number)
}

impl Action {
    /// Returns the result of the action for two words; `None` if the action has no result for these words.
    #[inline]
    pub(super) fn of(self, left: u64, right: u64) -> Option<u64> {
        let number = |operator| numbers(operator, left as i64, right as i64).map(|number| number as u64);
        match self {
            Action::And => bits(Operator::And, left, right, Reading::Set),
            Action::Or => bits(Operator::Or, left, right, Reading::Set),
            Action::Without => bits(Operator::Subtract, left, right, Reading::Set),
            Action::AddWords => bits(Operator::Add, left, right, Reading::Word),
            Action::SubtractWords => bits(Operator::Subtract, left, right, Reading::Word),
            Action::Add => number(Operator::Add),
            Action::Subtract => number(Operator::Subtract),
            Action::Multiply => number(Operator::Multiply),
            Action::Divide => number(Operator::Divide),
            Action::Shift => Some(shift(left, right as i64)),
            Action::SingleDigit => Some(single_digit(left)),
            Action::Count => Some(left.count_ones().into()),
        }
    }
}

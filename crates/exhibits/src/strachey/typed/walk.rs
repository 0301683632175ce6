//! Plans a version of a function. A version is the function compiled for certain kinds of arguments and, for some
//! parameters, for certain argument values. The walk goes through the function's tree with these facts, and makes the
//! steps of the plan.
//!
//! The walk knows the words of each value, so tuples are never built, known conditions need no test, and nothing is
//! computed twice. Where the walk does not know enough, or finds a fault, the walk makes a step that leaves the call to
//! the interpreter. The interpreter runs the call from the beginning, and reports faults exactly. The second run costs
//! only time, because CPL has no side effects. Only the count of the calls of `Terminal` must be restored.

use std::collections::HashMap;

use super::super::code::Primitive;
use super::super::names::{Callee, Scope};
use super::super::operator::Operator;
use super::super::runtime::constant;
use super::super::syntax::{Expression, ExpressionKind, Pattern, Step as Line};
use super::super::value::Value;
use super::heap::Heap;
use super::held::{Condition, Held, words};
use super::kind::{Kind, Texts};
use super::plan::{Action, Made, Reason, Relation, Step, Test, Word, fills_heap};
use super::sources::Sources;
use super::version::{LARGE, Versions};

/// The deepest nesting of expressions and branches, including inlined bodies. The walk is recursive, so the nesting
/// needs a limit.
const MAX_NESTING: usize = 120;

/// The plan of one version of a function. A version is the function compiled for certain kinds of arguments.
pub(super) struct Planned {
    pub(super) steps: Vec<Step>,
    pub(super) made: u32,
    pub(super) callees: Vec<usize>,
    pub(super) result: Option<Kind>,
}

/// Plans the version with this number. A version is a function compiled for certain kinds of arguments. If the version
/// calls another version, the plan uses the result kind that was last planned for that version.
pub(super) fn plan(versions: &mut Versions, sources: &Sources<'_>, texts: &mut Texts, number: usize) -> Planned {
    let key = versions.all[number].key.clone();
    let result = versions.all[number].result.clone();
    let definition = &sources.definitions[key.function];
    let mut made = 0;
    let mut bindings = Vec::new();
    for (parameter, (kind, known)) in definition.parameters.iter().zip(&key.parameters) {
        let words = match known {
            Some(word) => vec![Word::Known(*word)],
            None => (0..kind.width() as Made).map(|word| Word::Made(made + word)).collect(),
        };
        // Known arguments are passed too, so that all versions of a function have the same calling convention.
        made += kind.width() as Made;
        bindings.push((parameter.name.clone(), Held { kind: kind.clone(), words }));
    }
    let scope = sources.scope(key.function);
    let mut walk = Walk {
        versions,
        sources,
        texts,
        number,
        scope,
        bindings,
        steps: Vec::new(),
        known: Vec::new(),
        known_at: HashMap::new(),
        made,
        callees: Vec::new(),
        result,
        within: vec![number],
        depth: 0,
        size: 0,
    };
    if definition.name.name == "Terminal" {
        walk.step(Step::Tally);
    }
    walk.tail(&definition.body);
    walk.finish()
}

pub(super) struct Walk<'a> {
    pub(super) versions: &'a mut Versions,
    pub(super) sources: &'a Sources<'a>,
    pub(super) texts: &'a mut Texts,
    pub(super) number: usize,
    pub(super) scope: Scope,
    pub(super) bindings: Vec<(String, Held)>,
    pub(super) steps: Vec<Step>,
    /// The action and the operands of each word that the steps compute on the current path through the function.
    pub(super) known: Vec<(Action, Word, Word)>,
    pub(super) known_at: HashMap<(Action, Word, Word), Word>,
    made: Made,
    pub(super) callees: Vec<usize>,
    pub(super) result: Option<Kind>,
    /// The indices of the versions whose inlined bodies enclose the current expression, outermost first. A version is a
    /// function compiled for certain kinds of arguments.
    pub(super) within: Vec<usize>,
    depth: usize,
    size: usize,
}

impl Walk<'_> {
    fn finish(mut self) -> Planned {
        let keeps = self.result.as_ref().is_some_and(Kind::has_list);
        if !keeps && self.fills_heap(0) {
            let to = self.make();
            release_before_returns(&mut self.steps, Word::Made(to));
            self.steps.insert(0, Step::Mark { to });
        }
        Planned { steps: self.steps, made: self.made, callees: self.callees, result: self.result }
    }

    pub(super) fn fills_heap(&self, from: usize) -> bool {
        let all = &self.versions.all;
        fills_heap(&self.steps[from..], &|version| all[version].result.as_ref().is_some_and(Kind::has_list))
    }

    pub(super) fn step(&mut self, step: Step) {
        self.size += 1;
        self.steps.push(step);
    }

    /// Returns an unused number for a word that a step of the plan computes. The caller must add this step.
    pub(super) fn make(&mut self) -> Made {
        self.made += 1;
        self.made - 1
    }

    /// Finds unused consecutive numbers for `width` words that a step of the plan computes. Returns the first number,
    /// and the words. The caller must add this step.
    pub(super) fn make_several(&mut self, width: usize) -> (Made, Vec<Word>) {
        let to = self.made;
        self.made += width as Made;
        (to, (to..self.made).map(Word::Made).collect())
    }

    /// Adds the step that hands the call of the planned function over to the interpreter, and returns `None`.
    pub(super) fn leave<T>(&mut self, reason: Reason) -> Option<T> {
        self.step(Step::Leave(reason));
        None
    }

    pub(super) fn local(&self, name: &str) -> Option<&Held> {
        self.bindings.iter().rev().find(|(bound, _)| bound == name).map(|(_, held)| held)
    }

    /// Plans both outcomes of a test, and returns the results of `so` and `not`. `so` plans the case in which the test
    /// gives `is`, and `not` plans the other case.
    pub(super) fn branch<T>(
        &mut self,
        test: Test,
        is: bool,
        so: impl FnOnce(&mut Self) -> Option<T>,
        not: impl FnOnce(&mut Self) -> Option<T>,
    ) -> (Option<T>, Option<T>) {
        let known = self.known.len();
        let before = std::mem::take(&mut self.steps);
        let one = so(self);
        let one_steps = std::mem::take(&mut self.steps);
        self.forget(known);
        let other = not(self);
        let other_steps = std::mem::replace(&mut self.steps, before);
        self.forget(known);
        let (so, not) = if is { (one_steps, other_steps) } else { (other_steps, one_steps) };
        self.step(Step::Choose { test, so, not });
        (one, other)
    }

    fn forget(&mut self, from: usize) {
        for made in self.known.drain(from..) {
            self.known_at.remove(&made);
        }
    }

    /// Plans a value that depends on a condition.
    pub(super) fn choose(
        &mut self,
        condition: Condition,
        so: impl FnOnce(&mut Self) -> Option<Held>,
        not: impl FnOnce(&mut Self) -> Option<Held>,
    ) -> Option<Held> {
        let (test, is) = match condition {
            Condition::Known(true) => return so(self),
            Condition::Known(false) => return not(self),
            Condition::Test(test, is) => (test, is),
        };
        let (one, other) = self.branch(test, is, so, not);
        let (one, other) = match (one, other) {
            (Some(one), Some(other)) => (one, other),
            // The other branch never continues, so this branch alone decides the value.
            (one, other) => return one.or(other),
        };
        let kind = one.kind.join(&other.kind);
        if !kind.fits() {
            return self.leave(Reason::Unplanned);
        }
        let Some(Step::Choose { mut so, mut not, test }) = self.steps.pop() else { unreachable!("branch has made it") };
        if !is {
            std::mem::swap(&mut so, &mut not);
        }
        let mut words = Vec::new();
        match (self.convert_quietly(&one, &kind), self.convert_quietly(&other, &kind)) {
            (Some(one), Some(other)) => {
                for (one, other) in one.into_iter().zip(other) {
                    if one == other {
                        words.push(one);
                        continue;
                    }
                    let to = self.make();
                    so.push(Step::Copy { to, from: one });
                    not.push(Step::Copy { to, from: other });
                    words.push(Word::Made(to));
                }
            }
            _ => return self.leave(Reason::Unplanned),
        }
        if !is {
            std::mem::swap(&mut so, &mut not);
        }
        self.steps.push(Step::Choose { test, so, not });
        Some(Held { kind, words })
    }

    /// Adds the steps that compute an expression to the function's plan. Returns the planned value, or `None` if these
    /// steps always leave the call of the function to the interpreter.
    pub(super) fn value(&mut self, expression: &Expression) -> Option<Held> {
        let bindings = self.bindings.len();
        let held = self.deeper(|walk| walk.value_within(expression));
        self.bindings.truncate(bindings);
        held
    }

    fn value_within(&mut self, expression: &Expression) -> Option<Held> {
        match &expression.kind {
            ExpressionKind::Constant(value) => self.constant(value),
            ExpressionKind::Name(name) => self.name(name),
            ExpressionKind::Call { name, arguments } => self.call(&name.name, arguments),
            ExpressionKind::Tuple(members) => {
                let members = self.values(members)?;
                let kind = Kind::Tuple(members.iter().map(|member| member.kind.clone()).collect());
                if kind.fits() { Some(Held { kind, words: words(&members) }) } else { self.leave(Reason::Unplanned) }
            }
            ExpressionKind::List(_) => self.leave(Reason::Unplanned),
            ExpressionKind::Signs { signs, operand } => {
                let held = self.value(operand)?;
                signs.iter().rev().try_fold(held, |held, (sign, _)| self.sign(*sign, &held))
            }
            ExpressionKind::Chain { first, rest } => self.chain(first, rest),
            ExpressionKind::Conditional { arms, otherwise } => self.arms(arms, otherwise),
            ExpressionKind::Block { steps, result } => self.lines(steps, result),
        }
    }

    /// Calls `walk`, which adds the steps of a nested part of the function to the function's plan. If the nesting is
    /// too deep or the plan is too large, does not call `walk`, but adds the step that hands the call of the function
    /// over to the interpreter, and returns `None`.
    pub(super) fn deeper<T>(&mut self, walk: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.depth > MAX_NESTING || self.size > LARGE {
            return self.leave(Reason::Unplanned);
        }
        self.depth += 1;
        let result = walk(self);
        self.depth -= 1;
        result
    }

    pub(super) fn values(&mut self, expressions: &[Expression]) -> Option<Vec<Held>> {
        expressions.iter().map(|expression| self.value(expression)).collect()
    }

    pub(super) fn constant(&mut self, value: &Value) -> Option<Held> {
        let (mut words, mut heap) = (Vec::new(), Heap::default());
        let empty = heap.mark();
        let kind = Kind::of(value).filter(|kind| kind.put(value, &mut words, self.texts, &mut heap).is_some());
        match kind {
            Some(kind) if heap.mark() == empty => {
                Some(Held { kind, words: words.into_iter().map(Word::Known).collect() })
            }
            _ => self.leave(Reason::Unplanned),
        }
    }

    fn name(&mut self, name: &str) -> Option<Held> {
        if let Some(held) = self.local(name) {
            return Some(held.clone());
        }
        if let Some(value) = constant(name) {
            return self.constant(&value);
        }
        if name != "DepthLimit" {
            let is_function = self.sources.functions.find(name, self.scope).is_some();
            return self.leave(if is_function { Reason::Unplanned } else { Reason::Fault });
        }
        let to = self.make();
        self.step(Step::DepthLimit { to });
        Some(Held::one(Kind::Number, Word::Made(to)))
    }

    fn chain(&mut self, first: &Expression, rest: &[(Operator, Expression)]) -> Option<Held> {
        let first = self.value(first)?;
        rest.iter().try_fold(first, |left, (operator, right)| match (operator, &right.kind) {
            (Operator::And, ExpressionKind::Signs { signs, operand }) if signs.len() == 1 => {
                let right = self.value(operand)?;
                self.and_sign(&left, signs[0].0, &right)
            }
            _ => {
                let right = self.value(right)?;
                self.binary(*operator, &left, &right)
            }
        })
    }

    fn arms(&mut self, arms: &[(Expression, Expression)], otherwise: &Expression) -> Option<Held> {
        let Some(((condition, value), rest)) = arms.split_first() else { return self.value(otherwise) };
        let condition = self.condition(condition)?;
        let rest = |walk: &mut Self| walk.deeper(|walk| walk.arms(rest, otherwise));
        self.choose(condition, |walk| walk.value(value), rest)
    }

    fn lines(&mut self, lines: &[Line], result: &Expression) -> Option<Held> {
        let Some((line, rest)) = lines.split_first() else { return self.value(result) };
        match line {
            Line::Let { pattern, value } => {
                self.meaning(pattern, value)?;
                self.deeper(|walk| walk.lines(rest, result))
            }
            Line::If { condition, result: value } => {
                let condition = self.condition(condition)?;
                let rest = |walk: &mut Self| walk.deeper(|walk| walk.lines(rest, result));
                self.choose(condition, |walk| walk.value(value), rest)
            }
            Line::Command(_) | Line::Functions(_) => self.leave(Reason::Unplanned),
        }
    }

    /// Plans `let pattern = value`.
    pub(super) fn meaning(&mut self, pattern: &Pattern, value: &Expression) -> Option<()> {
        let held = self.value(value)?;
        match pattern {
            Pattern::One(name) => self.bindings.push((name.name.clone(), held)),
            Pattern::Members(names, _) => {
                let members = self.members(&held, names.len())?;
                self.bindings.extend(names.iter().map(|name| name.name.clone()).zip(members));
            }
        }
        Some(())
    }

    pub(super) fn condition(&mut self, expression: &Expression) -> Option<Condition> {
        match &expression.kind {
            ExpressionKind::Chain { first, rest } if matches!(&rest[..], [(operator, _)] if operator.compares()) => {
                let (left, right) = (self.value(first)?, self.value(&rest[0].1)?);
                self.compare(rest[0].0, &left, &right)
            }
            ExpressionKind::Call { name, arguments }
                if arguments.len() == 1
                    && self.local(&name.name).is_none()
                    && matches!(
                        self.sources.functions.find(&name.name, self.scope),
                        Some(Callee::Primitive(Primitive::Null))
                    ) =>
            {
                let held = self.value(&arguments[0])?;
                self.null(&held)
            }
            _ => {
                let held = self.value(expression)?;
                self.truth(&held)
            }
        }
    }

    /// Returns the condition under which a word equals `right`.
    pub(super) fn is(&self, left: Word, right: u64) -> Condition {
        match left {
            Word::Known(left) => Condition::Known(left == right),
            left => Condition::Test(Test { relation: Relation::Equal, left, right: Word::Known(right) }, true),
        }
    }
}

fn release_before_returns(steps: &mut Vec<Step>, mark: Word) {
    let mut at = 0;
    while at < steps.len() {
        match &mut steps[at] {
            Step::Choose { so, not, .. } => {
                release_before_returns(so, mark);
                release_before_returns(not, mark);
            }
            Step::Return { .. } => {
                steps.insert(at, Step::Release { mark });
                at += 1;
            }
            _ => {}
        }
        at += 1;
    }
}

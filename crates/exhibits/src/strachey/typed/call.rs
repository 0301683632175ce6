//! Plans calls: makes the steps that call a run-time function, or a version of a CPL function (see `version`). Calls of
//! small versions are inlined.

use super::super::code::Primitive;
use super::super::names::Callee;
use super::super::syntax::{Expression, ExpressionKind};
use super::held::{Held, key, words};
use super::kind::Kind;
use super::plan::{Reason, Step, Word};
use super::walk::Walk;

/// The maximum nesting depth of inlined function bodies.
const MAX_BODIES_WITHIN: usize = 8;

impl Walk<'_> {
    pub(super) fn call(&mut self, name: &str, arguments: &[Expression]) -> Option<Held> {
        // The value may be a function.
        if self.local(name).is_some() {
            return self.leave(Reason::Unplanned);
        }
        match self.sources.functions.find(name, self.scope) {
            Some(Callee::Primitive(primitive)) if primitive.parameters() == Some(arguments.len()) => {
                let arguments = self.values(arguments)?;
                self.primitive(primitive, &arguments)
            }
            Some(Callee::Function(function)) if self.takes(function, arguments.len()) => {
                let arguments = self.values(arguments)?;
                self.call_function(function, arguments)
            }
            Some(Callee::Primitive(Primitive::MinList)) => {
                let arguments = self.values(arguments)?;
                self.min_list(&arguments)
            }
            _ => self.leave(Reason::Fault),
        }
    }

    pub(super) fn call_function(&mut self, function: usize, arguments: Vec<Held>) -> Option<Held> {
        let Some(number) = self.versions.number(key(function, &arguments)) else {
            return self.leave(Reason::Unplanned);
        };
        self.callees.push(number);
        let may_stand =
            self.versions.stands_in(number) && !self.within.contains(&number) && self.within.len() <= MAX_BODIES_WITHIN;
        let definition = &self.sources.definitions[function];
        if may_stand {
            return self.within(number, arguments, |walk| {
                if definition.name.name == "Terminal" {
                    walk.step(Step::Tally);
                }
                walk.value(&definition.body)
            });
        }
        // The first arm often ends a recursion, so its condition is tested before the call.
        if let ExpressionKind::Conditional { arms, .. } = &definition.body.kind
            && let [(condition, value), ..] = &arms[..]
            && is_plain(condition)
            && is_plain(value)
            && definition.name.name != "Terminal"
            && self.within.len() <= MAX_BODIES_WITHIN
        {
            let condition = self.with_bindings(function, &arguments, |walk| walk.condition(condition))?;
            return self.choose(
                condition,
                |walk| walk.with_bindings(function, &arguments, |walk| walk.value(value)),
                |walk| walk.really_call(number, &arguments),
            );
        }
        self.really_call(number, &arguments)
    }

    fn really_call(&mut self, number: usize, arguments: &[Held]) -> Option<Held> {
        let kind = self.versions.all[number].result.clone();
        let width = kind.as_ref().map_or(0, Kind::width);
        let (to, made) = self.make_several(width);
        let weight = self.within.len() as u8;
        self.step(Step::Call { version: number, arguments: words(arguments), to, width, weight });
        match kind {
            Some(kind) => Some(Held { kind, words: made }),
            None => self.leave(Reason::Fault),
        }
    }

    /// Calls `walk` for the body of a function. The parameters of the function are in scope, and the names of the
    /// caller are not.
    fn with_bindings<T>(
        &mut self,
        function: usize,
        arguments: &[Held],
        walk: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        let parameters = &self.sources.definitions[function].parameters;
        let own = parameters.iter().map(|parameter| parameter.name.clone()).zip(arguments.iter().cloned()).collect();
        let bindings = std::mem::replace(&mut self.bindings, own);
        let scope = std::mem::replace(&mut self.scope, self.sources.scope(function));
        let result = walk(self);
        self.bindings = bindings;
        self.scope = scope;
        result
    }

    /// Inlines a function in place of a call: `walk` adds the steps of the function's body. `number` is the number of
    /// the function's version for the kinds of these arguments. If the steps make list cells, but the result contains
    /// no list, also adds steps that free these cells.
    fn within(
        &mut self,
        number: usize,
        arguments: Vec<Held>,
        walk: impl FnOnce(&mut Self) -> Option<Held>,
    ) -> Option<Held> {
        let function = self.versions.all[number].key.function;
        let start = self.steps.len();
        self.within.push(number);
        let held = self.with_bindings(function, &arguments, walk);
        self.within.pop();
        let held = held?;
        if !held.kind.has_list() && self.fills_heap(start) {
            let mark = self.make();
            self.steps.insert(start, Step::Mark { to: mark });
            self.step(Step::Release { mark: Word::Made(mark) });
        }
        Some(held)
    }
}

/// Whether the only operations of an expression are signs, comparisons and `Null`.
fn is_plain(expression: &Expression) -> bool {
    match &expression.kind {
        ExpressionKind::Constant(_) | ExpressionKind::Name(_) => true,
        ExpressionKind::Tuple(members) => members.iter().all(is_plain),
        ExpressionKind::Signs { operand, .. } => is_plain(operand),
        ExpressionKind::Chain { first, rest } => {
            is_plain(first) && matches!(&rest[..], [(operator, second)] if operator.compares() && is_plain(second))
        }
        ExpressionKind::Call { name, arguments } => {
            name.name == "Null" && arguments.len() == 1 && is_plain(&arguments[0])
        }
        _ => false,
    }
}

//! Plans the end of a version of a function: the version returns a value, or begins again with new arguments.

use super::super::code::Primitive;
use super::super::names::Callee;
use super::super::syntax::{Expression, ExpressionKind, Step as Line};
use super::held::{Condition, Held, key, words};
use super::kind::Kind;
use super::plan::{Reason, Step, Word};
use super::walk::Walk;

impl Walk<'_> {
    /// Plans an expression whose value is the result of the function that is being planned.
    pub(super) fn tail(&mut self, expression: &Expression) -> Option<()> {
        let bindings = self.bindings.len();
        self.tail_within(expression);
        self.bindings.truncate(bindings);
        Some(())
    }

    fn tail_within(&mut self, expression: &Expression) -> Option<()> {
        match &expression.kind {
            ExpressionKind::Conditional { arms, otherwise } => self.tail_arms(arms, otherwise),
            ExpressionKind::Block { steps, result } => self.tail_lines(steps, result),
            ExpressionKind::Call { name, arguments } => self.tail_call(&name.name, arguments, expression),
            _ => self.give(expression),
        }
    }

    fn give(&mut self, expression: &Expression) -> Option<()> {
        let held = self.value(expression)?;
        self.give_held(&held)
    }

    fn tail_arms(&mut self, arms: &[(Expression, Expression)], otherwise: &Expression) -> Option<()> {
        let Some(((condition, value), rest)) = arms.split_first() else { return self.tail(otherwise) };
        match self.condition(condition)? {
            Condition::Known(true) => self.tail(value),
            Condition::Known(false) => self.tail_arms(rest, otherwise),
            Condition::Test(test, is) => {
                let rest = |walk: &mut Self| walk.deeper(|walk| walk.tail_arms(rest, otherwise));
                self.branch(test, is, |walk| walk.tail(value), rest);
                Some(())
            }
        }
    }

    fn tail_lines(&mut self, lines: &[Line], result: &Expression) -> Option<()> {
        let Some((line, rest)) = lines.split_first() else { return self.tail(result) };
        match line {
            Line::Let { pattern, value } => {
                self.meaning(pattern, value)?;
                self.deeper(|walk| walk.tail_lines(rest, result))
            }
            Line::If { condition, result: value } => match self.condition(condition)? {
                Condition::Known(true) => self.tail(value),
                Condition::Known(false) => self.tail_lines(rest, result),
                Condition::Test(test, is) => {
                    let rest = |walk: &mut Self| walk.deeper(|walk| walk.tail_lines(rest, result));
                    self.branch(test, is, |walk| walk.tail(value), rest);
                    Some(())
                }
            },
            Line::Command(_) | Line::Functions(_) => self.leave(Reason::Unplanned),
        }
    }

    /// Plans a call whose value is the result of the present version of a function. If the call calls this version
    /// itself, the version restarts with the new arguments instead.
    ///
    /// The call `Join(first, rest)` is treated alike if `rest` is a call of this version itself and `first` is not a
    /// list. The version then adds `first` to the end of the list that it will return, and restarts with the arguments
    /// of `rest`.
    fn tail_call(&mut self, name: &str, arguments: &[Expression], expression: &Expression) -> Option<()> {
        if self.local(name).is_some() {
            return self.give(expression);
        }
        match self.sources.functions.find(name, self.scope) {
            Some(Callee::Function(function)) if self.is_own(function) && self.takes(function, arguments.len()) => {
                let arguments = self.values(arguments)?;
                match self.again(function, &arguments) {
                    true => Some(()),
                    false => {
                        let held = self.call_function(function, arguments)?;
                        self.give_held(&held)
                    }
                }
            }
            Some(Callee::Primitive(Primitive::Join)) if arguments.len() == 2 => {
                let ExpressionKind::Call { name, arguments: inner } = &arguments[1].kind else {
                    return self.give(expression);
                };
                let Some(Callee::Function(function)) = self.sources.functions.find(&name.name, self.scope) else {
                    return self.give(expression);
                };
                let is_own = self.is_own(function) && self.takes(function, inner.len());
                if !is_own || self.local(&name.name).is_some() {
                    return self.give(expression);
                }
                let first = self.value(&arguments[0])?;
                let inner = self.values(inner)?;
                let member = match &self.result {
                    Some(Kind::List(member)) => member.clone(),
                    _ => None,
                };
                let grown = member.map_or_else(|| first.kind.clone(), |member| member.join(&first.kind));
                let is_list = first.kind.choices().iter().any(|kind| matches!(kind, Kind::List(_)));
                if !is_list
                    && grown.fits()
                    && matches!(self.result, Some(Kind::List(_)))
                    && let Some(arguments) = self.own_arguments(function, &inner)
                {
                    self.result = Some(Kind::List(Some(Box::new(grown.clone()))));
                    let words = self.convert(&first, &grown)?;
                    self.callees.push(self.number);
                    self.step(Step::Begin { words });
                    self.step(Step::Again { arguments });
                    return Some(());
                }
                let rest = self.call_function(function, inner)?;
                let held = self.join(&first, &rest)?;
                self.give_held(&held)
            }
            _ => self.give(expression),
        }
    }

    fn give_held(&mut self, held: &Held) -> Option<()> {
        let result = self.result.as_ref().map_or_else(|| held.kind.clone(), |result| result.join(&held.kind));
        if !result.fits() {
            return self.leave(Reason::Unplanned);
        }
        self.result = Some(result.clone());
        let words = self.convert(held, &result)?;
        self.step(Step::Return { words });
        Some(())
    }

    fn is_own(&self, function: usize) -> bool {
        self.versions.all[self.number].key.function == function
    }

    pub(super) fn takes(&self, function: usize, given: usize) -> bool {
        self.sources.definitions[function].parameters.len() == given
    }

    /// Returns the words of the arguments if a call of `function` with these arguments can restart the current version;
    /// `None` if the call needs another version.
    fn own_arguments(&mut self, function: usize, arguments: &[Held]) -> Option<Vec<Word>> {
        let key = key(function, arguments);
        (self.versions.number(key) == Some(self.number)).then(|| words(arguments))
    }

    fn again(&mut self, function: usize, arguments: &[Held]) -> bool {
        let own = self.own_arguments(function, arguments);
        if let Some(arguments) = own {
            self.callees.push(self.number);
            self.step(Step::Again { arguments });
            return true;
        }
        false
    }
}

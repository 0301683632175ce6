//! Moves inner functions, which are defined inside other functions, to the top level of the program.
//!
//! The new name of an inner function begins with the name of the outer function. The outer names that the body of the
//! inner function uses become additional parameters, and every call passes the values of these names:
//!
//! ```text
//! Sum(L,n) = value of                          Sum.Scaled(x,n) = n * x
//!   § let Scaled(x) = n * x                    Sum(L,n) = Sum.Scaled(Head(L), n)
//!     result is Scaled(Head(L)) §
//! ```
//!
//! So the compiler and both virtual machines need not support inner functions. An inner function that uses outer names
//! cannot be a value: a function value is only the name of a function, without the values of outer names.

use std::collections::HashSet;

use super::fault::Fault;
use super::source::Place;
use super::syntax::{Command, Definition, Expression, ExpressionKind, Named, Step, assigned};

/// Returns the inner functions of a definition as separate definitions, followed by the definition without its inner
/// functions. Also returns the faults.
pub(super) fn lifted(mut definition: Definition) -> (Vec<Definition>, Vec<(Place, Fault)>) {
    let mut changed = HashSet::new();
    definition.body.each(&mut |part| {
        if let ExpressionKind::Block { steps, .. } = &part.kind {
            assigned(steps, &mut |name| changed.extend([name.name.clone()]));
        }
    });
    let path = definition.name.name.clone();
    let mut lifter = Lifter { path, scope: Vec::new(), changed, functions: Vec::new(), faults: Vec::new() };
    lifter.scope.extend(definition.parameters.iter().map(|parameter| (parameter.name.clone(), Meaning::Value)));
    lifter.expression(&mut definition.body);
    lifter.functions.push(definition);
    (lifter.functions, lifter.faults)
}

/// A name in scope, and its meaning.
type Entry = (String, Meaning);

#[derive(Clone)]
enum Meaning {
    /// A parameter, or a name that a `let` defines.
    Value,
    /// An inner function.
    Function {
        /// The name of the function in the program.
        name: String,
        /// The outer names that the function uses, each with the index of its entry in the scope.
        captured: Vec<(String, usize)>,
    },
}

struct Lifter {
    /// The names of the functions around the current text, outermost first, separated by full stops.
    path: String,
    /// The names in scope. A later entry hides an earlier entry of the same name.
    scope: Vec<Entry>,
    /// The names that commands assign to, anywhere in the outermost function.
    changed: HashSet<String>,
    /// The inner functions that have been moved to the top level.
    functions: Vec<Definition>,
    faults: Vec<(Place, Fault)>,
}

impl Lifter {
    /// Returns the index of the entry that a name means; `None` if the name is not in scope.
    fn find(&self, name: &str) -> Option<usize> {
        self.scope.iter().rposition(|(known, _)| known == name)
    }

    fn expression(&mut self, expression: &mut Expression) {
        let place = expression.place;
        match &mut expression.kind {
            ExpressionKind::Constant(_) => {}
            ExpressionKind::Name(name) => {
                if let Some(Meaning::Function { name: function, captured }) = self.meaning(name) {
                    if !captured.is_empty() {
                        self.faults.push((place, Fault::InnerFunctionAsValue(name.clone())));
                    }
                    *name = function;
                }
            }
            ExpressionKind::Call { name, arguments } => {
                arguments.iter_mut().for_each(|argument| self.expression(argument));
                if let Some(Meaning::Function { name: function, captured }) = self.meaning(&name.name) {
                    for (outer, entry) in captured {
                        if self.find(&outer) != Some(entry) {
                            let (function, name) = (name.name.clone(), outer.clone());
                            self.faults.push((place, Fault::HiddenOuterName { function, name }));
                        }
                        arguments.push(Expression { place, kind: ExpressionKind::Name(outer) });
                    }
                    name.name = function;
                }
            }
            ExpressionKind::Tuple(parts) | ExpressionKind::List(parts) => {
                parts.iter_mut().for_each(|part| self.expression(part));
            }
            ExpressionKind::Signs { operand, .. } => self.expression(operand),
            ExpressionKind::Chain { first, rest } => {
                self.expression(first);
                rest.iter_mut().for_each(|(_, operand)| self.expression(operand));
            }
            ExpressionKind::Conditional { arms, otherwise } => {
                for (condition, value) in arms {
                    self.expression(condition);
                    self.expression(value);
                }
                self.expression(otherwise);
            }
            ExpressionKind::Block { steps, result } => {
                let outside = self.scope.len();
                self.steps(steps);
                self.expression(result);
                self.scope.truncate(outside);
            }
        }
    }

    fn meaning(&self, name: &str) -> Option<Meaning> {
        self.find(name).map(|entry| self.scope[entry].1.clone())
    }

    fn steps(&mut self, steps: &mut Vec<Step>) {
        for step in std::mem::take(steps) {
            match step {
                Step::Function(definition) => self.function(*definition),
                mut step => {
                    self.step(&mut step);
                    steps.push(step);
                }
            }
        }
    }

    fn step(&mut self, step: &mut Step) {
        match step {
            Step::Function(_) => {}
            Step::Let { pattern, value } => {
                self.expression(value);
                self.scope.extend(pattern.names().iter().map(|name| (name.name.clone(), Meaning::Value)));
            }
            Step::If { condition, result } => {
                self.expression(condition);
                self.expression(result);
            }
            Step::Command(Command::Assign { value, .. } | Command::Result(value)) => self.expression(value),
            Step::Command(Command::Do { condition, body, .. } | Command::Loop { condition, body, .. }) => {
                self.expression(condition);
                let outside = self.scope.len();
                self.steps(body);
                self.scope.truncate(outside);
            }
            Step::Command(Command::Label(_) | Command::GoTo(_)) => {}
        }
    }

    /// Moves an inner function to the top level, and adds its name to the scope.
    fn function(&mut self, mut definition: Definition) {
        let mut used = Used { lifter: self, bound: Vec::new(), names: Vec::new() };
        used.definition(&definition);
        let captured = used.names;
        for (name, _) in captured.iter().filter(|(name, _)| self.changed.contains(name)) {
            let (function, name) = (definition.name.name.clone(), name.clone());
            self.faults.push((definition.name.place, Fault::ChangedOuterName { function, name }));
        }
        let path = format!("{}.{}", self.path, definition.name.name);
        let is_taken = |path: &str| self.functions.iter().any(|function| function.name.name == path);
        let numbered = (2..).map(|number| format!("{path}.{number}"));
        let name = std::iter::once(path.clone()).chain(numbered).find(|path| !is_taken(path)).unwrap_or_default();
        let meaning = Meaning::Function { name: name.clone(), captured: captured.clone() };
        self.scope.push((std::mem::replace(&mut definition.name.name, name.clone()), meaning));
        let outside = self.scope.len();
        let outer_path = std::mem::replace(&mut self.path, name);
        self.scope.extend(definition.parameters.iter().map(|parameter| (parameter.name.clone(), Meaning::Value)));
        self.expression(&mut definition.body);
        self.scope.truncate(outside);
        self.path = outer_path;
        let place = definition.name.place;
        definition.parameters.extend(captured.into_iter().map(|(name, _)| Named { name, place }));
        self.functions.push(definition);
    }
}

/// A search for the outer names that an inner function uses.
struct Used<'a> {
    lifter: &'a Lifter,
    /// The names that the inner function itself defines.
    bound: Vec<String>,
    /// The outer names found, each with the index of its entry in the scope.
    names: Vec<(String, usize)>,
}

impl Used<'_> {
    fn definition(&mut self, definition: &Definition) {
        self.bound.push(definition.name.name.clone());
        let outside = self.bound.len();
        self.bound.extend(definition.parameters.iter().map(|parameter| parameter.name.clone()));
        self.expression(&definition.body);
        self.bound.truncate(outside);
    }

    fn name(&mut self, name: &str) {
        if self.bound.iter().any(|bound| bound == name) {
            return;
        }
        let Some(entry) = self.lifter.find(name) else { return };
        let found = match &self.lifter.scope[entry].1 {
            Meaning::Value => vec![(name.to_owned(), entry)],
            Meaning::Function { captured, .. } => captured.clone(),
        };
        for one in found {
            if !self.names.contains(&one) {
                self.names.push(one);
            }
        }
    }

    fn expression(&mut self, expression: &Expression) {
        let outside = self.bound.len();
        match &expression.kind {
            ExpressionKind::Name(name) => self.name(name),
            ExpressionKind::Call { name, .. } => self.name(&name.name),
            ExpressionKind::Block { steps, .. } => self.steps(steps),
            _ => {}
        }
        expression.operands(&mut |operand| self.expression(operand));
        self.bound.truncate(outside);
    }

    fn steps(&mut self, steps: &[Step]) {
        for step in steps {
            match step {
                Step::Function(definition) => self.definition(definition),
                Step::Let { pattern, value } => {
                    self.expression(value);
                    self.bound.extend(pattern.names().iter().map(|name| name.name.clone()));
                }
                Step::If { condition, result } => {
                    self.expression(condition);
                    self.expression(result);
                }
                Step::Command(Command::Assign { pattern, value }) => {
                    pattern.names().iter().for_each(|name| self.name(&name.name));
                    self.expression(value);
                }
                Step::Command(Command::Result(value)) => self.expression(value),
                Step::Command(Command::Do { condition, body, .. } | Command::Loop { condition, body, .. }) => {
                    self.expression(condition);
                    let outside = self.bound.len();
                    self.steps(body);
                    self.bound.truncate(outside);
                }
                Step::Command(Command::Label(_) | Command::GoTo(_)) => {}
            }
        }
    }
}

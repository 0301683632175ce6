//! Lifts inner functions, which are defined inside other functions, to the top level of the program.
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
use super::syntax::{Command, Definition, Expression, ExpressionKind, LocalDefinitions, Named, Step, assigned};

/// Returns the inner functions of a definition as separate definitions, followed by the definition without its inner
/// functions. Also returns the faults.
pub(super) fn lifted(mut definition: Definition) -> (Vec<Definition>, Vec<(Place, Fault)>) {
    let mut changed = HashSet::new();
    definition.body.each(&mut |part| {
        if let ExpressionKind::Block { steps, .. } = &part.kind {
            assigned(steps, &mut |name| changed.extend([name.name.clone()]));
        }
    });
    let mut lifter = Lifter {
        path: definition.name.name.clone(),
        scope: Vec::new(),
        changed,
        renamed: 0,
        functions: Vec::new(),
        faults: Vec::new(),
    };
    definition.parameters.iter_mut().for_each(|parameter| lifter.define(parameter));
    lifter.expression(&mut definition.body);
    lifter.functions.push(definition);
    (lifter.functions, lifter.faults)
}

/// A name in scope, and its meaning.
type Entry = (String, Meaning);

/// The outer names that an inner function uses. Each number is the index of the name's entry in `Lifter::scope`.
type Captured = Vec<usize>;

#[derive(Clone)]
enum Meaning {
    /// A parameter, or a name that a `let` defines.
    Value {
        /// The name after lifting: the name in the text, possibly with a number that [`Lifter::define`] has appended.
        name: String,
    },
    /// An inner function.
    Function {
        /// The name of the function at the top level, such as `Sum.Scaled`.
        name: String,
        /// The outer names that the function uses.
        captured: Captured,
    },
}

struct Lifter {
    /// The names of the functions around the current text, outermost first, separated by full stops.
    path: String,
    /// The names in scope. A later entry hides an earlier entry of the same name.
    scope: Vec<Entry>,
    /// The names to which commands assign values, anywhere in the outermost function.
    changed: HashSet<String>,
    /// The number of names to which [`Lifter::define`] has appended a number.
    renamed: usize,
    /// The inner functions that have been moved to the top level.
    functions: Vec<Definition>,
    faults: Vec<(Place, Fault)>,
}

impl Lifter {
    /// Returns the index in `scope` of the entry for a name; `None` if the name is not in scope.
    fn find(&self, name: &str) -> Option<usize> {
        self.scope.iter().rposition(|(known, _)| known == name)
    }

    fn meaning(&self, name: &str) -> Option<Meaning> {
        self.find(name).map(|entry| self.scope[entry].1.clone())
    }

    /// Adds the name of a value to the scope. If an inner function in scope uses an outer name with the same spelling,
    /// the new name would hide the outer name. A number is then appended to the new name, as in `x.2`.
    fn define(&mut self, named: &mut Named) {
        let text = named.name.clone();
        let mut captured = self.scope.iter().flat_map(|(_, meaning)| match meaning {
            Meaning::Function { captured, .. } => captured.as_slice(),
            Meaning::Value { .. } => &[],
        });
        let hides = captured.any(|&entry| self.name_of(entry) == text);
        if hides {
            self.renamed += 1;
            named.name = format!("{text}.{}", self.renamed + 1);
        }
        self.scope.push((text, Meaning::Value { name: named.name.clone() }));
    }

    /// Replaces the name of a value in the text by the name that the value has after lifting.
    fn value_name(&self, name: &mut String) {
        if let Some(Meaning::Value { name: in_program }) = self.meaning(name) {
            *name = in_program;
        }
    }

    /// Returns the outer names that an inner function uses, each as it is spelled after lifting.
    fn captured_names(&self, captured: &Captured) -> Vec<String> {
        captured.iter().map(|&entry| self.name_of(entry).to_owned()).collect()
    }

    /// Returns the name of the entry with the index `entry` in `scope`, as the name is spelled after lifting.
    fn name_of(&self, entry: usize) -> &str {
        match &self.scope[entry].1 {
            Meaning::Value { name } | Meaning::Function { name, .. } => name,
        }
    }

    fn expression(&mut self, expression: &mut Expression) {
        let place = expression.place;
        match &mut expression.kind {
            ExpressionKind::Constant(_) => {}
            ExpressionKind::Name(name) => match self.meaning(name) {
                Some(Meaning::Function { name: function, captured }) => {
                    if !captured.is_empty() {
                        self.faults.push((place, Fault::InnerFunctionAsValue(name.clone())));
                    }
                    *name = function;
                }
                _ => self.value_name(name),
            },
            ExpressionKind::Call { name, arguments } => {
                arguments.iter_mut().for_each(|argument| self.expression(argument));
                match self.meaning(&name.name) {
                    Some(Meaning::Function { name: function, captured }) => {
                        let outer = self.captured_names(&captured).into_iter().map(ExpressionKind::Name);
                        arguments.extend(outer.map(|kind| Expression { place, kind }));
                        name.name = function;
                    }
                    _ => self.value_name(&mut name.name),
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

    fn steps(&mut self, steps: &mut Vec<Step>) {
        for step in std::mem::take(steps) {
            match step {
                Step::Functions(joined) => steps.extend(self.joined(*joined)),
                mut step => {
                    self.step(&mut step);
                    steps.push(step);
                }
            }
        }
    }

    fn step(&mut self, step: &mut Step) {
        match step {
            Step::Functions(_) => {}
            Step::Let { pattern, value } => {
                self.expression(value);
                pattern.names_mut().iter_mut().for_each(|name| self.define(name));
            }
            Step::If { condition, result } => {
                self.expression(condition);
                self.expression(result);
            }
            Step::Command(Command::Assign { pattern, value }) => {
                self.expression(value);
                pattern.names_mut().iter_mut().for_each(|name| self.value_name(&mut name.name));
            }
            Step::Command(Command::Result(value)) => self.expression(value),
            Step::Command(Command::Do { condition, body, .. } | Command::Loop { condition, body, .. }) => {
                self.expression(condition);
                let outside = self.scope.len();
                self.steps(body);
                self.scope.truncate(outside);
            }
            Step::Command(Command::Label(_) | Command::GoTo(_)) => {}
        }
    }

    /// Moves the inner functions in `joined` to the top level, and adds all names that `joined` defines to the scope.
    /// Returns the `let` that defines the values in `joined`; `None` if `joined` defines only functions.
    fn joined(&mut self, joined: LocalDefinitions) -> Option<Step> {
        let LocalDefinitions { is_recursive, functions, mut values } = joined;
        if let Some((_, value)) = &mut values {
            self.expression(value);
        }
        let entries = self.entries(&functions, is_recursive);
        let outside = self.scope.len();
        for (function, entry) in functions.into_iter().zip(&entries) {
            match is_recursive {
                true => self.scope.extend(entries.iter().cloned()),
                false => self.scope.push(entry.clone()),
            }
            self.function(function, entry);
            self.scope.truncate(outside);
        }
        self.scope.extend(entries);
        values.map(|(mut pattern, value)| {
            pattern.names_mut().iter_mut().for_each(|name| self.define(name));
            Step::Let { pattern, value }
        })
    }

    /// Returns one entry for each function, for the caller to add to the scope. Each entry lists the outer names that
    /// its function needs as additional parameters. If `is_recursive` is true, the functions can call each other, so
    /// each entry lists the outer names of all the functions.
    fn entries(&mut self, functions: &[Definition], is_recursive: bool) -> Vec<Entry> {
        let mut all = Captured::new();
        let mut entries: Vec<Entry> = Vec::new();
        for function in functions {
            let mut used = Used { lifter: self, bound: Vec::new(), entries: Captured::new() };
            if is_recursive {
                used.bound.extend(functions.iter().map(|function| function.name.name.clone()));
            }
            used.definition(function);
            let captured = used.entries;
            for &entry in captured.iter().filter(|&&entry| self.changed.contains(&self.scope[entry].0)) {
                let (function, name) = (&function.name, self.scope[entry].0.clone());
                let fault = Fault::ChangedOuterName { function: function.name.clone(), name };
                self.faults.push((function.place, fault));
            }
            all.extend(captured.iter().filter(|entry| !all.contains(entry)).copied().collect::<Captured>());
            let path = format!("{}.{}", self.path, function.name.name);
            let is_taken = |path: &str| self.functions.iter().any(|function| function.name.name == path);
            let numbered = (2..).map(|number| format!("{path}.{number}"));
            let name = std::iter::once(path.clone()).chain(numbered).find(|path| !is_taken(path)).unwrap_or_default();
            entries.push((function.name.name.clone(), Meaning::Function { name, captured }));
        }
        for (_, meaning) in entries.iter_mut().filter(|_| is_recursive) {
            if let Meaning::Function { captured, .. } = meaning {
                captured.clone_from(&all);
            }
        }
        entries
    }

    /// Moves an inner function to the top level. `entry` is the entry of the function in the scope.
    fn function(&mut self, mut definition: Definition, entry: &Entry) {
        let (_, Meaning::Function { name, captured }) = entry else { return };
        let outside = self.scope.len();
        let outer_path = std::mem::replace(&mut self.path, name.clone());
        definition.parameters.iter_mut().for_each(|parameter| self.define(parameter));
        self.expression(&mut definition.body);
        self.scope.truncate(outside);
        self.path = outer_path;
        let place = definition.name.place;
        definition.name.name.clone_from(name);
        definition.parameters.extend(self.captured_names(captured).into_iter().map(|name| Named { name, place }));
        self.functions.push(definition);
    }
}

/// A search for the outer names that an inner function uses.
struct Used<'a> {
    lifter: &'a Lifter,
    /// The names that the inner function itself defines.
    bound: Vec<String>,
    /// The outer names found.
    entries: Captured,
}

impl Used<'_> {
    fn joined(&mut self, joined: &LocalDefinitions) {
        let LocalDefinitions { is_recursive, functions, values } = joined;
        values.iter().for_each(|(_, value)| self.expression(value));
        let names = || functions.iter().map(|function| function.name.name.clone());
        let outside = self.bound.len();
        for function in functions {
            self.bound.extend(names().filter(|_| *is_recursive));
            self.definition(function);
            self.bound.truncate(outside);
        }
        self.bound.extend(names());
        let values = values.iter().flat_map(|(pattern, _)| pattern.names());
        self.bound.extend(values.map(|name| name.name.clone()));
    }

    /// Looks for outer names in a function. The function's own name does not count as an outer name.
    fn definition(&mut self, definition: &Definition) {
        let outside = self.bound.len();
        self.bound.push(definition.name.name.clone());
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
            Meaning::Value { .. } => vec![entry],
            Meaning::Function { captured, .. } => captured.clone(),
        };
        for entry in found {
            if !self.entries.contains(&entry) {
                self.entries.push(entry);
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
                Step::Functions(joined) => self.joined(joined),
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

//! Texts that the user types at a prompt: definitions, `let` lines and expressions.
//!
//! A `let` line gives a name to a value. In all texts typed later, the value replaces the name. The name is not visible
//! in the program's own text.

use std::collections::HashMap;

use super::fault::Fault;
use super::interpreter::{Interpreter, misfit};
use super::parser::{Entry, is_definition, parse_entry};
use super::source::{Complaint, Source};
use super::syntax::{Command, Definition, Expression, ExpressionKind, Pattern, Step};
use super::value::Value;

impl Interpreter {
    /// Executes a text that the user types. Returns the value of an expression; `None` for definitions and `let` lines.
    ///
    /// ```
    /// use focal8_exhibits::strachey::{Interpreter, Program, Reading, Value};
    /// let mut interpreter = Interpreter::new(Program::new("empty", "", Reading::Set).unwrap());
    /// assert_eq!(interpreter.enter("Twice(x) = 2 * x").unwrap(), None);
    /// assert_eq!(interpreter.enter("let n = Twice(21)").unwrap(), None);
    /// assert_eq!(interpreter.enter("n + 1").unwrap(), Some(Value::Number(43)));
    /// ```
    pub fn enter(&mut self, text: &str) -> Result<Option<Value>, Vec<Complaint>> {
        let source = Source::new(if is_definition(text) { "definition" } else { "call" }, text);
        match parse_entry(&source, self.program().reading)? {
            Entry::Definitions(mut definitions) => {
                for Definition { parameters, body, .. } in &mut definitions {
                    let mut hidden = parameters.iter().map(|parameter| parameter.name.clone()).collect();
                    replace_names(body, &self.named, &mut hidden);
                }
                let program = self.program().with_definitions(source, definitions)?;
                self.replace(program);
                Ok(None)
            }
            Entry::Let(pattern, value) => self.name(source, pattern, value).map(|()| None),
            Entry::Expression(expression) => self.value_of(source, expression).map(Some),
        }
    }

    /// Evaluates an expression that the user types.
    pub fn evaluate(&mut self, text: &str) -> Result<Value, Vec<Complaint>> {
        let source = Source::new("call", text);
        match parse_entry(&source, self.program().reading)? {
            Entry::Expression(expression) => self.value_of(source, expression),
            Entry::Definitions(_) | Entry::Let(..) => {
                Err(vec![source.complain(Default::default(), Fault::NotExpression)])
            }
        }
    }

    fn value_of(&mut self, source: Source, mut expression: Expression) -> Result<Value, Vec<Complaint>> {
        replace_names(&mut expression, &self.named, &mut Vec::new());
        self.work_out(source, expression)
    }

    /// Executes `let pattern = value`.
    fn name(&mut self, source: Source, pattern: Pattern, value: Expression) -> Result<(), Vec<Complaint>> {
        let place = value.place;
        let value = self.value_of(source.clone(), value)?;
        match (pattern, value) {
            (Pattern::One(name), value) => drop(self.named.insert(name.name, value)),
            (Pattern::Members(names, _), Value::Tuple(tuple)) if tuple.members().len() == names.len() => {
                let names = names.into_iter().map(|name| name.name);
                self.named.extend(names.zip(tuple.members().iter().cloned()));
            }
            (Pattern::Members(names, _), value) => {
                return Err(vec![source.complain(place, misfit(&value, names.len() as u16))]);
            }
        }
        Ok(())
    }
}

/// Replaces each name in `named` by the name's value, except the names in `hidden`. A name in `hidden` is a parameter
/// or a name that a `let` in the text defines.
fn replace_names(expression: &mut Expression, named: &HashMap<String, Value>, hidden: &mut Vec<String>) {
    if let ExpressionKind::Call { name, .. } = &mut expression.kind
        && let Some(Value::Function(function)) = named.get(&name.name).filter(|_| !hidden.contains(&name.name))
    {
        name.name = function.to_string();
    }
    let mut replace = |part: &mut Expression| replace_names(part, named, hidden);
    match &mut expression.kind {
        ExpressionKind::Constant(_) => {}
        ExpressionKind::Name(name) => {
            if let Some(value) = named.get(name).filter(|_| !hidden.contains(name)) {
                expression.kind = ExpressionKind::Constant(value.clone());
            }
        }
        ExpressionKind::Call { arguments: parts, .. } | ExpressionKind::Tuple(parts) | ExpressionKind::List(parts) => {
            parts.iter_mut().for_each(replace);
        }
        ExpressionKind::Signs { operand, .. } => replace(operand),
        ExpressionKind::Chain { first, rest } => {
            replace(first);
            rest.iter_mut().for_each(|(_, operand)| replace(operand));
        }
        ExpressionKind::Conditional { arms, otherwise } => {
            for (condition, value) in arms {
                replace(condition);
                replace(value);
            }
            replace(otherwise);
        }
        ExpressionKind::Block { steps, result } => {
            let outside = hidden.len();
            replace_in_steps(steps, named, hidden);
            replace_names(result, named, hidden);
            hidden.truncate(outside);
        }
    }
}

/// Replaces the names in lines of a block by their values, and adds the names that these lines define to `hidden`.
fn replace_in_steps(steps: &mut [Step], named: &HashMap<String, Value>, hidden: &mut Vec<String>) {
    for step in steps {
        match step {
            Step::Let { pattern, value } => {
                replace_names(value, named, hidden);
                hidden.extend(pattern.names().iter().map(|name| name.name.clone()));
            }
            Step::If { condition, result } => {
                replace_names(condition, named, hidden);
                replace_names(result, named, hidden);
            }
            Step::Command(Command::Assign { value, .. } | Command::Result(value)) => {
                replace_names(value, named, hidden);
            }
            Step::Functions(_) | Step::Command(Command::Label(_) | Command::GoTo(_)) => {}
            Step::Command(Command::Do { condition, body, .. } | Command::Loop { condition, body, .. }) => {
                replace_names(condition, named, hidden);
                let outside = hidden.len();
                replace_in_steps(body, named, hidden);
                hidden.truncate(outside);
            }
        }
    }
}

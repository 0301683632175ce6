//! Evaluates expressions.
//!
//! The value of a symbol is the value of the local name, constant or variable that it names. A list is a special form
//! or a call.
//!
//! The special forms are in the table of [`special`]. The built-in functions, which evaluate all their arguments, are
//! in the tables of [`functions`], [`lisp`], [`higher`] and [`text`]. A function that the user defines hides a built-in
//! function of the same name.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::builtin::{Blame, Call, Function};
use super::error::{Error, Position, Reason};
use super::functions;
use super::higher;
use super::interpreter::{Interpreter, Surroundings};
use super::lambda::Kind;
use super::lisp;
use super::reader::{Expression, Form};
use super::scope::Scope;
use super::special;
use super::text;
use super::value::{Callable, Value, within};

/// The deepest nesting of calls. The limit protects the call stack.
const MAX_CALLS: usize = 400;

impl Interpreter {
    /// Evaluates an expression.
    pub fn evaluate(&mut self, expression: &Expression, surroundings: &mut Surroundings) -> Result<Value, Error> {
        self.value(expression, &Scope::default(), surroundings)
    }

    /// Evaluates an expression. `scope` has the local names that the expression sees.
    pub(super) fn value(
        &mut self,
        expression: &Expression,
        scope: &Scope,
        surroundings: &mut Surroundings,
    ) -> Result<Value, Error> {
        let at = expression.at;
        match &expression.form {
            Form::Number(number) => Ok(Value::Number(*number)),
            Form::Text(text) => Ok(Value::Text(text.clone())),
            Form::Symbol(name) if name == "NIL" => Ok(Value::NIL),
            Form::Symbol(name) => {
                let value = scope.value_of(name).or_else(|| self.value_of(name));
                value.ok_or_else(|| Error { at, reason: Reason::Unbound(name.clone()) })
            }
            Form::List(members) => match members.split_first() {
                None => Ok(Value::NIL),
                Some(_) if self.depth == MAX_CALLS => Err(Error { at, reason: Reason::CallsTooDeep(MAX_CALLS) }),
                Some((head, arguments)) => {
                    self.depth += 1;
                    let value = self.call(at, head, arguments, scope, surroundings);
                    self.depth -= 1;
                    value
                }
            },
        }
    }

    /// Evaluates expressions in order, and returns the last value; NIL if there are no expressions.
    pub(super) fn body(
        &mut self,
        body: &[Expression],
        scope: &Scope,
        surroundings: &mut Surroundings,
    ) -> Result<Value, Error> {
        body.iter().try_fold(Value::NIL, |_, expression| self.value(expression, scope, surroundings))
    }

    fn call(
        &mut self,
        at: Position,
        head: &Expression,
        arguments: &[Expression],
        scope: &Scope,
        surroundings: &mut Surroundings,
    ) -> Result<Value, Error> {
        let Form::Symbol(name) = &head.form else {
            return Err(Error { at: head.at, reason: Reason::NotAFunction(head.to_value().to_string()) });
        };
        if let Some(special) = special::named(name) {
            return special.evaluate(&mut special::Form { interpreter: self, at, arguments, scope, surroundings });
        }
        let Some(function) = self.function(name) else {
            return Err(Error { at: head.at, reason: Reason::NotAFunction(name.clone()) });
        };
        function.check(arguments.len()).map_err(|reason| Error { at, reason })?;
        let values = self.arguments(arguments, scope, surroundings)?;
        match function.kind() {
            Kind::Lambda(lambda) => self.enter(lambda, values, surroundings).map_err(|reason| Error { at, reason }),
            Kind::BuiltIn(function) => {
                let mut call = Call { interpreter: self, values: &values, surroundings };
                let value = (function.run)(&mut call)
                    .map_err(|(blame, reason)| Error { at: place(at, arguments, blame), reason })?;
                value.measure().map_err(|reason| Error { at, reason })?;
                Ok(value)
            }
        }
    }

    fn arguments(
        &mut self,
        arguments: &[Expression],
        scope: &Scope,
        surroundings: &mut Surroundings,
    ) -> Result<Vec<Value>, Error> {
        let (mut values, mut size) = (Vec::with_capacity(arguments.len()), 0);
        for argument in arguments {
            let value = self.value(argument, scope, surroundings)?.or_nil();
            let sum = value.measure().and_then(|more| within(size + more));
            size = sum.map_err(|reason| Error { at: argument.at, reason })?;
            values.push(value);
        }
        Ok(values)
    }

    /// Returns the function with this name, given in capitals.
    pub(super) fn function(&self, name: &str) -> Option<Callable> {
        static NAMED: LazyLock<HashMap<String, Callable>> = LazyLock::new(|| {
            let named = built_in().map(|function| (function.name().to_uppercase(), function));
            named.map(|(name, function)| (name.clone(), Callable::new(&name, function))).collect()
        });
        self.functions.get(name).or_else(|| NAMED.get(name)).cloned()
    }
}

/// Returns the names of all built-in functions and special forms, in lower case.
pub fn function_names() -> impl Iterator<Item = &'static str> {
    built_in().map(Function::name).chain(special::names())
}

fn built_in() -> impl Iterator<Item = &'static Function> {
    functions::FUNCTIONS.iter().chain(&lisp::FUNCTIONS).chain(&higher::FUNCTIONS).chain(&text::FUNCTIONS)
}

/// Returns the position of a mistake in a call: the position of the whole call, of an argument, or of a member of a
/// list argument. The position of a member is known only if the list is written as `'(...)` or `(list ...)`; for any
/// other list, returns the position of the argument.
fn place(call: Position, arguments: &[Expression], blame: Blame) -> Position {
    match blame {
        Blame::Call => call,
        Blame::Argument(i) => arguments[i].at,
        Blame::Member(i, member) => {
            let quoted = match arguments[i].members() {
                Some([Expression { form: Form::Symbol(name), .. }, quoted]) if name == "QUOTE" => quoted.members(),
                Some([Expression { form: Form::Symbol(name), .. }, members @ ..]) if name == "LIST" => Some(members),
                _ => None,
            };
            quoted.and_then(|members| members.get(member)).unwrap_or(&arguments[i]).at
        }
    }
}

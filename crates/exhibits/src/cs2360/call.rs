//! Evaluates expressions.
//!
//! A symbol has the value of its constant or variable; a list is a call. The special forms `quote`, `defconstant`,
//! `setq`, `if`, `and` and `or` do not evaluate all their arguments. The functions that evaluate all their arguments
//! are in the tables of [`functions`] and [`lisp`].

use super::builtin::{Blame, Call, Function};
use super::error::{Error, Position, Reason};
use super::functions;
use super::interpreter::{Interpreter, Surroundings};
use super::lisp;
use super::reader::{Expression, Form};
use super::value::{Value, within};

impl Interpreter {
    /// Evaluates an expression.
    pub fn evaluate(&mut self, expression: &Expression, surroundings: &mut Surroundings) -> Result<Value, Error> {
        let at = expression.at;
        match &expression.form {
            Form::Number(number) => Ok(Value::Number(*number)),
            Form::Symbol(name) if name == "NIL" => Ok(Value::NIL),
            Form::Symbol(name) => {
                self.value_of(name).ok_or_else(|| Error { at, reason: Reason::Unbound(name.clone()) })
            }
            Form::List(members) => match members.split_first() {
                None => Ok(Value::NIL),
                Some((head, arguments)) => self.call(at, head, arguments, surroundings),
            },
        }
    }

    fn call(
        &mut self,
        at: Position,
        head: &Expression,
        arguments: &[Expression],
        surroundings: &mut Surroundings,
    ) -> Result<Value, Error> {
        let Form::Symbol(name) = &head.form else {
            return Err(Error { at: head.at, reason: Reason::NotAFunction(head.to_value().to_string()) });
        };
        let wrong_number = |usage| Error { at, reason: Reason::Arguments { found: arguments.len(), usage } };
        match (name.as_str(), arguments) {
            ("QUOTE", [quoted]) => Ok(quoted.to_value()),
            ("QUOTE", _) => Err(wrong_number("(quote expression)")),
            ("DEFCONSTANT", [name, value]) => {
                self.define(name, value, surroundings)?;
                Ok(name.to_value())
            }
            ("DEFCONSTANT", _) => Err(wrong_number("(defconstant name value)")),
            ("SETQ", [name, value]) => self.define(name, value, surroundings),
            ("SETQ", _) => Err(wrong_number("(setq name value)")),
            ("IF", [condition, then, otherwise @ ..]) if otherwise.len() <= 1 => {
                match self.evaluate(condition, surroundings)?.or_nil().is_nil() {
                    false => self.evaluate(then, surroundings),
                    true => otherwise.first().map_or(Ok(Value::NIL), |value| self.evaluate(value, surroundings)),
                }
            }
            ("IF", _) => Err(wrong_number("(if condition then otherwise)")),
            ("AND" | "OR", _) => {
                let mut value = Value::truth(name == "AND");
                for argument in arguments {
                    value = self.evaluate(argument, surroundings)?.or_nil();
                    if value.is_nil() == (name == "AND") {
                        break;
                    }
                }
                Ok(value)
            }
            (name, _) => {
                let Some(function) = named(name) else {
                    return Err(Error { at: head.at, reason: Reason::NotAFunction(name.to_owned()) });
                };
                if !function.takes(arguments.len()) {
                    return Err(wrong_number(function.usage));
                }
                let (mut values, mut size) = (Vec::with_capacity(arguments.len()), 0);
                for argument in arguments {
                    let value = self.evaluate(argument, surroundings)?.or_nil();
                    let sum = value.measure().and_then(|more| within(size + more));
                    size = sum.map_err(|reason| Error { at: argument.at, reason })?;
                    values.push(value);
                }
                let mut call = Call { interpreter: self, values: &values, surroundings };
                let value = (function.run)(&mut call)
                    .map_err(|(blame, reason)| Error { at: place(at, arguments, blame), reason })?;
                value.measure().map_err(|reason| Error { at, reason })?;
                Ok(value)
            }
        }
    }

    fn define(
        &mut self,
        name: &Expression,
        value: &Expression,
        surroundings: &mut Surroundings,
    ) -> Result<Value, Error> {
        let error = |reason: fn(String) -> Reason| Error { at: name.at, reason: reason(name.to_value().to_string()) };
        match &name.form {
            Form::Symbol(symbol) if symbol == "T" || symbol == "NIL" => Err(error(Reason::Fixed)),
            Form::Symbol(symbol) => {
                let value = self.evaluate(value, surroundings)?.or_nil();
                self.names.insert(symbol.clone(), value.clone());
                Ok(value)
            }
            _ => Err(error(Reason::NotAName)),
        }
    }
}

/// Returns the names of all functions, in lower case.
pub fn function_names() -> impl Iterator<Item = &'static str> {
    functions::FUNCTIONS.iter().chain(&lisp::FUNCTIONS).map(Function::name)
}

/// Returns the function with this name. Upper case and lower case are equivalent.
fn named(name: &str) -> Option<&'static Function> {
    functions::FUNCTIONS.iter().chain(&lisp::FUNCTIONS).find(|function| function.name().eq_ignore_ascii_case(name))
}

/// Returns the line and column of a mistake in a call. If the call contains a list literally and a member of the list
/// is wrong, this is the place of the member.
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

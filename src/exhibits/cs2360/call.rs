//! Evaluating: an expression and the names known so far in, a value out.
//!
//! A symbol is worth its constant or variable, a list is a call. Three calls are special, since they do not evaluate
//! all they are given: `quote`, `defconstant` and `setq`. All others are in the table of [`functions`](super::functions).

use super::error::{Error, Position, Reason};
use super::functions::{self, Blame, Call};
use super::interpreter::{Interpreter, Surroundings};
use super::reader::{Expression, Form};
use super::value::Value;

impl Interpreter {
    /// The value of an expression.
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
            (name, _) => {
                let Some(function) = functions::named(name) else {
                    return Err(Error { at: head.at, reason: Reason::NotAFunction(name.to_owned()) });
                };
                if !function.takes(arguments.len()) {
                    return Err(wrong_number(function.usage));
                }
                let mut values = Vec::with_capacity(arguments.len());
                for argument in arguments {
                    values.push(self.evaluate(argument, surroundings)?.or_nil());
                }
                let mut call = Call { interpreter: self, values: &values, surroundings };
                (function.run)(&mut call).map_err(|(blame, reason)| Error { at: place(at, arguments, blame), reason })
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

/// Where the mistake was written: the very member of a list if the list was written out, else its argument.
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

//! Calls of functions that are values: functions that a Lisp text defines, and built-in functions.

use std::sync::Arc;

use super::builtin::{Call, Function};
use super::error::{Error, Reason};
use super::interpreter::{Interpreter, Surroundings};
use super::moves::Stopped;
use super::scope::Lambda;
use super::value::{Callable, Value};

/// The kinds of function.
pub(super) enum Kind<'a> {
    /// A built-in function.
    BuiltIn(&'static Function),
    /// A function that `defun` or `lambda` defines.
    Lambda(&'a Lambda),
}

impl Callable {
    /// Returns the function as a built-in function or as a lambda.
    pub(super) fn kind(&self) -> Kind<'_> {
        match self.function.downcast_ref::<Lambda>() {
            Some(lambda) => Kind::Lambda(lambda),
            None => Kind::BuiltIn(self.function.downcast_ref::<&'static Function>().expect("there are two kinds")),
        }
    }

    /// Returns an error if the function does not take this number of arguments.
    pub(super) fn check(&self, arguments: usize) -> Result<(), Reason> {
        let usage = match self.kind() {
            Kind::BuiltIn(function) if function.takes(arguments) => return Ok(()),
            Kind::BuiltIn(function) => function.usage.to_owned(),
            Kind::Lambda(lambda) if lambda.parameters.len() == arguments => return Ok(()),
            Kind::Lambda(lambda) => {
                format!("({})", [std::slice::from_ref(&lambda.name), &lambda.parameters].concat().join(" "))
                    .to_lowercase()
            }
        };
        Err(Reason::Arguments { found: arguments, usage })
    }
}

impl Interpreter {
    /// Calls a function with these values.
    pub(super) fn apply(
        &mut self,
        function: &Callable,
        values: Vec<Value>,
        surroundings: &mut Surroundings,
    ) -> Result<Value, Reason> {
        function.check(values.len())?;
        match function.kind() {
            Kind::BuiltIn(function) => {
                let mut call = Call { interpreter: self, values: &values, surroundings };
                let value = (function.run)(&mut call).map_err(|(_, reason)| reason)?;
                value.measure().map(|_| value)
            }
            Kind::Lambda(lambda) => self.enter(lambda, values, surroundings),
        }
    }

    /// Calls a function that a Lisp text defines. There must be a value for each parameter, and no other value.
    pub(super) fn enter(
        &mut self,
        lambda: &Lambda,
        values: Vec<Value>,
        surroundings: &mut Surroundings,
    ) -> Result<Value, Reason> {
        if !(surroundings.keep_going)() {
            return Err(Stopped.into());
        }
        let scope = lambda.scope.with(lambda.parameters.iter().cloned().zip(values).collect());
        let outside = std::mem::replace(&mut self.text, Arc::clone(&lambda.text));
        let value = self.body(&lambda.body, &scope, surroundings);
        self.text = outside;
        match value {
            Err(Error { reason: Reason::Returned(from), .. }) if from == lambda.name => Ok(self.take_returned()),
            value => value.map_err(|error| error.inside(&lambda.name, &lambda.text)),
        }
    }
}

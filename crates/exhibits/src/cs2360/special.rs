//! The special forms, which do not evaluate all their arguments, in one table.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use super::error::{Error, Position, Reason};
use super::interpreter::{Interpreter, Surroundings};
use super::moves::Stopped;
use super::reader::{self, Expression};
use super::scope::{Lambda, Scope};
use super::value::{Callable, Value};

/// A special form.
pub(super) struct Special {
    /// The syntax of the form, for messages: the name, then the parts.
    usage: &'static str,
    /// Evaluates the form. Returns `None` if the form has wrong parts.
    run: fn(&mut Form) -> Result<Option<Value>, Error>,
}

/// The special forms.
static SPECIALS: [Special; 27] = [
    Special { usage: "(quote expression)", run: |form| Ok(form.only().map(Expression::to_value)) },
    Special { usage: "(function name)", run: function },
    Special { usage: "(lambda (parameter ...) expression ...)", run: lambda },
    Special { usage: "(defun name (parameter ...) expression ...)", run: defun },
    Special { usage: "(defconstant name value)", run: |form| define(form, false) },
    Special { usage: "(defparameter name value)", run: |form| define(form, false) },
    Special { usage: "(defvar name value)", run: |form| define(form, true) },
    Special { usage: "(setq name value)", run: assign },
    Special { usage: "(setf place value)", run: assign },
    Special { usage: "(incf place number)", run: |form| add(form, 1) },
    Special { usage: "(decf place number)", run: |form| add(form, -1) },
    Special { usage: "(push value place)", run: push },
    Special { usage: "(if condition then otherwise)", run: choose },
    Special { usage: "(cond (condition expression ...) ...)", run: cond },
    Special { usage: "(when condition expression ...)", run: |form| when(form, true) },
    Special { usage: "(unless condition expression ...)", run: |form| when(form, false) },
    Special { usage: "(and expression ...)", run: |form| until(form, true) },
    Special { usage: "(or expression ...)", run: |form| until(form, false) },
    Special { usage: "(progn expression ...)", run: |form| form.body(form.arguments, form.scope).map(Some) },
    Special { usage: "(let ((name value) ...) expression ...)", run: |form| bind(form, false) },
    Special { usage: "(let* ((name value) ...) expression ...)", run: |form| bind(form, true) },
    Special { usage: "(dolist (name list) expression ...)", run: dolist },
    Special { usage: "(dotimes (name count) expression ...)", run: dotimes },
    Special { usage: "(loop expression ...)", run: endless },
    Special { usage: "(return value)", run: |form| give(form, "NIL".to_owned(), form.arguments) },
    Special { usage: "(return-from name value)", run: give_from },
    Special { usage: "(declare ...)", run: |_| Ok(Some(Value::NIL)) },
];

impl Special {
    fn name(&self) -> &'static str {
        self.usage.trim_matches(['(', ')']).split(' ').next().expect("a usage begins with the name")
    }
}

/// Returns the special form with this name, given in capitals.
pub(super) fn named(name: &str) -> Option<&'static Special> {
    static NAMED: LazyLock<HashMap<String, &'static Special>> =
        LazyLock::new(|| SPECIALS.iter().map(|special| (special.name().to_uppercase(), special)).collect());
    NAMED.get(name).copied()
}

/// Returns the names of the special forms, in lower case.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    SPECIALS.iter().map(Special::name)
}

/// A special form to evaluate: its arguments, its position in the text, and its surroundings.
pub(super) struct Form<'a, 'b> {
    pub(super) interpreter: &'a mut Interpreter,
    pub(super) at: Position,
    pub(super) arguments: &'a [Expression],
    pub(super) scope: &'a Scope,
    pub(super) surroundings: &'a mut Surroundings<'b>,
}

impl Special {
    pub(super) fn evaluate(&self, form: &mut Form) -> Result<Value, Error> {
        let wrong = Reason::Arguments { found: form.arguments.len(), usage: self.usage.to_owned() };
        (self.run)(form)?.ok_or(Error { at: form.at, reason: wrong })
    }
}

impl<'a> Form<'a, '_> {
    fn only(&self) -> Option<&'a Expression> {
        match self.arguments {
            [only] => Some(only),
            _ => None,
        }
    }

    fn error(&self, reason: Reason) -> Error {
        Error { at: self.at, reason }
    }

    fn value(&mut self, expression: &Expression) -> Result<Value, Error> {
        self.value_in(expression, self.scope)
    }

    fn value_in(&mut self, expression: &Expression, scope: &Scope) -> Result<Value, Error> {
        self.interpreter.value(expression, scope, self.surroundings).map(Value::or_nil)
    }

    fn body(&mut self, body: &[Expression], scope: &Scope) -> Result<Value, Error> {
        self.interpreter.body(body, scope, self.surroundings)
    }

    fn holds(&mut self, condition: &Expression) -> Result<bool, Error> {
        self.value(condition).map(|value| !value.is_nil())
    }

    fn number(&mut self, expression: &Expression) -> Result<i64, Error> {
        match self.value(expression)? {
            Value::Number(number) => Ok(number),
            other => Err(Error { at: expression.at, reason: Reason::NotANumber(other.to_string()) }),
        }
    }

    fn list(&mut self, expression: &Expression) -> Result<Vec<Value>, Error> {
        match self.value(expression)? {
            Value::List(members) => Ok(members),
            other => Err(Error { at: expression.at, reason: Reason::NotAList(other.to_string()) }),
        }
    }

    fn whole(&self, result: Option<i64>) -> Result<i64, Error> {
        result.ok_or_else(|| self.error(Reason::Overflow))
    }

    /// Returns a function with these parameters and this body.
    fn lambda(&self, name: &str, parameters: &Expression, body: &[Expression]) -> Result<Option<Callable>, Error> {
        let Some(parameters) = parameters.members_or_nil() else { return Ok(None) };
        let parameters = parameters.iter().map(name_of).collect::<Result<Vec<String>, Error>>()?;
        let scope = self.scope.clone();
        let (body, text) = (body.to_vec(), Arc::clone(&self.interpreter.text));
        Ok(Some(Callable::new(name, Lambda { name: name.to_owned(), parameters, body, scope, text })))
    }

    /// Assigns a value to a place: a name, or `(nth n place)`.
    fn set(&mut self, place: &Expression, value: Value) -> Result<(), Error> {
        value.measure().map_err(|reason| self.error(reason))?;
        if let Some([head, index, list]) = place.members()
            && head.is_symbol("NTH")
        {
            let (n, mut members) = (self.number(index)?, self.list(list)?);
            let member = usize::try_from(n).ok().and_then(|n| members.get_mut(n));
            *member.ok_or_else(|| Error { at: index.at, reason: Reason::NotAPlace(n.to_string()) })? = value;
            return self.set(list, Value::List(members));
        }
        let name = name_of(place)?;
        if !self.scope.assign(&name, &value) {
            self.interpreter.names.insert(name, value);
        }
        Ok(())
    }

    /// Returns the value with which `return` has left the body of a loop; `None` if the body has ended without
    /// `return`.
    fn returned(&mut self, value: Result<Value, Error>) -> Result<Option<Value>, Error> {
        match value {
            Ok(_) => Ok(None),
            Err(Error { reason: Reason::Returned(from), .. }) if from == "NIL" => {
                Ok(Some(self.interpreter.take_returned()))
            }
            Err(error) => Err(error),
        }
    }

    fn keep_going(&mut self) -> Result<(), Error> {
        if (self.surroundings.keep_going)() { Ok(()) } else { Err(self.error(Stopped.into())) }
    }
}

/// Returns the name of a symbol. Returns an error if no value may be assigned to the symbol.
fn name_of(expression: &Expression) -> Result<String, Error> {
    let at = expression.at;
    match &expression.form {
        reader::Form::Symbol(name) if name == "T" || name == "NIL" => {
            Err(Error { at, reason: Reason::Fixed(name.clone()) })
        }
        reader::Form::Symbol(name) if name.starts_with('&') => {
            Err(Error { at, reason: Reason::LambdaList(name.clone()) })
        }
        reader::Form::Symbol(name) => Ok(name.clone()),
        _ => Err(Error { at, reason: Reason::NotAName(expression.to_value().to_string()) }),
    }
}

fn function(form: &mut Form) -> Result<Option<Value>, Error> {
    let Some(function) = form.only() else { return Ok(None) };
    if let Some([head, parameters, body @ ..]) = function.members()
        && head.is_symbol("LAMBDA")
    {
        return Ok(form.lambda("LAMBDA", parameters, body)?.map(Value::Function));
    }
    let name = name_of(function)?;
    let known = form.interpreter.function(&name);
    known.map(|known| Some(Value::Function(known))).ok_or(Error { at: function.at, reason: Reason::NotAFunction(name) })
}

fn lambda(form: &mut Form) -> Result<Option<Value>, Error> {
    let [parameters, body @ ..] = form.arguments else { return Ok(None) };
    Ok(form.lambda("LAMBDA", parameters, body)?.map(Value::Function))
}

fn defun(form: &mut Form) -> Result<Option<Value>, Error> {
    let [name, parameters, body @ ..] = form.arguments else { return Ok(None) };
    let (at, name) = (name.at, name_of(name)?);
    if named(&name).is_some() {
        return Err(Error { at, reason: Reason::Fixed(name) });
    }
    let Some(function) = form.lambda(&name, parameters, body)? else { return Ok(None) };
    form.interpreter.functions.insert(name.clone(), function);
    Ok(Some(Value::Symbol(name)))
}

/// Assigns a value to a global name. If `keeps` is true and the name already has a value, keeps this value.
fn define(form: &mut Form, keeps: bool) -> Result<Option<Value>, Error> {
    let (name, value) = match form.arguments {
        [name, value] | [name, value, Expression { form: reader::Form::Text(_), .. }] => (name_of(name)?, value),
        _ => return Ok(None),
    };
    if !keeps || form.interpreter.value_of(&name).is_none() {
        let value = form.value(value)?;
        form.interpreter.names.insert(name.clone(), value);
    }
    Ok(Some(Value::Symbol(name)))
}

fn assign(form: &mut Form) -> Result<Option<Value>, Error> {
    let pairs = form.arguments.chunks_exact(2);
    if form.arguments.is_empty() || !pairs.remainder().is_empty() {
        return Ok(None);
    }
    let mut last = Value::NIL;
    for pair in pairs {
        if pair[0].members().is_none() {
            name_of(&pair[0])?;
        }
        last = form.value(&pair[1])?;
        form.set(&pair[0], last.clone())?;
    }
    Ok(Some(last))
}

fn add(form: &mut Form, sign: i64) -> Result<Option<Value>, Error> {
    let (place, more) = match form.arguments {
        [place] => (place, 1),
        [place, more] => (place, form.number(more)?),
        _ => return Ok(None),
    };
    let before = form.number(place)?;
    let sum = form.whole(more.checked_mul(sign).and_then(|more| before.checked_add(more)))?;
    form.set(place, Value::Number(sum))?;
    Ok(Some(Value::Number(sum)))
}

fn push(form: &mut Form) -> Result<Option<Value>, Error> {
    let [value, place] = form.arguments else { return Ok(None) };
    let first = form.value(value)?;
    let mut members = form.list(place)?;
    members.insert(0, first);
    form.set(place, Value::List(members.clone()))?;
    Ok(Some(Value::List(members)))
}

fn choose(form: &mut Form) -> Result<Option<Value>, Error> {
    let (condition, then, otherwise) = match form.arguments {
        [condition, then] => (condition, then, &[][..]),
        [condition, then, otherwise] => (condition, then, std::slice::from_ref(otherwise)),
        _ => return Ok(None),
    };
    let chosen = if form.holds(condition)? { std::slice::from_ref(then) } else { otherwise };
    form.body(chosen, form.scope).map(Some)
}

fn cond(form: &mut Form) -> Result<Option<Value>, Error> {
    for clause in form.arguments {
        let Some([condition, body @ ..]) = clause.members() else { return Ok(None) };
        let value = form.value(condition)?;
        if !value.is_nil() {
            return if body.is_empty() { Ok(Some(value)) } else { form.body(body, form.scope).map(Some) };
        }
    }
    Ok(Some(Value::NIL))
}

fn when(form: &mut Form, wanted: bool) -> Result<Option<Value>, Error> {
    let [condition, body @ ..] = form.arguments else { return Ok(None) };
    if form.holds(condition)? == wanted { form.body(body, form.scope).map(Some) } else { Ok(Some(Value::NIL)) }
}

/// Evaluates `and` if `goes_on` is true, and `or` if `goes_on` is false. Evaluates the expressions in order: `and`
/// stops after the first false value, `or` after the first true value. Returns the last value.
fn until(form: &mut Form, goes_on: bool) -> Result<Option<Value>, Error> {
    let mut value = Value::truth(goes_on);
    for argument in form.arguments {
        value = form.value(argument)?;
        if value.is_nil() == goes_on {
            break;
        }
    }
    Ok(Some(value))
}

/// Evaluates `let`. If `in_order` is true, evaluates `let*`, which binds the names one after the other.
fn bind(form: &mut Form, in_order: bool) -> Result<Option<Value>, Error> {
    let Some((bindings, body)) = form.arguments.split_first() else { return Ok(None) };
    let Some(bindings) = bindings.members_or_nil() else { return Ok(None) };
    let (mut scope, mut names) = (form.scope.clone(), Vec::new());
    for binding in bindings {
        let (name, value) = match binding.members() {
            None => (name_of(binding)?, Value::NIL),
            Some([name]) => (name_of(name)?, Value::NIL),
            Some([name, value]) => (name_of(name)?, form.value_in(value, &scope)?),
            Some(_) => return Ok(None),
        };
        match in_order {
            true => scope = scope.with(vec![(name, value)]),
            false => names.push((name, value)),
        }
    }
    form.body(body, &scope.with(names)).map(Some)
}

fn dolist(form: &mut Form) -> Result<Option<Value>, Error> {
    let Some((name, list, result, body)) = loop_parts(form)? else { return Ok(None) };
    let members = form.list(list)?;
    repeat(form, &name, members.into_iter(), result, body).map(Some)
}

fn dotimes(form: &mut Form) -> Result<Option<Value>, Error> {
    let Some((name, count, result, body)) = loop_parts(form)? else { return Ok(None) };
    let count = form.number(count)?;
    repeat(form, &name, (0..count).map(Value::Number), result, body).map(Some)
}

type LoopParts<'a> = (String, &'a Expression, &'a [Expression], &'a [Expression]);

/// Returns the parts of `((name bound result) body ...)`.
fn loop_parts<'a>(form: &Form<'a, '_>) -> Result<Option<LoopParts<'a>>, Error> {
    let Some((heading, body)) = form.arguments.split_first() else { return Ok(None) };
    match heading.members() {
        Some([name, bound, result @ ..]) if result.len() <= 1 => Ok(Some((name_of(name)?, bound, result, body))),
        _ => Ok(None),
    }
}

fn repeat(
    form: &mut Form,
    name: &str,
    values: impl Iterator<Item = Value>,
    result: &[Expression],
    body: &[Expression],
) -> Result<Value, Error> {
    for value in values {
        form.keep_going()?;
        let scope = form.scope.with(vec![(name.to_owned(), value)]);
        let value = form.body(body, &scope);
        if let Some(value) = form.returned(value)? {
            return Ok(value);
        }
    }
    form.body(result, &form.scope.with(vec![(name.to_owned(), Value::NIL)]))
}

/// Evaluates the expressions of `loop` again and again, until a `return` is evaluated.
fn endless(form: &mut Form) -> Result<Option<Value>, Error> {
    loop {
        form.keep_going()?;
        let value = form.body(form.arguments, form.scope);
        if let Some(value) = form.returned(value)? {
            return Ok(Some(value));
        }
    }
}

fn give_from(form: &mut Form) -> Result<Option<Value>, Error> {
    let [name, value @ ..] = form.arguments else { return Ok(None) };
    let name = if name.is_symbol("NIL") { "NIL".to_owned() } else { name_of(name)? };
    give(form, name, value)
}

/// Ends the loop or the function named `from`, with `value` as its result.
fn give(form: &mut Form, from: String, value: &[Expression]) -> Result<Option<Value>, Error> {
    let value = match value {
        [] => Value::NIL,
        [value] => form.value(value)?,
        _ => return Ok(None),
    };
    form.interpreter.returned = value;
    Err(form.error(Reason::Returned(from)))
}

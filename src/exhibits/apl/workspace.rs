//! The workspace: executing a line from right to left, and the names it leaves behind.
//!
//! There is no precedence. Reading from the right, a run of values side by side is one vector and what is to be worked
//! on; the function to its left takes it as right argument, and takes as left argument the run of values to *its* left,
//! if one is there. What comes out is what the next function works on:
//!
//! ```text
//! 3 - 2 - 1
//!     2 - 1    1
//! 3 - 1        2
//! ```

use std::collections::HashMap;
use std::sync::Arc;

use super::can::can;
use super::error::{Error, Reason};
use super::figure::Figure;
use super::predicate::Answer;
use super::primitives::{Gathered, Primitive, gather, paired, shaped};
use super::reader::{Body, Word, WordKind, read};
use super::readings::Readings;
use super::square::Vector;
use super::value::{Item, Value};

/// What has been given a name so far.
///
/// ```
/// use focal8::exhibits::apl::Workspace;
/// let mut workspace = Workspace::default();
/// assert_eq!(workspace.execute("test←{12≥3+1⌷⍵}").unwrap(), None);
/// assert_eq!(workspace.execute("test 5 3").unwrap().unwrap().to_string(), "1");
/// let error = workspace.execute("1 2=1 2 3").unwrap_err();
/// assert_eq!(error.to_string(), "LENGTH ERROR\n      1 2=1 2 3\n         ^");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    names: HashMap<String, Meaning>,
}

/// What a name stands for.
#[derive(Clone, Debug)]
enum Meaning {
    Value(Value),
    Function(Function),
}

#[derive(Clone, Debug)]
enum Function {
    Primitive(&'static Primitive),
    /// `⍎`
    Execute,
    /// Defined in braces.
    Defined(Arc<Body>),
    /// Applied to each item by itself.
    Each(Box<Function>),
    /// The exhibit's own.
    Can(Readings),
}

/// What executing a line gives.
enum Outcome {
    /// A blank line, a function defined.
    Nothing,
    /// A value that has been given a name, and is not printed.
    Silent(Value),
    /// A value to be printed.
    Value(Value),
}

impl Outcome {
    fn value(self) -> Option<Value> {
        match self {
            Outcome::Nothing => None,
            Outcome::Silent(value) | Outcome::Value(value) => Some(value),
        }
    }
}

/// Where words are executed: their line, for errors, and what `⍺` and `⍵` are.
struct Frame<'a> {
    line: &'a Arc<str>,
    alpha: Option<&'a Value>,
    omega: Option<&'a Value>,
    /// Frames below this one, and parentheses.
    depth: usize,
}

impl Frame<'_> {
    fn error(&self, column: usize, reason: Reason) -> Error {
        Error::new(reason, self.line, column)
    }

    /// A frame above this one, for a call or parenthesis at this column.
    fn above<'b>(
        &self,
        column: usize,
        line: &'b Arc<str>,
        alpha: Option<&'b Value>,
        omega: Option<&'b Value>,
    ) -> Result<Frame<'b>, Error> {
        if self.depth == DEEPEST {
            return Err(self.error(column, Reason::TooDeep(DEEPEST)));
        }
        Ok(Frame { line, alpha, omega, depth: self.depth + 1 })
    }
}

/// Where a function stands that is being called, and as what.
struct Called {
    column: usize,
    written: String,
}

/// How deep functions may call functions.
const DEEPEST: usize = 200;

impl Workspace {
    /// A workspace in which `can` and the names of the figures are known: `ROOK can 3 0`.
    pub fn with_can(readings: Readings) -> Workspace {
        let number = |figure: Figure| Meaning::Value(Value::Scalar(Item::Number(figure.number().into())));
        let figures = Figure::ALL.map(|figure| (figure.name().to_owned(), number(figure)));
        let can = ("can".to_owned(), Meaning::Function(Function::Can(readings)));
        Workspace { names: figures.into_iter().chain([can]).collect() }
    }

    /// Executes a line; the value is what APL would print, and none if it would print nothing.
    pub fn execute(&mut self, line: &str) -> Result<Option<Value>, Error> {
        let line: Arc<str> = line.into();
        let words = read(&line)?;
        let frame = Frame { line: &line, alpha: None, omega: None, depth: 0 };
        match self.run(&words, &frame)? {
            Outcome::Value(value) => Ok(Some(value)),
            Outcome::Nothing | Outcome::Silent(_) => Ok(None),
        }
    }

    /// Executes words from right to left.
    fn run(&mut self, words: &[Word], frame: &Frame) -> Result<Outcome, Error> {
        let mut rest = words;
        let Some(value) = self.values(&mut rest, frame)? else { return self.define(rest, frame) };
        let mut outcome = Outcome::Value(value);
        while let Some(word) = rest.last() {
            let Some(right) = outcome.value() else {
                return Err(frame.error(word.column, Reason::NothingToTheRight(word.kind.written())));
            };
            if let WordKind::Assign = word.kind {
                let name = assigned_name(&mut rest, frame)?;
                self.names.insert(name, Meaning::Value(right.clone()));
                outcome = Outcome::Silent(right);
            } else {
                let Some((function, called)) = self.function(&mut rest, frame)? else {
                    return Err(frame.error(word.column, Reason::NotAFunction));
                };
                let left = self.values(&mut rest, frame)?;
                outcome = self.apply(&function, &called, left.as_ref(), &right, frame)?;
            }
        }
        Ok(outcome)
    }

    /// Words without a value at their right end: nothing at all, or a function that is given a name.
    fn define(&mut self, mut rest: &[Word], frame: &Frame) -> Result<Outcome, Error> {
        let Some(last) = rest.last() else { return Ok(Outcome::Nothing) };
        let nothing_to_the_right = || frame.error(last.column, Reason::NothingToTheRight(last.kind.written()));
        let function = self.function(&mut rest, frame)?;
        let Some((function, _)) = function.filter(|_| matches!(rest.last(), Some(Word { kind: WordKind::Assign, .. })))
        else {
            return Err(nothing_to_the_right());
        };
        while !rest.is_empty() {
            let name = assigned_name(&mut rest, frame)?;
            self.names.insert(name, Meaning::Function(function.clone()));
        }
        Ok(Outcome::Nothing)
    }

    /// Takes the run of values at the right end, as one value if there is any.
    fn values(&mut self, rest: &mut &[Word], frame: &Frame) -> Result<Option<Value>, Error> {
        let mut run = Vec::new();
        let mut leftmost = 0;
        while let Some((word, before)) = rest.split_last() {
            let Some(value) = self.value_of(word, frame)? else { break };
            run.push(value);
            (*rest, leftmost) = (before, word.column);
        }
        match run.len() {
            0 | 1 => Ok(run.pop()),
            _ => {
                let items = gather(run.into_iter().rev().map(|value| Ok(value.into_item())));
                items.map(|items| Some(Value::Vector(items))).map_err(|reason| frame.error(leftmost, reason))
            }
        }
    }

    /// What a word is worth, if it is a value and no function.
    fn value_of(&mut self, word: &Word, frame: &Frame) -> Result<Option<Value>, Error> {
        let argument = |argument: Option<&Value>, name: &str| match argument {
            Some(value) => Ok(Some(value.clone())),
            None => Err(frame.error(word.column, Reason::UnknownName(name.to_owned()))),
        };
        match &word.kind {
            WordKind::Literal(value) => Ok(Some(value.clone())),
            WordKind::Alpha => argument(frame.alpha, "⍺"),
            WordKind::Omega => argument(frame.omega, "⍵"),
            WordKind::Name(name) => match self.names.get(name) {
                Some(Meaning::Value(value)) => Ok(Some(value.clone())),
                Some(Meaning::Function(_)) => Ok(None),
                None => Err(frame.error(word.column, Reason::UnknownName(name.clone()))),
            },
            WordKind::Group(words) => {
                let inside = frame.above(word.column, frame.line, frame.alpha, frame.omega)?;
                let value = self.run(words, &inside)?.value();
                value.map(Some).ok_or_else(|| frame.error(word.column, Reason::NoValue("( )")))
            }
            _ => Ok(None),
        }
    }

    /// Takes the function at the right end, if one is there, and says where it stands.
    fn function(&self, rest: &mut &[Word], frame: &Frame) -> Result<Option<(Function, Called)>, Error> {
        let Some((word, before)) = rest.split_last() else { return Ok(None) };
        *rest = before;
        let function = match &word.kind {
            WordKind::Primitive(primitive) => Function::Primitive(primitive),
            WordKind::Execute => Function::Execute,
            WordKind::Function(body) => Function::Defined(Arc::clone(body)),
            WordKind::Name(name) => match self.names.get(name) {
                Some(Meaning::Function(function)) => function.clone(),
                _ => return Ok(None),
            },
            WordKind::Each => match self.function(rest, frame)? {
                Some((function, called)) => return Ok(Some((Function::Each(Box::new(function)), called))),
                None => return Err(frame.error(word.column, Reason::EachOfNothing)),
            },
            _ => return Ok(None),
        };
        Ok(Some((function, Called { column: word.column, written: word.kind.written() })))
    }

    /// Calls a function.
    fn apply(
        &mut self,
        function: &Function,
        called: &Called,
        left: Option<&Value>,
        right: &Value,
        frame: &Frame,
    ) -> Result<Outcome, Error> {
        let fail = |reason| frame.error(called.column, reason);
        let nothing_to_the_left = || fail(Reason::NothingToTheLeft(called.written.clone()));
        let something_to_the_left = || fail(Reason::SomethingToTheLeft(called.written.clone()));
        match (function, left) {
            (Function::Primitive(Primitive { symbol, dyadic, .. }), Some(left)) => {
                let dyadic = dyadic.ok_or_else(something_to_the_left)?;
                dyadic(*symbol, left, right).map(Outcome::Value).map_err(fail)
            }
            (Function::Primitive(Primitive { symbol, monadic, .. }), None) => {
                let monadic = monadic.ok_or_else(nothing_to_the_left)?;
                monadic(*symbol, right).map(Outcome::Value).map_err(fail)
            }
            (Function::Execute, Some(_)) => Err(something_to_the_left()),
            (Function::Execute, None) => {
                let line: Arc<str> = right.as_text().ok_or_else(|| fail(Reason::NotText))?.into();
                let inside = frame.above(called.column, &line, frame.alpha, frame.omega)?;
                self.run(&read(&line)?, &inside)
            }
            (Function::Defined(body), None) if body.dyadic => Err(nothing_to_the_left()),
            (Function::Defined(body), Some(_)) if !body.dyadic => Err(something_to_the_left()),
            (Function::Defined(body), _) => {
                let inside = frame.above(called.column, &body.line, left, Some(right))?;
                let value = self.run(&body.words, &inside)?.value();
                value.map(Outcome::Value).ok_or_else(|| fail(Reason::NoValue("{ }")))
            }
            (Function::Each(function), _) => self.apply_each(function, called, left, right, frame).map(Outcome::Value),
            (Function::Can(_), None) => Err(nothing_to_the_left()),
            (Function::Can(readings), Some(left)) => call_can(left, right, *readings).map(Outcome::Value).map_err(fail),
        }
    }

    /// Calls a function for each item, or each pair of items, by itself.
    fn apply_each(
        &mut self,
        function: &Function,
        called: &Called,
        left: Option<&Value>,
        right: &Value,
        frame: &Frame,
    ) -> Result<Value, Error> {
        let fail = |reason| frame.error(called.column, reason);
        let pairs: Vec<(Option<&Item>, &Item)> = match left {
            None => right.items().iter().map(|item| (None, item)).collect(),
            Some(left) => paired(left, right).map_err(fail)?.into_iter().map(|(a, b)| (Some(a), b)).collect(),
        };
        let mut results = Gathered::default();
        for (a, b) in pairs {
            let outcome = self.apply(function, called, a.map(Item::opened).as_ref(), &b.opened(), frame)?;
            let value = outcome.value().ok_or_else(|| fail(Reason::NoValue("⍎")))?;
            results.push(value.into_item()).map_err(fail)?;
        }
        Ok(shaped(left.unwrap_or(right), right, results.into_items()))
    }
}

/// Takes `name←` from the right end.
fn assigned_name(rest: &mut &[Word], frame: &Frame) -> Result<String, Error> {
    match *rest {
        [before @ .., Word { kind: WordKind::Name(name), .. }, Word { kind: WordKind::Assign, .. }] => {
            *rest = before;
            Ok(name.clone())
        }
        [.., Word { column, kind: WordKind::Assign }] => Err(frame.error(*column, Reason::AssignedToNothing)),
        _ => {
            let column = rest.last().map_or(1, |word| word.column);
            Err(frame.error(column, Reason::NotAFunction))
        }
    }
}

fn call_can(figure: &Value, vector: &Value, readings: Readings) -> Result<Value, Reason> {
    let whole = |item: &Item| match item {
        Item::Number(number) => i64::try_from(*number).ok(),
        _ => None,
    };
    let known = match figure.items() {
        [number] => whole(number).and_then(Figure::numbered),
        _ => None,
    };
    let figure = known.ok_or_else(|| Reason::NotAFigure(figure.to_string()))?;
    let pair = match vector.items() {
        [rank, file] => whole(rank).zip(whole(file)),
        _ => None,
    };
    let (rank, file) = pair.ok_or_else(|| Reason::NotAVector(vector.to_string()))?;
    Ok(match can(figure, Vector { rank, file }, readings) {
        Answer::Never => Value::truth(false),
        Answer::Always => Value::truth(true),
        Answer::If(predicate) => Value::text(&predicate.to_string()),
    })
}

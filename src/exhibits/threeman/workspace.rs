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

use super::error::{Error, Reason};
use super::figure::Figure;
use super::function::Function;
use super::primitives::gather;
use super::reader::{Word, WordKind, read};
use super::readings::Readings;
use super::value::{Item, Value};

/// What has been given a name so far.
///
/// ```
/// use focal8::exhibits::threeman::Workspace;
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

/// What executing a line gives.
pub(super) enum Outcome {
    /// A blank line, a function defined.
    Nothing,
    /// A value that has been given a name, and is not printed.
    Silent(Value),
    /// A value to be printed.
    Value(Value),
}

impl Outcome {
    pub(crate) fn value(self) -> Option<Value> {
        match self {
            Outcome::Nothing => None,
            Outcome::Silent(value) | Outcome::Value(value) => Some(value),
        }
    }
}

/// Where words are executed: their line, for errors, and what `⍺` and `⍵` are.
pub(super) struct Frame<'a> {
    pub(crate) line: &'a Arc<str>,
    pub(crate) alpha: Option<&'a Value>,
    pub(crate) omega: Option<&'a Value>,
    /// Frames below this one, and parentheses.
    depth: usize,
}

impl Frame<'_> {
    pub(crate) fn error(&self, column: usize, reason: Reason) -> Error {
        Error::new(reason, self.line, column)
    }

    /// A frame above this one, for a call or parenthesis at this column.
    pub(crate) fn above<'b>(
        &self,
        column: usize,
        line: &'b Arc<str>,
        alpha: Option<&'b Value>,
        omega: Option<&'b Value>,
    ) -> Result<Frame<'b>, Error> {
        if self.depth == MAX_DEPTH {
            return Err(self.error(column, Reason::TooDeep(MAX_DEPTH)));
        }
        Ok(Frame { line, alpha, omega, depth: self.depth + 1 })
    }
}

/// How deep functions may call functions.
const MAX_DEPTH: usize = 200;

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
    pub(super) fn run(&mut self, words: &[Word], frame: &Frame) -> Result<Outcome, Error> {
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
                outcome = self.call(&function, called, left.as_ref(), &right, frame)?;
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

    /// Takes the function at the right end, if one is there, and the word it is.
    fn function<'w>(&self, rest: &mut &'w [Word], frame: &Frame) -> Result<Option<(Function, &'w Word)>, Error> {
        let (mut before, mut eaches, mut leftmost) = (*rest, 0, None);
        while let [further @ .., word @ Word { kind: WordKind::Each, .. }] = before {
            (before, eaches, leftmost) = (further, eaches + 1, Some(word));
        }
        if let Some((word, further)) = before.split_last()
            && let Some(function) = self.function_of(word, frame)?
        {
            *rest = further;
            return Ok(Some((function.each(eaches), word)));
        }
        leftmost.map_or(Ok(None), |each| Err(frame.error(each.column, Reason::EachOfNothing)))
    }

    /// The function that a word is.
    fn function_of(&self, word: &Word, frame: &Frame) -> Result<Option<Function>, Error> {
        Ok(match &word.kind {
            WordKind::Primitive(primitive) => Some(Function::Primitive(primitive)),
            WordKind::Execute => Some(Function::Execute),
            WordKind::Function(body) => Some(Function::Defined(Arc::clone(body))),
            WordKind::Name(name) => match self.names.get(name) {
                Some(Meaning::Function(function)) => Some(function.clone()),
                Some(Meaning::Value(_)) => None,
                None => return Err(frame.error(word.column, Reason::UnknownName(name.clone()))),
            },
            _ => None,
        })
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

//! The workspace, which executes lines from right to left and keeps the names that the lines assign.
//!
//! Functions have no precedence. A line is read from the right. Values side by side form one vector. This vector is the
//! right argument of the function to its left. If there are values to the left of that function, they are the left
//! argument. The result is the right argument of the next function to the left:
//!
//! ```text
//! 3 - 2 - 1
//!     2 - 1    1
//! 3 - 1        2
//! ```

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::control::block;
use super::error::{Error, Reason};
use super::figure::Figure;
use super::function::Function;
use super::index::Index;
use super::item::Item;
use super::items::gather;
use super::line::Line;
use super::primitives::Primitive;
use super::reader::{Word, WordKind};
use super::readings::Readings;
use super::value::Value;

/// A workspace: the assigned names, each with a value or a function.
///
/// ```
/// use focal8_exhibits::threeman::Workspace;
/// let mut workspace = Workspace::default();
/// assert_eq!(workspace.execute("test←{12≥3+1⌷⍵}").unwrap(), None);
/// assert_eq!(workspace.execute("test 5 3").unwrap().unwrap().to_string(), "1");
/// let error = workspace.execute("1 2=1 2 3").unwrap_err();
/// assert_eq!(error.to_string(), "LENGTH ERROR\n      1 2=1 2 3\n         ^");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    pub(super) names: HashMap<String, Meaning>,
    /// The values that the current line has printed.
    pub(super) printed: Vec<Value>,
    give_up: Arc<AtomicBool>,
}

/// The value or the function that a name stands for.
#[derive(Clone, Debug)]
pub(super) enum Meaning {
    Value(Value),
    Function(Function),
}

/// The outcome of executing the words of a line, or of a part of a line.
pub(super) enum Outcome {
    /// No value: for example, the line is blank or defines a function.
    Nothing,
    /// A value that was assigned to a name, and is not printed.
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

/// The context in which words are executed: the line, which error messages show, and the values of `⍺` and `⍵`.
#[derive(Clone, Copy)]
pub(super) struct Frame<'a> {
    pub(crate) line: &'a Line,
    pub(crate) alpha: Option<&'a Value>,
    pub(crate) omega: Option<&'a Value>,
    /// The function that `∇` means.
    pub(crate) itself: Option<&'a Function>,
    /// The nesting depth: the number of calls and parentheses around the words that are executed in this frame.
    pub(super) depth: usize,
}

impl<'a> Frame<'a> {
    pub(crate) fn error(&self, column: usize, reason: Reason) -> Error {
        Error::new(reason, self.line, column)
    }

    /// Returns an inner frame for a call or a parenthesis at this column; returns an error if the nesting is too deep.
    pub(crate) fn above(&self, column: usize) -> Result<Frame<'a>, Error> {
        if self.depth == MAX_DEPTH {
            return Err(self.error(column, Reason::TooDeep(MAX_DEPTH)));
        }
        Ok(Frame { depth: self.depth + 1, ..*self })
    }

    /// Returns a frame like this frame, but with the line `line`.
    pub(crate) fn on<'b>(&self, line: &'b Line) -> Frame<'b>
    where
        'a: 'b,
    {
        Frame { line, ..*self }
    }
}

/// The deepest nesting of calls and parentheses.
const MAX_DEPTH: usize = 200;

impl Workspace {
    /// Creates a workspace in which `can` and the names of the pieces are defined, so that `ROOK can 3 0` works.
    pub fn with_can(readings: Readings) -> Workspace {
        let number = |figure: Figure| Meaning::Value(Value::Scalar(Item::Number(figure.number().into())));
        let figures = Figure::ALL.map(|figure| (figure.name().to_owned(), number(figure)));
        let can = ("can".to_owned(), Meaning::Function(Function::Can(readings)));
        Workspace { names: figures.into_iter().chain([can]).collect(), printed: Vec::new(), give_up: Arc::default() }
    }

    /// Registers a flag that interrupts the execution. A function call that begins while the flag is true fails with
    /// INTERRUPT.
    pub fn give_up_when(&mut self, set: Arc<AtomicBool>) {
        self.give_up = set;
    }

    /// Executes a line; returns the last value that APL would print, or `None` if APL would print nothing.
    pub fn execute(&mut self, line: &str) -> Result<Option<Value>, Error> {
        let (mut values, outcome) = self.execute_all(line);
        outcome.map(|()| values.pop())
    }

    /// Executes a line; returns the values that APL would print, and the error that stopped the line, if any.
    pub fn execute_all(&mut self, line: &str) -> (Vec<Value>, Result<(), Error>) {
        let line = Line::new(line);
        let frame = Frame { line: &line, alpha: None, omega: None, itself: None, depth: 0 };
        let outcome = block(line.clone()).and_then(|steps| self.steps(&steps, &frame).map(drop));
        (std::mem::take(&mut self.printed), outcome)
    }

    /// Whether the user has interrupted the execution.
    pub(super) fn is_interrupted(&self) -> bool {
        self.give_up.load(Ordering::Relaxed)
    }

    /// Returns the names of all functions, in alphabetical order.
    pub fn functions(&self) -> Vec<&str> {
        self.names_of(|meaning| matches!(meaning, Meaning::Function(_)))
    }

    /// Returns the names of all values, in alphabetical order.
    pub fn variables(&self) -> Vec<&str> {
        self.names_of(|meaning| matches!(meaning, Meaning::Value(_)))
    }

    fn names_of(&self, is_meant: fn(&Meaning) -> bool) -> Vec<&str> {
        let meant = self.names.iter().filter(|(_, meaning)| is_meant(meaning));
        let mut names: Vec<&str> = meant.map(|(name, _)| name.as_str()).collect();
        names.sort_unstable();
        names
    }

    /// Returns the lines of a function that has a header; `None` for any other name.
    pub(super) fn lines_of(&self, name: &str) -> Option<Vec<String>> {
        match self.names.get(name)? {
            Meaning::Function(Function::Defined(definition)) => {
                Some(definition.lines.iter().map(|line| line.text.to_string()).collect())
            }
            _ => None,
        }
    }

    /// Whether this name is defined.
    pub fn knows(&self, name: &str) -> bool {
        self.names.contains_key(name)
    }

    /// Executes words from right to left.
    pub(super) fn run(&mut self, words: &[Word], frame: &Frame) -> Result<Outcome, Error> {
        let mut rest = words;
        // A function without arguments may stand alone, even if it has no result.
        if let [word @ Word { kind: WordKind::Name(_), .. }] = words
            && let Some(function) = self.function_of(word, frame)?
            && function.is_always_niladic()
        {
            return self.call(&function, word, None, None, frame);
        }
        let Some(value) = self.values(&mut rest, Place::RightEnd, frame)? else { return self.define(rest, frame) };
        let mut outcome = Outcome::Value(value);
        while let Some(word) = rest.last() {
            let Some(right) = outcome.value() else {
                return Err(frame.error(word.column, Reason::NothingToTheRight(word.kind.written())));
            };
            if let [
                before @ ..,
                name,
                Word { column, kind: WordKind::Index(index) },
                Word { kind: WordKind::Assign, .. },
            ] = rest
            {
                self.assign_items(name, index, *column, &right, frame)?;
                rest = before;
                outcome = Outcome::Silent(right);
            } else if let WordKind::Assign = word.kind {
                let name = assigned_name(&mut rest, frame)?;
                self.names.insert(name, Meaning::Value(right.clone()));
                outcome = Outcome::Silent(right);
            } else {
                let Some((function, called)) = self.function(&mut rest, frame)? else {
                    if let WordKind::Branch | WordKind::Label(_) | WordKind::Semicolon | WordKind::Outer = word.kind {
                        return Err(frame.error(word.column, Reason::Misplaced(word.kind.written())));
                    }
                    return Err(frame.error(word.column, Reason::NotAFunction));
                };
                let left = self.values(&mut rest, Place::LeftOfFunction, frame)?;
                outcome = self.call(&function, called, left.as_ref(), Some(&right), frame)?;
            }
        }
        Ok(outcome)
    }

    /// Executes `name[index]←right`.
    fn assign_items(
        &mut self,
        name: &Word,
        index: &[Word],
        column: usize,
        right: &Value,
        frame: &Frame,
    ) -> Result<(), Error> {
        let fail = |reason| frame.error(column, reason);
        let WordKind::Name(name) = &name.kind else { return Err(fail(Reason::AssignedToNothing)) };
        let index = self.index(index, column, frame)?;
        let Some(Meaning::Value(value)) = self.names.get_mut(name) else {
            return Err(fail(Reason::UnknownName(name.clone())));
        };
        *value = index.replaced(value, right).map_err(fail)?;
        Ok(())
    }

    /// Executes the words between `[` and `]` from right to left, and returns the index that they give.
    fn index(&mut self, words: &[Word], column: usize, frame: &Frame) -> Result<Index, Error> {
        let fail = |reason| frame.error(column, reason);
        let inside = frame.above(column)?;
        let mut parts: Vec<Option<Value>> = Vec::new();
        for part in words.rsplit(|word| matches!(word.kind, WordKind::Semicolon)) {
            parts.push(self.run(part, &inside)?.value());
        }
        match &mut parts[..] {
            [index] => index.take().map(Index::Vector).ok_or_else(|| fail(Reason::NoValue("[ ]"))),
            [columns, rows] => Ok(Index::Matrix(rows.take(), columns.take())),
            _ => Err(fail(Reason::IndexParts)),
        }
    }

    /// Executes words that end with a function instead of a value: assigns the function to each name in front of it, as
    /// in `f←g←{⍵}`. Does nothing if there are no words.
    fn define(&mut self, mut rest: &[Word], frame: &Frame) -> Result<Outcome, Error> {
        let Some(last) = rest.last() else { return Ok(Outcome::Nothing) };
        let nothing_to_the_right = || frame.error(last.column, Reason::NothingToTheRight(last.kind.written()));
        let function = self.function(&mut rest, frame)?;
        let Some((function, _)) = function.filter(|_| is_assigned(rest)) else { return Err(nothing_to_the_right()) };
        while !rest.is_empty() {
            let name = assigned_name(&mut rest, frame)?;
            self.names.insert(name, Meaning::Function(function.clone()));
        }
        Ok(Outcome::Nothing)
    }

    /// Removes the adjacent values at the right end of `rest`. Returns these values as one value; returns `None` if
    /// `rest` does not end with a value.
    fn values(&mut self, rest: &mut &[Word], place: Place, frame: &Frame) -> Result<Option<Value>, Error> {
        let mut run = Vec::new();
        let mut leftmost = 0;
        while let Some((value, column)) = self.value_at_end(rest, run.is_empty(), place, frame)? {
            run.push(value);
            leftmost = column;
        }
        match run.len() {
            0 | 1 => Ok(run.pop()),
            _ => {
                let items = gather(run.into_iter().rev().map(Value::into_item));
                items.map(|items| Some(Value::Vector(items))).map_err(|reason| frame.error(leftmost, reason))
            }
        }
    }

    /// Removes the value at the right end of `rest`. Returns the value and its column; returns `None` if `rest` does
    /// not end with a value.
    ///
    /// A function that takes no argument is called, and its result is the value. There is one exception: a function in
    /// braces, such as `{1}`, is called only if `rightmost` is true. `rightmost` is false if another value has just
    /// been removed from the right end of `rest`.
    fn value_at_end(
        &mut self,
        rest: &mut &[Word],
        rightmost: bool,
        place: Place,
        frame: &Frame,
    ) -> Result<Option<(Value, usize)>, Error> {
        let Some((word, before)) = rest.split_last() else { return Ok(None) };
        if let WordKind::Index(words) = &word.kind {
            let index = self.index(words, word.column, frame)?;
            *rest = before;
            let Some((indexed_value, column)) = self.value_at_end(rest, true, Place::LeftOfFunction, frame)? else {
                return Err(frame.error(word.column, Reason::NothingToTheLeft("[ ]".to_owned())));
            };
            let value = index.of(&indexed_value).map_err(|reason| frame.error(word.column, reason))?;
            return Ok(Some((value, column)));
        }
        let mut value = self.value_of(word, frame)?;
        if value.is_none()
            && (place == Place::LeftOfFunction || !is_assigned(before))
            && let Some(function) = self.function_of(word, frame)?
            && function.is_niladic()
            && (rightmost || function.is_always_niladic())
        {
            let outcome = self.call(&function, word, None, None, frame)?;
            value = Some(outcome.value().ok_or_else(|| frame.error(word.column, Reason::NoValue("this function")))?);
        }
        Ok(value.map(|value| {
            *rest = before;
            (value, word.column)
        }))
    }

    /// Returns the value of a word; `None` if the word is not a value.
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
                let value = self.run(words, &frame.above(word.column)?)?.value();
                value.map(Some).ok_or_else(|| frame.error(word.column, Reason::NoValue("( )")))
            }
            _ => Ok(None),
        }
    }

    /// Removes the function at the right end of `rest`. Returns the function and its word; returns `None` if `rest`
    /// does not end with a function.
    fn function<'w>(&self, rest: &mut &'w [Word], frame: &Frame) -> Result<Option<(Function, &'w Word)>, Error> {
        let (mut before, mut operators) = (*rest, Vec::new());
        while let [further @ .., word @ Word { kind: WordKind::Each | WordKind::Reduce, .. }] = before {
            operators.push(word);
            before = further;
        }
        let operand = match before.split_last() {
            Some((word, further)) => self.function_of(word, frame)?.map(|function| (function, word, further)),
            None => None,
        };
        let (mut function, called, mut further) = match operand {
            Some(operand) => operand,
            None => match (operators.pop(), Primitive::find('/')) {
                (None, _) => return Ok(None),
                // Between values, `/` is a function.
                (Some(word @ Word { kind: WordKind::Reduce, .. }), Some(replicate)) => {
                    (Function::Primitive(replicate), word, before)
                }
                (Some(word), _) => return Err(frame.error(word.column, Reason::EachOfNothing)),
            },
        };
        if let Some((outer @ Word { kind: WordKind::Outer, .. }, before)) = further.split_last() {
            function = function.outer().ok_or_else(|| frame.error(outer.column, Reason::OuterOfNothing))?;
            further = before;
        }
        for operator in operators.iter().rev() {
            function = match operator.kind {
                WordKind::Each => function.each(1),
                _ => function.reduce().ok_or_else(|| frame.error(operator.column, Reason::ReduceOfReduce))?,
            };
        }
        *rest = further;
        Ok(Some((function, called)))
    }

    /// Returns the function that a word stands for; `None` if the word does not stand for a function.
    fn function_of(&self, word: &Word, frame: &Frame) -> Result<Option<Function>, Error> {
        Ok(match &word.kind {
            WordKind::Primitive(primitive) => Some(Function::Primitive(primitive)),
            WordKind::Execute => Some(Function::Execute),
            WordKind::Function(body) => Some(Function::Braces(Arc::clone(body))),
            WordKind::Representation(representation) => Some(Function::Representation(*representation)),
            WordKind::Itself => match frame.itself {
                Some(function) => Some(function.clone()),
                None => return Err(frame.error(word.column, Reason::NoItself)),
            },
            WordKind::Name(name) => match self.names.get(name) {
                Some(Meaning::Function(function)) => Some(function.clone()),
                Some(Meaning::Value(_)) => None,
                None => return Err(frame.error(word.column, Reason::UnknownName(name.clone()))),
            },
            _ => None,
        })
    }
}

/// The position of values in a line: at the right end of the line, or to the left of a function. At the right end, a
/// function without arguments such as `{1}` is not called if `←` is to its left: `f←{1}` assigns the function. To the
/// left of a function, `{1}` is called for its value even after `←`: `x←{1}+2`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    RightEnd,
    LeftOfFunction,
}

/// Whether these words end with `←`.
fn is_assigned(words: &[Word]) -> bool {
    matches!(words.last(), Some(Word { kind: WordKind::Assign, .. }))
}

/// Removes `name←` from the right end of `rest`, and returns the name.
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

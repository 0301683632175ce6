//! Calls of functions.

use super::can::can;
use super::control::block;
use super::error::{Error, Reason};
use super::figure::Figure;
use super::function::Function;
use super::item::Item;
use super::items::{Gathered, MAX_ITEMS};
use super::itemwise::{paired, shaped};
use super::line::Line;
use super::matrix::Matrix;
use super::predicate::Answer;
use super::reader::{Body, Word};
use super::readings::Readings;
use super::square::Vector;
use super::value::Value;
use super::workspace::{Frame, Outcome, Workspace};

impl Workspace {
    /// Calls a function. `word` is the token that names the function or, for a function in braces, defines it.
    pub(super) fn call(
        &mut self,
        function: &Function,
        word: &Word,
        left: Option<&Value>,
        right: Option<&Value>,
        frame: &Frame,
    ) -> Result<Outcome, Error> {
        let fail = |reason| frame.error(word.column, reason);
        if self.is_interrupted() {
            return Err(fail(Reason::Interrupted));
        }
        let right = match (function, right) {
            (Function::Braces(body), _) => return self.call_braces(function, body, word, left, right, frame),
            (Function::Defined(definition), _) => {
                return self.call_defined(function, definition, word, left, right, frame);
            }
            (_, Some(right)) => right,
            (_, None) => return Err(fail(Reason::NothingToTheRight(word.kind.written()))),
        };
        let nothing_to_the_left = || fail(Reason::NothingToTheLeft(word.kind.written()));
        let something_to_the_left = || fail(Reason::SomethingToTheLeft(word.kind.written()));
        match (function, left) {
            (Function::Primitive(primitive), left) => {
                let no_such_form = || if left.is_some() { something_to_the_left() } else { nothing_to_the_left() };
                primitive.call(left, right).ok_or_else(no_such_form)?.map(Outcome::Value).map_err(fail)
            }
            (Function::Execute, Some(_)) => Err(something_to_the_left()),
            (Function::Execute, None) => {
                let line = Line::new(&right.as_text().ok_or_else(|| fail(Reason::NotText))?);
                let steps = block(line.clone())?;
                self.last_of(&steps, &frame.above(word.column)?.on(&line))
            }
            (Function::Representation(_), Some(_)) => Err(something_to_the_left()),
            (Function::Representation(representation), None) => {
                self.represent(*representation, right).map(Outcome::Value).map_err(fail)
            }
            (Function::Can(_), None) => Err(nothing_to_the_left()),
            (Function::Can(readings), Some(left)) => call_can(left, right, *readings).map(Outcome::Value).map_err(fail),
            (Function::Each(function, times), _) => {
                let function = Function::clone(function).each(times - 1);
                self.call_each(&function, word, left, right, &frame.above(word.column)?).map(Outcome::Value)
            }
            (Function::Outer(_), None) => Err(nothing_to_the_left()),
            (Function::Outer(function), Some(left)) => {
                self.call_outer(function, word, left, right, &frame.above(word.column)?).map(Outcome::Value)
            }
            (Function::Reduce(_), Some(_)) => Err(something_to_the_left()),
            (Function::Reduce(function), None) => {
                self.call_reduce(function, word, right, &frame.above(word.column)?).map(Outcome::Value)
            }
            (Function::Braces(_) | Function::Defined(_), _) => unreachable!("they are called above"),
        }
    }

    /// Calls a function in braces. Executes the statements in order, but skips each statement whose guard is 0. Ends
    /// after the first executed statement that has a guard or is not an assignment. The value of the call is the value
    /// of the last executed statement.
    fn call_braces(
        &mut self,
        function: &Function,
        body: &Body,
        word: &Word,
        left: Option<&Value>,
        right: Option<&Value>,
        frame: &Frame,
    ) -> Result<Outcome, Error> {
        match left {
            None if body.dyadic => return Err(frame.error(word.column, Reason::NothingToTheLeft(word.kind.written()))),
            Some(_) if !body.dyadic => {
                return Err(frame.error(word.column, Reason::SomethingToTheLeft(word.kind.written())));
            }
            _ => {}
        }
        let inside =
            Frame { alpha: left, omega: right, itself: Some(function), ..frame.above(word.column)?.on(&body.line) };
        let mut last = None;
        for clause in &body.clauses {
            match &clause.guard {
                Some(guard) if !self.condition_holds(guard, &inside)? => continue,
                Some(_) => {
                    last = self.run(&clause.words, &inside)?.value();
                    break;
                }
                None => {}
            }
            match self.run(&clause.words, &inside)? {
                Outcome::Value(value) => {
                    last = Some(value);
                    break;
                }
                outcome => last = outcome.value(),
            }
        }
        last.map(Outcome::Value).ok_or_else(|| frame.error(word.column, Reason::NoValue("{ }")))
    }

    /// Calls a function once for each item, or for each pair of items, as `¨` does.
    fn call_each(
        &mut self,
        function: &Function,
        word: &Word,
        left: Option<&Value>,
        right: &Value,
        frame: &Frame,
    ) -> Result<Value, Error> {
        let fail = |reason| frame.error(word.column, reason);
        let pairs: Vec<(Option<&Item>, &Item)> = match left {
            None => right.items().iter().map(|item| (None, item)).collect(),
            Some(left) => paired(left, right).map_err(fail)?.into_iter().map(|(a, b)| (Some(a), b)).collect(),
        };
        let mut results = Gathered::default();
        for (a, b) in pairs {
            let outcome = self.call(function, word, a.map(Item::opened).as_ref(), Some(&b.opened()), frame)?;
            let value = outcome.value().ok_or_else(|| fail(Reason::NoValue("⍎")))?;
            results.push(value.into_item().map_err(fail)?).map_err(fail)?;
        }
        Ok(shaped(left.unwrap_or(right), right, results.into_items()))
    }
}

impl Workspace {
    /// Calls a function between the items of a vector, or of each row of a matrix, as `/` does.
    fn call_reduce(&mut self, function: &Function, word: &Word, right: &Value, frame: &Frame) -> Result<Value, Error> {
        match right {
            Value::Scalar(_) => Ok(right.clone()),
            Value::Vector(items) => self.reduce_items(function, word, items, frame).map(Value::Scalar),
            Value::Matrix(matrix) => {
                let mut results = Gathered::default();
                for row in matrix.rows() {
                    let result = self.reduce_items(function, word, row, frame)?;
                    results.push(result).map_err(|reason| frame.error(word.column, reason))?;
                }
                Ok(Value::Vector(results.into_items()))
            }
        }
    }

    /// Calls a function between the items: first with the last two items, then with each earlier item on the left and
    /// the last result on the right. If there are no items, returns the identity element of the function.
    fn reduce_items(&mut self, function: &Function, word: &Word, items: &[Item], frame: &Frame) -> Result<Item, Error> {
        let fail = |reason| frame.error(word.column, reason);
        let mut items = items.iter().rev();
        let Some(last) = items.next() else {
            let identity = match function {
                Function::Primitive(primitive) => primitive.identity(),
                _ => None,
            };
            let identity = identity.ok_or_else(|| fail(Reason::NothingToReduce(word.kind.written())))?;
            return identity.into_item().map_err(fail);
        };
        let mut result = last.opened();
        for item in items {
            let outcome = self.call(function, word, Some(&item.opened()), Some(&result), frame)?;
            result = outcome.value().ok_or_else(|| fail(Reason::NoValue("/")))?;
        }
        result.enclosed().map_err(fail)
    }

    /// Calls a function for each item on the left with each item on the right, as `∘.` does.
    fn call_outer(
        &mut self,
        function: &Function,
        word: &Word,
        left: &Value,
        right: &Value,
        frame: &Frame,
    ) -> Result<Value, Error> {
        let fail = |reason| frame.error(word.column, reason);
        let (rows, columns) = (left.items().len(), right.items().len());
        rows.checked_mul(columns)
            .filter(|count| *count <= MAX_ITEMS)
            .ok_or_else(|| fail(Reason::TooLarge(MAX_ITEMS)))?;
        let mut results = Gathered::default();
        for (a, b) in left.items().iter().flat_map(|a| right.items().iter().map(move |b| (a, b))) {
            let outcome = self.call(function, word, Some(&a.opened()), Some(&b.opened()), frame)?;
            let value = outcome.value().ok_or_else(|| fail(Reason::NoValue("∘.")))?;
            results.push(value.into_item().map_err(fail)?).map_err(fail)?;
        }
        let items = results.into_items();
        match (left, right) {
            (Value::Vector(_), Value::Vector(_)) => Ok(Value::Matrix(Matrix { rows, columns, items })),
            (Value::Scalar(_), other) | (other, Value::Scalar(_)) => Ok(shaped(other, other, items)),
            _ => Err(fail(Reason::Axes)),
        }
    }
}

/// Computes `figtype can vec` for APL values: checks that `figure` is the number of a piece and that `vector` is a pair
/// of whole numbers, and calls the native `can`.
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
    let [rank, file] = vector.items() else { return Err(Reason::NotAPair(vector.items().len())) };
    let pair = whole(rank).zip(whole(file));
    let (rank, file) = pair.ok_or_else(|| Reason::NotAVector(vector.to_string()))?;
    Ok(match can(figure, Vector { rank, file }, readings) {
        Answer::Never => Value::truth(false),
        Answer::Always => Value::truth(true),
        Answer::If(predicate) => Value::text(&predicate.to_string()),
    })
}

//! What happens when a function is called.

use std::sync::Arc;

use super::can::can;
use super::error::{Error, Reason};
use super::figure::Figure;
use super::function::Function;
use super::predicate::Answer;
use super::primitives::{Gathered, Primitive, paired, shaped};
use super::reader::{Word, read};
use super::readings::Readings;
use super::square::Vector;
use super::value::{Item, Value};
use super::workspace::{Frame, Outcome, Workspace};

impl Workspace {
    /// Calls a function that was written as this word.
    pub(super) fn call(
        &mut self,
        function: &Function,
        word: &Word,
        left: Option<&Value>,
        right: &Value,
        frame: &Frame,
    ) -> Result<Outcome, Error> {
        let fail = |reason| frame.error(word.column, reason);
        let nothing_to_the_left = || fail(Reason::NothingToTheLeft(word.kind.written()));
        let something_to_the_left = || fail(Reason::SomethingToTheLeft(word.kind.written()));
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
                let inside = frame.above(word.column, &line, frame.alpha, frame.omega)?;
                self.run(&read(&line)?, &inside)
            }
            (Function::Defined(body), None) if body.dyadic => Err(nothing_to_the_left()),
            (Function::Defined(body), Some(_)) if !body.dyadic => Err(something_to_the_left()),
            (Function::Defined(body), _) => {
                let inside = frame.above(word.column, &body.line, left, Some(right))?;
                let value = self.run(&body.words, &inside)?.value();
                value.map(Outcome::Value).ok_or_else(|| fail(Reason::NoValue("{ }")))
            }
            (Function::Can(_), None) => Err(nothing_to_the_left()),
            (Function::Can(readings), Some(left)) => call_can(left, right, *readings).map(Outcome::Value).map_err(fail),
            (Function::Each(function, times), _) => {
                let inside = frame.above(word.column, frame.line, frame.alpha, frame.omega)?;
                let function = Function::clone(function).each(times - 1);
                self.call_each(&function, word, left, right, &inside).map(Outcome::Value)
            }
        }
    }

    /// Calls a function for each item, or each pair of items, by itself.
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
            let outcome = self.call(function, word, a.map(Item::opened).as_ref(), &b.opened(), frame)?;
            let value = outcome.value().ok_or_else(|| fail(Reason::NoValue("⍎")))?;
            results.push(value.into_item()).map_err(fail)?;
        }
        Ok(shaped(left.unwrap_or(right), right, results.into_items()))
    }
}

/// `figtype can vec`
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

//! Functions defined by a header and the lines below it, and the execution of such functions.
//!
//! The names in the header are local to the function, and also visible in the functions that the function calls: APL's
//! dynamic scope. All other names belong to the workspace.

use std::sync::Arc;

use super::control::{Choice, Condition, Connective, Statement, Step, function_block};
use super::error::{Error, Reason};
use super::function::{Definition, Function};
use super::header::Header;
use super::item::{Item, whole};
use super::line::Line;
use super::number::Number;
use super::reader::Word;
use super::value::Value;
use super::workspace::{Frame, Meaning, Outcome, Workspace};

/// The control flow after a step: continue with the next step, go to a line, or return from the function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    On,
    /// Go to the line with this number.
    To(Number),
    Return,
}

/// The largest number of values that one line prints.
const MAX_PRINTED_VALUES: usize = 100_000;

impl Workspace {
    /// Defines a function by the header and the lines below the header.
    ///
    /// ```
    /// use focal8_exhibits::threeman::Workspace;
    /// let mut workspace = Workspace::default();
    /// workspace.define_function(&["r←a plus b", ":if a=0 ⋄ r←b ⋄ :return ⋄ :endif", "r←a+b"]).unwrap();
    /// assert_eq!(workspace.execute("2 plus 3").unwrap().unwrap().to_string(), "5");
    /// ```
    pub fn define_function(&mut self, lines: &[impl AsRef<str>]) -> Result<(), Error> {
        let (first, below) = lines.split_first().map_or(("", lines), |(first, below)| (first.as_ref(), below));
        let header = Header::read(&Line::new(first))?;
        let mut all = vec![Line::of_function(&header.name, 0, first)];
        all.extend(below.iter().enumerate().map(|(i, line)| Line::of_function(&header.name, i + 1, line.as_ref())));
        let steps = function_block(all[1..].iter().cloned())?;
        let name = header.name.clone();
        let definition = Definition { header, lines: all, steps };
        self.names.insert(name, Meaning::Function(Function::Defined(Arc::new(definition))));
        Ok(())
    }

    /// Calls a function that is defined by a header and the lines below the header.
    pub(super) fn call_defined(
        &mut self,
        function: &Function,
        definition: &Definition,
        word: &Word,
        left: Option<&Value>,
        right: Option<&Value>,
        frame: &Frame,
    ) -> Result<Outcome, Error> {
        let header = &definition.header;
        let wrong = match (&header.left, left, &header.right, right) {
            (Some(_), None, ..) if !header.left_is_optional => Some(Reason::NothingToTheLeft(header.name.clone())),
            (None, Some(_), ..) => Some(Reason::SomethingToTheLeft(header.name.clone())),
            (.., Some(_), None) => Some(Reason::NothingToTheRight(header.name.clone())),
            _ => None,
        };
        if let Some(reason) = wrong {
            return Err(frame.error(word.column, reason));
        }
        let header_line = &definition.lines[0];
        let above = frame.above(word.column)?;
        let inside = Frame { alpha: None, omega: None, itself: Some(function), ..above.on(header_line) };
        let labels = &definition.steps.labels;
        let local_names = header.own_names().chain(labels.iter().map(|(label, _)| label));
        let outside: Vec<_> = local_names.map(|name| (name.clone(), self.names.remove(name))).collect();
        for (label, number) in labels {
            self.names.insert(label.clone(), Meaning::Value(Value::count(*number)));
        }
        for (name, value) in [(&header.left, left), (&header.right, right)] {
            if let (Some(name), Some(value)) = (name, value) {
                self.names.insert(name.clone(), Meaning::Value(value.clone()));
            }
        }
        let flow = self.all_steps(definition, &inside);
        let result = header.result.as_ref().map(|name| (name, self.names.remove(name)));
        // The meanings are restored in reverse order, so that a name that occurs twice in the header gets back its
        // first meaning.
        for (name, meaning) in outside.into_iter().rev() {
            match meaning {
                Some(meaning) => self.names.insert(name, meaning),
                None => self.names.remove(&name),
            };
        }
        flow?;
        match result {
            None => Ok(Outcome::Nothing),
            Some((_, Some(Meaning::Value(value)))) => Ok(Outcome::Value(value)),
            Some((name, _)) => {
                let before = header_line.text.split(name.as_str()).next().unwrap_or_default();
                let reason = Reason::NoResult { function: header.name.clone(), result: name.clone() };
                Err(Error::new(reason, header_line, before.chars().count() + 1))
            }
        }
    }

    /// Executes the steps of a function in order, unless a `→` goes to another line.
    fn all_steps(&mut self, definition: &Definition, frame: &Frame) -> Result<Flow, Error> {
        let steps = &definition.steps.steps;
        let mut next = 0;
        loop {
            match self.steps(&steps[next..], frame)? {
                Flow::To(line) if (1..definition.lines.len() as Number).contains(&line) => {
                    let is_before =
                        |step: &Step| step.first().is_some_and(|first| (first.line.number as Number) < line);
                    next = steps.partition_point(is_before);
                }
                _ => return Ok(Flow::Return),
            }
        }
    }

    /// Executes the words after `→`, and goes to the line with the resulting number. If the value is empty, continues
    /// with the next step. A `→` without words returns from the function.
    fn branch(&mut self, statement: &Statement, frame: &Frame) -> Result<Flow, Error> {
        if self.is_interrupted() {
            return Err(statement.error(Reason::Interrupted));
        }
        if statement.words.is_empty() {
            return Ok(Flow::Return);
        }
        let value = self.value_of_statement(statement, frame)?;
        let Some(item) = value.items().first() else { return Ok(Flow::On) };
        let line = whole('→', item).map_err(|reason| statement.error(reason))?;
        let is_inside = |(first, last): &(usize, usize)| (*first as Number + 1..=*last as Number).contains(&line);
        let structures = match frame.itself {
            Some(Function::Defined(definition)) => &definition.steps.structures[..],
            _ => &[],
        };
        match structures.iter().find(|structure| is_inside(structure)) {
            Some(&(first, last)) => Err(statement.error(Reason::BranchIntoStructure { line, first, last })),
            None => Ok(Flow::To(line)),
        }
    }

    /// Executes steps in order, and prints each value that is not assigned.
    pub(super) fn steps(&mut self, steps: &[Step], frame: &Frame) -> Result<Flow, Error> {
        for step in steps {
            let inside = match step {
                Step::Return(_) => return Ok(Flow::Return),
                Step::Branch(statement) => match self.branch(statement, frame)? {
                    Flow::On => continue,
                    flow => return Ok(flow),
                },
                Step::Words(statement) => {
                    if let Outcome::Value(value) = self.run(&statement.words, &frame.on(&statement.line))? {
                        if self.printed.len() == MAX_PRINTED_VALUES {
                            return Err(statement.error(Reason::TooMuchPrinted(MAX_PRINTED_VALUES)));
                        }
                        self.printed.push(value);
                    }
                    continue;
                }
                Step::If(branches, otherwise) => self.chosen_branch(branches, frame)?.unwrap_or(otherwise),
                Step::Select(subject, choices, otherwise) => {
                    self.chosen_case(subject, choices, frame)?.unwrap_or(otherwise)
                }
            };
            match self.steps(inside, &frame.above(1)?)? {
                Flow::On => {}
                flow => return Ok(flow),
            }
        }
        Ok(Flow::On)
    }

    /// Executes steps, and returns the value of the last step.
    pub(super) fn last_of(&mut self, steps: &[Step], frame: &Frame) -> Result<Outcome, Error> {
        match steps.split_last() {
            Some((Step::Words(last), before)) => match self.steps(before, frame)? {
                Flow::On => self.run(&last.words, &frame.on(&last.line)),
                Flow::To(_) | Flow::Return => Ok(Outcome::Nothing),
            },
            _ => self.steps(steps, frame).map(|_| Outcome::Nothing),
        }
    }

    fn chosen_branch<'a>(
        &mut self,
        branches: &'a [(Condition, Vec<Step>)],
        frame: &Frame,
    ) -> Result<Option<&'a Vec<Step>>, Error> {
        for (Condition { first, more }, steps) in branches {
            let mut holds = self.condition_holds(&first.words, &frame.on(&first.line))?;
            for (connective, further) in more {
                // A condition that cannot change the result is not executed.
                if holds == (*connective == Connective::And) {
                    holds = self.condition_holds(&further.words, &frame.on(&further.line))?;
                }
            }
            if holds {
                return Ok(Some(steps));
            }
        }
        Ok(None)
    }

    fn chosen_case<'a>(
        &mut self,
        subject: &Statement,
        choices: &'a [(Choice, Vec<Step>)],
        frame: &Frame,
    ) -> Result<Option<&'a Vec<Step>>, Error> {
        let subject = self.value_of_statement(subject, frame)?;
        for (choice, steps) in choices {
            let is_it = match choice {
                Choice::Case(value) => self.value_of_statement(value, frame)? == subject,
                Choice::CaseList(values) => {
                    let values = self.value_of_statement(values, frame)?;
                    values.items().iter().any(|item| item.opened() == subject)
                }
            };
            if is_it {
                return Ok(Some(steps));
            }
        }
        Ok(None)
    }

    fn value_of_statement(&mut self, statement: &Statement, frame: &Frame) -> Result<Value, Error> {
        let value = self.run(&statement.words, &frame.on(&statement.line))?.value();
        value.ok_or_else(|| statement.error(Reason::NoValue("this")))
    }

    /// Returns true if the value of a condition is a single 1, and false if that value is a single 0. Any other value
    /// is an error.
    pub(super) fn condition_holds(&mut self, words: &[Word], frame: &Frame) -> Result<bool, Error> {
        let fail = |reason| frame.error(words.first().map_or(1, |word| word.column), reason);
        let value = self.run(words, frame)?.value().ok_or_else(|| fail(Reason::NoValue("the condition")))?;
        match value.items() {
            [Item::Number(0)] => Ok(false),
            [Item::Number(1)] => Ok(true),
            [_] => Err(fail(Reason::NotACondition(value.to_string()))),
            items => Err(fail(Reason::ConditionLength(items.len(), value.to_string()))),
        }
    }
}

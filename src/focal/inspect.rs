//! Looking into a FOCAL that runs: where it is, how it came there, what it holds.
//!
//! Both of our FOCALs can be looked into in the same words, native FOCAL here and the one in machine code in
//! `focal_machine`; nothing happens to either by it.

use super::control::Frame;
use super::error::ErrorCode;
use super::error::Halt;
use super::text::Text;
use super::variables::{Key, Slot};
use super::{Focal, LineNumber, Mode, Variable, VariableName};
use crate::ascii::RETURN;
use crate::float::Float;

/// The heading, line 00.00.
pub const HEADING: LineNumber = LineNumber::new(0, 0);

/// A place in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The line; none for the line typed last, which has no number.
    pub line: Option<LineNumber>,
    /// The character in it, from 0.
    pub column: usize,
}

/// A DO or FOR under way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Level {
    /// A DO, and the place that it comes back to.
    Do {
        /// Behind its line number.
        back: Place,
    },
    /// A FOR, and where its body begins.
    For {
        /// The variable that it counts in; none when the variables were erased meanwhile.
        variable: Option<VariableName>,
        /// Its value now.
        value: Float,
        /// What is added each time.
        increment: Float,
        /// The last value.
        limit: Float,
        /// What ended its last number; the body is behind it.
        body: Place,
    },
}

impl Level {
    /// The place in the text that belongs to it.
    pub const fn place(&self) -> Place {
        match self {
            Level::Do { back } => *back,
            Level::For { body, .. } => *body,
        }
    }
}

/// Why an expression has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EvaluateError {
    /// FOCAL's own answer.
    #[error("?{}: {reason}", reason.code())]
    Focal {
        /// What is wrong.
        reason: ErrorCode,
    },
    /// It does not fit into the line buffer.
    #[error("the expression is too long")]
    TooLong,
    /// More stands there than an expression.
    #[error("the expression is followed by something else")]
    More,
    /// FADC waits for a converter, or it takes for ever.
    #[error("it does not come to an end")]
    Endless,
}

/// What a machine has done since it was switched on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spent {
    /// Memory cycles.
    pub cycles: u64,
    /// Its own time.
    pub nanoseconds: u64,
}

/// What can be asked of a FOCAL while it runs. Asking changes nothing.
pub trait Inspect {
    /// What the machine that it runs on has done; none without a machine.
    fn spent(&self) -> Option<Spent> {
        None
    }

    /// The character at work; none while FOCAL takes a line at its `*`.
    fn place(&self) -> Option<Place>;

    /// The DOs and FORs under way, the innermost first.
    fn levels(&self) -> Vec<Level>;

    /// How many there are.
    fn depth(&self) -> usize {
        self.levels().len()
    }

    /// The variables, in the order of their making.
    fn variables(&self) -> Vec<Variable>;

    /// The numbered lines in order, each with its text.
    fn lines(&self) -> Vec<(LineNumber, Vec<u8>)>;

    /// The text of a line; that of the line typed last without a number.
    fn text(&self, line: Option<LineNumber>) -> Option<Vec<u8>>;

    /// The value of an expression, found by the interpreter itself beside all that it does.
    ///
    /// # Errors
    ///
    /// FOCAL's answer, where it has no value.
    fn evaluate(&self, expression: &[u8]) -> Result<Float, EvaluateError>;

    /// The value of a variable; none if there is no such variable, which reads as 0.
    fn value(&self, wanted: VariableName) -> Option<Float> {
        let is_wanted = |variable: &Variable| variable.name == wanted;
        self.variables().into_iter().find(is_wanted).map(|variable| variable.value)
    }
}

/// The column of the command that begins at `column` or behind it in a line; none when the line has no more. What
/// stands between commands, and the `?` of the trace, is no command.
pub fn command_at(text: &[u8], column: usize) -> Option<usize> {
    let is_between = |character: &u8| matches!(character, b' ' | b',' | b';' | b'?');
    text.iter().skip(column).position(|character| !is_between(character)).map(|skipped| column + skipped)
}

impl Inspect for Focal {
    fn place(&self) -> Option<Place> {
        let place = self.place_of(self.position, self.character);
        match self.mode {
            Mode::Dialogue(_) | Mode::Command => None,
            // Between two commands it is at the next, if the line has one.
            Mode::Running => {
                let rest = self.text.line_from(self.place_in_row(place));
                Some(Place { column: place.column + command_at(rest, 0).unwrap_or(0), ..place })
            }
            Mode::Ask(_) | Mode::Modify | Mode::Converter => Some(place),
        }
    }

    fn levels(&self) -> Vec<Level> {
        self.frames.iter().rev().map(|frame| self.level(frame)).collect()
    }

    fn depth(&self) -> usize {
        self.frames.len()
    }

    fn variables(&self) -> Vec<Variable> {
        Focal::variables(self).collect()
    }

    fn lines(&self) -> Vec<(LineNumber, Vec<u8>)> {
        Focal::lines(self).map(|(number, text)| (number, text.to_vec())).collect()
    }

    fn text(&self, line: Option<LineNumber>) -> Option<Vec<u8>> {
        match line {
            Some(HEADING) => Some(self.text.contents(Text::HEADING).to_vec()),
            Some(number) => self.text.find(number).map(|line| self.text.contents(line).to_vec()),
            None => Some(self.text.line_from(Text::DIRECT).to_vec()),
        }
    }

    fn evaluate(&self, expression: &[u8]) -> Result<Float, EvaluateError> {
        if expression.iter().copied().map(super::limits::pieces).sum::<usize>() >= self.limits.line_buffer_pieces {
            return Err(EvaluateError::TooLong);
        }
        // As a direct line would: nothing is on the push-down list but the call of that line.
        let mut beside = self.clone();
        beside.frames.clear();
        beside.waiting.clear();
        (beside.pushed, beside.trace) = (self.limits.call, false);
        beside.text.set_direct(expression);
        beside.position = Text::DIRECT;
        beside.read();
        match Focal::evaluate(&mut beside) {
            Ok(_) if beside.character != RETURN => Err(EvaluateError::More),
            Ok(value) => Ok(value),
            Err(Halt::Error(reason)) => Err(EvaluateError::Focal { reason }),
            Err(Halt::Converter) => Err(EvaluateError::Endless),
        }
    }

    fn value(&self, wanted: VariableName) -> Option<Float> {
        let slot = self.variables.find(Key::of(wanted))?;
        Some(self.variables.value(slot))
    }
}

impl Focal {
    /// Where a character was read; a RETURN is not passed by reading it.
    fn place_of(&self, position: usize, character: u8) -> Place {
        let at = if character == RETURN { position } else { position.saturating_sub(1) };
        match self.text.line_of(at) {
            Some(line) => Place { line: Some(self.text.number(line)), column: at - self.text.start(line) },
            None => Place { line: None, column: at - Text::DIRECT },
        }
    }

    /// The place of a place in the row of all characters.
    fn place_in_row(&self, place: Place) -> usize {
        let line = place.line.and_then(|number| match number {
            HEADING => Some(Text::HEADING),
            number => self.text.find(number),
        });
        line.map_or(Text::DIRECT, |line| self.text.start(line)) + place.column
    }

    fn level(&self, frame: &Frame) -> Level {
        match *frame {
            Frame::Do { position, character, .. } => Level::Do { back: self.place_of(position, character) },
            Frame::For { variable, increment, limit, body } => Level::For {
                variable: self.name_of(variable),
                value: self.variables.value(variable),
                increment,
                limit,
                body: self.place_of(body, b';'),
            },
        }
    }

    fn name_of(&self, slot: Slot) -> Option<VariableName> {
        (slot < self.variables.len()).then(|| self.variables.variable(slot).name)
    }
}

//! Inspection of a running FOCAL: its place in the text, the DOs and FORs that led there, and the variables.
//!
//! One trait inspects two interpreters: native FOCAL, implemented here, and FOCAL in machine code, implemented in
//! `focal_machine`. Inspection changes neither.

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

/// A place in the program text: a line and a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The line number, or `None` for the direct line.
    pub line: Option<LineNumber>,
    /// The column, from 0.
    pub column: usize,
}

/// An active DO or FOR.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Level {
    /// A DO.
    Do {
        /// The place after the DO's line number. The DO returns to this place.
        back: Place,
    },
    /// A FOR.
    For {
        /// The variable of the FOR; `None` if the variables were erased during the FOR.
        variable: Option<VariableName>,
        /// The current value of the variable.
        value: Float,
        /// The amount that the FOR adds to the variable after each run of the body.
        increment: Float,
        /// The limit of the FOR. The FOR ends when its variable is greater than this value.
        limit: Float,
        /// The place of the character before the body.
        body: Place,
    },
}

impl Level {
    /// Returns a place in the text that shows where the DO or FOR is: for a DO, the place after its line number, and
    /// for a FOR, the place of the character before its body.
    pub const fn place(&self) -> Place {
        match self {
            Level::Do { back } => *back,
            Level::For { body, .. } => *body,
        }
    }
}

/// The reason why an expression has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EvaluateError {
    /// The expression causes an error of FOCAL.
    #[error("?{}: {reason}", reason.code())]
    Focal {
        /// The error.
        reason: ErrorCode,
    },
    /// The expression does not fit into the line buffer.
    #[error("the expression is too long")]
    TooLong,
    /// More text follows the expression.
    #[error("the expression is followed by something else")]
    More,
    /// The expression takes too long, or FADC waits for a converter.
    #[error("it does not come to an end")]
    Endless,
}

/// The time that a machine has run since it was switched on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spent {
    /// The number of memory cycles.
    pub cycles: u64,
    /// The simulated time in nanoseconds.
    pub nanoseconds: u64,
}

/// The state of a running FOCAL. Reading the state changes nothing.
pub trait Inspect {
    /// Returns the time that the machine has run; `None` for native FOCAL, which runs without a machine.
    fn spent(&self) -> Option<Spent> {
        None
    }

    /// Returns the place of the current character; `None` at the `*` prompt.
    fn place(&self) -> Option<Place>;

    /// Returns the active DOs and FORs, innermost first.
    fn levels(&self) -> Vec<Level>;

    /// Returns the number of active DOs and FORs.
    fn depth(&self) -> usize {
        self.levels().len()
    }

    /// Returns the variables, in the order in which they were created.
    fn variables(&self) -> Vec<Variable>;

    /// Returns the numbered lines in order, each with its text.
    fn lines(&self) -> Vec<(LineNumber, Vec<u8>)>;

    /// Returns the text of a line, or of the direct line if `line` is `None`.
    fn text(&self, line: Option<LineNumber>) -> Option<Vec<u8>>;

    /// Evaluates an expression with FOCAL's own evaluator, without a change to the program's state.
    ///
    /// # Errors
    ///
    /// When the expression has no value.
    fn evaluate(&self, expression: &[u8]) -> Result<Float, EvaluateError>;

    /// Returns the value of a variable; `None` if the variable does not exist. FOCAL itself reads such a variable as 0.
    fn value(&self, wanted: VariableName) -> Option<Float> {
        let is_wanted = |variable: &Variable| variable.name == wanted;
        self.variables().into_iter().find(is_wanted).map(|variable| variable.value)
    }
}

/// Returns the column of the first command at or after `column` in a line; `None` if no command follows.
///
/// Skips the separators between commands, and the `?` of the trace.
pub fn command_at(text: &[u8], column: usize) -> Option<usize> {
    let is_between = |character: &u8| matches!(character, b' ' | b',' | b';' | b'?');
    text.iter().skip(column).position(|character| !is_between(character)).map(|skipped| column + skipped)
}

impl Inspect for Focal {
    fn place(&self) -> Option<Place> {
        let place = self.place_of(self.position, self.character);
        match self.mode {
            Mode::Dialogue(_) | Mode::Command => None,
            // Between two commands the place is that of the next command, if the line has one.
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
        // The evaluation begins with only the call of the line on the push-down list, as in a direct line.
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
    /// Returns the place of the character that was read last. If this character is a RETURN, `position` is its index.
    /// For any other character, `position` is the index of the next character.
    fn place_of(&self, position: usize, character: u8) -> Place {
        let at = if character == RETURN { position } else { position.saturating_sub(1) };
        match self.text.line_of(at) {
            Some(line) => Place { line: Some(self.text.number(line)), column: at - self.text.start(line) },
            None => Place { line: None, column: at - Text::DIRECT },
        }
    }

    /// Returns the index of `place` in the array of all characters.
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

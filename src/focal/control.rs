//! The flow of control: DO and FOR on the push-down list, GOTO, IF, RETURN, and the end of a line.
//!
//! Where a program continues after a line depends on the innermost DO or FOR and on the *current line*: the last line
//! that execution has entered by GOTO, IF or a DO of a group, or from the preceding line. While a direct line runs,
//! there is no current line. A DO of a single line leaves the current line unchanged.

use super::Focal;
use super::error::{ErrorCode, Halt};
use super::limits::pieces;
use super::text::{LineIndex, Reference, Text};
use super::variables::Slot;
use crate::ascii::RETURN;
use crate::float::Float;

/// An active DO or FOR.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Frame {
    /// A DO: the lines that it executes, and the state of the caller.
    Do { what: Reference, position: usize, character: u8, current: Option<LineIndex> },
    /// A FOR: its variable, increment and limit, and the position of its body. The variable's index remains valid after
    /// ERASE.
    For { variable: Slot, increment: Float, limit: Float, body: usize },
}

impl Focal {
    /// Continues execution at a text position.
    #[inline]
    fn go_to(&mut self, position: usize) {
        self.position = position;
        self.read();
    }

    /// Makes a line the current line, and continues execution at its start.
    fn enter(&mut self, line: LineIndex) {
        self.current = Some(line);
        self.go_to(self.text.start(line));
    }

    /// Executes `DO 1.2`, `DO 1` or `DO ALL`, which calls a line, a group or the whole program.
    pub(super) fn do_lines(&mut self) -> Result<(), Halt> {
        let what = self.reference()?;
        self.push(self.limits.do_place)?;
        let line = match what {
            Reference::All => Text::HEADING,
            Reference::Group(group) => self.text.first_of_group(group).ok_or(ErrorCode::GroupMissing)?,
            Reference::Line(number) => self.text.find(number).ok_or(ErrorCode::LineMissing)?,
        };
        self.push(self.words_of_group(what))?;
        let (position, character, current) = (self.position, self.character, self.current);
        self.frames.push(Frame::Do { what, position, character, current });
        match what {
            Reference::Line(_) => self.go_to(self.text.start(line)),
            _ => self.enter(line),
        }
        Ok(self.push(self.limits.do_call)?)
    }

    const fn words_of_group(&self, what: Reference) -> usize {
        match what {
            Reference::Line(_) => 0,
            Reference::Group(_) | Reference::All => self.limits.do_group,
        }
    }

    /// Executes `GOTO 1.2`. GOTO without a number continues with the heading.
    pub(super) fn goto(&mut self) -> Result<(), Halt> {
        let line = match self.reference()? {
            Reference::All => Text::HEADING,
            Reference::Group(_) => return Err(ErrorCode::TargetMissing.into()),
            Reference::Line(number) => self.text.find(number).ok_or(ErrorCode::TargetMissing)?,
        };
        self.enter(line);
        Ok(())
    }

    /// Executes `IF (X) 1.1,1.2,1.3`. The three targets are for a negative, a zero and a positive value.
    pub(super) fn if_goto(&mut self) -> Result<(), Halt> {
        let value = self.bracketed()?;
        let commas = match value {
            value if value.is_negative() => 0,
            value if value.is_zero() => 1,
            _ => 2,
        };
        for _ in 0..commas {
            while self.character != b',' {
                if matches!(self.character, b';' | RETURN) {
                    return Ok(());
                }
                self.read();
            }
            self.read();
        }
        self.goto()
    }

    /// Executes SET or FOR, which the interpreter treats as one command. Sets the variable, and begins a FOR if a comma
    /// follows.
    pub(super) fn set_command(&mut self) -> Result<(), Halt> {
        let variable = self.destination()?;
        self.skip_spaces();
        if self.character != b'=' {
            return Err(ErrorCode::EqualsMissing.into());
        }
        self.push(self.limits.variable_set)?;
        self.read();
        let start = self.evaluate()?;
        self.pop(self.limits.variable_set);
        self.variables.set(variable, start);
        match self.character {
            b';' | RETURN => Ok(()),
            b',' => self.begin_loop(variable),
            _ => Err(ErrorCode::FirstExpressionEnd.into()),
        }
    }

    /// Begins a FOR at the comma after the start value.
    fn begin_loop(&mut self, variable: Slot) -> Result<(), Halt> {
        self.push(self.limits.variable_set)?;
        self.read();
        let second = self.evaluate()?;
        let (increment, limit) = match self.character {
            b',' => {
                self.push(self.limits.for_number)?;
                self.read();
                let limit = self.evaluate()?;
                if self.character == RETURN && !self.has_empty_body() {
                    return Err(ErrorCode::CommandUnknown.into());
                }
                (second, limit)
            }
            b';' => {
                self.push(self.limits.for_number)?;
                (Float::ONE, second)
            }
            RETURN => return Err(ErrorCode::NotThere.into()),
            _ => return Err(ErrorCode::SecondExpressionEnd.into()),
        };
        self.push(self.limits.for_number + self.limits.for_place)?;
        self.frames.push(Frame::For { variable, increment, limit, body: self.position });
        // The body begins after the character that ended the last expression.
        self.read();
        Ok(self.push(self.limits.call)?)
    }

    /// Whether a FOR whose limit is followed by RETURN has an empty body. FOCAL,1969 reads one more character after
    /// this RETURN. If the text of a direct line fills whole words, that character is a second RETURN, and the body is
    /// empty. Otherwise, that character is not a valid command letter, and FOCAL prints an error message.
    fn has_empty_body(&self) -> bool {
        let is_direct = self.text.line_of(self.position).is_none();
        let line = self.text.line_from(Text::DIRECT).iter();
        is_direct && line.map(|&character| pieces(character)).sum::<usize>() % 2 == 0
    }

    const fn words_of_for(&self) -> usize {
        let limits = &self.limits;
        limits.variable_set + 2 * limits.for_number + limits.for_place + limits.call
    }

    /// Executes RETURN. The innermost FOR begins its next iteration, or the innermost DO returns to its caller. Without
    /// a DO or FOR, the program ends.
    pub(super) fn return_from_do(&mut self) -> Result<(), ErrorCode> {
        self.current = None;
        self.end_line()
    }

    /// Ends a line. Execution continues with the next iteration of a FOR, the next line of a DO, or the next line of
    /// the program.
    pub(super) fn end_line(&mut self) -> Result<(), ErrorCode> {
        loop {
            let following = self.current.and_then(|line| self.text.following(line));
            match self.frames.last().copied() {
                None => {
                    return match following {
                        Some(line) => {
                            self.enter(line);
                            self.store_if_numbered()
                        }
                        None => {
                            self.prompt();
                            Ok(())
                        }
                    };
                }
                Some(Frame::For { variable, increment, limit, body }) => {
                    let value = self.variables.value(variable).add(increment);
                    self.variables.set(variable, value);
                    let past = value.sub(limit);
                    if past.is_negative() || past.is_zero() {
                        self.go_to(body);
                        return Ok(());
                    }
                    self.frames.pop();
                    self.pop(self.words_of_for());
                    if let Some(&Frame::For { body, .. }) = self.frames.last() {
                        // The next command ends the body of the outer FOR, so an observer sees the end of each body.
                        self.position = body + self.text.line_from(body).len();
                        self.character = RETURN;
                        return Ok(());
                    }
                }
                Some(Frame::Do { what, position, character, current }) => {
                    if let Some(line) = following
                        && !matches!(what, Reference::Line(_))
                        && what.covers(self.text.number(line))
                    {
                        self.enter(line);
                        return Ok(());
                    }
                    (self.position, self.character, self.current) = (position, character, current);
                    self.frames.pop();
                    self.pop(self.limits.do_place + self.words_of_group(what) + self.limits.do_call);
                    return Ok(());
                }
            }
        }
    }
}

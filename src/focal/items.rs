//! TYPE and ASK. Both take a list of items, and differ only in the meaning of a name or expression.

use super::error::{ErrorCode, Halt};
use super::scan::Class;
use super::text::Reference;
use super::variables::Slot;
use super::{Focal, Mode};
use crate::ascii::{ALT_MODE, FORM_FEED, LINE_FEED, RETURN, RUBOUT};
use crate::float::decimal::{Format, NumberReader, print};

/// The command that processes a list of items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Items {
    Type,
    Ask,
}

/// A number that is typed in answer to ASK.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Answer {
    variable: Slot,
    number: NumberReader,
}

impl Focal {
    pub(super) fn begin_items(&mut self, items: Items) -> Result<(), Halt> {
        self.items(items)
    }

    /// Processes items up to the end of the command or up to a variable of ASK.
    fn items(&mut self, items: Items) -> Result<(), Halt> {
        loop {
            match self.character {
                b' ' | b',' => {
                    self.read();
                }
                b';' | RETURN => return Ok(()),
                b'"' => self.type_string(),
                b'!' => {
                    self.new_line();
                    self.read();
                }
                b'#' => {
                    self.type_text(&[RETURN, FORM_FEED]);
                    self.read();
                }
                b'%' => {
                    self.read();
                    self.format = match self.reference()? {
                        Reference::All => Format::new(0, 0),
                        Reference::Group(group) => Format::new(group, 0),
                        Reference::Line(number) => Format::new(number.group(), number.step()),
                    };
                }
                b'$' => {
                    self.type_variables();
                    return Ok(self.end_line()?);
                }
                _ if items == Items::Ask => {
                    let variable = self.destination()?;
                    self.type_character(b':');
                    self.mode = Mode::Ask(Answer { variable, number: NumberReader::default() });
                    return Ok(());
                }
                _ => {
                    let value = self.evaluate()?;
                    // After an equals sign or a closing bracket the original types zeros for ever.
                    if self.class() != Class::Separator {
                        return Err(ErrorCode::OperatorMissing.into());
                    }
                    print(value, self.format, &mut self.printed);
                }
            }
        }
    }

    /// Types a string up to its closing quote or the end of the line. The trace does not print the string. A `?` in the
    /// string or directly after it is an ordinary character.
    fn type_string(&mut self) {
        loop {
            match self.text.character(self.position) {
                b'"' => break self.position += 1,
                RETURN => break,
                character => {
                    self.position += 1;
                    self.type_character(character);
                }
            }
        }
        self.character = self.text.character(self.position);
        if self.character != RETURN {
            self.position += 1;
        }
    }

    /// Executes `$`, which types all variables in the form `A@(00)= 5.0000`. FOCAL,1969 reads the names and brackets
    /// as if they were program text. They are therefore printed twice while the trace is on, and a `?` in a name turns
    /// the trace on or off.
    fn type_variables(&mut self) {
        for slot in 0..self.variables.len() {
            let variable = self.variables.variable(slot);
            let [first, second] = variable.name.letters;
            if first == b'?' {
                self.trace = !self.trace;
            }
            let shown = [first, second, b'(', b')', b'@'];
            let shown = &shown[usize::from(first == b'?')..];
            shown[..3].iter().for_each(|&character| self.type_traced(character));
            // Subscripts 0 to 127 are typed in two digits: a tens digit beyond 9 is : ; or <.
            let subscript = (variable.name.subscript.bits() & 0o177) as u8;
            self.type_text(&[b'0' + subscript / 10, b'0' + subscript % 10]);
            self.type_traced(shown[3]);
            print(variable.value, self.format, &mut self.printed);
            self.new_line();
        }
    }

    fn type_traced(&mut self, character: u8) {
        self.type_character(character);
        if self.trace {
            self.type_character(character);
        }
    }

    /// Handles a key of an answer to ASK.
    pub(super) fn answer_key(&mut self, key: u8) -> Result<(), Halt> {
        if matches!(key, RUBOUT | LINE_FEED) {
            return Ok(());
        }
        self.echo(key);
        let Mode::Ask(answer) = &mut self.mode else { return Ok(()) };
        let complete = match key {
            b'_' => {
                answer.number = NumberReader::default();
                false
            }
            ALT_MODE => true,
            _ => answer.number.take(key)?,
        };
        // The digits in front of an E are stored immediately, and are kept if the number is interrupted.
        if let Some(value) = answer.number.value() {
            self.variables.set(answer.variable, value);
        }
        if complete {
            self.mode = Mode::Running;
            self.items(Items::Ask)?;
        }
        Ok(())
    }
}

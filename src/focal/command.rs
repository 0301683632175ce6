//! The commands. The first letter selects the command, and the other letters of its name are skipped.

use super::error::{ErrorCode, Halt};
use super::items::Items;
use super::text::{LineIndex, Reference, Text};
use super::{Focal, Mode};
use crate::ascii::RETURN;

/// Whether a character ends a command word. Such characters are also skipped between commands.
const fn separates(character: u8) -> bool {
    matches!(character, b' ' | b',' | b';' | RETURN)
}

impl Focal {
    /// Executes the next command of the line, or ends the line.
    pub(super) fn step(&mut self) -> Result<(), Halt> {
        while separates(self.character) {
            if self.character == RETURN {
                return Ok(self.end_line()?);
            }
            self.read();
        }
        let letter = self.character.to_ascii_uppercase();
        while !separates(self.read()) {}
        match letter {
            b'A' => self.begin_items(Items::Ask)?,
            b'C' => self.end_line()?,
            b'D' => self.do_lines()?,
            b'E' => self.erase()?,
            b'F' | b'S' => self.set_command()?,
            b'G' => self.goto()?,
            b'I' => self.if_goto()?,
            // LIBRARY left FOCAL for a disk monitor, which does not exist here.
            b'L' => return Err(ErrorCode::NotThere.into()),
            b'M' => self.modify()?,
            b'Q' => self.prompt(),
            b'R' => self.return_from_do()?,
            b'T' => self.begin_items(Items::Type)?,
            b'W' => self.write()?,
            b'*' => self.tape.swap(),
            _ => return Err(ErrorCode::CommandUnknown.into()),
        }
        Ok(())
    }

    /// Executes ERASE, which erases all variables. With a line, a group or ALL, ERASE also erases text and ends the
    /// program.
    fn erase(&mut self) -> Result<(), Halt> {
        self.skip_spaces();
        let what = match self.character {
            b'0'..=b'9' | b'.' => match self.reference()? {
                // ERASE 0 does nothing.
                Reference::All => {
                    self.prompt();
                    return Ok(());
                }
                what => what,
            },
            b'A' => Reference::All,
            // A character that could begin a name is an error.
            _ if self.class().continues_name() => return Err(ErrorCode::EraseWhat.into()),
            _ => {
                self.variables.erase();
                return Ok(self.end_line()?);
            }
        };
        self.text.remove(what);
        self.text_words = self.text.words(&self.limits);
        self.variables.erase();
        self.prompt();
        Ok(())
    }

    /// Executes WRITE, which lists a line, a group or the whole text. The whole text includes the heading and a blank
    /// line before each group.
    fn write(&mut self) -> Result<(), Halt> {
        let what = self.reference()?;
        let mut group = 0;
        if what == Reference::All {
            self.write_line(Text::HEADING);
        }
        for line in self.text.indices() {
            let number = self.text.number(line);
            if !what.covers(number) {
                continue;
            }
            if what == Reference::All && number.group() != group {
                group = number.group();
                self.new_line();
            }
            self.type_text(format!("{number} ").as_bytes());
            self.write_line(line);
        }
        Ok(self.end_line()?)
    }

    fn write_line(&mut self, line: LineIndex) {
        self.printed.extend_from_slice(self.text.contents(line));
        self.new_line();
    }

    /// Executes `MODIFY 1.2`, and waits for the search character. MODIFY without a number edits a copy of the heading
    /// and discards the result.
    fn modify(&mut self) -> Result<(), Halt> {
        let line = match self.reference()? {
            Reference::All => Text::HEADING,
            Reference::Group(_) => return Err(ErrorCode::NothingToModify.into()),
            Reference::Line(number) => self.text.find(number).ok_or(ErrorCode::NothingToModify)?,
        };
        self.mode = Mode::Modify;
        self.modification.begin(line);
        Ok(())
    }
}

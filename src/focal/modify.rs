//! MODIFY: copies a line up to a search character, then takes editing keys.
//!
//! ```text
//!   old line   T Y P E   A B C ; ...        new line grows from the left,
//!              copied ->   ^ not yet        by copying and by typing
//! ```

use super::Focal;
use super::error::ErrorCode;
use super::limits::pieces;
use super::text::{LineIndex, Text};
use crate::ascii::{BELL, FORM_FEED, LINE_FEED, RETURN, RUBOUT};

/// The state of a MODIFY.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Modification {
    line: LineIndex,
    /// The number of characters of the old line that have been copied.
    copied: usize,
    new: Vec<u8>,
    /// The search character; `None` if the next key becomes the search character.
    search: Option<u8>,
}

impl Modification {
    pub(super) fn begin(&mut self, line: LineIndex) {
        *self = Modification { line, ..Modification::default() };
    }
}

impl Focal {
    /// Handles a key of MODIFY.
    pub(super) fn modify_key(&mut self, key: u8) -> Result<(), ErrorCode> {
        let Some(search) = self.modification.search else {
            self.modification.search = Some(key);
            return self.copy_through(key);
        };
        match key {
            LINE_FEED => {
                // No line contains a RETURN, so everything is copied.
                return self.copy_through(RETURN);
            }
            RUBOUT => {
                if self.modification.new.pop().is_some() {
                    self.type_character(b'\\');
                }
                return Ok(());
            }
            _ => self.echo(key),
        }
        match key {
            b'_' => self.modification.new.clear(),
            RETURN => return self.finish_modify(),
            FORM_FEED => return self.copy_through(search),
            BELL => self.modification.search = None,
            _ => return self.insert(key),
        }
        Ok(())
    }

    /// Copies and types the old line up to and including the character `search`. If the rest of the line does not
    /// contain that character, copies the rest and ends MODIFY.
    fn copy_through(&mut self, search: u8) -> Result<(), ErrorCode> {
        while let Some(&character) = self.text.contents(self.modification.line).get(self.modification.copied) {
            self.modification.copied += 1;
            self.type_character(character);
            self.insert(character)?;
            if character == search {
                return Ok(());
            }
        }
        self.new_line();
        self.finish_modify()
    }

    fn insert(&mut self, character: u8) -> Result<(), ErrorCode> {
        if pieces(character) > 0 {
            self.modification.new.push(character);
            self.make_room_to_grow(&self.modification.new)?;
        }
        Ok(())
    }

    /// Replaces the old line with the new line. For the heading, discards the new line and keeps the variables.
    fn finish_modify(&mut self) -> Result<(), ErrorCode> {
        self.make_room(&self.modification.new)?;
        let line = self.modification.line;
        if line != Text::HEADING {
            let new = std::mem::take(&mut self.modification.new);
            self.store(self.text.number(line), &new);
        }
        self.prompt();
        Ok(())
    }
}

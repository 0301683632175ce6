//! Input of a line: rubout, left arrow, and the effect of RETURN.

use super::error::ErrorCode;
use super::limits::{Limits, pieces};
use super::reference::ReferenceReader;
use super::text::{LineNumber, Reference, Text};
use super::{Focal, Mode};
use crate::ascii::{LINE_FEED, RETURN, RUBOUT};

/// The line buffer: its characters, and the number of six-bit codes that the characters take.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct LineBuffer {
    characters: Vec<u8>,
    pieces: usize,
}

impl LineBuffer {
    fn put(&mut self, character: u8, limits: &Limits) -> Result<(), ErrorCode> {
        let pieces = pieces(character);
        if self.pieces + pieces > limits.line_buffer_pieces {
            return Err(ErrorCode::TextFull);
        }
        if pieces > 0 {
            self.pieces += pieces;
            self.characters.push(character);
        }
        Ok(())
    }

    /// Deletes the last character. Returns false if the buffer is empty.
    fn rub_out(&mut self) -> bool {
        match self.characters.pop() {
            Some(character) => {
                self.pieces -= pieces(character);
                true
            }
            None => false,
        }
    }

    pub(super) fn clear(&mut self) {
        self.characters.clear();
        self.pieces = 0;
    }
}

impl Focal {
    /// Handles a key at the prompt.
    pub(super) fn line_key(&mut self, key: u8) -> Result<(), ErrorCode> {
        match key {
            LINE_FEED => {}
            RUBOUT => {
                if self.line.rub_out() {
                    self.type_character(b'\\');
                }
            }
            b'_' => {
                self.echo(key);
                self.line.clear();
            }
            RETURN => {
                self.echo(key);
                if self.line.pieces + self.limits.return_pieces > self.limits.line_buffer_pieces {
                    return Err(ErrorCode::TextFull);
                }
                return self.take_line();
            }
            _ => {
                self.echo(key);
                self.line.put(key, &self.limits)?;
            }
        }
        Ok(())
    }

    /// Stores the typed line if it begins with a number; otherwise begins to execute the line. A `?` before the number
    /// turns the trace on or off.
    fn take_line(&mut self) -> Result<(), ErrorCode> {
        self.text.set_direct(&self.line.characters);
        self.position = Text::DIRECT;
        self.read();
        self.store_if_numbered()
    }

    /// Stores the line if it begins with a number; otherwise begins to execute the line.
    pub(super) fn store_if_numbered(&mut self) -> Result<(), ErrorCode> {
        self.skip_spaces();
        match self.character {
            b'0'..=b'9' => self.store_line(self.position - 1),
            b'.' => Err(ErrorCode::GroupZero),
            _ => {
                self.mode = Mode::Running;
                self.pushed = 0;
                self.push(self.limits.call)
            }
        }
    }

    /// Stores the line whose number begins at `start`. A `?` in the text is an ordinary character.
    fn store_line(&mut self, start: usize) -> Result<(), ErrorCode> {
        let line = self.text.line_from(start);
        let (Reference::Line(number), length) = leading_number(line)? else { return Err(ErrorCode::StepMissing) };
        let text = line[length..].iter().skip_while(|&&character| character == b' ');
        let text: Vec<u8> = text.copied().collect();
        self.make_room(&text)?;
        self.store(number, &text);
        self.prompt();
        Ok(())
    }

    /// Returns the maximum number of words by which the text may grow. New text may overwrite variables, but not the
    /// push-down list.
    fn words_for_text(&self) -> usize {
        match self.limits.text_field {
            Some(field) => field.words.saturating_sub(self.text_words),
            None => self.limits.space.saturating_sub(self.text_words + self.pushed),
        }
    }

    /// Checks that core has room for a new line. An old line with the same number still occupies its words.
    pub(super) fn make_room(&self, text: &[u8]) -> Result<(), ErrorCode> {
        match self.limits.line_words(text) + self.limits.text_margin <= self.words_for_text() {
            true => Ok(()),
            false => Err(ErrorCode::TextFull),
        }
    }

    /// Checks that core has room for a line that MODIFY extends. The line has no RETURN yet, so none is counted. The
    /// limit is half a word higher than in `make_room`.
    pub(super) fn make_room_to_grow(&self, text: &[u8]) -> Result<(), ErrorCode> {
        let kept = self.limits.line + self.limits.text_margin;
        let words = self.words_for_text().checked_sub(kept).ok_or(ErrorCode::TextFull)?;
        let words = self.limits.text_field.map_or(words, |field| words.min(field.line));
        match text.iter().copied().map(pieces).sum::<usize>() <= 2 * words + 1 {
            true => Ok(()),
            false => Err(ErrorCode::TextFull),
        }
    }

    /// Stores a line in the program, and erases all variables.
    pub(super) fn store(&mut self, number: LineNumber, text: &[u8]) {
        self.text.store(number, text);
        self.text_words = self.text.words(&self.limits);
        self.variables.erase();
    }
}

/// Parses the number at the start of a line. Returns the number and its length in characters.
fn leading_number(line: &[u8]) -> Result<(Reference, usize), ErrorCode> {
    let mut reader = ReferenceReader::new();
    for (place, &character) in line.iter().chain([&RETURN]).enumerate() {
        if let Some(reference) = reader.take(character)? {
            return Ok((reference, place));
        }
    }
    Err(ErrorCode::StepMissing)
}

//! The characters of a program, line by line.
//!
//! PAL cannot be split into tokens in advance: the meaning of `/` depends on whether a `TEXT` is being read, and the
//! meaning of `10` on the current radix. So the parser reads the characters itself, with this cursor.
//!
//! ```text
//! name     a letter, then letters and digits; small letters count as capitals; 6 characters are significant
//! number   a digit, then letters and digits, all of which must be digits of the radix
//! "c       the code of any one character, with channel 8
//! / ...    a comment, to the end of the line
//! ```

use super::Source;
use super::error::{Errors, PalErrorKind, Position};
use crate::ascii;
use crate::word::Word;

/// The number of significant characters of a name, as in PAL8.
const SIGNIFICANT: usize = 6;

/// The radix of numbers: `OCTAL` or `DECIMAL`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Radix {
    Octal,
    Decimal,
}

/// The reading position in the sources. Only [`Cursor::next_line`] and [`Cursor::next_source`] move the cursor past the
/// end of a line.
#[derive(Debug)]
pub(super) struct Cursor<'a> {
    sources: &'a [Source],
    source: usize,
    /// The lines of this source that have not been read yet.
    lines: std::str::Lines<'a>,
    line_number: usize,
    /// The rest of the current line.
    rest: &'a str,
    column: usize,
    /// The column after the last taken character that was not a blank.
    end: usize,
}

impl<'a> Cursor<'a> {
    /// Makes a cursor before the first line. The caller must call [`Cursor::next_line`] first.
    pub(super) fn new(sources: &'a [Source]) -> Self {
        let lines = sources.first().map_or("", |source| &source.text).lines();
        Cursor { sources, source: 0, lines, line_number: 0, rest: "", column: 1, end: 1 }
    }

    /// Goes to the next line, if necessary in the next source. Returns false at the end of the program.
    pub(super) fn next_line(&mut self) -> bool {
        loop {
            if let Some(line) = self.lines.next() {
                self.rest = line;
                self.line_number += 1;
                self.column = 1;
                self.end = 1;
                return true;
            }
            if !self.next_source() {
                return false;
            }
        }
    }

    /// Moves the cursor to the position before the first line of the next source. Returns false if there is no next
    /// source.
    pub(super) fn next_source(&mut self) -> bool {
        self.skip_line();
        let Some(source) = self.sources.get(self.source + 1) else {
            self.lines = "".lines();
            return false;
        };
        self.source += 1;
        self.lines = source.text.lines();
        self.line_number = 0;
        true
    }

    /// Returns the name of the next source, or `None` if there is no next source.
    pub(super) fn following_source(&self) -> Option<&'a str> {
        self.sources.get(self.source + 1).map(|source| source.name.as_str())
    }

    /// Returns the position of the next character.
    pub(super) fn position(&self) -> Position {
        Position { source: self.source, line: self.line_number.max(1), column: self.column }
    }

    /// Returns the position after the last character that was not a blank. The absence of a character or symbol is
    /// reported at this position.
    pub(super) fn end_position(&self) -> Position {
        Position { column: self.end, ..self.position() }
    }

    /// Returns the next character of the line, without taking it.
    pub(super) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Returns the next character of the line that is not a blank, without taking it.
    pub(super) fn peek_after_blanks(&self) -> Option<char> {
        self.rest.trim_start_matches(is_blank).chars().next()
    }

    /// Takes the next character of the line, and returns it.
    pub(super) fn take(&mut self) -> Option<char> {
        let character = self.peek()?;
        self.rest = &self.rest[character.len_utf8()..];
        self.column += 1;
        if !is_blank(character) {
            self.end = self.column;
        }
        Some(character)
    }

    /// Takes the next character if it is `wanted`; returns whether the character was taken.
    pub(super) fn take_if(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.take();
        }
        found
    }

    /// Takes blanks; returns true if there were any.
    pub(super) fn skip_blanks(&mut self) -> bool {
        let before = self.column;
        while self.peek().is_some_and(is_blank) {
            self.take();
        }
        self.column > before
    }

    /// Takes the rest of the line, and returns it.
    pub(super) fn skip_line(&mut self) -> &'a str {
        let rest = self.rest;
        self.column += rest.chars().count();
        self.rest = "";
        rest
    }

    /// Whether a name begins here.
    pub(super) fn at_letter(&self) -> bool {
        self.peek().is_some_and(|character| character.is_ascii_alphabetic())
    }

    /// Whether a statement ends here: end of line, `;`, a comment, or the end of a conditional.
    pub(super) fn at_end_of_statement(&self) -> bool {
        matches!(self.peek(), None | Some(';' | '/' | '>'))
    }

    /// Takes the rest of a statement that was not understood.
    pub(super) fn skip_statement(&mut self) {
        while !self.at_end_of_statement() {
            if self.take() == Some('"') {
                self.take();
            }
        }
    }

    /// Takes a name. Returns the significant characters of the name, in capitals. The next character must be a letter.
    pub(super) fn take_name(&mut self) -> String {
        let mut name = self.take_alphanumeric().to_ascii_uppercase();
        name.truncate(SIGNIFICANT);
        name
    }

    /// Returns the next name, without taking it.
    pub(super) fn peek_name(&self) -> String {
        let mut name = alphanumeric(self.rest).to_ascii_uppercase();
        name.truncate(SIGNIFICANT);
        name
    }

    /// Whether the next name has more than [`SIGNIFICANT`] characters.
    pub(super) fn is_name_cut(&self) -> bool {
        alphanumeric(self.rest).len() > SIGNIFICANT
    }

    /// Returns the first character after the next name and the blanks that follow the name. Does not take the
    /// character.
    pub(super) fn peek_after_name(&self) -> Option<char> {
        self.rest[alphanumeric(self.rest).len()..].trim_start_matches(is_blank).chars().next()
    }

    /// Takes a number. The next character must be a digit. If the number is wrong, reports the error and returns 0.
    pub(super) fn take_number(&mut self, radix: Radix, errors: &mut Errors<'_>) -> Word {
        let position = self.position();
        let digits = self.take_alphanumeric();
        let (base, name) = match radix {
            Radix::Octal => (8, "an octal"),
            Radix::Decimal => (10, "a decimal"),
        };
        if !digits.chars().all(|digit| digit.is_digit(base)) {
            let is_decimal = digits.bytes().all(|digit| digit.is_ascii_digit());
            let hint = if is_decimal { "; write DECIMAL before it, or its octal value" } else { "" };
            errors.add(position, PalErrorKind::NotANumber { number: digits.to_owned(), radix: name, hint });
            return Word::ZERO;
        }
        match u16::from_str_radix(digits, base) {
            Ok(number) if number <= Word::ONES.bits() => Word::new(number),
            _ => {
                errors.add(position, PalErrorKind::NumberTooLarge(digits.to_owned()));
                Word::ZERO
            }
        }
    }

    /// Takes `"c`, and returns the code of the character `c` with channel 8 set. The next character must be the quote.
    pub(super) fn take_character_code(&mut self, errors: &mut Errors<'_>) -> Word {
        let position = self.position();
        self.take();
        match self.take() {
            Some(character) if character.is_ascii() => Word::new(u16::from(ascii::marked(character as u8))),
            Some(character) => {
                errors.add(position, PalErrorKind::IllegalCharacter(character));
                Word::ZERO
            }
            None => {
                errors.add(position, PalErrorKind::NoCharacter);
                Word::ZERO
            }
        }
    }

    fn take_alphanumeric(&mut self) -> &'a str {
        let taken = alphanumeric(self.rest);
        self.rest = &self.rest[taken.len()..];
        self.column += taken.len();
        self.end = self.column;
        taken
    }
}

/// Whether a character is a blank. The blanks are space, tab, form feed, CR, NUL, CTRL/Z and RUBOUT.
fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\x0C' | '\r' | '\0' | '\x1A' | '\x7F')
}

/// Returns the letters and digits at the start of `text`.
fn alphanumeric(text: &str) -> &str {
    let end = text.find(|character: char| !character.is_ascii_alphanumeric()).unwrap_or(text.len());
    &text[..end]
}

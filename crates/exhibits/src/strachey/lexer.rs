//! Splits a text into tokens.
//!
//! White space separates tokens. A `#` starts a comment, which ends with the line. A single lower-case or Greek letter
//! is a name, so `σs` is two tokens. If a whole run of lower-case letters spells a keyword, the run is one token.
//! Otherwise the lexer splits the run from the left into spelled-out Greek letters and single letters: `sigmas` is
//! `σ s`.

use super::fault::Fault;
use super::real::Real;
use super::source::{Complaint, MAX_COMPLAINTS, Place, Source};
use super::token::{DIGRAPHS, ENTITIES, Token, TokenKind, WORDS, bracket, keyword, sign};

/// The combining long stroke, which printed CPL has on the closing section sign. The lexer ignores it.
const STROKE: char = '\u{20d2}';

/// The notation that the lexer accepts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Writing {
    /// The notation of programs, as in 1966.
    Program,
    /// The notation of texts that the user types at a prompt, and of the prelude. This notation also includes printed
    /// values such as `{1 2}` and `[1, 2]`.
    Typed,
}

/// Splits a text into tokens. The last token is [`TokenKind::End`]. Also returns a complaint for each part of the text
/// that is not a token.
pub(crate) fn tokens(source: &Source, writing: Writing) -> (Vec<Token>, Vec<Complaint>) {
    let mut lexer =
        Lexer { source, writing, at: 0, line: 1, column: 1, counted: 0, tokens: Vec::new(), complaints: Vec::new() };
    lexer.run();
    (lexer.tokens, lexer.complaints)
}

struct Lexer<'a> {
    source: &'a Source,
    writing: Writing,
    /// The index of the next byte to read.
    at: usize,
    line: usize,
    /// The column of the byte at index `counted`.
    column: usize,
    counted: usize,
    tokens: Vec<Token>,
    complaints: Vec<Complaint>,
}

impl Lexer<'_> {
    fn run(&mut self) {
        while let Some(character) = self.rest().chars().next() {
            match character {
                '\n' => {
                    self.at += 1;
                    self.new_lines(1);
                }
                // Unicode does not count a byte order mark as white space, but the lexer does.
                _ if character.is_whitespace() || character == '\u{feff}' => self.at += character.len_utf8(),
                // The stroke through the `§` that ends a block.
                STROKE => self.at += character.len_utf8(),
                '#' => self.at += self.rest().find('\n').unwrap_or(self.rest().len()),
                '0'..='9' => self.number(),
                '"' => self.string(),
                'A'..='Z' => self.long_name(),
                'a'..='z' => self.lower_case(),
                '&' => self.entity(),
                _ => self.sign(character),
            }
        }
        self.end();
    }

    /// Adds the end token, directly after the last token.
    fn end(&mut self) {
        let (place, line, column) = match self.tokens.last() {
            Some(last) => {
                let (line, column) = self.source.position(last.place.end);
                (Place { start: last.place.end, end: last.place.end }, line, column)
            }
            None => (Place::default(), 1, 1),
        };
        self.tokens.push(Token { kind: TokenKind::End, place, line, column });
    }

    fn rest(&self) -> &str {
        &self.source.text()[self.at..]
    }

    /// Records that a line begins at the next byte. The number of this line is the current line number plus `count`.
    fn new_lines(&mut self, count: usize) {
        self.line += count;
        self.column = 1;
        self.counted = self.at;
    }

    /// Adds a token for the next `length` bytes.
    fn push(&mut self, kind: TokenKind, length: usize) {
        let place = Place { start: self.at, end: self.at + length };
        self.column += self.source.text()[self.counted..self.at].chars().count();
        self.counted = self.at;
        self.tokens.push(Token { kind, place, line: self.line, column: self.column });
        self.at = place.end;
    }

    /// Adds a complaint about the next `length` bytes, and a bad token for these bytes. The parser does not complain
    /// about a bad token.
    fn complain(&mut self, fault: Fault, length: usize) {
        if self.complaints.len() < MAX_COMPLAINTS {
            self.complaints.push(self.source.complain(Place { start: self.at, end: self.at + length }, fault));
        }
        self.push(TokenKind::Bad, length);
    }

    fn number(&mut self) {
        let length = run(self.rest(), |c| c.is_ascii_digit());
        let decimals = self.rest()[length..].strip_prefix('.').map_or(0, |rest| run(rest, |c| c.is_ascii_digit()));
        if decimals > 0 {
            let length = length + 1 + decimals;
            let number: f64 = self.rest()[..length].parse().expect("digits and a point are a number");
            match Real::new(number) {
                Ok(real) => self.push(TokenKind::Real(real), length),
                Err(fault) => self.complain(fault, length),
            }
            return;
        }
        match self.rest()[..length].parse() {
            Ok(number) => self.push(TokenKind::Number(number), length),
            Err(_) => self.complain(Fault::TooLarge, length),
        }
    }

    fn string(&mut self) {
        let mut text = String::new();
        let mut characters = self.rest().char_indices().skip(1);
        while let Some((at, character)) = characters.next() {
            match character {
                '"' => {
                    let lines = text.matches('\n').count();
                    let last_line = self.rest()[..at].rfind('\n').map(|newline| self.at + newline + 1);
                    self.push(TokenKind::Text(text), at + 1);
                    if let Some(last_line) = last_line {
                        self.new_lines(lines);
                        self.counted = last_line;
                    }
                    return;
                }
                '\\' => text.extend(characters.next().map(|(_, escaped)| escaped)),
                _ => text.push(character),
            }
        }
        // The rest of the file is more likely program text than a part of the string, so the lexer continues with
        // the next line.
        let line = self.rest().find('\n').unwrap_or(self.rest().len());
        self.complain(Fault::OpenString, line);
    }

    fn long_name(&mut self) {
        let length = run(self.rest(), |c| c.is_ascii_alphanumeric() || c == '_');
        let name = match &self.rest()[..length] {
            "Phi" => "Φ".to_owned(),
            name => name.to_owned(),
        };
        self.push(TokenKind::Name(name), length);
    }

    fn lower_case(&mut self) {
        let length = run(self.rest(), |c| c.is_ascii_lowercase());
        let run_on = self.rest()[length..].starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
        let word = &self.rest()[..length];
        if let Some(length) = go_to(self.rest()) {
            return self.push(TokenKind::GoTo, length);
        }
        if let Some(keyword) = keyword(word).filter(|_| !run_on) {
            return self.push(keyword, length);
        }
        let end = self.at + length;
        while self.at < end {
            let run = &self.source.text()[self.at..end];
            match WORDS.iter().find(|(word, _)| run.starts_with(word)) {
                Some((word, name)) => self.push(TokenKind::Name(name.to_string()), word.len()),
                None => self.push(TokenKind::Name(run[..1].to_owned()), 1),
            }
        }
    }

    fn entity(&mut self) {
        let name = run(&self.rest()[1..], |c| c.is_ascii_alphanumeric());
        if !self.rest()[1 + name..].starts_with(';') {
            return self.complain(Fault::StrangeCharacter('&'), 1);
        }
        let length = 1 + name + 1;
        let meant = ENTITIES.iter().find(|(entity, _)| *entity == &self.rest()[1..=name]);
        match meant.and_then(|(_, character)| sign(*character)) {
            Some(kind) => self.push(kind, length),
            None => self.complain(Fault::StrangeEntity(self.rest()[..length].to_owned()), length),
        }
    }

    fn sign(&mut self, character: char) {
        let digraph = DIGRAPHS.iter().find(|(spelling, _)| self.rest().starts_with(spelling));
        let (meant, length) = match digraph {
            Some((spelling, meant)) => (*meant, spelling.len()),
            None => (character, character.len_utf8()),
        };
        let typed = || bracket(meant).filter(|_| self.writing == Writing::Typed);
        match sign(meant).or_else(typed) {
            Some(kind) => self.push(kind, length),
            None => self.complain(Fault::StrangeCharacter(character), length),
        }
    }
}

/// Returns the length of `go to` at the beginning of the text, with the blanks between the words; `None` if the text
/// begins with anything else.
fn go_to(text: &str) -> Option<usize> {
    let after_go = text.strip_prefix("go")?;
    let to = after_go.trim_start_matches([' ', '\t']);
    let rest =
        to.strip_prefix("to").filter(|rest| !rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_'))?;
    (to.len() < after_go.len()).then_some(text.len() - rest.len())
}

/// Returns the length, in bytes, of the longest prefix of `text` whose characters all satisfy `belongs`.
fn run(text: &str, belongs: impl Fn(char) -> bool) -> usize {
    text.find(|c| !belongs(c)).unwrap_or(text.len())
}

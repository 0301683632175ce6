//! A line of APL, read into words: what stands in parentheses or braces becomes one word.
//!
//! ```text
//! test←{12≥3+1⌷⍵}     test  ←  { 12 ≥ 3 + 1 ⌷ ⍵ }
//! ```
//!
//! Which names are functions is known only when the line is executed, so nothing is grouped further.

use std::sync::Arc;

use super::error::{Error, Reason};
use super::primitives::Primitive;
use super::value::{Item, Number, Value};

/// A word and where it begins, in characters counted from 1.
#[derive(Clone, Debug)]
pub(super) struct Word {
    pub(crate) column: usize,
    pub(crate) kind: WordKind,
}

#[derive(Clone, Debug)]
pub(super) enum WordKind {
    /// A number or a text.
    Literal(Value),
    Name(String),
    /// A function written with one symbol.
    Primitive(&'static Primitive),
    /// `⍎`
    Execute,
    /// `←`
    Assign,
    /// `¨`
    Each,
    /// `⍺`
    Alpha,
    /// `⍵`
    Omega,
    /// `( ... )`
    Group(Vec<Word>),
    /// `{ ... }`
    Function(Arc<Body>),
}

/// A function defined in braces.
#[derive(Debug)]
pub(super) struct Body {
    /// The line that defined it.
    pub(crate) line: Arc<str>,
    pub(crate) words: Vec<Word>,
    /// Whether it speaks of `⍺`, and so must have something on its left.
    pub(crate) dyadic: bool,
}

impl WordKind {
    /// As it was written, as far as an error needs to name it.
    pub(crate) fn written(&self) -> String {
        match self {
            WordKind::Name(name) => name.clone(),
            WordKind::Primitive(primitive) => primitive.symbol.to_string(),
            WordKind::Execute => "⍎".to_owned(),
            WordKind::Assign => "←".to_owned(),
            WordKind::Each => "¨".to_owned(),
            WordKind::Alpha => "⍺".to_owned(),
            WordKind::Omega => "⍵".to_owned(),
            WordKind::Literal(value) => value.to_string(),
            WordKind::Group(_) => "( )".to_owned(),
            WordKind::Function(_) => "{ }".to_owned(),
        }
    }

    fn speaks_of_alpha(&self) -> bool {
        match self {
            WordKind::Alpha => true,
            WordKind::Group(words) => words.iter().any(|word| word.kind.speaks_of_alpha()),
            _ => false,
        }
    }
}

/// How deep parentheses may be nested.
const MAX_DEPTH: usize = 100;

/// Reads a line.
pub(super) fn read(line: &Arc<str>) -> Result<Vec<Word>, Error> {
    let characters: Vec<char> = line.chars().collect();
    let mut reader = Reader { line, characters: &characters, next: 0, open: Vec::new() };
    reader.words().map_err(|(column, reason)| Error::new(reason, line, column))
}

struct Reader<'a> {
    line: &'a Arc<str>,
    characters: &'a [char],
    next: usize,
    /// What is open, and where.
    open: Vec<(usize, char)>,
}

type Answer<T> = Result<T, (usize, Reason)>;

impl Reader<'_> {
    /// Words up to the end, or to what closes the innermost parenthesis.
    fn words(&mut self) -> Answer<Vec<Word>> {
        let mut words = Vec::new();
        while let Some(&character) = self.characters.get(self.next) {
            self.next += 1;
            let column = self.next;
            let kind = match character {
                '⍝' => break,
                ' ' | '\t' | '\r' => continue,
                '(' => WordKind::Group(self.inside(column, ')')?),
                '{' => {
                    let words = self.inside(column, '}')?;
                    let dyadic = words.iter().any(|word| word.kind.speaks_of_alpha());
                    WordKind::Function(Arc::new(Body { line: Arc::clone(self.line), words, dyadic }))
                }
                ')' | '}' => match self.open.last() {
                    Some((_, closing)) if *closing == character => return Ok(words),
                    _ => return Err((column, Reason::NeverOpened(character))),
                },
                '\'' => WordKind::Literal(self.text(column)?),
                '¯' | '0'..='9' => WordKind::Literal(self.number(column, character)?),
                '⍬' => WordKind::Literal(Value::Vector(Vec::new())),
                '⍎' => WordKind::Execute,
                '←' => WordKind::Assign,
                '¨' => WordKind::Each,
                '⍺' => WordKind::Alpha,
                '⍵' => WordKind::Omega,
                _ if begins_name(character) => {
                    let name = self.take_while(|c| begins_name(c) || c.is_ascii_digit());
                    WordKind::Name(format!("{character}{name}"))
                }
                _ => match Primitive::find(character) {
                    Some(primitive) => WordKind::Primitive(primitive),
                    None => return Err((column, Reason::Unreadable(character))),
                },
            };
            words.push(Word { column, kind });
        }
        match self.open.last() {
            None => Ok(words),
            Some((column, ')')) => Err((*column, Reason::NeverClosed('('))),
            Some((column, _)) => Err((*column, Reason::NeverClosed('{'))),
        }
    }

    fn inside(&mut self, column: usize, closing: char) -> Answer<Vec<Word>> {
        if self.open.len() == MAX_DEPTH {
            return Err((column, Reason::TooDeep(MAX_DEPTH)));
        }
        self.open.push((column, closing));
        let words = self.words()?;
        self.open.pop();
        Ok(words)
    }

    /// A quote within a text is written twice; a text of one character is a scalar.
    fn text(&mut self, column: usize) -> Answer<Value> {
        let mut text = Vec::new();
        loop {
            let after = self.characters.get(self.next + 1);
            match self.characters.get(self.next) {
                None => return Err((column, Reason::OpenText)),
                Some('\'') if after == Some(&'\'') => self.next += 1,
                Some('\'') => break,
                Some(_) => {}
            }
            text.push(Item::Character(self.characters[self.next]));
            self.next += 1;
        }
        self.next += 1;
        Ok(if text.len() == 1 { Value::Scalar(text.remove(0)) } else { Value::Vector(text) })
    }

    fn number(&mut self, column: usize, first: char) -> Answer<Value> {
        let digits = self.take_while(|c| c.is_ascii_digit());
        let number = match first {
            '¯' if digits.is_empty() => return Err((column, Reason::Unreadable('¯'))),
            '¯' => format!("-{digits}").parse::<Number>(),
            _ => format!("{first}{digits}").parse(),
        };
        let number = number.map_err(|_| (column, Reason::LongNumber(format!("{first}{digits}"))))?;
        Ok(Value::Scalar(Item::Number(number)))
    }

    fn take_while(&mut self, belongs: impl Fn(char) -> bool) -> String {
        let rest = &self.characters[self.next..];
        let taken: String = rest.iter().copied().take_while(|c| belongs(*c)).collect();
        self.next += taken.chars().count();
        taken
    }
}

fn begins_name(character: char) -> bool {
    character.is_alphabetic() || matches!(character, '_' | '∆' | '⍙')
}

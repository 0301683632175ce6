//! Splits a table's text into tokens.

use std::iter::Peekable;
use std::str::Chars;

use super::error::{Fault, LoadError, LoadWarning, Oddity, Place};

/// A token and its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    /// The kind of token.
    pub(crate) kind: TokenKind,
    /// The place of the token's first character.
    pub(crate) place: Place,
}

/// The kinds of tokens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum TokenKind {
    /// A keyword, a predicate or a label.
    Name(String),
    /// An unsigned number. A number too large for a `u32` becomes `u32::MAX`.
    Number(u32),
    /// One of `( ) [ ] , : :: = <`.
    Mark(&'static str),
    /// The full stop after a statement.
    End,
    /// The end of the file.
    EndOfFile,
}

/// The lexer's result.
#[derive(Default)]
pub(crate) struct Tokens {
    /// The tokens in the order of the text. The last token is [`TokenKind::EndOfFile`].
    pub(crate) tokens: Vec<Token>,
    /// The faults of the text, such as characters that belong to no token.
    pub(crate) errors: Vec<LoadError>,
    /// A warning for each skipped Prolog directive.
    pub(crate) warnings: Vec<LoadWarning>,
}

/// Splits a table's text into tokens.
pub(crate) fn tokens(source: &str) -> Tokens {
    let source = source.strip_prefix('\u{feff}').unwrap_or(source);
    let mut lexer =
        Lexer { rest: source.chars().peekable(), place: Place { line: 1, column: 1 }, out: Tokens::default() };
    while lexer.token() {}
    lexer.out
}

struct Lexer<'s> {
    rest: Peekable<Chars<'s>>,
    place: Place,
    out: Tokens,
}

impl Lexer<'_> {
    /// Reads a token, white space or a comment; returns false at the end of the file.
    fn token(&mut self) -> bool {
        let place = self.place;
        let Some(first) = self.next() else {
            self.push(place, TokenKind::EndOfFile);
            return false;
        };
        match first {
            '%' => while self.next_if(|c| c != '\n').is_some() {},
            ':' if self.next_if(|c| c == ':').is_some() => self.push(place, TokenKind::Mark("::")),
            ':' if self.is_statement_start() && self.next_if(|c| c == '-').is_some() => self.skip_directive(place),
            ':' => self.push(place, TokenKind::Mark(":")),
            '(' => self.push(place, TokenKind::Mark("(")),
            ')' => self.push(place, TokenKind::Mark(")")),
            '[' => self.push(place, TokenKind::Mark("[")),
            ']' => self.push(place, TokenKind::Mark("]")),
            ',' => self.push(place, TokenKind::Mark(",")),
            '=' => self.push(place, TokenKind::Mark("=")),
            '<' => self.push(place, TokenKind::Mark("<")),
            '.' => {
                if self.rest.peek().is_some_and(|&next| !next.is_whitespace() && next != '%') {
                    self.error(place, Fault::FullStop);
                }
                self.push(place, TokenKind::End);
            }
            digit if digit.is_ascii_digit() => self.number(place, digit),
            letter if is_letter(letter) => self.name(place, letter),
            '_' if self.continues_name() => self.join_name('_'),
            space if space.is_whitespace() => {}
            other => self.error(place, Fault::Character(other)),
        }
        true
    }

    fn number(&mut self, place: Place, first: char) {
        let mut digits = String::from(first);
        while let Some(digit) = self.next_if(|c| c.is_ascii_digit()) {
            digits.push(digit);
        }
        self.push(place, TokenKind::Number(digits.parse().unwrap_or(u32::MAX)));
    }

    fn name(&mut self, place: Place, first: char) {
        let mut name = String::from(first);
        while let Some(next) = self.next_if(|c| is_letter(c) || c.is_ascii_digit() || c == '_' || is_combining(c)) {
            compose(&mut name, next);
        }
        // In `name_ rest`, the next word belongs to the name.
        if name.ends_with('_') && name.len() < MAX_JOINED_BYTES && self.rest.peek() == Some(&' ') {
            let mut ahead = self.rest.clone();
            while ahead.next_if_eq(&' ').is_some() {}
            if ahead.peek().is_some_and(|&next| is_letter(next) && next.is_lowercase()) {
                while self.next_if(|c| c == ' ').is_some() {}
                self.push(place, TokenKind::Name(name));
                if let Some(first) = self.next() {
                    self.join_name(first);
                }
                return;
            }
        }
        // A capital letter begins a Prolog variable. The lexer reports the variable, but returns it as a name, so that
        // parsing can continue.
        if first.is_uppercase() {
            self.error(place, Fault::Capital(name.clone()));
        }
        self.push(place, TokenKind::Name(name));
    }

    /// Whether the `_` just read continues the previous name, although white space is in between.
    fn continues_name(&mut self) -> bool {
        let is_name = |token: &Token| matches!(&token.kind, TokenKind::Name(name) if name.len() < MAX_JOINED_BYTES);
        let is_name = self.out.tokens.last().is_some_and(is_name);
        is_name && self.rest.peek().is_some_and(|&next| is_letter(next) || next.is_ascii_digit())
    }

    /// Reads the second part of a name that contains white space, and joins this part to the last token. Reports the
    /// name as one fault, even if it contains white space at several places.
    fn join_name(&mut self, first: char) {
        let Some(Token { kind: TokenKind::Name(mut name), place }) = self.out.tokens.pop() else { return };
        name.push(first);
        while let Some(next) = self.next_if(|c| is_letter(c) || c.is_ascii_digit() || c == '_' || is_combining(c)) {
            compose(&mut name, next);
        }
        // A name broken into three parts is still one fault.
        while self.out.errors.last().is_some_and(|error| error.place == place) {
            self.out.errors.pop();
        }
        self.error(place, Fault::Broken(name.clone()));
        self.push(place, TokenKind::Name(name));
    }

    /// Skips a Prolog directive, such as `:- op(700, xfy, and).`, up to its full stop, and adds a warning.
    fn skip_directive(&mut self, place: Place) {
        self.out.warnings.push(LoadWarning { place, oddity: Oddity::Directive });
        while let Some(skipped) = self.next() {
            match skipped {
                '%' => while self.next_if(|c| c != '\n').is_some() {},
                '.' if self.rest.peek().is_none_or(|&next| next.is_whitespace() || next == '%') => return,
                _ => {}
            }
        }
    }

    fn is_statement_start(&self) -> bool {
        self.out.tokens.last().is_none_or(|last| last.kind == TokenKind::End)
    }

    fn next(&mut self) -> Option<char> {
        let next = self.rest.next()?;
        if next == '\n' {
            self.place = Place { line: self.place.line + 1, column: 1 };
        } else {
            self.place.column += 1;
        }
        Some(next)
    }

    fn next_if(&mut self, wanted: impl Fn(char) -> bool) -> Option<char> {
        if self.rest.peek().is_some_and(|&next| wanted(next)) { self.next() } else { None }
    }

    fn push(&mut self, place: Place, kind: TokenKind) {
        self.out.tokens.push(Token { kind, place });
    }

    fn error(&mut self, place: Place, fault: Fault) {
        self.out.errors.push(LoadError { place, fault });
    }
}

/// If a name has at least this length in bytes, the lexer does not extend the name across white space.
const MAX_JOINED_BYTES: usize = 200;

fn is_letter(c: char) -> bool {
    c.is_ascii_alphabetic() || matches!(c, '\u{0400}'..='\u{0481}' | '\u{048a}'..='\u{052f}')
}

fn is_combining(c: char) -> bool {
    matches!(c, '\u{0306}' | '\u{0308}')
}

/// Appends a character to a name. A combining breve after и makes й, and combining dots after е make ё.
fn compose(name: &mut String, next: char) {
    let whole = match (name.chars().next_back(), next) {
        (Some('и'), '\u{0306}') => 'й',
        (Some('е'), '\u{0308}') => 'ё',
        _ => return name.push(next),
    };
    name.pop();
    name.push(whole);
}

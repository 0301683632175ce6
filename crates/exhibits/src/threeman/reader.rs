//! Splits a line of APL into words (tokens). Parentheses, brackets or braces, with their contents, become one word.
//!
//! ```text
//! test←{12≥3+1⌷⍵}     test  ←  { 12 ≥ 3 + 1 ⌷ ⍵ }
//! ```
//!
//! The reader groups nothing else, because only execution shows which names are functions.

use std::sync::Arc;

use super::control_word::{ControlWord, known_words};
use super::error::{Error, Reason};
use super::item::Item;
use super::items::real_item;
use super::line::Line;
use super::primitives::Primitive;
use super::value::Value;

/// A token of APL, with the column of the first character. The first column of a line is 1.
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
    /// The function `⍎`.
    Execute,
    /// The arrow `←`.
    Assign,
    /// The operator `¨`.
    Each,
    /// The operator `/` or, between values, the function `/`.
    Reduce,
    /// The left argument `⍺`.
    Alpha,
    /// The right argument `⍵`.
    Omega,
    /// `∇`, which means the enclosing function.
    Itself,
    /// The function `⎕CR` or `⎕VR`.
    Representation(Representation),
    /// The operator `∘.`, which stands before its function.
    Outer,
    /// The `;` between the two indexes of a matrix.
    Semicolon,
    /// `→`, which goes to a line of the function.
    Branch,
    /// A name and `:` at the beginning of a line.
    Label(String),
    /// The separator `⋄`.
    Diamond,
    /// The `:` that ends the condition of a guard.
    Guard,
    /// A control word, such as `:if`.
    Control(ControlWord),
    /// The words of `( ... )`.
    Group(Vec<Word>),
    /// The words of `[ ... ]`.
    Index(Vec<Word>),
    /// A function `{ ... }`.
    Function(Arc<Body>),
}

/// The two forms of a function's text.
#[derive(Clone, Copy, Debug)]
pub(super) enum Representation {
    /// `⎕CR`: the lines of the function.
    Canonical,
    /// `⎕VR`: the lines of the function between two `∇`, with the line numbers.
    Vector,
}

/// A function defined in braces.
#[derive(Debug)]
pub(super) struct Body {
    /// The line that defined the function.
    pub(crate) line: Line,
    /// The function's text, with the braces.
    pub(crate) text: String,
    pub(crate) clauses: Vec<Clause>,
    /// Whether the function uses `⍺`, and so needs a left argument.
    pub(crate) dyadic: bool,
    /// Whether the function uses neither `⍺` nor `⍵`, and so takes no argument.
    pub(crate) niladic: bool,
}

/// A statement in braces. A statement may begin with a guard, which is a condition and a `:`, as in `vec<0: '1≤'`.
#[derive(Debug)]
pub(super) struct Clause {
    pub(crate) guard: Option<Vec<Word>>,
    pub(crate) words: Vec<Word>,
}

impl WordKind {
    /// Returns the text of the word for an error message.
    pub(crate) fn written(&self) -> String {
        match self {
            WordKind::Name(name) => name.clone(),
            WordKind::Primitive(primitive) => primitive.symbol.to_string(),
            WordKind::Execute => "⍎".to_owned(),
            WordKind::Assign => "←".to_owned(),
            WordKind::Each => "¨".to_owned(),
            WordKind::Reduce => "/".to_owned(),
            WordKind::Alpha => "⍺".to_owned(),
            WordKind::Omega => "⍵".to_owned(),
            WordKind::Literal(value) => value.to_string(),
            WordKind::Itself => "∇".to_owned(),
            WordKind::Representation(Representation::Canonical) => "⎕CR".to_owned(),
            WordKind::Representation(Representation::Vector) => "⎕VR".to_owned(),
            WordKind::Outer => "∘.".to_owned(),
            WordKind::Semicolon => ";".to_owned(),
            WordKind::Branch => "→".to_owned(),
            WordKind::Label(name) => format!("{name}:"),
            WordKind::Diamond => "⋄".to_owned(),
            WordKind::Guard => ":".to_owned(),
            WordKind::Control(word) => word.to_string(),
            WordKind::Group(_) => "( )".to_owned(),
            WordKind::Index(_) => "[ ]".to_owned(),
            WordKind::Function(_) => "{ }".to_owned(),
        }
    }

    /// Whether the word, or a word in its parentheses or brackets, satisfies `is_meant`.
    fn speaks_of(&self, is_meant: fn(&WordKind) -> bool) -> bool {
        match self {
            WordKind::Group(words) | WordKind::Index(words) => words.iter().any(|word| word.kind.speaks_of(is_meant)),
            _ => is_meant(self),
        }
    }
}

impl Body {
    fn new(line: &Line, text: String, words: Vec<Word>) -> Answer<Body> {
        let speaks_of = |is_meant| words.iter().any(|word| word.kind.speaks_of(is_meant));
        let dyadic = speaks_of(|kind| matches!(kind, WordKind::Alpha));
        let niladic = !speaks_of(|kind| matches!(kind, WordKind::Alpha | WordKind::Omega));
        let clauses = statements(words).into_iter().map(Clause::new).collect::<Answer<_>>()?;
        Ok(Body { line: line.clone(), text, clauses, dyadic, niladic })
    }
}

impl Clause {
    fn new(mut words: Vec<Word>) -> Answer<Clause> {
        let Some(colon) = words.iter().position(|word| matches!(word.kind, WordKind::Guard)) else {
            return Ok(Clause { guard: None, words });
        };
        let after = words.split_off(colon + 1);
        let colon = words.pop().map_or(1, |colon| colon.column);
        let second = after.iter().find(|word| matches!(word.kind, WordKind::Guard));
        if words.is_empty() || second.is_some() {
            let column = second.map_or(colon, |word| word.column);
            return Err((column, Reason::Misplaced(WordKind::Guard.written())));
        }
        Ok(Clause { guard: Some(words), words: after })
    }
}

/// Splits words into statements at each `⋄`, without empty statements.
pub(super) fn statements(words: Vec<Word>) -> Vec<Vec<Word>> {
    let mut statements = vec![Vec::new()];
    for word in words {
        match word.kind {
            WordKind::Diamond => statements.push(Vec::new()),
            _ => statements.last_mut().expect("there is always one").push(word),
        }
    }
    statements.retain(|words| !words.is_empty());
    statements
}

/// The deepest nesting of parentheses.
const MAX_DEPTH: usize = 100;

/// Splits a line into words.
pub(super) fn read(line: &Line) -> Result<Vec<Word>, Error> {
    let characters: Vec<char> = line.text.chars().collect();
    let mut reader = Reader { line, characters: &characters, next: 0, open: Vec::new() };
    reader.words().map_err(|(column, reason)| Error::new(reason, line, column))
}

struct Reader<'a> {
    line: &'a Line,
    characters: &'a [char],
    next: usize,
    /// The column of each open parenthesis, bracket or brace, with the character that closes it.
    open: Vec<(usize, char)>,
}

type Answer<T> = Result<T, (usize, Reason)>;

impl Reader<'_> {
    /// Reads words up to the end of the line, or to the character that closes the innermost parenthesis, bracket or
    /// brace.
    fn words(&mut self) -> Answer<Vec<Word>> {
        let mut words = Vec::new();
        while let Some(&character) = self.characters.get(self.next) {
            self.next += 1;
            let column = self.next;
            let kind = match character {
                '⍝' => break,
                ' ' | '\t' | '\r' => continue,
                '(' => WordKind::Group(self.inside(column, ')')?),
                '[' => WordKind::Index(self.inside(column, ']')?),
                '{' => {
                    let words = self.inside(column, '}')?;
                    let text = self.characters[column - 1..self.next].iter().collect();
                    WordKind::Function(Arc::new(Body::new(self.line, text, words)?))
                }
                '⋄' | '◇' if matches!(self.open.last(), None | Some((_, '}'))) => WordKind::Diamond,
                '⋄' | '◇' => return Err((column, Reason::Misplaced(character.to_string()))),
                ':' => match (self.open.last(), &mut words[..]) {
                    (None, [Word { kind: kind @ WordKind::Name(_), .. }]) => {
                        *kind = WordKind::Label(kind.written());
                        continue;
                    }
                    (None, _) => WordKind::Control(self.control(column)?),
                    (Some((_, '}')), _) => WordKind::Guard,
                    _ => return Err((column, Reason::Misplaced(character.to_string()))),
                },
                '⎕' => WordKind::Representation(self.quad(column)?),
                '∇' => WordKind::Itself,
                ')' | '}' | ']' => match self.open.last() {
                    Some((_, closing)) if *closing == character => return Ok(words),
                    _ => return Err((column, Reason::NeverOpened(character))),
                },
                '\'' => WordKind::Literal(self.text(column)?),
                '¯' | '0'..='9' => WordKind::Literal(self.number(column, character)?),
                '⍬' => WordKind::Literal(Value::Vector(Vec::new())),
                '⍎' => WordKind::Execute,
                '←' => WordKind::Assign,
                '→' => WordKind::Branch,
                '¨' => WordKind::Each,
                '/' => WordKind::Reduce,
                '∘' if self.characters.get(self.next) == Some(&'.') => {
                    self.next += 1;
                    WordKind::Outer
                }
                ';' if matches!(self.open.last(), Some((_, ']'))) => WordKind::Semicolon,
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
            Some((column, ']')) => Err((*column, Reason::NeverClosed('['))),
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

    /// Reads a text whose first quote is already read. A doubled quote means one quote; a text of one character is a
    /// scalar.
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

    /// Reads a number, such as `12`, `¯1.5` or `1.5E¯3`, whose first character `first` is already read.
    fn number(&mut self, column: usize, first: char) -> Answer<Value> {
        let digits = self.take_while(|c| c.is_ascii_digit());
        if first == '¯' && digits.is_empty() {
            return Err((column, Reason::Unreadable('¯')));
        }
        let written = format!("{first}{digits}");
        let fraction = self.part(&['.']);
        let exponent = self.part(&['E', 'e', '¯']);
        let long = |written: String| (column, Reason::LongNumber(written));
        if fraction.is_empty() && exponent.is_empty() {
            let number = written.replace('¯', "-").parse().map_err(|_| long(written))?;
            return Ok(Value::Scalar(Item::Number(number)));
        }
        let written = written + &fraction + &exponent;
        let number: f64 = written.replace('¯', "-").parse().expect("the parts are those of a number");
        real_item(number).map(Value::Scalar).map_err(|_| long(written))
    }

    /// Reads the fraction of a number, such as `.5`, or its exponent, such as `E3` or `E¯3`. `marks` are the characters
    /// that can be in front of the digits. Returns an empty string, and reads nothing, if the next characters are not
    /// such a part.
    fn part(&mut self, marks: &[char]) -> String {
        let rest = &self.characters[self.next..];
        let length = rest.iter().take_while(|c| marks.contains(c)).count();
        let is_part = match rest[..length] {
            [] | ['¯'] => false,
            [_] => true,
            [first, second] => first != '¯' && second == '¯',
            _ => false,
        };
        let digits = rest[length..].iter().take_while(|c| c.is_ascii_digit()).count();
        if !is_part || digits == 0 {
            return String::new();
        }
        self.next += length + digits;
        rest[..length + digits].iter().collect()
    }

    fn control(&mut self, column: usize) -> Answer<ControlWord> {
        let word = self.take_while(char::is_alphanumeric);
        ControlWord::find(&word).ok_or_else(|| (column, Reason::UnknownControl { word, known: known_words() }))
    }

    fn quad(&mut self, column: usize) -> Answer<Representation> {
        let name = self.take_while(char::is_alphanumeric);
        match name.to_ascii_uppercase().as_str() {
            "CR" => Ok(Representation::Canonical),
            "VR" => Ok(Representation::Vector),
            _ => Err((column, Reason::UnknownQuad(name))),
        }
    }

    fn take_while(&mut self, belongs: impl Fn(char) -> bool) -> String {
        let rest = &self.characters[self.next..];
        let taken: String = rest.iter().copied().take_while(|c| belongs(*c)).collect();
        self.next += taken.chars().count();
        taken
    }
}

pub(super) fn begins_name(character: char) -> bool {
    character.is_alphabetic() || matches!(character, '_' | '∆' | '⍙')
}

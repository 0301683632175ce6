//! The reader: reads text, a line at a time, into s-expressions, and records the line and column of each expression.
//!
//! ```text
//! (list ...)   symbol   -17   "string"   'x for (quote x)   #'x for (function x)   () for nil
//! ; comment to the end of the line
//! ```
//!
//! The reader keeps open lists on a stack instead of in nested calls, so that an expression can continue on the next
//! line. After an error, the reader discards the rest of the expression, so that one mistake gives one message.

use std::collections::VecDeque;

use super::error::{Error, Position, Reason};
use super::value::{MAX_DEPTH, Value};

/// An expression, with its place in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression {
    /// The line and column where the expression begins.
    pub(crate) at: Position,
    /// The expression without its line and column.
    pub(crate) form: Form,
}

/// The kinds of expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// A whole number.
    Number(i64),
    /// A symbol, in capitals.
    Symbol(String),
    /// A string.
    Text(String),
    /// A list; `'x` is the list `(quote x)`, and `#'x` is `(function x)`.
    List(Vec<Expression>),
}

impl Expression {
    /// Returns the expression as a value, without evaluation, as `quote` does.
    pub fn to_value(&self) -> Value {
        match &self.form {
            Form::Number(number) => Value::Number(*number),
            Form::Symbol(name) => Value::symbol(name),
            Form::Text(text) => Value::Text(text.clone()),
            Form::List(members) => Value::List(members.iter().map(Expression::to_value).collect()),
        }
    }

    /// Whether the expression is the symbol with this name, given in capitals.
    pub(super) fn is_symbol(&self, name: &str) -> bool {
        matches!(&self.form, Form::Symbol(known) if known == name)
    }

    /// Returns the members of a list, or an empty slice for the symbol NIL; `None` for any other expression.
    pub(super) fn members_or_nil(&self) -> Option<&[Expression]> {
        if self.is_symbol("NIL") { Some(&[]) } else { self.members() }
    }

    /// Returns the members of a list; `None` if the expression is not a list.
    pub(super) fn members(&self) -> Option<&[Expression]> {
        match &self.form {
            Form::List(members) => Some(members),
            _ => None,
        }
    }
}

/// A list, or an expression after `'` or `#'`, that is not complete yet.
#[derive(Clone, Debug)]
struct Open {
    at: Position,
    members: Vec<Expression>,
    /// `QUOTE` after `'`, `FUNCTION` after `#'`, and `None` for a list.
    prefix: Option<&'static str>,
}

/// A reader of expressions. The caller adds lines of text and takes complete expressions.
///
/// ```
/// use focal8_exhibits::cs2360::Reader;
/// let mut reader = Reader::default();
/// reader.push("(list 'a");
/// assert_eq!(reader.next_expression(), None);
/// reader.push("  2) ; done");
/// let expression = reader.next_expression().unwrap().unwrap();
/// assert_eq!(expression.to_value().to_string(), "(LIST (QUOTE A) 2)");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Reader {
    line: usize,
    open: Vec<Open>,
    /// The position and the text so far of a string that continues on the next line.
    text: Option<(Position, String)>,
    /// The number of open lists that are discarded because their nesting is too deep.
    dropped: usize,
    error: Option<Error>,
    ready: VecDeque<Result<Expression, Error>>,
}

impl Reader {
    /// Reads the next line of the text.
    pub fn push(&mut self, line: &str) {
        self.line += 1;
        let mut rest = line.chars().enumerate().peekable();
        if let Some((at, mut text)) = self.text.take() {
            text.push('\n');
            self.string(at, text, &mut rest);
        }
        while let Some((i, character)) = rest.next() {
            let at = Position { line: self.line, column: i + 1 };
            match character {
                ';' => break,
                '(' => self.open_list(at, None),
                '\'' => self.open_list(at, Some("QUOTE")),
                '#' if rest.next_if(|(_, next)| *next == '\'').is_some() => self.open_list(at, Some("FUNCTION")),
                ')' => self.close_list(at),
                '"' => self.string(at, String::new(), &mut rest),
                '#' | '`' | ',' | '|' => self.fail(at, Reason::NotReadable(character)),
                _ if character.is_whitespace() => {}
                _ => {
                    let mut token = String::from(character);
                    while let Some((_, character)) = rest.next_if(|(_, character)| is_constituent(*character)) {
                        token.push(character);
                    }
                    match atom(&token) {
                        Ok(form) => self.finish_expression(Expression { at, form }),
                        Err(reason) => self.fail(at, reason),
                    }
                }
            }
        }
    }

    /// Reads the rest of a string.
    fn string(&mut self, at: Position, mut text: String, rest: &mut impl Iterator<Item = (usize, char)>) {
        while let Some((_, character)) = rest.next() {
            match character {
                '"' => return self.finish_expression(Expression { at, form: Form::Text(text) }),
                '\\' => text.extend(rest.next().map(|(_, escaped)| escaped)),
                _ => text.push(character),
            }
        }
        self.text = Some((at, text));
    }

    /// Takes the next complete expression, or the error in that expression.
    pub fn next_expression(&mut self) -> Option<Result<Expression, Error>> {
        self.ready.pop_front()
    }

    /// Whether the last expression is incomplete and continues on the next line.
    pub fn is_open(&self) -> bool {
        !self.open.is_empty() || self.text.is_some()
    }

    /// Ends the text. If an expression is incomplete, adds an error.
    pub fn finish(&mut self) {
        if let Some((at, _)) = self.text.take() {
            self.fail(at, Reason::TextNeverClosed);
        }
        if let Some(open) = self.open.first() {
            let at = open.at;
            let reason = if open.prefix.is_some() { Reason::NothingQuoted } else { Reason::NeverClosed };
            self.ready.push_back(Err(self.error.take().unwrap_or(Error { at, reason })));
            self.open.clear();
            self.dropped = 0;
        }
    }

    fn open_list(&mut self, at: Position, prefix: Option<&'static str>) {
        if self.open.len() < MAX_DEPTH {
            self.open.push(Open { at, members: Vec::new(), prefix });
        } else {
            self.fail(at, Reason::TooDeep(MAX_DEPTH));
            self.dropped += usize::from(prefix.is_none());
        }
    }

    fn close_list(&mut self, at: Position) {
        if self.dropped > 0 {
            self.dropped -= 1;
            return;
        }
        if let Some(Open { at, .. }) = self.open.pop_if(|open| open.prefix.is_some()) {
            self.fail(at, Reason::NothingQuoted);
            if self.open.is_empty() {
                return;
            }
        }
        match self.open.pop() {
            Some(list) => self.finish_expression(Expression { at: list.at, form: Form::List(list.members) }),
            None => self.fail(at, Reason::NeverOpened),
        }
    }

    /// Adds a complete expression to the innermost open list. If no list is open, adds the expression to the results.
    fn finish_expression(&mut self, mut expression: Expression) {
        if self.dropped > 0 {
            return;
        }
        while let Some(Open { at, prefix: Some(name), .. }) = self.open.pop_if(|open| open.prefix.is_some()) {
            let name = Expression { at, form: Form::Symbol(name.to_owned()) };
            expression = Expression { at, form: Form::List(vec![name, expression]) };
        }
        match (self.open.last_mut(), self.error.take()) {
            (Some(list), error) => {
                list.members.push(expression);
                self.error = error;
            }
            (None, Some(error)) => self.ready.push_back(Err(error)),
            (None, None) => self.ready.push_back(Ok(expression)),
        }
    }

    /// Records an error. If a list is open, the reader returns the error at the end of the outermost list; otherwise it
    /// returns the error immediately. A list has at most one error.
    fn fail(&mut self, at: Position, reason: Reason) {
        let error = self.error.take().unwrap_or(Error { at, reason });
        // Quotes in front of the unreadable text are discarded with that text.
        while self.dropped == 0 && self.open.pop_if(|open| open.prefix.is_some()).is_some() {}
        if self.open.is_empty() {
            self.ready.push_back(Err(error));
        } else {
            self.error = Some(error);
        }
    }
}

fn is_constituent(character: char) -> bool {
    !character.is_whitespace() && !matches!(character, '(' | ')' | '\'' | '"' | ';' | '`' | ',' | '|')
}

/// Reads a token as a number if the token looks like a number, and otherwise as a symbol. `-` and `1+` are symbols.
fn atom(token: &str) -> Result<Form, Reason> {
    let digits = token.strip_prefix(['+', '-']).unwrap_or(token);
    let numeric = digits.starts_with(|c: char| c.is_ascii_digit())
        && digits.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | '/'));
    if token == "." {
        Err(Reason::NotReadable('.'))
    } else if numeric {
        token.parse().map(Form::Number).map_err(|_| Reason::NotAWholeNumber(token.to_owned()))
    } else {
        Ok(Form::Symbol(token.to_uppercase()))
    }
}

//! Reads tokens as a program, by recursive descent.
//!
//! The parser does not stop at the first error. It continues at the next line of the block or, after the last line, at
//! the next definition. A definition begins with a name that is the first token of a line, is indented no further than
//! the faulty definition, and is followed by `(names)` or `(names =`.

mod block;
mod command;
mod expression;

use super::fault::Fault;
use super::lexer::{Writing, tokens};
use super::lift::lifted;
use super::source::{Complaint, MAX_COMPLAINTS, Place, Source};
use super::syntax::{Definition, Expression, Named, Pattern, Reading, Step};
use super::token::{Token, TokenKind, in_place_of};

/// Reads a whole program, and returns the definitions. If there are faults, returns the complaints in the order of the
/// text.
pub(crate) fn parse_program(
    source: &Source,
    reading: Reading,
    writing: Writing,
) -> Result<Vec<Definition>, Vec<Complaint>> {
    let mut parser = Parser::new(source, reading, writing);
    let definitions = parser.program();
    parser.finish(definitions)
}

/// A text that the user types at a prompt.
pub(crate) enum Entry {
    /// Definitions to add to the program.
    Definitions(Vec<Definition>),
    /// The line `let pattern = value` or `pattern := value`, which names a value for later lines.
    Let(Pattern, Expression),
    /// An expression to evaluate.
    Expression(Expression),
}

/// Reads a text that the user types.
pub(crate) fn parse_entry(source: &Source, reading: Reading) -> Result<Entry, Vec<Complaint>> {
    let mut parser = Parser::new(source, reading, Writing::Typed);
    match parser.entry() {
        Ok(entry) => parser.finish(entry),
        // If there is no entry, there are complaints, and `finish` returns them.
        Err(Complained) => Err(parser.finish(()).expect_err("what is given up has been complained of")),
    }
}

/// Whether a text that the user types begins like a definition: `name(names) =`.
pub(crate) fn is_definition(text: &str) -> bool {
    starts_definition(&tokens(&Source::new("", text), Writing::Typed).0)
}

/// Whether a text that the user types continues on the next line: a parenthesis, a bracket or a section is open, or the
/// text ends with `of`, `=`, `,`, `→`, `:=`, `where` or `and`.
pub fn is_unfinished(text: &str) -> bool {
    let (tokens, complaints) = tokens(&Source::new("", text), Writing::Typed);
    let mut open = 0;
    let mut last = &TokenKind::End;
    for Token { kind, .. } in tokens.iter().filter(|token| token.kind != TokenKind::End) {
        match kind {
            TokenKind::Open | TokenKind::OpenSet | TokenKind::OpenList => open += 1,
            TokenKind::Section if last.precedes_block() => open += 1,
            TokenKind::Close | TokenKind::CloseSet | TokenKind::CloseList | TokenKind::Section => open -= 1,
            _ => {}
        }
        last = kind;
    }
    let goes_on = matches!(
        last,
        TokenKind::Of
            | TokenKind::Equal
            | TokenKind::Comma
            | TokenKind::Arrow
            | TokenKind::Assign
            | TokenKind::Where
            | TokenKind::AndWord
    );
    complaints.is_empty() && (open > 0 || goes_on)
}

/// The error for a construct that contains a fault. The parser has already recorded a complaint.
struct Complained;

type Parsed<T> = Result<T, Complained>;

/// The beginning of a construct that a closing token, such as `)` or `§`, must end.
struct Opener {
    what: &'static str,
    line: usize,
    column: usize,
}

struct Parser<'a> {
    source: &'a Source,
    reading: Reading,
    tokens: Vec<Token>,
    /// The index of the next token to read.
    at: usize,
    /// The column where the current definition begins.
    definition_column: usize,
    nesting: usize,
    complaints: Vec<Complaint>,
    /// The name of the last inner function that the parser has read; `None` before the first inner function of a
    /// definition.
    inner_function: Option<Named>,
    /// The index of the token in the last complaint. The parser does not complain about one token twice.
    complained_at: Option<usize>,
}

impl<'a> Parser<'a> {
    fn new(source: &'a Source, reading: Reading, writing: Writing) -> Self {
        let (tokens, complaints) = tokens(source, writing);
        let (at, nesting) = (0, 0);
        Parser {
            source,
            reading,
            tokens,
            at,
            definition_column: usize::MAX,
            nesting,
            complaints,
            inner_function: None,
            complained_at: None,
        }
    }

    /// Returns `read` if the parser has recorded no complaint; otherwise returns the complaints.
    fn finish<T>(mut self, read: T) -> Result<T, Vec<Complaint>> {
        if self.complaints.is_empty() {
            return Ok(read);
        }
        self.complaints.sort_by_key(|complaint| (complaint.line, complaint.column));
        Err(self.complaints)
    }

    // The methods below read tokens.

    fn token(&self) -> &Token {
        &self.tokens[self.at]
    }

    fn kind(&self) -> &TokenKind {
        &self.token().kind
    }

    /// Returns the place of the last token that was read.
    fn last_place(&self) -> Place {
        self.tokens[self.at.saturating_sub(1)].place
    }

    fn advance(&mut self) {
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
    }

    fn take(&mut self, kind: &TokenKind) -> bool {
        let there = self.kind() == kind;
        if there {
            self.advance();
        }
        there
    }

    fn complain(&mut self, fault: Fault) -> Complained {
        let fault = match *self.kind() {
            TokenKind::Missing(word) => Fault::MissingWord { word, instead: in_place_of(word) },
            _ => fault,
        };
        // The lexer has already complained about a bad token.
        let is_repeated = *self.kind() == TokenKind::Bad || self.complained_at == Some(self.at);
        if !is_repeated && self.complaints.len() < MAX_COMPLAINTS {
            self.complaints.push(self.source.complain(self.token().place, fault));
        }
        self.complained_at = Some(self.at);
        Complained
    }

    fn unexpected(&mut self, expected: &str) -> Complained {
        let found = self.kind().describe();
        self.complain(Fault::Unexpected { expected: expected.to_owned(), found })
    }

    fn expect(&mut self, kind: &TokenKind, expected: &str) -> Parsed<()> {
        if self.take(kind) { Ok(()) } else { Err(self.unexpected(expected)) }
    }

    /// Returns an [`Opener`] with the place of the last token that was read.
    fn opener(&self, what: &'static str) -> Opener {
        let token = &self.tokens[self.at - 1];
        Opener { what, line: token.line, column: token.column }
    }

    fn expect_closing(&mut self, kind: &TokenKind, expected: &str, opener: &Opener) -> Parsed<()> {
        if self.take(kind) {
            return Ok(());
        }
        let found = self.kind().describe();
        let Opener { what: opener, line, column } = *opener;
        Err(self.complain(Fault::Unclosed { expected: expected.to_owned(), found, opener, line, column }))
    }

    fn name(&mut self, expected: &str) -> Parsed<Named> {
        let TokenKind::Name(name) = self.kind() else { return Err(self.unexpected(expected)) };
        let named = Named { name: name.clone(), place: self.token().place };
        self.advance();
        Ok(named)
    }

    /// Reads a whole text that the user types.
    fn entry(&mut self) -> Parsed<Entry> {
        if starts_definition(&self.tokens[self.at..]) {
            return Ok(Entry::Definitions(self.program()));
        }
        let entry = if self.take(&TokenKind::Let) {
            match self.local_definition()? {
                Step::Functions(joined) if joined.values.is_none() => {
                    self.inner_function = None;
                    Entry::Definitions(joined.functions.into_iter().flat_map(|each| self.lifted(each)).collect())
                }
                Step::Let { pattern, value } => Entry::Let(pattern, value),
                _ => Entry::Definitions(Vec::new()),
            }
        } else if self.is_pattern_before(self.at, &TokenKind::Assign) {
            let (pattern, value) = self.assignment()?;
            Entry::Let(pattern, value)
        } else {
            Entry::Expression(self.expression()?)
        };
        self.expect(&TokenKind::End, "an operator or the end")?;
        if let Some(Named { name, place }) = self.inner_function.take() {
            self.complaints.push(self.source.complain(place, Fault::InnerFunction(name)));
        }
        Ok(entry)
    }

    // The methods below read definitions.

    fn program(&mut self) -> Vec<Definition> {
        let mut definitions = Vec::new();
        while *self.kind() != TokenKind::End {
            let first = self.at;
            self.definition_column = self.token().column;
            self.inner_function = None;
            match self.definition() {
                Ok(definition) if self.inner_function.is_some() => definitions.extend(self.lifted(definition)),
                Ok(definition) => definitions.push(definition),
                Err(Complained) => self.skip_to_definition(first),
            }
        }
        definitions
    }

    /// Returns the inner functions of a definition as separate definitions, and the definition without them.
    fn lifted(&mut self, definition: Definition) -> Vec<Definition> {
        let (functions, faults) = lifted(definition);
        self.complaints.extend(faults.into_iter().map(|(place, fault)| self.source.complain(place, fault)));
        functions
    }

    fn definition(&mut self) -> Parsed<Definition> {
        if !matches!(self.kind(), TokenKind::Name(_)) {
            // After text that is not a definition, the next definition may begin at any indentation.
            self.definition_column = usize::MAX;
        }
        let definition = self.function()?;
        if !matches!(self.kind(), TokenKind::Name(_) | TokenKind::End) {
            return Err(self.unexpected("an operator or the next definition"));
        }
        Ok(definition)
    }

    /// Reads `name(names) = expression`.
    fn function(&mut self) -> Parsed<Definition> {
        let name = self.name("the name of a definition")?;
        self.expect(&TokenKind::Open, "`(` and the parameters")?;
        let opener = self.opener("list of parameters");
        let parameters = self.names(&opener)?;
        for (index, parameter) in parameters.iter().enumerate() {
            if parameters[..index].iter().any(|earlier| earlier.name == parameter.name) {
                let fault = Fault::SameParameter(parameter.name.clone());
                self.complaints.push(self.source.complain(parameter.place, fault));
            }
        }
        self.expect(&TokenKind::Equal, "`=` and the body of the definition")?;
        let body = self.expression()?;
        Ok(Definition { name, parameters, body })
    }

    /// Reads a list of names separated by commas, up to the closing parenthesis. The list may be empty.
    fn names(&mut self, opener: &Opener) -> Parsed<Vec<Named>> {
        let mut names = Vec::new();
        if self.take(&TokenKind::Close) {
            return Ok(names);
        }
        loop {
            names.push(self.name("a name")?);
            if !self.take(&TokenKind::Comma) {
                self.expect_closing(&TokenKind::Close, "`,` or `)`", opener)?;
                return Ok(names);
            }
        }
    }

    fn skip_to_definition(&mut self, first: usize) {
        if self.at == first {
            self.advance();
        }
        while *self.kind() != TokenKind::End && !self.is_next_definition() {
            self.advance();
        }
    }

    /// Whether a new definition seems to begin at the next token. A new definition is not indented further than the
    /// current definition.
    fn is_next_definition(&self) -> bool {
        let first_on_line = self.at == 0 || self.tokens[self.at - 1].line < self.token().line;
        let heading = first_on_line && self.token().column <= self.definition_column;
        heading && matches!(heading_end(&self.tokens[self.at..]), Some([TokenKind::Close | TokenKind::Equal, ..]))
    }
}

/// Whether the tokens begin with the head of a definition: `name(name, name) =`.
pub(super) fn starts_definition(tokens: &[Token]) -> bool {
    matches!(heading_end(tokens), Some([TokenKind::Close, TokenKind::Equal]))
}

/// Skips a name, an opening parenthesis, and the names and commas that follow. Returns the next two tokens, which are
/// `)` and `=` at the head of a definition. Returns `None` if the tokens do not begin with `name(`.
fn heading_end(tokens: &[Token]) -> Option<[&TokenKind; 2]> {
    let mut kinds = tokens.iter().map(|token| &token.kind);
    let heading = matches!(kinds.next()?, TokenKind::Name(_)) && *kinds.next()? == TokenKind::Open;
    let after = kinds.find(|kind| !matches!(kind, TokenKind::Name(_) | TokenKind::Comma))?;
    heading.then_some([after, kinds.next().unwrap_or(&TokenKind::End)])
}

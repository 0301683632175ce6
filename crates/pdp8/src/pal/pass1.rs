//! Pass 1: reads the program, gives every label its address, and evaluates the conditionals.
//!
//! Each statement is read once. Origins, fields, counts and conditions, on which addresses depend, must be known here;
//! the values of words may still be unknown, and are left for pass 2 as expressions.

use super::Source;
use super::conditional::{self, Conditionals};
use super::error::{Errors, PalErrorKind, Position};
use super::evaluate::{Evaluator, Failure};
use super::expression::{Expression, ExpressionReader};
use super::lexer::{Cursor, Radix};
use super::location::Location;
use super::pseudo::Pseudo;
use super::statement::{Action, Statement};
use super::symbols::{Entry, Role, SymbolKind, Symbols};
use super::text;
use crate::instruction::Class;
use crate::word::Word;

/// The results of pass 1 for pass 2.
pub(super) struct FirstPass {
    pub(super) statements: Vec<Statement>,
    pub(super) symbols: Symbols,
}

/// Reads all sources as one program.
pub(super) fn run<'s>(sources: &'s [Source], errors: &mut Errors<'s>) -> FirstPass {
    let mut reader = Reader {
        cursor: Cursor::new(sources),
        errors,
        radix: Radix::Octal,
        location: Location::start(),
        symbols: Symbols::permanent(),
        statements: Vec::new(),
        conditionals: Conditionals::default(),
        put_at_once: 0,
    };
    while reader.cursor.next_line() && reader.line() {}
    if let Some(opening) = reader.conditionals.unclosed() {
        reader.errors.add(opening, PalErrorKind::ConditionNotClosed);
    }
    FirstPass { statements: reader.statements, symbols: reader.symbols }
}

/// The maximum number of words that all `ZBLOCK` and `TEXT` together may generate: eight times the largest core. This
/// limit keeps a short source from using all memory of the host.
const MAX_WORDS: usize = 8 * 0o100000;

/// The result of [`Reader::line`] for a line without `$`; for a line with `$`, the result is [`END`].
const GO_ON: bool = true;
const END: bool = false;

struct Reader<'r, 's> {
    cursor: Cursor<'s>,
    errors: &'r mut Errors<'s>,
    radix: Radix,
    location: Location,
    symbols: Symbols,
    statements: Vec<Statement>,
    conditionals: Conditionals,
    /// The number of words that `ZBLOCK` and `TEXT` have generated.
    put_at_once: usize,
}

impl<'s> Reader<'_, 's> {
    /// Reads the statements of a line. Returns [`END`] at `$`, otherwise [`GO_ON`].
    fn line(&mut self) -> bool {
        loop {
            self.cursor.skip_blanks();
            let position = self.cursor.position();
            match self.cursor.peek() {
                None => return GO_ON,
                Some('/') => self.conditionals.comment(self.cursor.skip_line()),
                Some(';') => {
                    self.cursor.take();
                }
                Some('>') => {
                    self.cursor.take();
                    if !self.conditionals.close() {
                        self.errors.add(position, PalErrorKind::NothingToClose);
                    }
                }
                Some('$') => {
                    if let Some(name) = self.cursor.following_source() {
                        self.errors.add(position, PalErrorKind::EndTooEarly(name.to_owned()));
                    }
                    return END;
                }
                Some('*') => {
                    self.cursor.take();
                    self.cursor.skip_blanks();
                    if let Some(origin) = self.known("an origin") {
                        self.add(position, Action::Origin(origin));
                        self.location.origin(origin);
                    }
                    self.end_of_statement();
                }
                Some(_) if self.cursor.at_letter() => self.named(position),
                Some(_) => self.word(position),
            }
        }
    }

    /// Reads a statement that begins with a name: a label, an assignment, a pseudo-operator or an expression.
    fn named(&mut self, position: Position) {
        let name = self.cursor.peek_name();
        match self.cursor.peek_after_name() {
            Some(',') => {
                let is_cut = self.cursor.is_name_cut();
                self.cursor.take_name();
                self.cursor.skip_blanks();
                self.cursor.take();
                self.label(&name, is_cut, position);
            }
            Some('=') => self.assignment(position, false),
            _ => match Pseudo::named(&name) {
                Some(pseudo) if !self.symbols.is_own(&name) => {
                    self.cursor.take_name();
                    self.cursor.skip_blanks();
                    self.pseudo(pseudo, position);
                }
                _ => self.word(position),
            },
        }
    }

    fn label(&mut self, name: &str, is_cut: bool, position: Position) {
        if let Some(Entry { value, position: Some(first), .. }) = self.symbols.get(name) {
            let kind = PalErrorKind::Duplicate {
                symbol: name.to_owned(),
                value: value.unwrap_or_default(),
                place: self.errors.place(*first),
                is_cut,
            };
            self.errors.add(position, kind);
            return;
        }
        let entry = Entry {
            value: Some(self.location.here),
            field: self.location.field,
            role: Role::Value,
            kind: SymbolKind::Label,
            position: Some(position),
        };
        self.symbols.define(name, entry);
    }

    /// Reads `name=expression` or `name==expression`. Symbols in the expression may be defined further down.
    fn assignment(&mut self, position: Position, memory_reference: bool) {
        let is_cut = self.cursor.is_name_cut();
        let name = self.cursor.take_name();
        self.cursor.skip_blanks();
        self.cursor.take();
        let kind = if self.cursor.take_if('=') { SymbolKind::Unlisted } else { SymbolKind::Assigned };
        self.cursor.skip_blanks();
        let Some(expression) = self.expression() else { return };
        // If the expression has no value yet, or is wrong, pass 2 evaluates it again and reports the error.
        let value = Evaluator::new(&self.symbols, &self.location).evaluate(&expression).ok();
        if let Some((value, first)) = self.label_changed(&name, value) {
            let place = self.errors.place(first);
            self.errors.add(position, PalErrorKind::Duplicate { symbol: name.clone(), value, place, is_cut });
        } else {
            let first = self.symbols.get(&name).and_then(|entry| entry.position).unwrap_or(position);
            let entry = Entry { value, field: 0, role: role(memory_reference), kind, position: Some(first) };
            self.symbols.define(&name, entry);
        }
        self.add(position, Action::Assign { name, kind, memory_reference, expression });
        self.end_of_statement();
    }

    /// If `name` is a label and its address is not `value`, returns the address and the position of the label.
    fn label_changed(&self, name: &str, value: Option<Word>) -> Option<(Word, Position)> {
        match self.symbols.get(name)? {
            Entry { value: Some(address), kind: SymbolKind::Label, position: Some(first), .. }
                if value != Some(*address) =>
            {
                Some((*address, *first))
            }
            _ => None,
        }
    }

    fn pseudo(&mut self, pseudo: Pseudo, position: Position) {
        match pseudo {
            Pseudo::Octal => self.radix = Radix::Octal,
            Pseudo::Decimal => self.radix = Radix::Decimal,
            Pseudo::Page => self.page(position),
            Pseudo::Field => {
                if let Some(field) = self.known_up_to(7, "a field", "field") {
                    self.location.change_field(field as u8);
                    self.add(position, Action::Field(field as u8));
                }
            }
            Pseudo::Reloc => {
                let target =
                    if self.cursor.at_end_of_statement() { Some(None) } else { self.known("a place").map(Some) };
                if let Some(target) = target {
                    self.location.relocate(target);
                    self.add(position, Action::Relocate(target));
                }
            }
            Pseudo::Text => {
                let words = text::read(&mut self.cursor, self.errors);
                self.add_words(position, words);
            }
            Pseudo::Zblock => {
                if let Some(count) = self.known("a count of words") {
                    self.add_words(position, vec![Word::ZERO; usize::from(count.bits())]);
                }
            }
            Pseudo::Fixmri => return self.fixmri(),
            Pseudo::Fixtab => self.symbols.fix(),
            Pseudo::Expunge => self.symbols.expunge(),
            Pseudo::IfDefined | Pseudo::IfNotDefined => return self.if_defined(pseudo == Pseudo::IfDefined),
            Pseudo::IfZero | Pseudo::IfNotZero => return self.if_zero(pseudo == Pseudo::IfZero),
            Pseudo::EnablePunch | Pseudo::NoPunch => {
                self.location.punching = pseudo == Pseudo::EnablePunch;
                self.add(position, Action::Punch(self.location.punching));
            }
            Pseudo::Xlist => {
                self.add(position, Action::ToggleListing);
                self.cursor.skip_statement();
            }
            Pseudo::Printer => {
                self.cursor.skip_line();
            }
            Pseudo::Pause => {
                self.cursor.next_source();
                return;
            }
        }
        self.end_of_statement();
    }

    /// Carries out `PAGE`. Without a number, the next word goes to the next page, or to the present address if a page
    /// begins there.
    fn page(&mut self, position: Position) {
        let here = if self.cursor.at_end_of_statement() {
            Some(Word::new((self.location.here.bits() + 0o177) & 0o7600))
        } else {
            self.known_up_to(0o37, "a page", "page").map(|page| Word::new(page << 7))
        };
        if let Some(here) = here {
            self.location.origin(here);
            self.add(position, Action::Origin(here));
        }
    }

    fn fixmri(&mut self) {
        let position = self.cursor.position();
        if !self.cursor.at_letter() {
            return self.unexpected("a name and its value, as in FIXMRI FADD=1000,");
        }
        if self.cursor.peek_after_name() == Some('=') {
            return self.assignment(position, true);
        }
        self.cursor.take_name();
        self.cursor.skip_blanks();
        self.unexpected("= and a value");
    }

    fn if_defined(&mut self, wanted: bool) {
        if !self.cursor.at_letter() {
            self.unexpected("the name of a symbol");
            return self.condition(None);
        }
        let name = self.cursor.take_name();
        // A pseudo-operator counts as defined, just as an instruction does.
        let defined = self.symbols.get(&name).is_some() || Pseudo::named(&name).is_some();
        self.condition(Some(defined == wanted));
    }

    fn if_zero(&mut self, wanted: bool) {
        let value = self.known("a condition");
        self.condition(value.map(|value| (value == Word::ZERO) == wanted));
    }

    /// Enters or skips the body of a conditional. If the condition has an error (`None`), enters the body, so that
    /// errors in the body are found too.
    fn condition(&mut self, holds: Option<bool>) {
        self.cursor.skip_blanks();
        if self.cursor.peek() != Some('<') {
            if holds.is_some() {
                self.unexpected("< and the statements that depend on the condition");
            }
            while self.cursor.peek().is_some_and(|character| !matches!(character, '<' | '/')) {
                self.cursor.take();
            }
        }
        let opening = self.cursor.position();
        if !self.cursor.take_if('<') {
            return;
        }
        if holds.unwrap_or(true) {
            self.conditionals.open(opening);
        } else if !conditional::skip_body(&mut self.cursor) {
            self.errors.add(opening, PalErrorKind::ConditionNotClosed);
        }
    }

    /// Reads a statement that is an expression: one word.
    fn word(&mut self, position: Position) {
        let Some(expression) = self.expression() else {
            // Put a zero where a word was intended, so that the words after it keep their addresses.
            return self.add_words(position, vec![Word::ZERO]);
        };
        self.add(position, Action::Word(expression));
        self.location.advance(1);
        self.end_of_statement();
    }

    fn add_words(&mut self, position: Position, words: Vec<Word>) {
        self.put_at_once += words.len();
        if self.put_at_once > MAX_WORDS {
            return self.errors.add(position, PalErrorKind::TooManyWords(MAX_WORDS));
        }
        self.location.advance(words.len());
        self.add(position, Action::Words(words));
    }

    fn add(&mut self, position: Position, action: Action) {
        self.statements.push(Statement { position, action });
    }

    /// Reads an expression. If the expression is wrong, reports the error and skips the statement.
    fn expression(&mut self) -> Option<Expression> {
        let mut reader = ExpressionReader {
            cursor: &mut self.cursor,
            radix: self.radix,
            symbols: &self.symbols,
            errors: self.errors,
            depth: 0,
        };
        let expression = reader.expression();
        if expression.is_none() {
            self.cursor.skip_statement();
        }
        expression
    }

    /// Reads an expression whose value must be known in pass 1.
    fn known(&mut self, needed: &'static str) -> Option<Word> {
        let expression = self.expression()?;
        match Evaluator::new(&self.symbols, &self.location).evaluate(&expression) {
            Ok(value) => Some(value),
            Err(failures) => {
                for (position, failure) in failures {
                    let kind = match failure {
                        Failure::Undefined(symbol) => PalErrorKind::UndefinedYet { symbol, needed },
                        Failure::Literal => PalErrorKind::LiteralTooEarly(needed),
                        Failure::Wrong(kind) => kind,
                    };
                    self.errors.add(position, kind);
                }
                None
            }
        }
    }

    fn known_up_to(&mut self, largest: u16, needed: &'static str, what: &'static str) -> Option<u16> {
        let position = self.cursor.position();
        let value = self.known(needed)?.bits();
        if value > largest {
            self.errors.add(position, PalErrorKind::OutOfRange { what, value, largest });
            return None;
        }
        Some(value)
    }

    fn end_of_statement(&mut self) {
        self.cursor.skip_blanks();
        if !self.cursor.at_end_of_statement() {
            self.unexpected("the end of the statement");
        }
    }

    fn unexpected(&mut self, wanted: &'static str) {
        let (position, found) = match self.cursor.peek() {
            None | Some('/') => (self.cursor.end_position(), "the end of the line".to_owned()),
            Some(character) => (self.cursor.position(), format!("'{character}'")),
        };
        self.errors.add(position, PalErrorKind::Unexpected { found, wanted });
        self.cursor.skip_statement();
    }
}

pub(super) fn role(memory_reference: bool) -> Role {
    if memory_reference { Role::Instruction(Class::MemoryReference) } else { Role::Value }
}

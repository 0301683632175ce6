//! Pass 2: every symbol has its value, and the words are evaluated.

use std::collections::BTreeMap;

use super::error::{Errors, PalErrorKind, Position};
use super::evaluate::{Evaluator, Failure};
use super::expression::Expression;
use super::listing::{Line, Listing, Mark};
use super::literals::Literals;
use super::location::Location;
use super::pass1::{FirstPass, role};
use super::statement::Action;
use super::symbols::{Entry, Symbols};
use super::{Assembly, Options};
use crate::word::{Address, Word};

/// Evaluates all words, and collects the words of each line for the listing.
pub(super) fn run(first: FirstPass, options: &Options, errors: &mut Errors<'_>) -> Assembly {
    let mut writer = Writer {
        errors,
        options,
        location: Location::start(),
        symbols: first.symbols,
        literals: Literals::default(),
        words: Vec::new(),
        occupied: BTreeMap::new(),
        listing: Listing::default(),
    };
    for statement in first.statements {
        writer.statement(statement.position, statement.action);
    }
    writer.put_literals();
    // The words of each field come together on the tape. Within a field their order stays, because the later of two
    // words at an address replaces the earlier word.
    writer.words.sort_by_key(|(address, _)| address.field());
    Assembly {
        words: writer.words,
        symbols: writer.symbols.own(),
        listing: writer.listing,
        errors: Vec::new(),
        more_errors: 0,
    }
}

struct Writer<'w, 's> {
    errors: &'w mut Errors<'s>,
    options: &'w Options,
    location: Location,
    symbols: Symbols,
    literals: Literals,
    words: Vec<(Address, Word)>,
    /// The addresses of all words that are not literals, with the positions of their statements.
    occupied: BTreeMap<Address, Position>,
    listing: Listing,
}

impl Writer<'_, '_> {
    fn statement(&mut self, position: Position, action: Action) {
        match action {
            Action::Assign { name, kind, memory_reference, expression } => {
                let Some((value, _)) = self.evaluate(&expression) else { return };
                let earlier = self.symbols.get(&name);
                if earlier.is_some_and(|entry| entry.kind == super::SymbolKind::Label) {
                    return;
                }
                let position_first = earlier.and_then(|entry| entry.position).or(Some(position));
                let kind = earlier.map_or(kind, |entry| entry.kind);
                let entry = Entry {
                    value: Some(value),
                    field: 0,
                    role: role(memory_reference),
                    kind,
                    position: position_first,
                };
                self.symbols.define(&name, entry);
                self.listing.add(Line { position, address: None, word: value, mark: Mark::None });
            }
            Action::Word(expression) => {
                let (word, linked) = self.evaluate(&expression).unwrap_or_default();
                self.put(position, word, if linked { Mark::Link } else { Mark::None });
            }
            Action::Words(words) => {
                for word in words {
                    self.put(position, word, Mark::None);
                }
            }
            Action::Origin(here) => self.location.origin(here),
            Action::Field(field) => self.location.change_field(field),
            Action::Relocate(target) => self.location.relocate(target),
            Action::Punch(punching) => self.location.punching = punching,
            Action::ToggleListing => self.listing.toggle(position),
        }
    }

    fn evaluate(&mut self, expression: &Expression) -> Option<(Word, bool)> {
        let mut evaluator = Evaluator::new(&self.symbols, &self.location);
        evaluator.literals = Some(&mut self.literals);
        evaluator.links = self.options.links;
        match evaluator.evaluate(expression) {
            Ok(word) => Some((word, evaluator.linked)),
            Err(failures) => {
                for (position, failure) in failures {
                    let kind = match failure {
                        Failure::Undefined(name) => PalErrorKind::Undefined(name),
                        Failure::Literal => PalErrorKind::LiteralTooEarly("this value"),
                        Failure::Wrong(kind) => kind,
                    };
                    self.errors.add(position, kind);
                }
                None
            }
        }
    }

    fn put(&mut self, position: Position, word: Word, mark: Mark) {
        let address = self.location.address();
        if self.location.punching {
            self.words.push((address, word));
            let earlier = self.occupied.insert(address, position);
            if let Some(earlier) = earlier.filter(|_| self.options.unique) {
                let place = self.errors.place(earlier);
                self.errors.add(position, PalErrorKind::Overlay { address, place });
            }
        }
        let listed = Address::in_field(self.location.field, self.location.here);
        self.listing.add(Line { position, address: Some(listed), word, mark });
        self.location.advance(1);
    }

    /// Puts each pool of literals at the end of its page. Reports an error if the program has a word at the address of
    /// a literal.
    fn put_literals(&mut self) {
        for (page, literals) in self.literals.pools() {
            for (here, literal) in literals {
                let listed = Address::in_field(page.field, here);
                self.listing.add_literal(listed, literal.word, literal.is_link);
                if !literal.punched {
                    continue;
                }
                let address = page.address(here);
                if self.occupied.contains_key(&address) {
                    let kind = PalErrorKind::Overflow { page: page.first(), literal: here };
                    self.errors.add(literal.position, kind);
                }
                self.words.push((address, literal.word));
            }
        }
    }
}

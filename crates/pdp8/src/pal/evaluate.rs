//! Evaluation of an expression: to a number, or to an instruction with its address.
//!
//! ```text
//! TAD I Z 10    memory reference: I sets bit 3, Z selects page zero, the rest is an address,
//!               which must lie in page zero or in the page of the instruction (or, with links, anywhere)
//! CLA CLL IAC   everything else: inclusive OR of the parts
//! ```

use super::combine;
use super::error::{PalErrorKind, Position};
use super::expression::{Expression, Operand, Operator, Part, Term};
use super::literals::{Literal, Literals};
use super::location::{Location, Page};
use super::symbols::{Role, Symbols};
use crate::instruction::Class;
use crate::word::Word;

/// The reason why an expression has no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// A symbol that has no value yet. Pass 1 may define the symbol later.
    Undefined(String),
    /// A literal in pass 1. Literals have no addresses before pass 2.
    Literal,
    /// An error that a later definition cannot correct.
    Wrong(PalErrorKind),
}

/// Evaluates expressions at one position of the program.
pub(super) struct Evaluator<'e> {
    pub(super) symbols: &'e Symbols,
    pub(super) location: &'e Location,
    /// The pools of literals in pass 2, or `None` in pass 1.
    pub(super) literals: Option<&'e mut Literals>,
    /// Whether off-page references get a link.
    pub(super) links: bool,
    /// Whether an off-page reference in the expression got a link.
    pub(super) linked: bool,
    failures: Vec<(Position, Failure)>,
}

impl<'e> Evaluator<'e> {
    pub(super) fn new(symbols: &'e Symbols, location: &'e Location) -> Self {
        Evaluator { symbols, location, literals: None, links: false, linked: false, failures: Vec::new() }
    }

    /// Returns the value of the expression, or all reasons why the expression has no value.
    pub(super) fn evaluate(&mut self, expression: &Expression) -> Result<Word, Vec<(Position, Failure)>> {
        let word = self.expression(expression);
        if self.failures.is_empty() { Ok(word) } else { Err(std::mem::take(&mut self.failures)) }
    }

    /// Evaluates an expression. A failed part counts as 0, so that the other parts are checked too.
    fn expression(&mut self, expression: &Expression) -> Word {
        self.check_combination(expression);
        let first = &expression.parts[0];
        match first.lone_name().and_then(|name| self.symbols.get(name)) {
            Some(entry) if entry.role == Role::Instruction(Class::MemoryReference) && expression.parts.len() > 1 => {
                let operation = self.part(first);
                self.memory_reference(operation, &expression.parts[1..])
            }
            _ => expression.parts.iter().fold(Word::ZERO, |word, part| or(word, self.part(part))),
        }
    }

    fn memory_reference(&mut self, operation: Word, parts: &[Part]) -> Word {
        let mut word = operation;
        let mut page_zero = false;
        let mut address = None;
        let failed_before = self.failures.len();
        for part in parts {
            let role = part.lone_name().and_then(|name| self.symbols.get(name)).map(|entry| entry.role);
            match role {
                Some(Role::Indirect) => word = or(word, Word::new(0o0400)),
                Some(Role::PageZero) => page_zero = true,
                _ => {
                    let value = self.part(part);
                    let (position, sum) = address.unwrap_or((part.position, Word::ZERO));
                    address = Some((position, or(sum, value)));
                }
            }
        }
        match address {
            Some((position, target)) if self.failures.len() == failed_before => {
                or(word, self.address_bits(word, target, page_zero, position))
            }
            _ => word,
        }
    }

    /// Returns the bits that make the instruction `word` refer to `target`: the page bit and the offset. If a direct
    /// reference cannot reach `target` and links are enabled, makes a link, which is a word on the present page with
    /// the address of `target`. The bits are then those of an indirect reference to the link.
    fn address_bits(&mut self, word: Word, target: Word, page_zero: bool, position: Position) -> Word {
        let offset = Word::new(target.bits() & 0o0177);
        if target.page() == 0 {
            return offset;
        }
        if page_zero {
            self.fail(position, PalErrorKind::NotPageZero(target));
            return Word::ZERO;
        }
        let page = self.location.page();
        if target.page() == page.number {
            return or(Word::new(0o0200), offset);
        }
        let indirect = word.bit(3);
        if self.links && !indirect {
            self.linked = true;
            let link = self.place(page, target, true, position);
            return or(Word::new(if page.number == 0 { 0o0400 } else { 0o0600 }), Word::new(link.bits() & 0o0177));
        }
        let hint = match (indirect, self.links) {
            (true, true) => "; a link would need a second indirection",
            (true, false) => "",
            (false, _) => "; go through a pointer, or ask for links",
        };
        let (location, first, last) = (self.location.here, page.first(), page.last());
        self.fail(position, PalErrorKind::OffPage { target, location, page: first, last, hint });
        Word::ZERO
    }

    fn part(&mut self, part: &Part) -> Word {
        let mut value = self.term(&part.first);
        for (operator, term) in &part.rest {
            let right = self.term(term);
            let (a, b) = (i32::from(value.bits()), i32::from(right.bits()));
            value = match operator {
                Operator::Plus => Word::from_signed(a + b),
                Operator::Minus => Word::from_signed(a - b),
                Operator::Times => Word::from_signed(a * b),
                Operator::And => Word::from_signed(a & b),
                Operator::Or => Word::from_signed(a | b),
                Operator::DividedBy if b == 0 => {
                    // A divisor that has failed counts as 0 too, but its failure has been reported already.
                    if self.failures.is_empty() {
                        self.fail(term.position, PalErrorKind::DivisionByZero);
                    }
                    Word::ZERO
                }
                Operator::DividedBy => Word::from_signed(a / b),
            };
        }
        value
    }

    fn term(&mut self, term: &Term) -> Word {
        let value = match &term.operand {
            Operand::Value(word) => *word,
            Operand::Here => self.location.here,
            Operand::Name(name) => match self.symbols.get(name).and_then(|entry| entry.value) {
                Some(value) => value,
                None => {
                    self.failures.push((term.position, Failure::Undefined(name.clone())));
                    Word::ZERO
                }
            },
            Operand::CurrentPage(inner) => self.literal(self.location.page(), inner, term.position),
            Operand::PageZero(inner) => self.literal(self.location.page_zero(), inner, term.position),
        };
        if term.negative { Word::from_signed(-i32::from(value.bits())) } else { value }
    }

    fn literal(&mut self, page: Page, inner: &Expression, position: Position) -> Word {
        let failed_before = self.failures.len();
        let word = self.expression(inner);
        if self.failures.len() > failed_before {
            return Word::ZERO;
        }
        self.place(page, word, false, position)
    }

    fn place(&mut self, page: Page, word: Word, is_link: bool, position: Position) -> Word {
        let Some(literals) = &mut self.literals else {
            self.failures.push((position, Failure::Literal));
            return Word::ZERO;
        };
        let wanted = Literal { word, position, is_link, punched: self.location.punching };
        literals.place(page, wanted).unwrap_or_else(|| {
            self.failures.push((position, Failure::Wrong(PalErrorKind::PageFull(page.first(), page.last()))));
            Word::ZERO
        })
    }

    /// Checks that instructions joined by spaces or `!` can share a word.
    fn check_combination(&mut self, expression: &Expression) {
        let mut named: Vec<(&str, Class, Word)> = Vec::new();
        for (name, position) in expression.parts.iter().flat_map(Part::joined_names) {
            let Some(entry) = self.symbols.get(name) else { continue };
            let (Role::Instruction(class), Some(word)) = (entry.role, entry.value) else { continue };
            let clash = named.iter().find_map(|&(first, other, bits)| {
                combine::contradiction((other, bits), (class, word)).map(|reason| (first.to_owned(), reason))
            });
            if let Some((first, reason)) = clash {
                self.fail(position, PalErrorKind::Contradiction { first, second: name.to_owned(), reason });
                return;
            }
            if named.iter().all(|&(first, ..)| first != name) {
                named.push((name, class, word));
            }
        }
    }

    fn fail(&mut self, position: Position, kind: PalErrorKind) {
        self.failures.push((position, Failure::Wrong(kind)));
    }
}

fn or(word: Word, other: Word) -> Word {
    Word::new(word.bits() | other.bits())
}

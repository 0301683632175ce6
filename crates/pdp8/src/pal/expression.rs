//! Expressions as they are written, before they are evaluated.
//!
//! ```text
//! expression   part part ...        parts joined by spaces: inclusive OR, or instruction and address
//! part         term op term ...     op is + - ^ (times) % (divided by) & (and) ! (or), left to right
//! term         [-] number | name | . | "c | ( expression ) | [ expression ]
//! ```
//!
//! All operators have the same priority, and bind more tightly than the space: `CLA A+1` is CLA or-ed with A+1. Spaces
//! around an operator do not matter, with one exception: after a space that follows a memory reference instruction, I
//! or Z, a sign begins the address. So `TAD -5` is TAD with the address -5.
//!
//! At the end of a statement, the bracket of a literal need not be closed.

use std::iter;

use super::error::{Errors, PalErrorKind, Position};
use super::lexer::{Cursor, Radix};
use super::symbols::Symbols;
use crate::word::Word;

/// One or more parts, joined by spaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Expression {
    pub(super) parts: Vec<Part>,
}

/// Terms joined by operators.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) position: Position,
    pub(super) first: Term,
    pub(super) rest: Vec<(Operator, Term)>,
}

/// One operand and its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Term {
    pub(super) negative: bool,
    pub(super) operand: Operand,
    pub(super) position: Position,
}

/// The operand of a term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Operand {
    /// A number or a character's code.
    Value(Word),
    /// A symbol.
    Name(String),
    /// `.`: the address of the word being assembled.
    Here,
    /// `( )`: the address of a literal in the current page. The literal has the value of this expression.
    CurrentPage(Box<Expression>),
    /// `[ ]`: the address of a literal in page zero. The literal has the value of this expression.
    PageZero(Box<Expression>),
}

/// An operator between two terms. Operators are applied from left to right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Plus,
    Minus,
    Times,
    DividedBy,
    And,
    Or,
}

impl Operator {
    fn of(character: char) -> Option<Operator> {
        Some(match character {
            '+' => Operator::Plus,
            '-' => Operator::Minus,
            '^' => Operator::Times,
            '%' => Operator::DividedBy,
            '&' => Operator::And,
            '!' => Operator::Or,
            _ => return None,
        })
    }
}

impl Part {
    /// Returns the symbol if the part is only a symbol, otherwise `None`.
    pub(super) fn lone_name(&self) -> Option<&str> {
        match &self.first {
            Term { negative: false, operand: Operand::Name(name), .. } if self.rest.is_empty() => Some(name),
            _ => None,
        }
    }

    /// Returns the symbols in this part of an expression. Returns no symbols if the part has an operator other than
    /// `!`.
    pub(super) fn joined_names(&self) -> Vec<(&str, Position)> {
        if self.rest.iter().any(|(operator, _)| *operator != Operator::Or) {
            return Vec::new();
        }
        let terms = iter::once(&self.first).chain(self.rest.iter().map(|(_, term)| term));
        let names = terms.filter_map(|term| match &term.operand {
            Operand::Name(name) if !term.negative => Some((name.as_str(), term.position)),
            _ => None,
        });
        names.collect()
    }
}

/// Reads expressions from `cursor`, and reports errors to `errors`.
pub(super) struct ExpressionReader<'r, 's> {
    pub(super) cursor: &'r mut Cursor<'s>,
    pub(super) radix: Radix,
    pub(super) symbols: &'r Symbols,
    pub(super) errors: &'r mut Errors<'s>,
    /// The number of literals that enclose the cursor.
    pub(super) depth: usize,
}

/// The maximum nesting depth of literals.
const MAX_DEPTH: usize = 0o100;

impl ExpressionReader<'_, '_> {
    /// Reads an expression up to the end of the statement, a closing bracket or `<`. If the expression is wrong,
    /// reports the error and returns `None`.
    pub(super) fn expression(&mut self) -> Option<Expression> {
        let mut parts = vec![self.part()?];
        loop {
            let blanks = self.cursor.skip_blanks();
            match self.cursor.peek() {
                None | Some(';' | '/' | '<' | '>' | ')' | ']') => return Some(Expression { parts }),
                // A literal needs no space before it; everything else does.
                Some('(' | '[') => parts.push(self.part()?),
                Some(_) if blanks => parts.push(self.part()?),
                Some(_) => return self.unexpected("an operator, a space or the end of the statement"),
            }
        }
    }

    fn part(&mut self) -> Option<Part> {
        let mut part = Part { position: self.cursor.position(), first: self.term()?, rest: Vec::new() };
        loop {
            // Blanks are not skipped yet: blanks without an operator after them begin a new part.
            let Some(operator) = self.cursor.peek_after_blanks().and_then(Operator::of) else { return Some(part) };
            let is_apart = self.cursor.peek().and_then(Operator::of).is_none();
            if is_apart && self.starts_address(&part, operator) {
                return Some(part);
            }
            self.cursor.skip_blanks();
            self.cursor.take();
            self.cursor.skip_blanks();
            part.rest.push((operator, self.term()?));
        }
    }

    /// Whether `operator`, which follows `part` and a space, is the sign of an address. In `TAD -5`, `part` is `TAD`,
    /// and the address is `-5`.
    fn starts_address(&self, part: &Part, operator: Operator) -> bool {
        matches!(operator, Operator::Plus | Operator::Minus)
            && part.lone_name().is_some_and(|name| self.symbols.precedes_address(name))
    }

    fn term(&mut self) -> Option<Term> {
        let mut position = self.cursor.position();
        let mut negative = false;
        while let Some(sign @ ('+' | '-')) = self.cursor.peek() {
            negative ^= sign == '-';
            self.cursor.take();
            self.cursor.skip_blanks();
        }
        let operand = match self.cursor.peek() {
            Some(letter) if letter.is_ascii_alphabetic() => {
                position = self.cursor.position();
                Operand::Name(self.cursor.take_name())
            }
            Some(digit) if digit.is_ascii_digit() => {
                position = self.cursor.position();
                Operand::Value(self.cursor.take_number(self.radix, self.errors))
            }
            Some('.') => {
                self.cursor.take();
                Operand::Here
            }
            Some('"') => Operand::Value(self.cursor.take_character_code(self.errors)),
            Some('(') => Operand::CurrentPage(self.literal(')')?),
            Some('[') => Operand::PageZero(self.literal(']')?),
            _ => return self.unexpected("a number, a symbol or a literal"),
        };
        Some(Term { negative, operand, position })
    }

    fn literal(&mut self, closing: char) -> Option<Box<Expression>> {
        if self.depth == MAX_DEPTH {
            self.errors.add(self.cursor.position(), PalErrorKind::NestedTooDeep(MAX_DEPTH));
            return None;
        }
        self.cursor.take();
        self.cursor.skip_blanks();
        self.depth += 1;
        let inner = self.expression()?;
        self.depth -= 1;
        self.cursor.take_if(closing);
        Some(Box::new(inner))
    }

    fn unexpected<T>(&mut self, wanted: &'static str) -> Option<T> {
        let (position, kind) = match self.cursor.peek() {
            None | Some('/') => {
                let found = "the end of the line".to_owned();
                (self.cursor.end_position(), PalErrorKind::Unexpected { found, wanted })
            }
            Some(character) if character.is_ascii_graphic() => {
                (self.cursor.position(), PalErrorKind::Unexpected { found: format!("'{character}'"), wanted })
            }
            Some(character) => (self.cursor.position(), PalErrorKind::IllegalCharacter(character)),
        };
        self.errors.add(position, kind);
        None
    }
}

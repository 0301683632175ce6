//! Reads a line during execution, a character at a time, and prints the trace.
//!
//! FOCAL always holds the character read last, and every routine stops at the first character that it does not use. A
//! `?` turns the trace on or off, and is skipped. While the trace is on, each character is printed when it is read.

use super::Focal;
use super::error::ErrorCode;
use super::reference::ReferenceReader;
use super::text::Reference;
use crate::ascii::RETURN;

/// The meaning of a character in an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    Space,
    /// A digit or a decimal point, which begins a number.
    Digit,
    Operator(Operator),
    Opening,
    Closing,
    /// `,`, `;` or RETURN.
    Separator,
    Equals,
    /// A capital F, which begins a function.
    Function,
    /// Any other character, which begins a name.
    Letter,
}

/// The operators, lowest precedence first; no two operators have the same precedence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Operator {
    Add,
    Subtract,
    Divide,
    Multiply,
    Power,
}

impl Class {
    pub(super) const fn of(character: u8) -> Self {
        match character {
            b' ' => Class::Space,
            b'0'..=b'9' | b'.' => Class::Digit,
            b'+' => Class::Operator(Operator::Add),
            b'-' => Class::Operator(Operator::Subtract),
            b'/' => Class::Operator(Operator::Divide),
            b'*' => Class::Operator(Operator::Multiply),
            b'^' => Class::Operator(Operator::Power),
            b'(' | b'[' | b'<' => Class::Opening,
            b')' | b']' | b'>' => Class::Closing,
            b',' | b';' | RETURN => Class::Separator,
            b'=' => Class::Equals,
            b'F' => Class::Function,
            _ => Class::Letter,
        }
    }

    /// Whether a character of this class continues a name: a letter, a digit, a point or F.
    pub(super) const fn continues_name(self) -> bool {
        matches!(self, Class::Letter | Class::Digit | Class::Function)
    }

    /// Whether a character of this class ends an expression.
    pub(super) const fn ends_expression(self) -> bool {
        matches!(self, Class::Separator | Class::Closing | Class::Equals)
    }
}

/// Returns the closing bracket that matches an opening bracket.
pub(super) const fn closing(opening: u8) -> u8 {
    match opening {
        b'(' => b')',
        b'[' => b']',
        _ => b'>',
    }
}

impl Focal {
    /// Reads the next character of the line. At the end of the line, every further call returns RETURN.
    #[inline]
    pub(super) fn read(&mut self) -> u8 {
        loop {
            let character = self.text.character(self.position);
            if character == b'?' {
                self.position += 1;
                self.trace = !self.trace;
                continue;
            }
            if character != RETURN {
                self.position += 1;
            }
            self.character = character;
            if self.trace {
                self.trace_character();
            }
            return character;
        }
    }

    #[cold]
    pub(super) fn trace_character(&mut self) {
        match self.character {
            RETURN => self.new_line(),
            character => self.type_character(character),
        }
    }

    #[inline]
    pub(super) fn skip_spaces(&mut self) {
        while self.character == b' ' {
            self.read();
        }
    }

    #[inline]
    pub(super) fn class(&self) -> Class {
        Class::of(self.character)
    }

    /// Reads a line number.
    pub(super) fn reference(&mut self) -> Result<Reference, ErrorCode> {
        let mut reader = ReferenceReader::new();
        loop {
            if let Some(reference) = reader.take(self.character)? {
                return Ok(reference);
            }
            self.read();
        }
    }
}

//! The program after pass 1: the actions of its statements, in order, with the conditionals evaluated.
//!
//! Pass 1 has decided everything on which addresses depend. Pass 2 uses the addresses in this list, so the two passes
//! cannot disagree about an address (PAL's phase error).

use super::error::Position;
use super::expression::Expression;
use super::symbols::SymbolKind;
use crate::word::Word;

/// A statement and its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Statement {
    pub(super) position: Position,
    pub(super) action: Action,
}

/// The action of a statement in pass 2.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// Gives a symbol its value: `name=expression` or `name==expression`, with or without `FIXMRI`.
    Assign { name: String, kind: SymbolKind, memory_reference: bool, expression: Expression },
    /// Puts one word, such as an instruction, at the next address.
    Word(Expression),
    /// Puts the words of `TEXT` or `ZBLOCK` at the next addresses. Pass 1 knows the values of these words.
    Words(Vec<Word>),
    /// Sets the address of the next word: `*` or `PAGE`.
    Origin(Word),
    /// Sets the field of the next word: `FIELD`.
    Field(u8),
    /// Begins a relocation to an address, or ends the relocation: `RELOC`.
    Relocate(Option<Word>),
    /// Turns punching on or off: `ENPUNCH` or `NOPUNCH`.
    Punch(bool),
    /// Turns the listing off, or on again: `XLIST`.
    ToggleListing,
}

//! The program after pass 1: what each statement does, in order, conditionals decided.
//!
//! Pass 1 has decided everything that the addresses depend on, so pass 2 walks this list and cannot come to
//! other addresses: PAL's phase error does not exist here.

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

/// What a statement does in pass 2.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// `name=expression`, `name==expression`, and both after `FIXMRI`.
    Assign { name: String, kind: SymbolKind, memory_reference: bool, expression: Expression },
    /// An instruction or any other word.
    Word(Expression),
    /// Words known already: `TEXT`, `ZBLOCK`.
    Words(Vec<Word>),
    /// `*` and `PAGE`.
    Origin(Word),
    /// `FIELD`.
    Field(u8),
    /// `RELOC`, with a place or without.
    Relocate(Option<Word>),
    /// `ENPUNCH` and `NOPUNCH`.
    Punch(bool),
    /// `XLIST`: turns the listing off, and on again.
    ToggleListing,
}

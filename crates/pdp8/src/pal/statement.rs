//! The program after pass 1: the actions of its statements, in order, with conditionals decided.
//!
//! Pass 1 has decided everything on which addresses depend. Pass 2 follows this list, so it cannot get different
//! addresses: PAL's phase error cannot occur here.

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
    /// `name=expression`, `name==expression`, and both after `FIXMRI`.
    Assign { name: String, kind: SymbolKind, memory_reference: bool, expression: Expression },
    /// An instruction or any other word.
    Word(Expression),
    /// Words whose values are known in pass 1: `TEXT`, `ZBLOCK`.
    Words(Vec<Word>),
    /// `*` and `PAGE`.
    Origin(Word),
    /// `FIELD`.
    Field(u8),
    /// `RELOC`, with an address or without.
    Relocate(Option<Word>),
    /// `ENPUNCH` and `NOPUNCH`.
    Punch(bool),
    /// `XLIST`: turns the listing off, and on again.
    ToggleListing,
}

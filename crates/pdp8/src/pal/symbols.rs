//! The symbol table: what is known from the start, and what the program defines.
//!
//! The permanent symbols come from the instruction table. `EXPUNGE` forgets them, `FIXMRI` makes a new name act
//! like TAD or JMP, and a program may give any of them another meaning. I and Z always stay.

use std::collections::BTreeMap;

use super::error::Position;
use crate::instruction::{Class, MNEMONICS};
use crate::word::Word;

/// The way in which a symbol got its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolKind {
    /// A label: the address of the statement after it.
    Label,
    /// Given a value by `=`.
    Assigned,
    /// Given a value by `==`: as `=`, but left out of the listing.
    Unlisted,
    /// Known from the start.
    Permanent,
}

/// A symbol of the program, for the listing and for tests that call its routines by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// The name, in capitals, six characters at most.
    pub name: String,
    /// The value.
    pub value: Word,
    /// For a label, the field it lies in; else 0.
    pub field: u8,
    /// The way in which it got its value.
    pub kind: SymbolKind,
    /// Whether `FIXMRI` made it a memory reference.
    pub memory_reference: bool,
}

/// What a symbol does in an expression, besides having a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// A value and no more.
    Value,
    /// An instruction of the table, with what it combines with.
    Instruction(Class),
    /// `I`, in an address: indirect.
    Indirect,
    /// `Z`, in an address: page zero.
    PageZero,
}

#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// `None` as long as an `=` depends on something further down.
    pub(super) value: Option<Word>,
    pub(super) field: u8,
    pub(super) role: Role,
    pub(super) kind: SymbolKind,
    /// Where it was defined first; `None` for what is known from the start.
    pub(super) position: Option<Position>,
}

/// All symbols by name.
#[derive(Clone, Debug)]
pub(super) struct Symbols {
    entries: BTreeMap<String, Entry>,
}

impl Symbols {
    /// The table as PAL starts with it.
    pub(super) fn permanent() -> Self {
        let permanent =
            |value, role| Entry { value: Some(value), field: 0, role, kind: SymbolKind::Permanent, position: None };
        let mut entries: BTreeMap<String, Entry> = MNEMONICS
            .iter()
            .map(|row| (row.name.to_owned(), permanent(row.word, Role::Instruction(row.class))))
            .collect();
        entries.insert("I".to_owned(), permanent(Word::new(0o0400), Role::Indirect));
        entries.insert("Z".to_owned(), permanent(Word::ZERO, Role::PageZero));
        Symbols { entries }
    }

    pub(super) fn get(&self, name: &str) -> Option<&Entry> {
        self.entries.get(name)
    }

    /// Whether the program itself has defined this name, so that it is no pseudo-operator any more.
    pub(super) fn is_own(&self, name: &str) -> bool {
        self.get(name).is_some_and(|entry| entry.position.is_some())
    }

    /// Whether an address is due after this name and a space: a memory reference, I or Z.
    pub(super) fn precedes_address(&self, name: &str) -> bool {
        self.get(name).is_some_and(|entry| {
            matches!(entry.role, Role::Instruction(Class::MemoryReference) | Role::Indirect | Role::PageZero)
        })
    }

    pub(super) fn define(&mut self, name: &str, entry: Entry) {
        self.entries.insert(name.to_owned(), entry);
    }

    /// `EXPUNGE`: forgets everything but I and Z.
    pub(super) fn expunge(&mut self) {
        self.entries.retain(|_, entry| matches!(entry.role, Role::Indirect | Role::PageZero));
    }

    /// `FIXTAB`: what is defined so far becomes permanent, and stays out of the listing.
    pub(super) fn fix(&mut self) {
        for entry in self.entries.values_mut() {
            entry.kind = SymbolKind::Permanent;
        }
    }

    /// The symbols that the program defined, by name.
    pub(super) fn own(&self) -> Vec<Symbol> {
        self.entries
            .iter()
            .filter(|(_, entry)| entry.position.is_some())
            .filter_map(|(name, entry)| {
                Some(Symbol {
                    name: name.clone(),
                    value: entry.value?,
                    field: entry.field,
                    kind: entry.kind,
                    memory_reference: entry.role == Role::Instruction(Class::MemoryReference),
                })
            })
            .collect()
    }
}

//! The symbol table: the permanent symbols, and those that the program defines.
//!
//! The permanent symbols come from the instruction table. `EXPUNGE` removes all symbols except I and Z. `FIXMRI` makes
//! a new name act like TAD or JMP. A program may give any permanent symbol another meaning.

use std::collections::BTreeMap;

use super::error::Position;
use crate::instruction::{Class, MNEMONICS};
use crate::word::Word;

/// The way in which a symbol got its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolKind {
    /// A label, whose value is the address of the statement after it.
    Label,
    /// A symbol that got its value by `=`.
    Assigned,
    /// A symbol that got its value by `==`, and is left out of the listing.
    Unlisted,
    /// A symbol that is predefined in PAL.
    Permanent,
}

/// A symbol of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// The name, in capitals, six characters at most.
    pub name: String,
    /// The value.
    pub value: Word,
    /// The field of a label, or 0 for other symbols.
    pub field: u8,
    /// The way in which the symbol got its value.
    pub kind: SymbolKind,
    /// Whether `FIXMRI` made the symbol a memory reference.
    pub memory_reference: bool,
}

/// The role of a symbol in an expression, besides its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// An ordinary symbol, which stands only for its value.
    Value,
    /// An instruction of the instruction table. The class of an instruction decides which other instructions can share
    /// a word with it.
    Instruction(Class),
    /// `I`, in an address: indirect.
    Indirect,
    /// `Z`, in an address: page zero.
    PageZero,
}

#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// The value, or `None` if the value depends on a symbol that is defined further down.
    pub(super) value: Option<Word>,
    pub(super) field: u8,
    pub(super) role: Role,
    pub(super) kind: SymbolKind,
    /// The position of the first definition, or `None` for a permanent symbol.
    pub(super) position: Option<Position>,
}

/// All symbols by name.
#[derive(Clone, Debug)]
pub(super) struct Symbols {
    entries: BTreeMap<String, Entry>,
}

impl Symbols {
    /// Makes a table of the permanent symbols.
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

    /// Whether the program has defined this name. If the program defines the name of a pseudo-operator, the name stands
    /// for the program's symbol from then on.
    pub(super) fn is_own(&self, name: &str) -> bool {
        self.get(name).is_some_and(|entry| entry.position.is_some())
    }

    /// Whether an address can follow this name after a space. This is true for memory references, I and Z.
    pub(super) fn precedes_address(&self, name: &str) -> bool {
        self.get(name).is_some_and(|entry| {
            matches!(entry.role, Role::Instruction(Class::MemoryReference) | Role::Indirect | Role::PageZero)
        })
    }

    pub(super) fn define(&mut self, name: &str, entry: Entry) {
        self.entries.insert(name.to_owned(), entry);
    }

    /// Carries out `EXPUNGE`: removes all symbols except I and Z.
    pub(super) fn expunge(&mut self) {
        self.entries.retain(|_, entry| matches!(entry.role, Role::Indirect | Role::PageZero));
    }

    /// Carries out `FIXTAB`: makes the symbols defined so far permanent, so that they are left out of the listing.
    pub(super) fn fix(&mut self) {
        for entry in self.entries.values_mut() {
            entry.kind = SymbolKind::Permanent;
        }
    }

    /// Returns the symbols that the program has defined, sorted by name.
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

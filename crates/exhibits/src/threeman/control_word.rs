//! The control words, in one table.

use std::fmt;

/// A control word. Programs may write the word in upper or lower case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ControlWord {
    If,
    AndIf,
    OrIf,
    ElseIf,
    Else,
    EndIf,
    Select,
    Case,
    CaseList,
    EndSelect,
    End,
    Return,
}

use ControlWord::*;

const WORDS: [(&str, ControlWord); 12] = [
    ("if", If),
    ("andif", AndIf),
    ("orif", OrIf),
    ("elseif", ElseIf),
    ("else", Else),
    ("endif", EndIf),
    ("select", Select),
    ("case", Case),
    ("caselist", CaseList),
    ("endselect", EndSelect),
    ("end", End),
    ("return", Return),
];

impl ControlWord {
    /// Finds a control word by its text without the colon.
    pub(crate) fn find(text: &str) -> Option<ControlWord> {
        WORDS.iter().find(|(name, _)| name.eq_ignore_ascii_case(text)).map(|(_, word)| *word)
    }

    /// Whether the control word needs an expression on its right.
    pub(crate) fn takes_words(self) -> bool {
        matches!(self, If | AndIf | OrIf | ElseIf | Select | Case | CaseList)
    }
}

impl fmt::Display for ControlWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = WORDS.iter().find(|(_, word)| word == self);
        write!(f, ":{}", known.map_or("", |(name, _)| name))
    }
}

/// Returns all control words as text, for an error message.
pub(super) fn known_words() -> String {
    WORDS.map(|(name, _)| format!(":{name}")).join(" ")
}

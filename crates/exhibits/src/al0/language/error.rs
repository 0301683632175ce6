//! The faults and the oddities of a table's text.

use std::fmt;

use super::expected::{Expected, Found};
pub use super::nearest::look_alike;

/// A place in the text: line and column, counted from 1, the column in characters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    /// Line.
    pub line: usize,
    /// Column.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// A fault of a table, with its place.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{place}: {fault}")]
#[non_exhaustive]
pub struct LoadError {
    /// The place of the first faulty character.
    pub place: Place,
    /// The fault.
    pub fault: Fault,
}

/// A fault of a table.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// A character without a meaning in AL0.
    #[error("unexpected `{0}`")]
    Character(char),
    /// A full stop inside a statement.
    #[error("a full stop ends a statement only before white space, a comment or the end of the file")]
    FullStop,
    /// A name with white space in it, as transcriptions have.
    #[error("a blank has slipped into `{0}`")]
    Broken(String),
    /// A name that begins with a capital letter.
    #[error("`{}` begins with a capital letter; names begin with a small one", clipped(.0))]
    Capital(String),
    /// A token that the grammar does not allow here.
    #[error("expected {expected}, found {found}")]
    Syntax {
        /// The kind of token that the grammar allows here.
        expected: Expected,
        /// The token that the text has here.
        found: Found,
    },
    /// Parentheses or negations nested deeper than any table needs.
    #[error("nested more than {0} deep")]
    TooDeep(usize),
    /// A name that is no predicate's.
    #[error("unknown {role} `{}`{}", clipped(name), nearest.map_or_else(String::new, |nearest| did_you_mean(name, nearest)))]
    Unknown {
        /// The kind of predicate that is allowed here.
        role: Role,
        /// The name as written.
        name: String,
        /// The known name that the author may have meant.
        nearest: Option<&'static str>,
    },
    /// A move predicate where a goal is needed, or the other way round.
    #[error("expected a {wanted}, but `{name}` is a {is}", is = .wanted.other())]
    WrongRole {
        /// The name as written.
        name: String,
        /// The kind of predicate that is allowed here.
        wanted: Role,
    },
    /// An advice that a rule names and the table lacks.
    #[error("no advice is called `{}`{}", clipped(name), nearest.as_deref().map_or_else(String::new, |nearest| did_you_mean(name, nearest)))]
    NoSuchAdvice {
        /// The label as written.
        name: String,
        /// The label of the file that the author may have meant.
        nearest: Option<String>,
    },
    /// Two advices with one label: the second could never be found.
    #[error("advice `{}` was already given at {first}", clipped(name))]
    DuplicateAdvice {
        /// The label.
        name: String,
        /// The place of the first advice with this label.
        first: Place,
    },
}

/// The two kinds of predicate, which AL0 keeps strictly apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// A predicate that is true or false of a position.
    Goal,
    /// A predicate that generates moves.
    Move,
}

impl Role {
    /// The other kind of predicate.
    pub fn other(self) -> Self {
        match self {
            Self::Goal => Self::Move,
            Self::Move => Self::Goal,
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::Goal => "goal predicate",
            Self::Move => "move predicate",
        })
    }
}

/// An oddity of a table that loads all the same, with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct LoadWarning {
    /// The place of the oddity.
    pub place: Place,
    /// The oddity.
    pub oddity: Oddity,
}

impl fmt::Display for LoadWarning {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.oddity)
    }
}

/// An oddity of a table.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Oddity {
    /// A fault that the caller asked to be read as the historic program read it.
    #[error("{0} (read as {never})", never = if is_goal(.0) { "never true" } else { "no moves" })]
    ReadAsHistoric(Fault),
    /// A statement to Prolog, such as an operator declaration, left in the file.
    #[error("a directive to Prolog, skipped")]
    Directive,
    /// An advice that no rule names.
    #[error("no rule names the advice `{}`", clipped(.0))]
    UnusedAdvice(String),
    /// A table without rules answers nothing.
    #[error("the table has no rules")]
    NoRules,
}

/// Whether a fault is a wrong name for a goal, which is never true, and not for a constraint, which makes no moves.
pub fn is_goal(fault: &Fault) -> bool {
    matches!(fault, Fault::Unknown { role: Role::Goal, .. } | Fault::WrongRole { wanted: Role::Goal, .. })
}

/// A name as a message shows it, shortened if it is long.
pub fn clipped(name: &str) -> String {
    match name.char_indices().nth(MAX_SHOWN_LETTERS) {
        Some((end, _)) => format!("{}...", &name[..end]),
        None => name.to_owned(),
    }
}

const MAX_SHOWN_LETTERS: usize = 40;

fn did_you_mean(written: &str, nearest: &str) -> String {
    if look_alike(written, nearest) {
        format!("; it looks like `{nearest}`, but mixes Latin and Cyrillic letters")
    } else {
        format!("; did you mean `{nearest}`?")
    }
}

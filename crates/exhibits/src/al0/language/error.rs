//! Faults in the text of a table, which prevent loading, and oddities, which cause only a warning.

use std::fmt;

use super::expected::{Expected, Found};
pub use super::nearest::look_alike;
use crate::al0::major::Major;

/// A place in the text: line and column, both counted from 1. Columns count characters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// A fault in the text of a table, with its place.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{place}: {fault}")]
#[non_exhaustive]
pub struct LoadError {
    /// The place of the first faulty character.
    pub place: Place,
    /// The fault.
    pub fault: Fault,
}

/// A fault in the text of a table.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// A character without a meaning in AL0.
    #[error("unexpected `{0}`")]
    Character(char),
    /// A full stop inside a statement.
    #[error("a full stop ends a statement only before white space, a comment or the end of the file")]
    FullStop,
    /// A name that contains white space.
    #[error("a blank has slipped into `{0}`")]
    Broken(String),
    /// A name that begins with a capital letter.
    #[error("`{}` begins with a capital letter; names begin with a small one", clipped(.0))]
    Capital(String),
    /// A token that the grammar does not allow.
    #[error("expected {expected}, found {found}")]
    Syntax {
        /// The kind of token that the grammar expects.
        expected: Expected,
        /// The token that the text has instead of the expected token.
        found: Found,
    },
    /// Parentheses or negations nested deeper than this number of levels.
    #[error("nested more than {0} deep")]
    TooDeep(usize),
    /// A name that is not a predicate.
    #[error("unknown {role} `{}`{}", clipped(name), nearest.map_or_else(String::new, |nearest| did_you_mean(name, nearest)))]
    Unknown {
        /// The kind of predicate that the grammar expects.
        role: Role,
        /// The name as written.
        name: String,
        /// The known name that the author may have meant.
        nearest: Option<&'static str>,
    },
    /// A predicate of the wrong kind: a move predicate in a goal, or a goal predicate in a constraint.
    #[error("expected a {wanted}, but `{name}` is a {is}", is = .wanted.other())]
    WrongRole {
        /// The name as written.
        name: String,
        /// The kind of predicate that the grammar expects.
        wanted: Role,
    },
    /// A predicate's name that belongs only in tables for the other major piece, such as a name for a queen in a table
    /// for a rook.
    #[error("`{name}` is not for a {piece}, which White has in this table; write `{instead}`")]
    OtherPiece {
        /// The name as written.
        name: String,
        /// White's major piece in this table.
        piece: Major,
        /// The name of the same predicate in tables with `piece`.
        instead: &'static str,
    },
    /// A `piece` statement that is not the first statement of the table.
    #[error("the statement `piece` must come first, and only once")]
    LatePiece,
    /// A rule names an advice that the table does not define.
    #[error("no advice is called `{}`{}", clipped(name), nearest.as_deref().map_or_else(String::new, |nearest| did_you_mean(name, nearest)))]
    NoSuchAdvice {
        /// The label as written.
        name: String,
        /// The label in the table that the author may have meant.
        nearest: Option<String>,
    },
    /// An advice with the label of an earlier advice.
    #[error("advice `{}` was already given at {first}", clipped(name))]
    DuplicateAdvice {
        /// The label.
        name: String,
        /// The place of the first advice with this label.
        first: Place,
    },
}

/// The two kinds of predicate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// A predicate that is true or false at a position.
    Goal,
    /// A predicate that generates moves.
    Move,
}

impl Role {
    /// Returns the other kind of predicate.
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

/// An oddity in a table, and its line and column. An oddity does not prevent the table from loading.
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

/// The kinds of oddity in the text of a table.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Oddity {
    /// A wrong name that the caller allows. The table is loaded as the historic program would load it.
    #[error("{0} (read as {never})", never = if is_goal(.0) { "never true" } else { "no moves" })]
    ReadAsHistoric(Fault),
    /// A Prolog directive in the file, such as an operator declaration.
    #[error("a directive to Prolog, skipped")]
    Directive,
    /// An advice that no rule names.
    #[error("no rule names the advice `{}`", clipped(.0))]
    UnusedAdvice(String),
    /// A table without rules. Such a table gives no move in any position.
    #[error("the table has no rules")]
    NoRules,
}

/// Whether the fault is a wrong name in a goal: an unknown name, or the name of a move predicate. Returns false for any
/// fault in a constraint.
pub fn is_goal(fault: &Fault) -> bool {
    matches!(fault, Fault::Unknown { role: Role::Goal, .. } | Fault::WrongRole { wanted: Role::Goal, .. })
}

/// Returns the text of a name for a message. Truncates a long name.
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

//! What can be wrong in a program, and where: every error carries its place and the line it stands in.

use std::fmt;
use std::sync::Arc;

use crate::word::{Address, Word};

/// A place in a source text, as an editor counts it: line and column from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// Which of the sources given, from 0.
    pub source: usize,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1; a tab is one character.
    pub column: usize,
}

/// What is wrong, and where it helps what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PalErrorKind {
    /// A character that PAL gives no meaning here.
    #[error("illegal character '{0}'")]
    IllegalCharacter(char),
    /// A number with a digit that its radix lacks, or with letters in it.
    #[error("'{number}' is not {radix} number{hint}")]
    NotANumber {
        /// As it was written.
        number: String,
        /// "an octal" or "a decimal".
        radix: &'static str,
        /// How to write it instead, or nothing.
        hint: &'static str,
    },
    /// A number of more than twelve bits.
    #[error("{0} does not fit in twelve bits (largest: 7777, decimal 4095)")]
    NumberTooLarge(String),
    /// `"` at the end of a line.
    #[error("\" needs a character after it")]
    NoCharacter,
    /// Something that cannot start or go on an expression.
    #[error("{found} where {wanted} is due")]
    Unexpected {
        /// What stands there.
        found: String,
        /// What could stand there.
        wanted: &'static str,
    },
    /// A symbol that nothing defines.
    #[error("{0} is not defined")]
    Undefined(String),
    /// An origin, count or condition that must be known at once depends on something further down.
    #[error("{symbol} must be defined above: {needed} has to be known at once")]
    UndefinedYet {
        /// The symbol without a value.
        symbol: String,
        /// The statement that needs it.
        needed: &'static str,
    },
    /// A literal where the statement must be known at once.
    #[error("a literal has no address yet: {0} has to be known at once")]
    LiteralTooEarly(&'static str),
    /// A label met twice, or a label that `=` defined before.
    #[error("{symbol} is already defined, as {value} in {place}{}", if *.is_cut { "; only 6 characters of a name count" } else { "" })]
    Duplicate {
        /// The symbol.
        symbol: String,
        /// What it is already.
        value: Word,
        /// `file:line` of the first definition.
        place: String,
        /// Whether the name was written with more characters than count.
        is_cut: bool,
    },
    /// A memory reference to neither page zero nor its own page.
    #[error("{target} is off page: an instruction at {location} reaches page zero and {page}-{last} only{hint}")]
    OffPage {
        /// The address wanted.
        target: Word,
        /// Where the instruction stands.
        location: Word,
        /// First word of its page.
        page: Word,
        /// Last word of its page.
        last: Word,
        /// What to do about it.
        hint: &'static str,
    },
    /// `Z` with an address above 0177.
    #[error("Z asks for page zero, but {0} is above 0177")]
    NotPageZero(Word),
    /// Two instructions that one word cannot be both.
    #[error("{first} and {second} cannot be combined: {reason}")]
    Contradiction {
        /// The one.
        first: String,
        /// The other.
        second: String,
        /// Why not.
        reason: &'static str,
    },
    /// More literals and links than a page has words.
    #[error("page {0}-{1} has no room for another literal")]
    PageFull(Word, Word),
    /// A literal or link and the program want the same word.
    #[error("page overflow: the literals of page {page} come down to {literal}, where the program has a word")]
    Overflow {
        /// First word of the page.
        page: Word,
        /// Where the literal should stand.
        literal: Word,
    },
    /// A word where there is one already, and each was to be put once.
    #[error("{address} already holds the word of {place}")]
    Overlay {
        /// Where both go.
        address: Address,
        /// `file:line` of the first.
        place: String,
    },
    /// A field above 7, a page above 37.
    #[error("{what} {value:o} does not exist: there are 0 to {largest:o}")]
    OutOfRange {
        /// "field" or "page".
        what: &'static str,
        /// What was asked for.
        value: u16,
        /// What there is.
        largest: u16,
    },
    /// More words than any core could take.
    #[error("this is more than {0} words of text and zeros (decimal), and the largest core has 32768")]
    TooManyWords(usize),
    /// Literals inside literals inside literals.
    #[error("literals are nested deeper than {0:o}")]
    NestedTooDeep(usize),
    /// Division by zero in an expression.
    #[error("division by zero")]
    DivisionByZero,
    /// A text that its line does not end.
    #[error("the text is not closed: a second {0} is missing")]
    TextNotClosed(char),
    /// A character that six bits cannot hold.
    #[error("{0} cannot be held in six bits")]
    NotSixBit(String),
    /// `<` that nothing closes.
    #[error("this < is never closed by a >")]
    ConditionNotClosed,
    /// `>` without a `<` before it.
    #[error("this > closes nothing: there is no < open")]
    NothingToClose,
    /// `$` with more sources after it.
    #[error("$ ends the program here, but {0} is still to come; only the last source ends with $")]
    EndTooEarly(String),
}

/// An error in a program: what, where, and the line it stands in.
///
/// `Display` gives three lines: the message, the source line, and a caret under the place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PalError {
    /// What is wrong.
    pub kind: PalErrorKind,
    /// Where it is wrong.
    pub position: Position,
    /// The name of the source.
    pub source_name: String,
    /// The line it stands in, shared by all errors in it.
    pub source_line: Arc<str>,
}

/// Characters of a line that are shown before the place of an error, and from there on.
const SHOWN_BEFORE: usize = 120;
const SHOWN_AFTER: usize = 80;

impl PalError {
    /// `file:line:column: message`, on one line.
    pub fn headline(&self) -> String {
        format!("{}:{}:{}: {}", self.source_name, self.position.line, self.position.column, self.kind)
    }
}

impl fmt::Display for PalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let before = self.position.column - 1;
        let left_out = before.saturating_sub(SHOWN_BEFORE);
        let shown = self.source_line.chars().skip(left_out);
        // Tabs stay tabs under the line, so that the caret stands where the terminal puts the character.
        let indent = shown.clone().take(before - left_out).map(|letter| if letter == '\t' { '\t' } else { ' ' });
        writeln!(f, "{}", self.headline())?;
        writeln!(f, "    {}", shown.clone().take(before - left_out + SHOWN_AFTER).collect::<String>())?;
        write!(f, "    {}^", indent.collect::<String>())
    }
}

impl std::error::Error for PalError {}

/// The errors met so far; the texts are at hand to quote the lines.
#[derive(Debug)]
pub(super) struct Errors<'a> {
    sources: &'a [super::Source],
    found: Vec<(Position, PalErrorKind)>,
}

impl<'a> Errors<'a> {
    pub(super) fn new(sources: &'a [super::Source]) -> Self {
        Errors { sources, found: Vec::new() }
    }

    pub(super) fn add(&mut self, position: Position, kind: PalErrorKind) {
        self.found.push((position, kind));
    }

    /// `file:line`, for a message that points at a second place.
    pub(super) fn place(&self, position: Position) -> String {
        format!("{}:{}", self.sources[position.source].name, position.line)
    }

    /// All of them in the order of the text, one at most for a place.
    pub(super) fn into_sorted(mut self) -> Vec<PalError> {
        self.found.sort_by_key(|(position, _)| *position);
        self.found.dedup_by_key(|(position, _)| *position);
        let lines: Vec<Vec<&str>> = self.sources.iter().map(|source| source.text.lines().collect()).collect();
        let mut errors: Vec<PalError> = Vec::with_capacity(self.found.len());
        for (position, kind) in self.found {
            let line = |position: Position| (position.source, position.line);
            let source_line = match errors.last().filter(|last| line(last.position) == line(position)) {
                Some(last) => Arc::clone(&last.source_line),
                None => lines[position.source].get(position.line - 1).copied().unwrap_or_default().into(),
            };
            let source_name = self.sources[position.source].name.clone();
            errors.push(PalError { kind, position, source_name, source_line });
        }
        errors
    }
}

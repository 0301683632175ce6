//! The errors of a program, each with its position and the line of the source.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use crate::quote::{WIDTH, quote, visible};
use crate::word::{Address, Word};

/// A position in a source text, as an editor shows it: the line and the column, both from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The number of the source, from 0.
    pub source: usize,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1; a tab is one character.
    pub column: usize,
}

impl Position {
    fn is_in_line_of(self, other: Position) -> bool {
        (self.source, self.line) == (other.source, other.line)
    }
}

/// The kind of an error. Some errors have a hint about the correct form.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PalErrorKind {
    /// A character that has no meaning for PAL at this position.
    #[error("illegal character '{}'", visible(*.0))]
    IllegalCharacter(char),
    /// A number with letters, or with a digit that is not in its radix.
    #[error("'{}' is not {radix} number{hint}", quote(.number))]
    NotANumber {
        /// The number as the source has it.
        number: String,
        /// The radix, as the message names it: "an octal" or "a decimal".
        radix: &'static str,
        /// The hint about the correct form, or an empty text.
        hint: &'static str,
    },
    /// A number of more than twelve bits.
    #[error("{} does not fit in twelve bits (largest: 7777, decimal 4095)", quote(.0))]
    NumberTooLarge(String),
    /// A `"` at the end of a line, with no character after it.
    #[error("\" needs a character after it")]
    NoCharacter,
    /// A character or name that cannot begin or continue an expression.
    #[error("{} where {wanted} is due", quote(.found))]
    Unexpected {
        /// The text in the source.
        found: String,
        /// A description of the text that the assembler would have accepted.
        wanted: &'static str,
    },
    /// An undefined symbol.
    #[error("{} is not defined", quote(.0))]
    Undefined(String),
    /// An origin, count or condition that depends on a later definition. The value must be known in pass 1.
    #[error("{} must be defined above: {needed} has to be known in pass 1", quote(.symbol))]
    UndefinedYet {
        /// The symbol without a value.
        symbol: String,
        /// The part of the program that needs the value, such as "an origin".
        needed: &'static str,
    },
    /// A literal in a statement whose value must be known in pass 1.
    #[error("a literal has no address yet: {0} has to be known in pass 1")]
    LiteralTooEarly(&'static str),
    /// A label that is already defined, or a definition with `=` that gives a label another value.
    #[error("{symbol} is already defined, as {value} in {place}{}", if *.is_cut { "; only 6 characters of a name count" } else { "" })]
    Duplicate {
        /// The symbol.
        symbol: String,
        /// The value that the symbol already has.
        value: Word,
        /// `file:line` of the first definition.
        place: String,
        /// Whether the name in the source has more than six characters. Only the first six characters are significant.
        is_cut: bool,
    },
    /// A memory reference to an address outside page zero and outside the current page.
    #[error("{target} is off page: an instruction at {location} reaches page zero and {page}-{last} only{hint}")]
    OffPage {
        /// The address of the operand.
        target: Word,
        /// The address of the instruction.
        location: Word,
        /// The address of the first word of the instruction's page.
        page: Word,
        /// The address of the last word of the instruction's page.
        last: Word,
        /// A way to correct the error.
        hint: &'static str,
    },
    /// `Z` with an address above 0177.
    #[error("Z asks for page zero, but {0} is above 0177")]
    NotPageZero(Word),
    /// Two instructions that cannot share a word.
    #[error("{first} and {second} cannot be combined: {reason}")]
    Contradiction {
        /// The first instruction.
        first: String,
        /// The second instruction.
        second: String,
        /// The reason why the two instructions cannot share a word.
        reason: &'static str,
    },
    /// More literals and links than a page has words. The values are the first and the last address of the page.
    #[error("page {0}-{1} has no room for another literal")]
    PageFull(Word, Word),
    /// A literal or link at an address where the program has a word.
    #[error("page overflow: the literals of page {page} come down to {literal}, where the program has a word")]
    Overflow {
        /// The address of the first word of the page.
        page: Word,
        /// The address of the literal or link.
        literal: Word,
    },
    /// A second word at an address, if the option `unique` is set.
    #[error("{address} already holds the word of {place}")]
    Overlay {
        /// The address of both words.
        address: Address,
        /// `file:line` of the first word.
        place: String,
    },
    /// A field above 7, or a page above 37 (octal).
    #[error("{what} {value:o} does not exist: there are 0 to {largest:o}")]
    OutOfRange {
        /// "field" or "page".
        what: &'static str,
        /// The number in the program.
        value: u16,
        /// The largest valid number of a field or page.
        largest: u16,
    },
    /// Too many words from `TEXT` and `ZBLOCK`.
    #[error("this is more than {0} words of text and zeros (decimal), and the largest core has 32768")]
    TooManyWords(usize),
    /// Literals that are nested too deeply.
    #[error("literals are nested deeper than {0:o}")]
    NestedTooDeep(usize),
    /// Division by zero in an expression.
    #[error("division by zero")]
    DivisionByZero,
    /// A text without its closing delimiter on the line.
    #[error("the text is not closed: a second {} is missing", visible(*.0))]
    TextNotClosed(char),
    /// A character that six bits cannot hold.
    #[error("{0} cannot be held in six bits")]
    NotSixBit(String),
    /// A `<` without its closing `>`.
    #[error("this < is never closed by a >")]
    ConditionNotClosed,
    /// A `>` without a `<` before it.
    #[error("this > closes nothing: there is no < open")]
    NothingToClose,
    /// A `$` with more sources after it.
    #[error("$ ends the program here, but {} is still to come; only the last source ends with $", quote(.0))]
    EndTooEarly(String),
}

/// An error in a program, with the position of the error and the line of the source.
///
/// `Display` gives three lines: the message, the source line, and a caret under the error.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PalError {
    /// The kind of the error.
    pub kind: PalErrorKind,
    /// The position of the error.
    pub position: Position,
    /// The name of the source.
    pub source_name: String,
    /// The line of the source. All errors in a line share this text.
    pub source_line: Arc<str>,
}

/// The maximum number of columns of the source line that are shown before an error.
const SHOWN_BEFORE: usize = 60;

/// Returns a character of the source line as an error message shows it. A tab stays a tab, so that the columns do not
/// change.
fn in_a_line(letter: char) -> String {
    if letter == '\t' { letter.to_string() } else { visible(letter) }
}

fn width(shown: &[String]) -> usize {
    shown.iter().map(|letter| letter.chars().count()).sum()
}

/// Returns how many of the first characters of `shown` fit into `room` columns.
fn fitting<'a>(shown: impl Iterator<Item = &'a String>, room: usize) -> usize {
    let ends = shown.scan(0, |end, letter| {
        *end += letter.chars().count();
        Some(*end)
    });
    ends.take_while(|&end| end <= room).count()
}

impl PalError {
    /// Returns `file:line:column: message`, on one line.
    #[doc(hidden)]
    pub fn headline(&self) -> String {
        format!("{}:{}:{}: {}", quote(&self.source_name), self.position.line, self.position.column, self.kind)
    }
}

impl fmt::Display for PalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let before = self.position.column - 1;
        let left_out = before.saturating_sub(SHOWN_BEFORE);
        let shown: Vec<String> = self.source_line.chars().skip(left_out).take(WIDTH).map(in_a_line).collect();
        let (before, after) = shown.split_at(shown.len().min(before - left_out));
        let before = &before[before.len() - fitting(before.iter().rev(), SHOWN_BEFORE)..];
        let after = &after[..fitting(after.iter(), WIDTH - width(before))];
        // Tabs stay tabs under the line, so that the caret is where the terminal puts the character.
        let indent =
            before.iter().map(|shown| if shown == "\t" { shown.clone() } else { " ".repeat(shown.chars().count()) });
        writeln!(f, "{}", self.headline())?;
        writeln!(f, "    {}{}", before.concat(), after.concat())?;
        write!(f, "    {}^", indent.collect::<String>())
    }
}

impl std::error::Error for PalError {}

/// The maximum number of errors that are reported; further errors are only counted.
#[doc(hidden)]
pub const MAX_ERRORS: usize = 100;

/// The errors found so far, at most one for each position.
#[derive(Debug)]
pub(super) struct Errors<'a> {
    sources: &'a [super::Source],
    /// The first [`MAX_ERRORS`] errors in the order of the text.
    first: BTreeMap<Position, PalErrorKind>,
    /// The positions of the errors that are not in `first`. Pass 2 must not count these errors again.
    more: BTreeSet<Position>,
}

impl<'a> Errors<'a> {
    pub(super) fn new(sources: &'a [super::Source]) -> Self {
        Errors { sources, first: BTreeMap::new(), more: BTreeSet::new() }
    }

    pub(super) fn add(&mut self, position: Position, kind: PalErrorKind) {
        if self.more.contains(&position) {
            return;
        }
        self.first.entry(position).or_insert(kind);
        if self.first.len() > MAX_ERRORS {
            self.more.extend(self.first.pop_last().map(|(position, _)| position));
        }
    }

    /// Returns `file:line` of a position, for a message that mentions a second position.
    pub(super) fn place(&self, position: Position) -> String {
        format!("{}:{}", quote(&self.sources[position.source].name), position.line)
    }

    /// Returns the first [`MAX_ERRORS`] errors in the order of the text, and how many further errors there are.
    pub(super) fn into_sorted(self) -> (Vec<PalError>, usize) {
        let mut errors: Vec<PalError> = Vec::with_capacity(self.first.len());
        for (position, kind) in self.first {
            let source = &self.sources[position.source];
            let source_line = match errors.last().filter(|last| last.position.is_in_line_of(position)) {
                Some(last) => Arc::clone(&last.source_line),
                None => source.text.lines().nth(position.line - 1).unwrap_or_default().into(),
            };
            errors.push(PalError { kind, position, source_name: source.name.clone(), source_line });
        }
        (errors, self.more.len())
    }
}

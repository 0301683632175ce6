//! Inserts the closing parentheses that a printed program lacks.
//!
//! The parser notices a missing `)` only where the definition can no longer continue, which may be far from the place
//! where the `)` is missing. So `mend` tries every gap between the open parenthesis and the error, the last gap first.

use super::fault::Fault;
use super::lexer::{Writing, tokens};
use super::parser::starts_definition;
use super::program::Program;
use super::source::{Complaint, Source};
use super::syntax::Reading;
use super::token::{Token, TokenKind};

/// The largest number of parentheses that `mend` inserts into one definition.
const MAX_MISSING: usize = 8;
/// The largest number of texts that `mend` tries for one definition.
const MAX_TRIES: usize = 4000;

/// A text with inserted parentheses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mended {
    /// The mended text.
    pub text: String,
    /// A message for each inserted parenthesis, and for each definition that no parenthesis mends.
    pub remarks: Vec<String>,
    /// Whether the mended text is free of syntax errors.
    pub is_whole: bool,
}

/// Inserts missing `)` before each syntax error at which a parenthesis is still open. Inserts as few as possible.
///
/// If there are several places at which a `)` makes the definition readable, `mend` takes the place that leaves the
/// fewest unknown names and calls with a wrong number of arguments. Of several equally good places, `mend` takes the
/// last. Returns `None` if the text has no error, or if the first error is not a syntax error at which one to eight
/// parentheses are open.
///
/// ```
/// use focal8_exhibits::strachey::{Reading, mend};
/// let mended = mend("F(x) = (x > 0 → (x, 1), NIL\nG(y) = y", Reading::Set).unwrap();
/// assert_eq!(mended.text, "F(x) = (x > 0 → (x, 1), NIL)\nG(y) = y");
/// assert!(mended.remarks[0].starts_with("a `)` is put in at 1:28: the parenthesis opened at 1:8 was still open at 2:1"));
/// ```
pub fn mend(text: &str, reading: Reading) -> Option<Mended> {
    let mut mended = Mended { text: text.to_owned(), remarks: Vec::new(), is_whole: false };
    while let Err(complaints) = Program::new("", &mended.text, reading) {
        let Some(gap) = Gap::at(&mended.text, &complaints[0]) else {
            return (!mended.remarks.is_empty()).then_some(mended);
        };
        // The outer parentheses may be closed after the error, so as few parentheses as possible are inserted.
        let Some((text, remarks)) = (1..=gap.open.len()).find_map(|missing| gap.best(missing, reading)) else {
            mended.remarks.push(gap.no_help());
            return Some(mended);
        };
        mended.text = text;
        mended.remarks.extend(remarks);
    }
    mended.is_whole = true;
    (!mended.remarks.is_empty()).then_some(mended)
}

/// An error in a definition, and the parentheses that are open at the error.
struct Gap {
    source: Source,
    tokens: Vec<Token>,
    /// The indices of the parentheses that are open at the error, outermost first.
    open: Vec<usize>,
    /// The index of the token at which the parser noticed the error.
    error: usize,
    /// The offset of the end of the definition with the error.
    end: usize,
}

/// A text in which the inserted parentheses make the definition readable.
struct Fit {
    text: String,
    /// The indices of the tokens after which the parentheses are inserted, in the order of the text.
    after: Vec<usize>,
    /// The number of unknown names and of calls with a wrong number of arguments.
    doubts: usize,
    /// The instructions of the compiled program. Two texts with equal instructions have the same meaning.
    meaning: String,
}

impl Gap {
    /// Returns the error that a complaint reports, with the parentheses that are open at the error. Returns `None` if
    /// the error is not a syntax error, or if no parenthesis or more than `MAX_MISSING` parentheses are open.
    fn at(text: &str, complaint: &Complaint) -> Option<Gap> {
        let Complaint { line, column, fault, .. } = complaint;
        if !matches!(fault, Fault::Unclosed { .. } | Fault::Unexpected { .. }) {
            return None;
        }
        let source = Source::new("", text);
        let (tokens, _) = tokens(&source, Writing::Program);
        let error = tokens.iter().position(|token| (token.line, token.column) == (*line, *column))?;
        let (open, _) = follow(&tokens[..error], &[]);
        let is_first = |index: usize| index == 0 || tokens[index - 1].line < tokens[index].line;
        let is_next = |index: &usize| is_first(*index) && starts_definition(&tokens[*index..]);
        let end = (error..tokens.len()).find(is_next).map_or(text.len(), |next| tokens[next].place.start);
        (!open.is_empty() && open.len() <= MAX_MISSING).then_some(Gap { source, tokens, open, error, end })
    }

    /// Inserts parentheses into the definition. `missing` is the number of parentheses. Returns the new text and a
    /// remark for each parenthesis; `None` if no insertion mends the definition.
    fn best(&self, missing: usize, reading: Reading) -> Option<(String, Vec<String>)> {
        let fits: Vec<Fit> = self.choices(missing).filter_map(|after| self.fit(after, reading)).collect();
        // Of several equal minima, `min_by_key` returns the first, which is the last in the text.
        let best = fits.iter().min_by_key(|fit| fit.doubts)?;
        let alike = fits.iter().filter(|fit| fit.meaning == best.meaning).count();
        let others = match fits.len() {
            1 => String::new(),
            count if count == alike => {
                format!("; {count} of {} places fit, all with this meaning", self.tries(missing))
            }
            count => format!("; {count} of {} places fit, {alike} with this meaning", self.tries(missing)),
        };
        let (_, closed) = follow(&self.tokens[..self.error], &best.after);
        let ends: Vec<_> = best.after.iter().map(|token| self.source.position(self.tokens[*token].place.end)).collect();
        let remarks = ends.iter().zip(closed).enumerate().map(|(index, ((line, column), open))| {
            let (opened, error) = (&self.tokens[open], self.error());
            // Each earlier insertion in the line moves this one.
            let earlier = ends[..index].iter().filter(|(earlier, _)| earlier == line).count();
            format!(
                "a `)` is put in at {line}:{}: the {} opened at {}:{} was still open at {}:{}{others}",
                column + earlier,
                self.kind(open),
                opened.line,
                opened.column,
                error.line,
                error.column,
            )
        });
        Some((best.text.clone(), remarks.collect()))
    }

    /// Returns the remark about a definition that no inserted parenthesis mends.
    fn no_help(&self) -> String {
        let (open, error) = (&self.tokens[self.open[0]], self.error());
        let tries: usize = (1..=self.open.len()).map(|missing| self.tries(missing)).sum();
        format!(
            "no `)` between {}:{} and {}:{} mends the program; {tries} places were tried",
            open.line, open.column, error.line, error.column,
        )
    }

    fn error(&self) -> &Token {
        &self.tokens[self.error]
    }

    /// Returns the name of the construct that a parenthesis opens.
    fn kind(&self, open: usize) -> &'static str {
        let follows_name = open > 0 && matches!(self.tokens[open - 1].kind, TokenKind::Name(_));
        if follows_name { "argument list" } else { "parenthesis" }
    }

    fn tries(&self, missing: usize) -> usize {
        self.choices(missing).count()
    }

    /// Returns the ways to choose a place for each missing parenthesis, with the last places first. A number in the
    /// result is the index of the token after which the parenthesis is inserted.
    fn choices(&self, missing: usize) -> impl Iterator<Item = Vec<usize>> {
        let outermost = self.open[self.open.len() - missing];
        let places: Vec<usize> = (outermost + 1..self.error).rev().collect();
        let mut at = (!places.is_empty()).then(|| vec![0; missing]);
        let next = move || {
            let chosen = at.clone()?;
            at = following(&chosen, places.len());
            Some(chosen.iter().rev().map(|place| places[*place]).collect())
        };
        std::iter::from_fn(next).take(MAX_TRIES)
    }

    /// Inserts a `)` after each of these tokens. Returns `None` if the definition is still not readable.
    fn fit(&self, after: Vec<usize>, reading: Reading) -> Option<Fit> {
        let mut text = self.source.text().to_owned();
        for token in after.iter().rev() {
            text.insert(self.tokens[*token].place.end, ')');
        }
        // If a later definition has an error of its own, the text before that definition must be readable.
        let end = self.end + after.len();
        let program = Program::new("", &text, reading).or_else(|_| Program::new("", &text[..end], reading)).ok()?;
        Some(Fit { text, after, doubts: program.doubts().len(), meaning: program.meaning() })
    }
}

/// Matches the parentheses of tokens, with a `)` inserted after each token in `after`. Returns the indices of the
/// parentheses still open at the end, and the indices of the parentheses that the inserted `)` close.
fn follow(tokens: &[Token], after: &[usize]) -> (Vec<usize>, Vec<usize>) {
    let (mut open, mut closed) = (Vec::new(), Vec::new());
    for (index, token) in tokens.iter().enumerate() {
        match token.kind {
            TokenKind::Open => open.push(index),
            TokenKind::Close => drop(open.pop()),
            _ => {}
        }
        closed.extend(after.iter().filter(|each| **each == index).filter_map(|_| open.pop()));
    }
    (open, closed)
}

/// Returns the list that follows `chosen` in the sequence of all lists that have the same length and contain numbers
/// below `count` in ascending order. A list may contain a number more than once. Returns `None` after the last list.
fn following(chosen: &[usize], count: usize) -> Option<Vec<usize>> {
    let raised = chosen.iter().rposition(|each| each + 1 < count)?;
    let value = chosen[raised] + 1;
    Some(chosen[..raised].iter().copied().chain(std::iter::repeat_n(value, chosen.len() - raised)).collect())
}

//! Reads control structures, which group statements into blocks.
//!
//! ```text
//! :if a ⋄ :andif b      evaluates b only if a is 1
//!   r←1
//! :elseif c             evaluates c only if the condition of the `:if` is 0
//!   r←2
//! :else
//!   r←0
//! :endif
//! ```
//!
//! `→` goes to another line of the function, but not into a control structure. A label names a line:
//!
//! ```text
//! again: n←n-1
//! →again×n>0            goes to the line of the label if n is greater than 0
//! ```

use super::control_word::ControlWord::{self, *};
use super::error::{Error, Reason};
use super::line::Line;
use super::reader::{Word, WordKind, read, statements};

/// A statement of a line. `⋄` separates the statements of a line. The field `words` does not contain the label or a
/// leading control word.
#[derive(Debug)]
pub(super) struct Statement {
    /// The name in front of `:` at the beginning of the line.
    pub(crate) label: Option<String>,
    /// Whether the statement begins with `→`. The field `words` does not contain the `→`.
    pub(crate) is_branch: bool,
    pub(crate) line: Line,
    /// The column where the statement begins.
    pub(crate) column: usize,
    pub(crate) words: Vec<Word>,
}

/// A step of a function: a statement, a `→`, a control structure, or a return.
#[derive(Debug)]
pub(super) enum Step {
    Words(Statement),
    Branch(Statement),
    If(Vec<(Condition, Vec<Step>)>, Vec<Step>),
    Select(Statement, Vec<(Choice, Vec<Step>)>, Vec<Step>),
    Return(Statement),
}

impl Step {
    /// Returns the statement with which the step begins.
    pub(crate) fn first(&self) -> Option<&Statement> {
        match self {
            Step::Words(statement) | Step::Branch(statement) | Step::Return(statement) => Some(statement),
            Step::Select(subject, ..) => Some(subject),
            Step::If(branches, _) => branches.first().map(|(condition, _)| &condition.first),
        }
    }
}

/// An `:if`, and the `:andif` and `:orif` that follow the `:if`.
#[derive(Debug)]
pub(super) struct Condition {
    pub(crate) first: Statement,
    pub(crate) more: Vec<(Connective, Statement)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Connective {
    And,
    Or,
}

/// A `:case` or a `:caselist`. The value of the `:case`, or one item of the `:caselist`, must match the value of the
/// `:select`.
#[derive(Debug)]
pub(super) enum Choice {
    Case(Statement),
    CaseList(Statement),
}

/// The deepest nesting of control structures.
const MAX_DEPTH: usize = 50;

/// The steps of a function, and the numbers of the lines with labels and control structures, which `→` needs.
#[derive(Debug)]
pub(super) struct Steps {
    pub(crate) steps: Vec<Step>,
    /// The labels, each with the number of its line.
    pub(crate) labels: Vec<(String, usize)>,
    /// The numbers of the first and the last line of each outermost control structure.
    pub(crate) structures: Vec<(usize, usize)>,
}

/// Parses the lines of a function, and returns the function's steps and labels.
pub(super) fn function_block(lines: impl IntoIterator<Item = Line>) -> Result<Steps, Error> {
    let all = all_statements(lines)?;
    let label = |(_, statement): &Labelled| Some((statement.label.clone()?, statement.line.number));
    let labels: Vec<(String, usize)> = all.iter().filter_map(label).collect();
    let mut open = Vec::new();
    let mut structures = Vec::new();
    for (word, statement) in &all {
        match word {
            Some(If | Select) => open.push(statement.line.number),
            Some(EndIf | EndSelect | End) => {
                if let (Some(first), true) = (open.pop(), open.is_empty()) {
                    structures.push((first, statement.line.number));
                }
            }
            _ => {}
        }
    }
    Ok(Steps { steps: parsed(all)?, labels, structures })
}

/// Reads a line that is not in a function into steps.
pub(super) fn block(line: Line) -> Result<Vec<Step>, Error> {
    let all = all_statements([line])?;
    let is_misplaced = |statement: &Statement| statement.is_branch || statement.label.is_some();
    match all.iter().find(|(_, statement)| is_misplaced(statement)) {
        Some((_, statement)) => Err(statement.error(Reason::BranchOutside)),
        None => parsed(all),
    }
}

fn all_statements(lines: impl IntoIterator<Item = Line>) -> Result<Vec<Labelled>, Error> {
    let mut all = Vec::new();
    for line in lines {
        for words in statements(read(&line)?) {
            all.push(labelled(&line, words)?);
        }
    }
    Ok(all)
}

fn parsed(all: Vec<Labelled>) -> Result<Vec<Step>, Error> {
    let mut parser = Parser { statements: all.into_iter().peekable(), depth: 0 };
    let steps = parser.steps()?;
    match parser.statements.next() {
        Some((Some(word), statement)) => Err(statement.error(Reason::ControlNeverOpened(word.to_string()))),
        _ => Ok(steps),
    }
}

type Labelled = (Option<ControlWord>, Statement);

/// Splits a statement into its label, its leading control word or `→`, and the remaining words. A statement may lack a
/// label, and may begin with neither a control word nor `→`.
fn labelled(line: &Line, mut words: Vec<Word>) -> Result<Labelled, Error> {
    let mut label = None;
    if let Some(Word { kind: WordKind::Label(name), .. }) = words.first() {
        label = Some(name.clone());
        words.remove(0);
    }
    let column = words.first().map_or(1, |word| word.column);
    let is_branch = matches!(words.first(), Some(Word { kind: WordKind::Branch, .. }));
    let control = match words.first() {
        Some(Word { kind: WordKind::Control(word), .. }) => Some(*word),
        _ => None,
    };
    if control.is_some() || is_branch {
        words.remove(0);
    }
    let statement = Statement { label, is_branch, line: line.clone(), column, words };
    match (control, statement.words.first()) {
        (Some(word), None) if word.takes_words() => Err(statement.error(Reason::NothingAfterControl(word.to_string()))),
        (Some(word), Some(next)) if !word.takes_words() => {
            Err(Error::new(Reason::AfterControl(word.to_string()), line, next.column))
        }
        _ => Ok((control, statement)),
    }
}

impl Statement {
    pub(crate) fn error(&self, reason: Reason) -> Error {
        Error::new(reason, &self.line, self.column)
    }
}

struct Parser<I: Iterator<Item = Labelled>> {
    statements: std::iter::Peekable<I>,
    /// The number of open control structures.
    depth: usize,
}

impl<I: Iterator<Item = Labelled>> Parser<I> {
    /// Reads steps up to a control word that ends the structure or continues it, such as `:else`.
    fn steps(&mut self) -> Result<Vec<Step>, Error> {
        let mut steps = Vec::new();
        let begins_step = |(word, _): &Labelled| matches!(word, None | Some(If | Select | Return));
        while let Some((word, statement)) = self.statements.next_if(begins_step) {
            steps.push(match word {
                None if statement.is_branch => Step::Branch(statement),
                None => Step::Words(statement),
                Some(If) => self.nested(statement, Self::branches)?,
                Some(Select) => self.nested(statement, Self::choices)?,
                Some(_) => Step::Return(statement),
            });
        }
        Ok(steps)
    }

    fn nested(
        &mut self,
        opening: Statement,
        structure: fn(&mut Self, Statement) -> Result<Step, Error>,
    ) -> Result<Step, Error> {
        if self.depth == MAX_DEPTH {
            return Err(opening.error(Reason::TooDeep(MAX_DEPTH)));
        }
        self.depth += 1;
        let step = structure(self, opening)?;
        self.depth -= 1;
        Ok(step)
    }

    /// Reads the rest of a structure after the opening `:if`.
    fn branches(&mut self, opening: Statement) -> Result<Step, Error> {
        let never_closed = opening.error(Reason::ControlNeverClosed(If.to_string()));
        let (mut branches, mut first) = (Vec::new(), opening);
        loop {
            let condition = self.condition(first);
            branches.push((condition, self.steps()?));
            match self.statements.next() {
                Some((Some(ElseIf), statement)) => first = statement,
                Some((Some(Else), _)) => {
                    let otherwise = self.steps()?;
                    self.end(EndIf, never_closed)?;
                    return Ok(Step::If(branches, otherwise));
                }
                Some((Some(EndIf | End), _)) => return Ok(Step::If(branches, Vec::new())),
                other => return Err(unexpected(other, never_closed)),
            }
        }
    }

    fn condition(&mut self, first: Statement) -> Condition {
        let mut more = Vec::new();
        while let Some((word, statement)) = self.statements.next_if(|(word, _)| matches!(word, Some(AndIf | OrIf))) {
            more.push((if word == Some(AndIf) { Connective::And } else { Connective::Or }, statement));
        }
        Condition { first, more }
    }

    /// Reads the rest of a structure after the opening `:select`.
    fn choices(&mut self, subject: Statement) -> Result<Step, Error> {
        let never_closed = subject.error(Reason::ControlNeverClosed(Select.to_string()));
        let mut choices = Vec::new();
        loop {
            match self.statements.next() {
                Some((Some(Case), value)) => choices.push((Choice::Case(value), self.steps()?)),
                Some((Some(CaseList), values)) => choices.push((Choice::CaseList(values), self.steps()?)),
                Some((Some(Else), _)) => {
                    let otherwise = self.steps()?;
                    self.end(EndSelect, never_closed)?;
                    return Ok(Step::Select(subject, choices, otherwise));
                }
                Some((Some(EndSelect | End), _)) => return Ok(Step::Select(subject, choices, Vec::new())),
                Some((None | Some(If | Select | Return), statement)) => return Err(statement.error(Reason::NoCase)),
                other => return Err(unexpected(other, never_closed)),
            }
        }
    }

    fn end(&mut self, end: ControlWord, never_closed: Error) -> Result<(), Error> {
        match self.statements.next() {
            Some((Some(word), _)) if word == end || word == End => Ok(()),
            other => Err(unexpected(other, never_closed)),
        }
    }
}

/// Returns the error for a misplaced control word, or for a structure that is never closed.
fn unexpected(found: Option<Labelled>, never_closed: Error) -> Error {
    match found {
        Some((Some(word), statement)) => statement.error(Reason::ControlNeverOpened(word.to_string())),
        _ => never_closed,
    }
}

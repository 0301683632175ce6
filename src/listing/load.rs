//! Loading: a text is typed line by line, and FOCAL's answer to each line is checked.

use super::{KEY_BUDGET, NoFocal, PROMPT, bring_to_prompt, is_numbered, type_line};
use crate::ascii::RETURN;
use crate::focal::error::ErrorCode;
use crate::focal::explain::MORE_ROOM;
use crate::focal::message::{Message, MessageFinder};
use crate::performer::{Performer, Status};
use crate::quote::quote;

/// The maximum number of characters that FOCAL accepts in a line.
const MAX_LINE_CHARACTERS: usize = 69;

/// The result of loading a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loaded {
    /// The number of lines with line numbers.
    pub lines: usize,
    /// The lines after the last numbered line, often only GO. The caller must type them.
    pub commands: Vec<String>,
}

// The program and the tests use the functions below, which are not part of the documented interface.
#[doc(hidden)]
impl Loaded {
    /// Returns the message to the user after a program is loaded from a file.
    pub fn report(&self, file: &str) -> String {
        let lines = if self.lines == 1 { "line" } else { "lines" };
        let next = match &self.commands[..] {
            [] => "GO runs it".to_owned(),
            [command] => format!("continue types {}, which follows it", quote(command)),
            commands => format!("continue types the {} lines that follow it", commands.len()),
        };
        format!("{} {lines} loaded from {}; {next}\n", self.lines, quote(file))
    }
}

/// The reason why a program was not loaded. FOCAL still has its earlier program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// FOCAL does not print its `*` prompt after CTRL/C, so no line can be typed.
    #[error(transparent)]
    NoFocal(#[from] NoFocal),
    /// The text contains no numbered line, so it is not a FOCAL program.
    #[error("no line of it begins with a line number, so it is no FOCAL program; the command feed types any text")]
    NoProgram,
    /// FOCAL refuses a line.
    #[error("line {line}: {refusal}; nothing was loaded")]
    Line {
        /// The number of the line in the text, counted from 1.
        line: usize,
        /// The reason why FOCAL refuses the line.
        refusal: Refusal,
    },
}

/// The reason why FOCAL refuses a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The line is too long. The value is its number of characters.
    #[error("it has {0} characters; a line has at most {MAX_LINE_CHARACTERS}")]
    TooLong(usize),
    /// FOCAL has no more room.
    #[error("?{}: no room for more text; {}", ErrorCode::TextFull.code(), MORE_ROOM)]
    NoRoom,
    /// FOCAL prints an error that does not come from a lack of room.
    #[error("{}", meaning(.0))]
    Error(Message),
    /// FOCAL executes the line and does not return to its prompt.
    #[error("FOCAL does not come back for the next line")]
    RunsOn,
}

fn meaning(message: &Message) -> String {
    message.error().map_or_else(|| message.to_string(), |error| format!("{message}: {error}"))
}

impl Refusal {
    /// Returns the reason why FOCAL refused `line`. The error message that FOCAL printed is `message`.
    #[doc(hidden)]
    pub fn of(message: &Message, line: &str) -> Self {
        match message.error() {
            Some(ErrorCode::TextFull) if line.len() > MAX_LINE_CHARACTERS => Refusal::TooLong(line.len()),
            Some(ErrorCode::TextFull) => Refusal::NoRoom,
            _ => Refusal::Error(message.clone()),
        }
    }
}

/// Replaces FOCAL's program with the program in `text`, and erases the variables. A running program is interrupted.
///
/// Small letters are converted to capitals. The lines after the last numbered line are not typed, but returned.
///
/// # Errors
///
/// When FOCAL refuses a line. The error contains the line and the reason.
pub fn load<P: Performer + Clone>(performer: &mut P, text: &str) -> Result<Loaded, LoadError> {
    let lines: Vec<String> = text.lines().map(str::to_ascii_uppercase).collect();
    let last = lines.iter().rposition(|line| is_numbered(line)).ok_or(LoadError::NoProgram)?;
    let mut copy = performer.clone();
    bring_to_prompt(&mut copy, KEY_BUDGET)?;
    type_line(&mut copy, "ERASE ALL");
    for (line, text) in (1..).zip(&lines[..=last]).filter(|(_, text)| !text.trim().is_empty()) {
        enter(&mut copy, text).map_err(|refusal| LoadError::Line { line, refusal })?;
    }
    // After an empty line FOCAL prints a new prompt.
    copy.type_keys(&[RETURN], KEY_BUDGET);
    *performer = copy;
    let commands: Vec<String> = lines[last + 1..].iter().filter(|line| !line.trim().is_empty()).cloned().collect();
    Ok(Loaded { lines: lines.iter().filter(|line| is_numbered(line)).count(), commands })
}

/// Types a line. Returns an error if FOCAL does not accept the line.
fn enter(performer: &mut impl Performer, line: &str) -> Result<(), Refusal> {
    let (status, paper) = type_line(performer, line);
    let mut errors = MessageFinder::default();
    errors.read(&paper);
    match errors.take_first() {
        Some(message) => Err(Refusal::of(&message, line)),
        None if status != Status::Waiting => Err(Refusal::RunsOn),
        // ASK may have taken the line as its answer.
        None if is_numbered(line) && paper.last() != Some(&PROMPT) => Err(Refusal::RunsOn),
        None => Ok(()),
    }
}

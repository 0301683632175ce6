//! A text typed in, line by line, each looked at when FOCAL has taken it.

use super::{KEY_BUDGET, NoFocal, PROMPT, bring_to_prompt, is_numbered, type_line};
use crate::ascii::RETURN;
use crate::focal::error::ErrorCode;
use crate::focal::explain::MORE_ROOM;
use crate::focal::message::{Message, MessageFinder};
use crate::performer::{Performer, Status};
use crate::quote::quote;

/// The most characters that FOCAL takes in a line.
const MAX_LINE_CHARACTERS: usize = 69;

/// What has been loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loaded {
    /// How many lines with numbers.
    pub lines: usize,
    /// What follows the last of them, still to be typed: GO, mostly.
    pub commands: Vec<String>,
}

impl Loaded {
    /// What is said when it has come from a file.
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

/// Why a program was not loaded. Nothing has been changed then.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    /// Nobody to type to.
    #[error(transparent)]
    NoFocal(#[from] NoFocal),
    /// A text of something else.
    #[error("no line of it begins with a line number, so it is no FOCAL program; feed types any text")]
    NoProgram,
    /// A line that FOCAL does not take.
    #[error("line {line}: {refusal}; nothing was loaded")]
    Line {
        /// Which line of the text, from 1.
        line: usize,
        /// Why.
        refusal: Refusal,
    },
}

/// Why FOCAL does not take a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// More than can be typed.
    #[error("it has {0} characters, and {MAX_LINE_CHARACTERS} are the most of a line")]
    TooLong(usize),
    /// The room is full.
    #[error("?{}: no room for more text; {}", ErrorCode::TextFull.code(), MORE_ROOM)]
    NoRoom,
    /// Another error.
    #[error("{}", meaning(.0))]
    Error(Message),
    /// It is carried out, and does not end.
    #[error("FOCAL does not come back for the next line")]
    RunsOn,
}

fn meaning(message: &Message) -> String {
    message.error().map_or_else(|| message.to_string(), |error| format!("{message}: {error}"))
}

impl Refusal {
    /// Why FOCAL printed `message` for `line`.
    pub fn of(message: &Message, line: &str) -> Self {
        match message.error() {
            Some(ErrorCode::TextFull) if line.len() > MAX_LINE_CHARACTERS => Refusal::TooLong(line.len()),
            Some(ErrorCode::TextFull) => Refusal::NoRoom,
            _ => Refusal::Error(message.clone()),
        }
    }
}

/// Puts the program of a text in place of what FOCAL holds, text and variables; whatever runs is broken off.
///
/// Small letters become capitals. What follows the last numbered line is not typed but handed back.
///
/// # Errors
///
/// The first line that FOCAL does not take, and why.
pub fn load<P: Performer + Clone>(performer: &mut P, text: &str) -> Result<Loaded, LoadError> {
    let lines: Vec<String> = text.lines().map(str::to_ascii_uppercase).collect();
    let last = lines.iter().rposition(|line| is_numbered(line)).ok_or(LoadError::NoProgram)?;
    let mut copy = performer.clone();
    bring_to_prompt(&mut copy, KEY_BUDGET)?;
    type_line(&mut copy, "ERASE ALL");
    for (line, text) in (1..).zip(&lines[..=last]).filter(|(_, text)| !text.trim().is_empty()) {
        enter(&mut copy, text).map_err(|refusal| LoadError::Line { line, refusal })?;
    }
    // The paper goes on at a new prompt: an empty line gives it.
    copy.type_keys(&[RETURN], KEY_BUDGET);
    *performer = copy;
    let commands: Vec<String> = lines[last + 1..].iter().filter(|line| !line.trim().is_empty()).cloned().collect();
    Ok(Loaded { lines: lines.iter().filter(|line| is_numbered(line)).count(), commands })
}

/// Types a line that FOCAL must take.
fn enter(performer: &mut impl Performer, line: &str) -> Result<(), Refusal> {
    let (status, paper) = type_line(performer, line);
    let mut errors = MessageFinder::default();
    errors.read(&paper);
    match errors.take_first() {
        Some(message) => Err(Refusal::of(&message, line)),
        None if status != Status::Waiting => Err(Refusal::RunsOn),
        // An answer to ASK may be on the next line of the text.
        None if is_numbered(line) && paper.last() != Some(&PROMPT) => Err(Refusal::RunsOn),
        None => Ok(()),
    }
}

//! Saving: the output of WRITE ALL as a text, and the check that the text can be typed in again.

use super::{KEY_BUDGET, NoFocal, bring_to_prompt, is_numbered, type_line};
use crate::focal::message::MessageFinder;
use crate::performer::{Performer, Status};
use crate::quote::quote;

/// A program as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// The numbered lines, each with a line feed at its end.
    pub text: String,
    /// The number of the first line with small letters, or `None` if there is no such line. FOCAL receives small
    /// letters as capitals when the text is typed in.
    pub small_letters: Option<String>,
}

// The program and the tests use the functions below, which are not part of the documented interface.
#[doc(hidden)]
impl Listing {
    /// Returns the number of lines.
    pub fn lines(&self) -> usize {
        self.text.lines().count()
    }

    /// Returns the line whose number is `number`; `None` if there is no such line. `number` has the form `01.10`.
    pub fn line(&self, number: &str) -> Option<&str> {
        self.text.lines().find(|line| padded(line).starts_with(number))
    }

    /// Returns the message to the user after a program is written to a file.
    pub fn report(&self, file: &str) -> String {
        let lines = if self.lines() == 1 { "line" } else { "lines" };
        let report = format!("{} {lines} saved to {}\n", self.lines(), quote(file));
        match &self.small_letters {
            Some(line) => format!("{report}line {line} has small letters, which only --raw keeps when it is loaded\n"),
            None => report,
        }
    }
}

/// The reason why a program was not saved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SaveError {
    /// FOCAL does not print its `*` prompt, so the program cannot be listed.
    #[error(transparent)]
    NoFocal(#[from] NoFocal),
    /// FOCAL holds no program.
    #[error("there is no program: no line is kept")]
    Empty,
    /// The output of WRITE ALL is not in the form of FOCAL,1969.
    #[error("WRITE ALL does not list a program here, but '{}'", quote(.0))]
    NotAListing(String),
    /// A line cannot be typed: MODIFY has made it too long, or typing would change it.
    #[error("line {0} cannot be saved: FOCAL would not keep it unchanged if it is typed again; MODIFY it")]
    Line(String),
}

/// Returns the program in FOCAL. The function works on a copy of `performer`, so that the session does not change.
///
/// # Errors
///
/// When there is no program, or when typing in the listing would produce a different program.
pub fn save(performer: &(impl Performer + Clone)) -> Result<Listing, SaveError> {
    let mut copy = performer.clone();
    bring_to_prompt(&mut copy, KEY_BUDGET)?;
    let lines = written(&mut copy)?;
    if lines.is_empty() {
        return Err(SaveError::Empty);
    }
    type_line(&mut copy, "ERASE ALL");
    let mut text = String::new();
    for line in &lines {
        let kept = spellings(line).into_iter().find(|spelling| is_kept(&mut copy, spelling));
        text += &kept.ok_or_else(|| SaveError::Line(number(line).to_owned()))?;
        text.push('\n');
    }
    let again = written(&mut copy)?;
    if let Some(at) = (0..lines.len()).find(|&at| again.get(at) != Some(&lines[at])) {
        return Err(SaveError::Line(number(&lines[at]).to_owned()));
    }
    let has_small_letters = |line: &&String| line.contains(|character: char| character.is_ascii_lowercase());
    let small_letters = lines.iter().find(has_small_letters).map(|line| number(line).to_owned());
    Ok(Listing { text, small_letters })
}

/// The maximum number of memory cycles or commands between CTRL/C and FOCAL's prompt `*`.
const PROMPT_BUDGET: u64 = 1_000_000;

/// Returns the lines of the program in FOCAL, as WRITE ALL lists them. The function works on a copy of `performer`.
///
/// This function is faster than [`save`], which also checks that the lines can be typed in again.
///
/// # Errors
///
/// When FOCAL does not answer CTRL/C within a million cycles or commands, or when the output of WRITE ALL is not a
/// program.
#[doc(hidden)]
pub fn lines(performer: &(impl Performer + Clone)) -> Result<Vec<String>, SaveError> {
    let mut copy = performer.clone();
    bring_to_prompt(&mut copy, PROMPT_BUDGET)?;
    written(&mut copy)
}

/// Returns the lines that WRITE ALL lists, without the heading and blank lines.
fn written(performer: &mut impl Performer) -> Result<Vec<String>, SaveError> {
    let (status, paper) = type_line(performer, "WRITE ALL");
    let paper = String::from_utf8_lossy(&paper).into_owned();
    let listed = paper.strip_suffix('*').filter(|_| status == Status::Waiting).ok_or(NoFocal)?;
    // The first line is the echo of WRITE ALL.
    let shown: Vec<&str> = listed.split("\r\n").skip(1).filter(|line| !line.is_empty()).collect();
    let heading = shown.iter().take_while(|line| !is_numbered(line)).count();
    match shown[heading..].iter().find(|line| !is_line(line)) {
        Some(line) => Err(SaveError::NotAListing((*line).to_owned())),
        None => Ok(shown[heading..].iter().map(|&line| line.to_owned()).collect()),
    }
}

/// Whether a line has the form `01.10 TEXT`.
fn is_line(line: &str) -> bool {
    matches!(line.as_bytes(), [a, b, b'.', c, d, b' ', ..] if [a, b, c, d].into_iter().all(u8::is_ascii_digit))
}

fn number(line: &str) -> &str {
    &line[..5]
}

/// Returns the line number at the beginning of `line` in the form of WRITE: `01.10` for `1.1`.
fn padded(line: &str) -> String {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).take(2).count();
    let (group, rest) = line.split_at(digits(line));
    let step = rest.strip_prefix('.').map_or("", |step| &step[..digits(step)]);
    format!("{group:0>2}.{step:0<2}")
}

/// Returns the line as WRITE lists it, and two shorter spellings. A shorter spelling is needed if the listed line is
/// too long for the line buffer.
fn spellings(line: &str) -> Vec<String> {
    let (number, text) = (number(line), &line[6..]);
    let step = number[3..].strip_suffix('0').unwrap_or(&number[3..]);
    let short = format!("{}.{step}", number[..2].trim_start_matches('0'));
    vec![line.to_owned(), format!("{short} {text}"), format!("{short}{text}")]
}

/// Types a line, and returns whether FOCAL has stored the line.
fn is_kept(performer: &mut impl Performer, line: &str) -> bool {
    let (status, paper) = type_line(performer, line);
    let mut errors = MessageFinder::default();
    errors.read(&paper);
    status == Status::Waiting && errors.last().is_none()
}

//! A FOCAL from the user's own tape, known only by its answers.
//!
//! The debugger questions this FOCAL as a person would, but in a copy of the machine, so that the session does not
//! change. CTRL/C shows the line being carried out, WRITE ALL shows the program, TYPE $ shows the variables, and TYPE
//! shows the value of an expression. This FOCAL shows neither the position within the line nor the active DOs and FORs.

use super::DebugError;
use super::notation::number;
use crate::ascii::{CTRL_C, RETURN};
use crate::focal::message::{Message, MessageFinder};
use crate::listing::{quiet_copy, save_from};
use crate::performer::{Performer, Status};
use crate::station::Station;

/// The maximum time for an answer, in memory cycles: more than a minute on a PDP-8.
const ANSWER_BUDGET_CYCLES: u64 = 50_000_000;

/// The code of the error message that FOCAL prints after CTRL/C.
const CTRL_C_ERROR: &str = "01.00";

/// A machine with a FOCAL that is not part of focal8. The state of this FOCAL is read only from the text that it
/// prints.
#[derive(Clone, Copy, Debug)]
pub struct ForeignFocal<'a>(&'a Station);

impl<'a> ForeignFocal<'a> {
    /// Checks that the machine contains a FOCAL that answers CTRL/C.
    pub fn in_station(station: &'a Station) -> Result<Self, DebugError> {
        let foreign = ForeignFocal(station);
        foreign.interrupted().map(|_| foreign)
    }

    /// Interrupts a copy of the machine with CTRL/C. Returns the copy at FOCAL's `*` prompt, and FOCAL's error message.
    fn interrupted(&self) -> Result<(Station, Message), DebugError> {
        let mut copy = quiet_copy(self.0);
        copy.take_frames();
        copy.press(CTRL_C);
        let status = Performer::run(&mut copy, ANSWER_BUDGET_CYCLES);
        let paper = copy.take_printed();
        let mut finder = MessageFinder::default();
        finder.read(&paper);
        match finder.last() {
            Some(message) if status == Status::Waiting && message.code == CTRL_C_ERROR && paper.ends_with(b"*") => {
                Ok((copy, message.clone()))
            }
            _ => Err(DebugError::NoFocal),
        }
    }

    /// Types a line in a copy of the machine, and returns FOCAL's answer.
    fn answer(&self, line: &str) -> Result<String, DebugError> {
        let (mut copy, _) = self.interrupted()?;
        let status = copy.type_keys(&[line.as_bytes(), &[RETURN]].concat(), ANSWER_BUDGET_CYCLES);
        let paper = copy.take_printed();
        let mut finder = MessageFinder::default();
        finder.read(&paper);
        match finder.last() {
            Some(message) => Err(DebugError::Answer(message.to_string())),
            None if status != Status::Waiting => Err(DebugError::NoFocal),
            // The first line is the echo of the question.
            None => Ok(String::from_utf8_lossy(&paper).split_once("\r\n").unwrap_or_default().1.to_owned()),
        }
    }

    /// Describes the line that FOCAL is executing. To find the line, the function interrupts a copy of the machine with
    /// CTRL/C, and reads the line number in FOCAL's error message.
    pub fn whereabouts(&self) -> Result<String, DebugError> {
        let (_, message) = self.interrupted()?;
        let Some(number) = message.line else {
            return Ok("FOCAL is at its * or in a direct line\n".to_owned());
        };
        let listing = save_from(self.0).ok();
        let line = listing.as_ref().and_then(|listing| listing.line(&number)).unwrap_or(&number).to_owned();
        Ok(format!("{line}\nthe character at work, DO and FOR cannot be seen in a FOCAL that is not ours\n"))
    }

    /// Lists the program, or the line or group that `which` names.
    pub fn list(&self, which: &str) -> Result<String, DebugError> {
        if which.is_empty() {
            return Ok(save_from(self.0)?.text);
        }
        let lines = super::LineOrGroup::parse(which)?;
        let listing = save_from(self.0)?;
        let is_meant = |line: &&str| match super::LineOrGroup::parse(&line[..5]) {
            Ok(super::LineOrGroup::Line(number)) => lines.covers(number),
            _ => false,
        };
        let shown: String = listing.text.lines().filter(is_meant).map(|line| format!("{line}\n")).collect();
        if shown.is_empty() { Err(DebugError::NoSuchLine(lines.to_string())) } else { Ok(shown) }
    }

    /// Lists the variables. The values have six digits, and the subscripts have two digits.
    pub fn variables(&self) -> Result<String, DebugError> {
        let shown: String = self.answer("TYPE %,$")?.lines().filter_map(variable).collect();
        Ok(if shown.is_empty() { "there are no variables\n".to_owned() } else { shown })
    }

    /// Evaluates an expression with a precision of six digits.
    pub fn evaluate(&self, expression: &str) -> Result<String, DebugError> {
        let answer = self.answer(&format!("TYPE %,{}", expression.to_ascii_uppercase()))?;
        let typed = answer.trim_end_matches('*').trim().trim_start_matches('=');
        Ok(typed.replace(' ', "").parse().map_or_else(|_| typed.trim().to_owned(), number))
    }
}

/// Converts a line that `TYPE $` prints, such as `A@(00)= 0.500000E+01`, to a line of the variable list.
fn variable(line: &str) -> Option<String> {
    let (name, value) = line.split_once(")=")?;
    let (name, subscript) = name.split_once('(')?;
    let value: f64 = value.replace(' ', "").parse().ok()?;
    let name = name.trim_end_matches('@');
    let name =
        if subscript == "00" { name.to_owned() } else { format!("{name}({})", subscript.trim_start_matches('0')) };
    Some(format!("{name:<8} {}\n", number(value)))
}

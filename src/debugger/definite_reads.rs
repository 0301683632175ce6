//! Finds the variables that a program certainly reads before it sets them. The search begins at the first line, or, if
//! the program has direct lines, with the direct lines. The search ends where there is more than one way to continue.
//!
//! IF, RETURN, QUIT and ERASE end the search. The search continues into the body of a FOR, because the body runs at
//! least once. `SET S=S+1` does not count as an early read, because a program with this command counts from 0 on
//! purpose.

use std::collections::BTreeSet;

use super::commands::{Command, commands, short, target};
use super::notation::LineOrGroup;
use crate::focal::LineNumber;

/// A variable that is read before it is set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EarlyRead {
    /// The first two letters of the variable's name.
    pub name: String,
    /// The line that reads the variable.
    pub line: LineNumber,
    /// The column of the name in the line that reads the variable, from 0.
    pub column: usize,
}

/// The maximum nesting depth of the DOs and GOTOs that the search follows.
const MAX_NESTED_DOS: usize = 40;

/// Returns the variables that are certainly read before they are set, each with its first read.
pub fn read_too_early(lines: &[(LineNumber, Vec<u8>)], direct: &[Vec<u8>]) -> Vec<EarlyRead> {
    let mut walk = Walk { lines, set: BTreeSet::new(), early: Vec::new(), seen: BTreeSet::new() };
    if direct.is_empty() {
        walk.run(0, |_| true, MAX_NESTED_DOS);
    }
    for text in direct {
        if !walk.line(None, text, MAX_NESTED_DOS) {
            break;
        }
    }
    walk.early
}

struct Walk<'a> {
    lines: &'a [(LineNumber, Vec<u8>)],
    set: BTreeSet<String>,
    early: Vec<EarlyRead>,
    /// The lines that the search has visited. The search ends when it reaches a visited line again.
    seen: BTreeSet<LineNumber>,
}

impl Walk<'_> {
    /// Searches lines for variables that are read before they are set. The search begins at the line with the index
    /// `from`, and ends before the first line number for which `belongs` returns false. Returns whether execution
    /// certainly reaches the end of these lines.
    fn run(&mut self, from: usize, belongs: impl Fn(LineNumber) -> bool, depth: usize) -> bool {
        let lines = self.lines;
        let run = lines.iter().skip(from).take_while(|&&(number, _)| belongs(number));
        for (number, text) in run {
            if !self.line(Some(*number), text, depth) {
                return false;
            }
        }
        true
    }

    /// Searches a line for variables that are read before they are set. Returns whether execution certainly continues
    /// with the next line.
    fn line(&mut self, number: Option<LineNumber>, text: &[u8], depth: usize) -> bool {
        if depth == 0 || number.is_some_and(|number| !self.seen.insert(number)) {
            return false;
        }
        for command in commands(text) {
            self.note(number, &command);
            let goes_on = match command.letter {
                b'S' | b'F' | b'A' | b'T' | b'W' => true,
                b'C' => return true,
                b'D' => self.begin(command.rest, depth),
                b'G' => {
                    self.jump(command.rest, depth);
                    false
                }
                _ => false,
            };
            if !goes_on {
                return false;
            }
        }
        true
    }

    /// Searches the lines of a DO for variables that are read before they are set. Returns whether the DO certainly
    /// returns.
    fn begin(&mut self, rest: &[u8], depth: usize) -> bool {
        match target(rest) {
            Some(lines) => {
                let from = self.lines.iter().position(|&(number, _)| lines.covers(number));
                from.is_some_and(|from| self.run(from, |number| lines.covers(number), depth - 1))
            }
            None => self.run(0, |_| true, depth - 1),
        }
    }

    /// Searches the lines from the target of a GOTO for variables that are read before they are set.
    fn jump(&mut self, rest: &[u8], depth: usize) {
        let from = match target(rest) {
            Some(LineOrGroup::Line(line)) => self.lines.iter().position(|&(number, _)| number == line),
            Some(LineOrGroup::Group(_)) => None,
            None => Some(0),
        };
        if let Some(from) = from {
            self.run(from, |_| true, depth - 1);
        }
    }

    fn note(&mut self, number: Option<LineNumber>, command: &Command) {
        let named = command.named();
        let is_target = |name: &str| named.iter().any(|other| other.is_set && short(&other.name) == short(name));
        for read in named.iter().filter(|named| !named.is_set) {
            let name = short(&read.name);
            let is_known = self.set.contains(&name) || self.early.iter().any(|early| early.name == name);
            // Reads in direct lines are not reported: a direct line has no number, and the user has it in view.
            if let (Some(line), false, false) = (number, is_known, is_target(&read.name)) {
                self.early.push(EarlyRead { name, line, column: read.column });
            }
        }
        self.set.extend(named.iter().filter(|named| named.is_set).map(|named| short(&named.name)));
    }
}

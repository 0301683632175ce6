//! Collects lines for a workspace. Most lines are executed one by one, but the lines of a function are collected until
//! the function is complete. A function ends with `∇`. A function whose header has no `∇` also ends with a blank
//! line outside `:if` and `:select`:
//!
//! ```text
//! ∇ r←figtype can vec     r ← figtype can vec
//!   r←0                     r←0
//! ∇                       (blank line)
//! ```
//!
//! Pasted functions have often lost their `∇`. A line without `∇` counts as a header only in a file or a pipe, and only
//! if the line looks like a header, the names of the arguments are not yet defined, and a line below sets the result.

use super::header::Header;
use super::line::{INDENT, Line};
use super::reader::begins_name;
use super::workspace::Workspace;

/// A line to execute, or a function to define.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A line to execute, with its line number.
    Line(usize, String),
    /// The lines of a function to define, with the line number of the header.
    Function(usize, Vec<String>),
}

/// A collector of input lines. The lines of a function are collected until the function is complete.
#[derive(Clone, Debug, Default)]
pub struct Intake {
    /// Whether the lines come from a file or a pipe. In a file or a pipe, a header may lack the `∇`.
    is_file: bool,
    number: usize,
    open: Option<Open>,
}

#[derive(Clone, Debug)]
struct Open {
    number: usize,
    marked: bool,
    lines: Vec<String>,
    /// The number of open control structures.
    depth: usize,
}

impl Intake {
    /// Creates an intake for lines that the user types.
    pub fn by_hand() -> Intake {
        Intake::default()
    }

    /// Creates an intake for a file or a pipe.
    pub fn of_file() -> Intake {
        Intake { is_file: true, ..Intake::default() }
    }

    /// Returns the prompt for the next line. The prompt is six blanks or, within a function, the line number in
    /// brackets.
    pub fn prompt(&self) -> String {
        match &self.open {
            None => INDENT.to_owned(),
            Some(open) => format!("{:<6}", format!("[{}]", open.lines.len())),
        }
    }

    /// Takes a line, and returns the entries that the line completes.
    pub fn take(&mut self, line: &str, workspace: &Workspace) -> Vec<Entry> {
        self.number += 1;
        let text = line.trim();
        let Some(open) = &mut self.open else {
            if let Some(lines) = corrected(text, workspace) {
                return vec![Entry::Function(self.number, lines)];
            }
            let marked = text.starts_with('∇');
            let is_header = marked || self.is_file && looks_like_header(text, workspace);
            if !is_header {
                return vec![Entry::Line(self.number, line.to_owned())];
            }
            let header = text.trim_start_matches('∇').trim_start().to_owned();
            self.open = Some(Open { number: self.number, marked, lines: vec![header], depth: 0 });
            return Vec::new();
        };
        let ends_by_del = text == "∇" || open.marked && text.ends_with('∇') && !text.contains('⍝');
        let ends = ends_by_del || !open.marked && open.depth == 0 && text.is_empty();
        if !ends_by_del && !open.marked && open.depth == 0 && looks_like_header(text, workspace) {
            let mut done = self.finish();
            self.number -= 1;
            done.extend(self.take(line, workspace));
            return done;
        }
        let text = without_number(line).trim_end();
        let text = if ends_by_del { text.trim_end_matches('∇').trim_end() } else { text };
        if !(ends && text.is_empty()) {
            open.depth = depth_after(text, open.depth);
            open.lines.push(text.to_owned());
        }
        if ends { self.finish() } else { Vec::new() }
    }

    /// Whether no function is being collected.
    pub fn is_empty(&self) -> bool {
        self.open.is_none()
    }

    /// Whether a line looks like the header of a function that lacks its `∇`.
    pub fn is_header(line: &str, workspace: &Workspace) -> bool {
        looks_like_header(line.trim(), workspace)
    }

    /// Ends the input. Returns the collected lines as one function, or as separate lines if the lines do not define a
    /// function.
    pub fn finish(&mut self) -> Vec<Entry> {
        let Some(open) = self.open.take() else { return Vec::new() };
        if open.marked || sets_result(&open.lines) {
            return vec![Entry::Function(open.number, open.lines)];
        }
        let numbered = open.lines.into_iter().enumerate();
        numbered.map(|(i, line)| Entry::Line(open.number + i, line)).collect()
    }
}

/// Reads a correction of a function, `∇name[number] text` or `∇name[number] text∇`. The text replaces the line with
/// this number, or becomes a new last line. Returns all lines of the corrected function.
fn corrected(text: &str, workspace: &Workspace) -> Option<Vec<String>> {
    let (name, rest) = text.strip_prefix('∇')?.split_once('[')?;
    let (number, line) = rest.split_once(']')?;
    let mut lines = workspace.lines_of(name.trim())?;
    let number: usize = number.trim().parse().ok().filter(|number| *number <= lines.len())?;
    let line = line.trim_end_matches('∇').trim_end().to_owned();
    if line.trim().is_empty() {
        return None;
    }
    match lines.get_mut(number) {
        Some(old) => *old = line,
        None => lines.push(line),
    }
    Some(lines)
}

/// Whether a line has the form `r←f b` or `r←a f b`, and `a` and `b` are not yet defined.
fn looks_like_header(text: &str, workspace: &Workspace) -> bool {
    let Ok(header) = Header::read(&Line::new(text)) else { return false };
    let unknown = |name: &Option<String>| name.as_ref().is_none_or(|name| !workspace.knows(name));
    header.result.is_some() && header.right.is_some() && unknown(&header.left) && unknown(&header.right)
}

/// Whether a line below the header assigns the function's result.
fn sets_result(lines: &[String]) -> bool {
    let Ok(Header { result: Some(result), .. }) = Header::read(&Line::new(&lines[0])) else { return false };
    let sets = |line: &String| {
        let statements = line.split('⍝').next().unwrap_or_default().split(['⋄', '◇']);
        statements
            .into_iter()
            .any(|statement| statement.split_once('←').is_some_and(|(name, _)| without_label(name).trim() == result))
    };
    lines[1..].iter().any(sets)
}

/// Removes the line number that APL prints in a listing of a function, as in `[3] r←0`.
fn without_number(line: &str) -> &str {
    let after = line.trim_start().strip_prefix('[').and_then(|rest| rest.split_once(']'));
    match after {
        Some((number, rest)) if !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()) => rest,
        _ => line,
    }
}

/// Removes the label in front of a statement, as in `again: r←0`.
fn without_label(statement: &str) -> &str {
    match statement.split_once(':') {
        Some((label, rest)) if label.trim().starts_with(begins_name) && !label.trim().contains(' ') => rest,
        _ => statement,
    }
}

/// Returns the number of open control structures after this line.
fn depth_after(line: &str, before: usize) -> usize {
    let statements = line.split('⍝').next().unwrap_or_default().split(['⋄', '◇']);
    statements.fold(before, |depth, statement| {
        let word = without_label(statement)
            .trim_start()
            .split(|c: char| c != ':' && !c.is_alphabetic())
            .next()
            .unwrap_or_default();
        match word.to_ascii_lowercase().as_str() {
            ":if" | ":select" => depth + 1,
            ":end" | ":endif" | ":endselect" => depth.saturating_sub(1),
            _ => depth,
        }
    })
}

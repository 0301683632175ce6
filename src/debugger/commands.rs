//! The content of a FOCAL line, found without running the line: its commands, the variables that they set and read, and
//! the lines to which they lead.

use super::notation::{LineOrGroup, readable};

/// A command: its letter, and the text after the command word.
pub struct Command<'a> {
    /// The first letter of the command word, in upper case.
    pub letter: u8,
    /// The text after the command word.
    pub rest: &'a [u8],
    /// The column of `rest` in the line, from 0.
    pub column: usize,
    /// The column of the command word in the line, from 0.
    pub begin: usize,
}

/// An occurrence of a variable's name in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The full name in upper case.
    pub name: String,
    /// The column of the name, from 0.
    pub column: usize,
    /// Whether the command sets the variable instead of reading it.
    pub is_set: bool,
}

/// Returns the first two letters of a name; FOCAL ignores all later letters.
pub fn short(name: &str) -> String {
    name.chars().take(2).collect()
}

/// Returns the column of each command of a line, from 0.
pub fn command_columns(text: &[u8]) -> Vec<usize> {
    commands(text).iter().map(|command| command.begin).collect()
}

/// Splits a line into its commands. A semicolon in a string does not separate commands, and a comment ends the line.
pub fn commands(text: &[u8]) -> Vec<Command<'_>> {
    let mut commands = Vec::new();
    let mut at = 0;
    loop {
        let begin = text[at..].iter().position(|character| !b" ,;?".contains(character));
        let Some(begin) = begin else { return commands };
        at += begin;
        let rest = &text[at..];
        let letter = rest[0].to_ascii_uppercase();
        let word = rest.iter().position(|character| b" ,;".contains(character)).unwrap_or(rest.len());
        let mut quoted = false;
        let end = rest[word..].iter().position(|&character| {
            quoted ^= character == b'"';
            character == b';' && !quoted
        });
        let end = end.filter(|_| letter != b'C').map_or(rest.len(), |end| word + end);
        commands.push(Command { letter, rest: &rest[word..end], column: at + word, begin: at });
        at += end;
    }
}

impl Command<'_> {
    /// Returns the occurrences of variables in the command, in order.
    pub fn named(&self) -> Vec<Named> {
        let found = |text: &[u8], is_set: &dyn Fn(usize, usize) -> bool| -> Vec<Named> {
            let named = named(text).into_iter().enumerate();
            let named = named.map(|(count, (name, depth, at))| Named {
                name,
                column: self.column + at,
                is_set: is_set(count, depth),
            });
            named.collect()
        };
        match self.letter {
            b'S' | b'F' => found(self.rest, &|count, _| count == 0),
            // ASK sets the variables that are outside all brackets.
            b'A' => found(self.rest, &|_, depth| depth == 0),
            b'T' => found(self.rest, &|_, _| false),
            b'I' => found(condition(self.rest).0, &|_, _| false),
            _ => Vec::new(),
        }
    }
}

/// Returns the name, the bracket depth and the column of each variable in a text. Skips strings, numbers, formats and
/// functions.
fn named(text: &[u8]) -> Vec<(String, usize, usize)> {
    let mut found = Vec::new();
    let (mut at, mut depth) = (0, 0_usize);
    let is_word = |character: &u8| character.is_ascii_alphanumeric() || *character == b'.';
    while at < text.len() {
        let word = text[at..].iter().take_while(|character| is_word(character)).count();
        match text[at] {
            b'"' => at += text[at + 1..].iter().position(|&quote| quote == b'"').map_or(text.len(), |end| end + 2),
            b'%' => at += 1 + text[at + 1..].iter().take_while(|character| is_word(character)).count(),
            first if first.is_ascii_alphabetic() => {
                if !first.eq_ignore_ascii_case(&b'F') {
                    found.push((readable(&text[at..at + word]).to_ascii_uppercase(), depth, at));
                }
                at += word;
            }
            _ if word > 0 => at += word,
            bracket => {
                match bracket {
                    b'(' | b'[' | b'<' => depth += 1,
                    b')' | b']' | b'>' => depth = depth.saturating_sub(1),
                    _ => {}
                }
                at += 1;
            }
        }
    }
    found
}

/// Splits the text after IF into the bracketed expression and the targets.
pub fn condition(rest: &[u8]) -> (&[u8], &[u8]) {
    let mut depth = 0_usize;
    let end = rest.iter().position(|character| {
        match character {
            b'(' | b'[' | b'<' => depth += 1,
            b')' | b']' | b'>' => {
                depth = depth.saturating_sub(1);
                return depth == 0;
            }
            _ => {}
        }
        false
    });
    rest.split_at(end.map_or(rest.len(), |end| end + 1))
}

/// Returns the line or group that a command names, or `None` for the whole program (ALL, or no number).
pub fn target(text: &[u8]) -> Option<LineOrGroup> {
    let text = readable(text);
    let text = text.trim();
    let number: String = text.chars().take_while(|letter| letter.is_ascii_digit() || *letter == '.').collect();
    LineOrGroup::parse(&if number.contains('.') { number } else { format!("group {number}") }).ok()
}

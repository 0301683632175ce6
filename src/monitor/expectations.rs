//! The texts expected on the paper.

use std::collections::VecDeque;

use regex_lite::{Regex, RegexBuilder};

use crate::machine::{Elapsed, Limits, Time};
use crate::quote::quote;

use super::MonitorError;

/// The maximum length of an expected text in characters, and the number of printed characters that are remembered.
pub const TAIL: usize = 256;
/// The size limit of a compiled regular expression, in bytes. The limit is high enough for a regular expression that
/// describes a line of text, and low enough for a fast search.
const PATTERN_SIZE: usize = 1 << 15;

/// The text or regular expression that is expected.
#[derive(Clone, Debug)]
pub enum Pattern {
    /// A text, given as character codes.
    Text {
        /// The codes of the text.
        codes: Vec<u8>,
        /// Whether upper and lower case are treated alike.
        ignore_case: bool,
    },
    /// A regular expression.
    Regex(Regex),
}

impl Pattern {
    /// Compiles a regular expression.
    pub fn regex(pattern: &str, ignore_case: bool) -> Result<Self, MonitorError> {
        let compiled = RegexBuilder::new(pattern).case_insensitive(ignore_case).size_limit(PATTERN_SIZE).build();
        let refused = |error: regex_lite::Error| MonitorError::NotAPattern {
            pattern: pattern.to_owned(),
            reason: error.to_string(),
        };
        compiled.map(Pattern::Regex).map_err(refused)
    }

    /// Whether two patterns contain the same text or regular expression. The case setting is ignored.
    fn is(&self, other: &Pattern) -> bool {
        match (self, other) {
            (Pattern::Text { codes, .. }, Pattern::Text { codes: others, .. }) => codes == others,
            (Pattern::Regex(regex), Pattern::Regex(other)) => regex.as_str() == other.as_str(),
            _ => false,
        }
    }

    /// If the text at the end of the paper matches the pattern, returns the groups of the match.
    fn matches(&self, tail: &VecDeque<u8>) -> Option<Vec<String>> {
        match self {
            Pattern::Text { codes, ignore_case } => {
                let end = tail.iter().skip(tail.len().checked_sub(codes.len())?);
                let is_equal = |(a, b): (&u8, &u8)| if *ignore_case { a.eq_ignore_ascii_case(b) } else { a == b };
                end.zip(codes).all(is_equal).then(|| vec![String::from_utf8_lossy(codes).into_owned()])
            }
            Pattern::Regex(regex) => {
                let text: String = tail.iter().map(|&code| char::from(code)).collect();
                let found = regex.captures(&text)?;
                Some(found.iter().map(|group| group.map_or("", |group| group.as_str()).to_owned()).collect())
            }
        }
    }
}

/// A delay, in instructions or in simulated time: between a match and the end of the run, or before a key is typed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Delay {
    /// The length of the delay, in instructions or in microseconds of simulated time.
    pub count: u64,
    /// Whether `count` is in microseconds, not instructions.
    pub microseconds: bool,
}

impl Delay {
    /// Returns the end of a delay that begins at `now`.
    pub fn end(self, now: &Elapsed) -> Limits {
        if self.microseconds {
            let time = now.time + Time::nanoseconds(self.count.saturating_mul(1000));
            Limits { time, ..Limits::NONE }
        } else {
            Limits { instructions: now.instructions.saturating_add(self.count), ..Limits::NONE }
        }
    }
}

/// A text expected on the paper, and the commands to be executed when the text is printed.
#[derive(Clone, Debug)]
pub struct Expectation {
    /// The text or regular expression that the printed text must match.
    pub pattern: Pattern,
    /// The number of matches that the expectation needs. Only the last of these matches takes effect.
    pub count: u64,
    /// Whether the expectation stays after a match.
    pub persists: bool,
    /// Whether a match removes all expectations.
    pub clears: bool,
    /// The time between the match and the end of the run.
    pub delay: Delay,
    /// The commands that are executed when the run ends; may be empty.
    pub commands: Vec<String>,
}

/// An expectation that the paper has matched.
#[derive(Debug)]
pub struct Met {
    /// The texts for the scripts' variables: the whole matched text, or the groups of the regular expression.
    pub groups: Vec<String>,
    /// The commands to be executed.
    pub commands: Vec<String>,
    /// The time for which the machine runs before the commands are executed.
    pub delay: Delay,
}

/// All expectations, and the last printed characters.
#[derive(Clone, Debug, Default)]
pub struct Expectations {
    expected: Vec<Expectation>,
    tail: VecDeque<u8>,
    /// The default delay. The command `expect haltafter=N` without a text sets it.
    pub usual_delay: Delay,
}

impl Expectations {
    /// Adds an expectation. An earlier expectation with the same pattern is removed.
    pub fn add(&mut self, expectation: Expectation) {
        self.expected.retain(|known| !known.pattern.is(&expectation.pattern));
        self.expected.push(expectation);
    }

    /// Removes the expectation with this text or regular expression. Returns whether there was such an expectation.
    pub fn remove(&mut self, codes: &[u8]) -> bool {
        let before = self.expected.len();
        self.expected.retain(|expectation| match &expectation.pattern {
            Pattern::Text { codes: known, .. } => known != codes,
            Pattern::Regex(regex) => regex.as_str().as_bytes() != codes,
        });
        self.expected.len() < before
    }

    /// Removes all expectations.
    pub fn clear(&mut self) {
        self.expected.clear();
    }

    /// Whether there are no expectations.
    pub fn is_empty(&self) -> bool {
        self.expected.is_empty()
    }

    /// Processes a printed character code. If the code completes an expectation, returns the match; the expectation is
    /// removed unless it persists.
    pub fn see(&mut self, code: u8) -> Option<Met> {
        if self.tail.len() == TAIL {
            self.tail.pop_front();
        }
        self.tail.push_back(code);
        for at in 0..self.expected.len() {
            let Some(groups) = self.expected[at].pattern.matches(&self.tail) else { continue };
            // The text that a regular expression has matched must not match again.
            if matches!(self.expected[at].pattern, Pattern::Regex(_)) {
                self.tail.clear();
            }
            if self.expected[at].count > 1 {
                self.expected[at].count -= 1;
                continue;
            }
            let Expectation { commands, delay, persists, clears, .. } = self.expected[at].clone();
            if clears {
                self.expected.clear();
            } else if !persists {
                self.expected.remove(at);
            }
            return Some(Met { groups, commands, delay });
        }
        None
    }

    /// Lists the expectations, a line each.
    pub fn show(&self) -> String {
        let line = |expectation: &Expectation| {
            let mut line = "expect\t".to_owned();
            if expectation.count > 1 {
                line += &format!("[{}] ", expectation.count);
            }
            line += &match &expectation.pattern {
                Pattern::Text { codes, .. } => format!("{:?}", String::from_utf8_lossy(codes)),
                Pattern::Regex(regex) => format!("-r \"{}\"", quote(regex.as_str())),
            };
            if expectation.persists {
                line += " -p";
            }
            if expectation.delay.count > 0 {
                let unit = if expectation.delay.microseconds { " us" } else { "" };
                line += &format!(" haltafter={}{unit}", expectation.delay.count);
            }
            if !expectation.commands.is_empty() {
                line += &format!(" {}", expectation.commands.join("; "));
            }
            line + "\n"
        };
        self.expected.iter().map(line).collect()
    }
}

//! What is expected on the paper.

use std::collections::VecDeque;

use regex_lite::{Regex, RegexBuilder};

use crate::machine::{Elapsed, Limits, Time};
use crate::quote::quote;

use super::MonitorError;

/// The longest text that can be expected; more of the paper need not be remembered.
pub const TAIL: usize = 256;
/// Room for a regular expression, so that looking for it never takes long: a line of them has room enough.
const PATTERN_SIZE: usize = 1 << 15;

/// What to look for.
#[derive(Clone, Debug)]
pub enum Pattern {
    /// These codes, in capitals or small letters if it is said so.
    Text {
        /// The codes.
        codes: Vec<u8>,
        /// Whether `A` is `a`.
        ignore_case: bool,
    },
    /// A regular expression.
    Regex(Regex),
}

impl Pattern {
    /// A regular expression.
    pub fn regex(pattern: &str, ignore_case: bool) -> Result<Self, MonitorError> {
        let compiled = RegexBuilder::new(pattern).case_insensitive(ignore_case).size_limit(PATTERN_SIZE).build();
        let refused = |error: regex_lite::Error| MonitorError::NotAPattern {
            pattern: pattern.to_owned(),
            reason: error.to_string(),
        };
        compiled.map(Pattern::Regex).map_err(refused)
    }

    /// The same thing to look for.
    fn is(&self, other: &Pattern) -> bool {
        match (self, other) {
            (Pattern::Text { codes, .. }, Pattern::Text { codes: others, .. }) => codes == others,
            (Pattern::Regex(regex), Pattern::Regex(other)) => regex.as_str() == other.as_str(),
            _ => false,
        }
    }

    /// Whether the paper ends so, and the groups of the expression that matched.
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

/// How much longer the machine runs when a text has been found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Delay {
    /// So many instructions, or microseconds of simulated time.
    pub count: u64,
    /// Which of the two.
    pub microseconds: bool,
}

impl Delay {
    /// When it is over, from now on.
    pub fn end(self, now: &Elapsed) -> Limits {
        if self.microseconds {
            let time = now.time + Time::nanoseconds(self.count.saturating_mul(1000));
            Limits { time, ..Limits::NONE }
        } else {
            Limits { instructions: now.instructions.saturating_add(self.count), ..Limits::NONE }
        }
    }
}

/// A text to wait for on the paper, and the commands that follow it.
#[derive(Clone, Debug)]
pub struct Expectation {
    /// What must have been printed last.
    pub pattern: Pattern,
    /// The how manieth time.
    pub count: u64,
    /// It is expected again and again.
    pub persists: bool,
    /// All others are forgotten when it is met.
    pub clears: bool,
    /// How much longer the machine runs.
    pub delay: Delay,
    /// What to do then; none means to stop.
    pub commands: Vec<String>,
}

/// An expectation that has been met.
#[derive(Debug)]
pub struct Met {
    /// What it was, as variables of scripts tell it: the text, or the groups of the regular expression.
    pub groups: Vec<String>,
    /// What to do.
    pub commands: Vec<String>,
    /// How much longer the machine runs first.
    pub delay: Delay,
}

/// All that is expected, and the end of the paper.
#[derive(Clone, Debug, Default)]
pub struct Expectations {
    expected: Vec<Expectation>,
    tail: VecDeque<u8>,
    /// What `expect haltafter=N` by itself has set for those to come.
    pub usual_delay: Delay,
}

impl Expectations {
    /// Expects one thing more; the same as before in place of that.
    pub fn add(&mut self, expectation: Expectation) {
        self.expected.retain(|known| !known.pattern.is(&expectation.pattern));
        self.expected.push(expectation);
    }

    /// Forgets the expectation of a text or regular expression; whether there was one.
    pub fn remove(&mut self, codes: &[u8]) -> bool {
        let before = self.expected.len();
        self.expected.retain(|expectation| match &expectation.pattern {
            Pattern::Text { codes: known, .. } => known != codes,
            Pattern::Regex(regex) => regex.as_str().as_bytes() != codes,
        });
        self.expected.len() < before
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.expected.clear();
    }

    /// Whether nothing is expected.
    pub fn is_empty(&self) -> bool {
        self.expected.is_empty()
    }

    /// A code has been printed; what has been met by it. What is met is met once, unless it persists.
    pub fn see(&mut self, code: u8) -> Option<Met> {
        if self.tail.len() == TAIL {
            self.tail.pop_front();
        }
        self.tail.push_back(code);
        for at in 0..self.expected.len() {
            let Some(groups) = self.expected[at].pattern.matches(&self.tail) else { continue };
            // What a regular expression has found it must not find again.
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

    /// All that is expected, a line each.
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

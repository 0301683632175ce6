//! A line of APL as an error shows it: after six blanks, or after the function's name and the line's number.

use std::fmt;
use std::sync::Arc;

/// The blanks that APL prints before a line, which are its prompt too.
pub const INDENT: &str = "      ";

/// A line, with its place if it is a line of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub(crate) text: Arc<str>,
    /// The function's name and the line's number, such as `can[3]  `, if it is a line of a function.
    heading: Option<Arc<str>>,
}

impl Line {
    /// A line by itself.
    pub(crate) fn new(text: &str) -> Line {
        Line { text: text.into(), heading: None }
    }

    /// A line of a function, the header being number 0.
    pub(crate) fn of_function(name: &str, number: usize, text: &str) -> Line {
        Line { text: text.into(), heading: Some(format!("{name}[{number}]  ").into()) }
    }

    /// The number of characters before the line.
    pub(crate) fn indent(&self) -> usize {
        self.heading().chars().count()
    }

    fn heading(&self) -> &str {
        self.heading.as_deref().unwrap_or(INDENT)
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Whatever is not printed would move the caret, or worse.
        write!(f, "{}{}", self.heading(), self.text.replace(char::is_control, " "))
    }
}

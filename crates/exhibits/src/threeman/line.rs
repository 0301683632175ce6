//! A line of APL as error messages show it: with six blanks in front or, in a function, the function's name and the
//! line's number.

use std::fmt;
use std::sync::Arc;

/// The six blanks that APL prints in front of a line, and also as the prompt.
pub const INDENT: &str = "      ";

/// A line of APL, with its heading if the line belongs to a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub(crate) text: Arc<str>,
    /// The function's name and the line's number, such as `can[3]  `; `None` if the line is not in a function.
    heading: Option<Arc<str>>,
    /// The line's number in its function; 0 for the header, and for a line that is not in a function.
    pub(crate) number: usize,
}

impl Line {
    /// Creates a line that is not in a function.
    pub(crate) fn new(text: &str) -> Line {
        Line { text: text.into(), heading: None, number: 0 }
    }

    /// Creates a line of a function. The header has the line number 0.
    pub(crate) fn of_function(name: &str, number: usize, text: &str) -> Line {
        Line { text: text.into(), heading: Some(format!("{name}[{number}]  ").into()), number }
    }

    /// Returns the number of characters that `Display` writes in front of the text.
    pub(crate) fn indent(&self) -> usize {
        self.heading().chars().count()
    }

    fn heading(&self) -> &str {
        self.heading.as_deref().unwrap_or(INDENT)
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A control character could move the caret to the wrong column, or do worse.
        write!(f, "{}{}", self.heading(), self.text.replace(char::is_control, " "))
    }
}

//! FOCAL's reply to a line that a caller types, and the errors of setting a variable.

use std::fmt;

use super::error::ErrorCode;
use super::message::{Message, MessageFinder};
use super::variable_name::{NotAVariable, VariableName};
use super::{LineNumber, NotFinite};

/// FOCAL's output for a typed line.
///
/// ```
/// use focal8::focal::{Focal, error::ErrorCode};
///
/// let mut focal = Focal::default();
/// let reply = focal.type_line("TYPE 2^10")?;
/// assert_eq!(reply.text(), "TYPE 2^10\r\n= 1024.0000*");
/// assert_eq!(reply.output(), "= 1024.0000");
///
/// focal.type_line("1.1 TYPE FSQT(-1)")?;
/// let error = focal.type_line("GO")?.error().unwrap();
/// assert_eq!(error.code.code(), "30.05");
/// assert_eq!(error.line.unwrap().to_string(), "01.10");
/// assert_eq!(error.to_string(), "?30.05 @ 01.10: square root of a negative number");
/// # Ok::<(), focal8::focal::StillRunning>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    text: String,
    error: Option<ErrorReport>,
}

impl Reply {
    /// Creates a reply from the output of FOCAL.
    pub(crate) fn new(printed: &[u8]) -> Self {
        let mut finder = MessageFinder::default();
        finder.read(printed);
        let error = finder.take_first().and_then(|message| ErrorReport::of(&message));
        Reply { text: String::from_utf8_lossy(printed).into_owned(), error }
    }

    /// Returns everything that FOCAL printed: the echo of the line, the output, and the final `*` or `:`.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the text of the reply, and consumes the reply.
    pub fn into_text(self) -> String {
        self.text
    }

    /// Returns the output between the echo of the line and the final `*` or `:`.
    pub fn output(&self) -> &str {
        let printed = self.text.split_once("\r\n").map_or("", |(_, printed)| printed);
        printed.strip_suffix(['*', ':']).unwrap_or(printed)
    }

    /// Returns the first error that FOCAL printed.
    pub fn error(&self) -> Option<ErrorReport> {
        self.error
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl PartialEq<&str> for Reply {
    fn eq(&self, text: &&str) -> bool {
        self.text == *text
    }
}

/// An error that FOCAL printed, and the line in which it happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ErrorReport {
    /// The error.
    pub code: ErrorCode,
    /// The line number; `None` for a direct line.
    pub line: Option<LineNumber>,
}

impl ErrorReport {
    /// Converts an error message. Returns `None` if FOCAL,1969 does not have the error code.
    fn of(message: &Message) -> Option<Self> {
        let line = message.line.as_ref().and_then(|line| {
            let (group, step) = line.split_once('.')?;
            Some(LineNumber::new(group.parse().ok()?, step.parse().ok()?))
        });
        Some(ErrorReport { code: message.error()?, line })
    }
}

impl fmt::Display for ErrorReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "?{}", self.code.code())?;
        if let Some(line) = self.line {
            write!(f, " @ {line}")?;
        }
        write!(f, ": {}", self.code)
    }
}

impl std::error::Error for ErrorReport {}

/// The reason why a variable was not set.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SetError {
    /// The text is not the name of a variable.
    #[error(transparent)]
    Name(#[from] NotAVariable),
    /// The value is an infinity or a NaN.
    #[error(transparent)]
    Value(#[from] NotFinite),
    /// FOCAL refuses the assignment, usually because it has no room for another variable.
    #[error("{name} cannot be set: ?{}: {reason}", reason.code())]
    Refused {
        /// The variable.
        name: VariableName,
        /// The FOCAL error that prevents the assignment.
        reason: ErrorCode,
    },
}

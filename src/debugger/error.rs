//! The errors of the debugger.

use crate::focal::NotAVariable;
use crate::focal::error::ErrorCode;
use crate::focal::inspect::EvaluateError;
use crate::listing::SaveError;
use crate::quote::quote;

/// The reason why a debugger command failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DebugError {
    /// The text is not a line or a group.
    #[error("'{}' is not a line of FOCAL: 6.1 is a line, 6.0 the whole group", quote(.0))]
    NotALine(String),
    /// The program has no such line.
    #[error("there is no line {0} in the program")]
    NoSuchLine(String),
    /// There is no breakpoint at the line.
    #[error("no breakpoint at {0}")]
    NoBreakpoint(String),
    /// The text is not a visit count.
    #[error("'[{}]' is no count: [3] stops the third time and from then on", quote(.0))]
    NotACount(String),
    /// The variable is not watched.
    #[error("{0} is not watched")]
    NotWatched(String),
    /// The text is not the name of a variable.
    #[error(transparent)]
    NotAVariable(#[from] NotAVariable),
    /// The expression has no value.
    #[error("'{}' has no value: {reason}", quote(.expression))]
    NoValue {
        /// The expression.
        expression: String,
        /// The reason why the expression has no value.
        reason: EvaluateError,
    },
    /// FOCAL cannot set the variable to the value.
    #[error("{variable} cannot be set: ?{}: {reason}", reason.code())]
    NotSet {
        /// The name of the variable.
        variable: String,
        /// The FOCAL error that prevents the assignment.
        reason: ErrorCode,
    },
    /// FOCAL is not executing a DO or FOR, so there is nothing to step out of.
    #[error("no DO and no FOR is under way: continue runs to the end")]
    NothingToLeave,
    /// The machine holds no FOCAL.
    #[error("no FOCAL is in this machine")]
    NoFocal,
    /// The FOCAL in core is not part of focal8, and the debugger cannot stop it at its lines.
    #[error("this FOCAL is not ours: where, vars, list and print can ask it, but it cannot be stopped at its lines")]
    Foreign,
    /// FOCAL does not list the program.
    #[error(transparent)]
    Listing(#[from] SaveError),
    /// A FOCAL that is not part of focal8 has answered with an error.
    #[error("FOCAL answers {0}")]
    Answer(String),
}

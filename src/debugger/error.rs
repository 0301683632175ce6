//! What is said when something cannot be asked of FOCAL.

use crate::focal::NotAVariable;
use crate::focal::error::ErrorCode;
use crate::focal::inspect::EvaluateError;
use crate::listing::SaveError;
use crate::quote::quote;

/// Why a command of the debugger was not done. Nothing has been changed then.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DebugError {
    /// Not a line or a group.
    #[error("'{}' is not a line of FOCAL: 6.1 is a line, 6.0 the whole group", quote(.0))]
    NotALine(String),
    /// A line that the program does not have.
    #[error("there is no line {0} in the program")]
    NoSuchLine(String),
    /// A breakpoint that was not set.
    #[error("no breakpoint at {0}")]
    NoBreakpoint(String),
    /// Not a how manieth time.
    #[error("'[{}]' is no count: [3] stops the third time and from then on", quote(.0))]
    NotACount(String),
    /// A variable that was not watched.
    #[error("{0} is not watched")]
    NotWatched(String),
    /// The text is not the name of a variable.
    #[error(transparent)]
    NotAVariable(#[from] NotAVariable),
    /// An expression without a value.
    #[error("'{}' has no value: {reason}", quote(.expression))]
    NoValue {
        /// What was given.
        expression: String,
        /// FOCAL's answer.
        reason: EvaluateError,
    },
    /// A value that cannot be put into a variable.
    #[error("{variable} cannot be set: ?{}: {reason}", reason.code())]
    NotSet {
        /// The variable.
        variable: String,
        /// Why not.
        reason: ErrorCode,
    },
    /// There is nothing to come out of.
    #[error("no DO and no FOR is under way: continue runs to the end")]
    NothingToLeave,
    /// Nobody to ask.
    #[error("no FOCAL is in this machine")]
    NoFocal,
    /// A FOCAL that is not one of ours.
    #[error("this FOCAL is not ours: where, vars, list and print can ask it, but it cannot be stopped at its lines")]
    Foreign,
    /// One that does not answer.
    #[error(transparent)]
    Listing(#[from] SaveError),
    /// FOCAL's own answer, from one that is not ours.
    #[error("FOCAL answers {0}")]
    Answer(String),
}

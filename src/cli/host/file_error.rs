//! The errors about files of the host. A [`FileError`] is the operation that failed. A [`Refusal`] is the reason for
//! the failure if focal8 itself refuses the file. If the operating system refuses the file, the reason is an error of
//! the operating system.

/// The failed operation on a file, as the context of the error that gives the reason. Each variant has the name of the
/// file, as messages show it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FileError {
    #[error("cannot read {0}")]
    Read(String),
    #[error("cannot write {0}")]
    Write(String),
    #[error("cannot use {0}")]
    Use(String),
}

/// The reason why focal8 itself refuses a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("it is a directory")]
    Directory,
    /// The name of a folder that does not exist.
    #[error("there is no folder {0}")]
    NoFolder(String),
    #[error("it is empty")]
    Empty,
    /// The largest size of a file of this kind, in MiB.
    #[error("it is larger than {0} MiB, the most that is read")]
    TooLarge(u64),
    #[error("it has a line longer than 1 MiB, the most that is read")]
    LongLine,
    #[error("it is a pipe, and nobody is at its other end")]
    PipeUnopened,
    #[error("it is not a regular file, so it is not replaced")]
    NotRegular,
    #[error("too many links, one after another")]
    TooManyLinks,
}

/// The error for a text file with bytes that are not UTF-8.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name}:{line}: not UTF-8; {hint}")]
pub struct NotUtf8 {
    /// The name of the file, as messages show it.
    pub name: String,
    /// The number of the first line with bytes that are not UTF-8, counted from 1.
    pub line: usize,
    /// Advice to the user.
    pub hint: String,
}

//! The reasons why the host did not do what a session asked.

/// The reason why the host did not do something. Messages put the name of the file before it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HostError {
    /// The session has no files at all.
    #[error("there are no files here")]
    NoFiles,
    /// The session has no directories.
    #[error("there are no directories here")]
    NoDirectories,
    /// The file does not exist.
    #[error("there is no such file")]
    NotFound,
    /// The host gives a reason of its own, such as a full disk.
    #[error("{0}")]
    Refused(String),
}

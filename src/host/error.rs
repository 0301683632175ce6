//! The reasons why the host refuses a request of a session.

/// The reason why the host refuses a request. Messages put the name of the file in front of the reason.
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
    /// Any other reason, such as a full disk, in the host's own words.
    #[error("{0}")]
    Refused(String),
}

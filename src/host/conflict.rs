//! Why a file is not opened.

use crate::quote::quote;

use super::file_use::FileUse;

/// Two uses of one file that do not go together, or a file that a stranger names.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FileConflict {
    /// A file would be written that is read.
    #[error("{writer} would overwrite {}, which is {reader}{}", quote(.file), also(.file, .other))]
    Overwrites {
        /// The user that writes.
        writer: String,
        /// The name that it has for the file.
        file: String,
        /// The user that reads.
        reader: String,
        /// The name that the reader has for the file.
        other: String,
    },
    /// A file would be written by two.
    #[error("{one} and {two} would both write {}{}", quote(.file), also(.file, .other))]
    BothWrite {
        /// A user.
        one: String,
        /// Another user.
        two: String,
        /// The name that the first has for the file.
        file: String,
        /// The name that the second has for the file.
        other: String,
    },
    /// A file that is there would be written, and the user has not named it.
    #[error(
        "{writer} would write {}, which is there and which you have not named; name it yourself, or allow it with -f",
        quote(.file)
    )]
    NotNamed {
        /// The user that writes.
        writer: String,
        /// The file.
        file: String,
    },
}

/// Another name of the same file, for a message.
fn also(file: &str, other: &str) -> String {
    if file == other { String::new() } else { format!(" as {}", quote(other)) }
}

impl FileConflict {
    /// A conflict of two uses, the first of which writes.
    pub(super) fn new(writer: &FileUse, other: &FileUse) -> Self {
        if other.role.writes() {
            return FileConflict::BothWrite {
                one: other.user.clone(),
                two: writer.user.clone(),
                file: other.file.clone(),
                other: writer.file.clone(),
            };
        }
        FileConflict::Overwrites {
            writer: writer.user.clone(),
            file: writer.file.clone(),
            reader: other.user.clone(),
            other: other.file.clone(),
        }
    }
}

//! The conflicts that keep a session from opening a file.

use crate::quote::quote;

use super::file_use::FileUse;

/// The reason why a session must not use a file: another use of the file, or an untrusted script.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FileConflict {
    /// One option, command or unit would overwrite a file that another one reads.
    #[error("{writer} would overwrite {}, which is {reader}{}", quote(.file), also(.file, .other))]
    Overwrites {
        /// The option, command or unit that would write the file.
        writer: String,
        /// The name that the option, command or unit `writer` uses for the file.
        file: String,
        /// The option, command or unit that reads the file.
        reader: String,
        /// The name that the option, command or unit `reader` uses for the file.
        other: String,
    },
    /// Two options, commands or units would write the same file.
    #[error("{one} and {two} would both write {}{}", quote(.file), also(.file, .other))]
    BothWrite {
        /// The option, command or unit that already writes the file.
        one: String,
        /// The second option, command or unit that would write the file.
        two: String,
        /// The name that the option, command or unit `one` uses for the file.
        file: String,
        /// The name that the option, command or unit `two` uses for the file.
        other: String,
    },
    /// An untrusted script would overwrite an existing file that the user has not named.
    #[error(
        "{writer} would write {}, which exists and which you have not named; name it yourself, or allow it with -f",
        quote(.file)
    )]
    NotNamed {
        /// The option, command or unit that would write the file.
        writer: String,
        /// The name of the file.
        file: String,
    },
}

/// Returns ` as` and the file's other name, for an error message. Returns an empty text if both names are equal.
fn also(file: &str, other: &str) -> String {
    if file == other { String::new() } else { format!(" as {}", quote(other)) }
}

impl FileConflict {
    /// Describes the conflict between two uses of a file. The use `writer` writes the file.
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

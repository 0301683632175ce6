//! A use of a file: the option, command or unit that uses the file, and how the file is accessed.

/// The names of some uses of files, as they appear in messages and in `FileUse::goes_with`.
pub mod user {
    /// The name for the use of a file from which a FOCAL program was loaded, or to which it was saved.
    pub const PROGRAM: &str = "a program";
    /// The name for the use of a file to which the option `--save` writes the FOCAL program on exit.
    pub const SAVE_OPTION: &str = "--save";
    /// The name for the use of a file from which a core image was restored, or to which it was saved.
    pub const CORE_IMAGE: &str = "a core image";
    /// The name for the use of a file to which the option `--core-image` writes the core image on exit.
    pub const CORE_IMAGE_OPTION: &str = "--core-image";
}

/// How a file is accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The file is read.
    Read,
    /// The file is replaced or appended to.
    Write,
    /// The file is read, and parts of it are overwritten in place, as in a disc image.
    Update,
}

impl Role {
    /// Whether this access changes the file.
    pub const fn writes(self) -> bool {
        !matches!(self, Role::Read)
    }
}

/// One use of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileUse {
    /// The option, command or unit that uses the file, as messages name it.
    pub user: String,
    /// The unit to which the file is attached, if any.
    pub unit: Option<String>,
    /// The name of the file.
    pub file: String,
    /// How the file is accessed.
    pub role: Role,
    /// The names (`user`) of other uses that are permitted for the same file. For example, a program may be saved to
    /// the file from which it was loaded.
    pub goes_with: &'static [&'static str],
}

impl FileUse {
    /// Creates a use that reads a file. Messages print `user` after "which is", for example `a tape` in "--output would
    /// overwrite FILE, which is a tape".
    pub fn reads(user: impl Into<String>, file: impl Into<String>) -> Self {
        FileUse { user: user.into(), unit: None, file: file.into(), role: Role::Read, goes_with: &[] }
    }

    /// Creates a use that writes a file. Messages print `user` before "would overwrite", for example `save` or
    /// `--listing`.
    pub fn writes(user: impl Into<String>, file: impl Into<String>) -> Self {
        FileUse { role: Role::Write, ..FileUse::reads(user, file) }
    }

    /// Creates the use of a file that is attached to a unit.
    pub fn in_unit(unit: &str, file: impl Into<String>, role: Role) -> Self {
        let user = if role.writes() { unit.to_owned() } else { format!("in {unit}") };
        FileUse { unit: Some(unit.to_owned()), role, ..FileUse::reads(user, file) }
    }

    /// Returns this use with a list of the names of other uses that are permitted for the same file.
    pub fn goes_with(self, users: &'static [&'static str]) -> Self {
        FileUse { goes_with: users, ..self }
    }

    /// Whether this use and an earlier use of the same file are compatible: they have the same unit or the same
    /// `user`, or `self.goes_with` contains the `user` of the earlier use.
    pub(super) fn may_share_with(&self, earlier: &FileUse) -> bool {
        match (&self.unit, &earlier.unit) {
            (Some(own), Some(other)) => own == other,
            (None, None) => self.user == earlier.user || self.goes_with.contains(&&*earlier.user),
            _ => false,
        }
    }
}

//! A use of a file: its user (an option, a command or a unit), and how the file is accessed.

/// The names of users that may use the same file one after the other, on the command line and at the prompt.
pub mod user {
    /// The name of the user if a FOCAL program was loaded from the file or saved to it.
    pub const PROGRAM: &str = "a program";
    /// The name of the user if `--save` writes the FOCAL program to the file on exit.
    pub const SAVE_OPTION: &str = "--save";
    /// The name of the user if a core image was restored from the file or saved to it.
    pub const CORE_IMAGE: &str = "a core image";
    /// The name of the user if `--core-image` writes the core image to the file on exit.
    pub const CORE_IMAGE_OPTION: &str = "--core-image";
}

/// How a file is accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The file is read.
    Read,
    /// The file is replaced or appended to.
    Write,
    /// The file is read, and parts of it are written in place, as on the disc of a drive.
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
    /// The user, as messages name it: an option, a command or a unit.
    pub user: String,
    /// The unit of a device that the file is attached to; `None` if it is not attached.
    pub unit: Option<String>,
    /// The name of the file.
    pub file: String,
    /// How the file is accessed.
    pub role: Role,
    /// The names of the users that may share the file with this user; for instance, a program may be saved to the file
    /// from which it was loaded.
    pub goes_with: &'static [&'static str],
}

impl FileUse {
    /// Describes a file that is read. In messages `user` follows "which is", for example `a tape` or `--do`.
    pub fn reads(user: impl Into<String>, file: impl Into<String>) -> Self {
        FileUse { user: user.into(), unit: None, file: file.into(), role: Role::Read, goes_with: &[] }
    }

    /// Describes a file that is written. In messages "would overwrite" follows `user`, for example `save` or
    /// `--listing`.
    pub fn writes(user: impl Into<String>, file: impl Into<String>) -> Self {
        FileUse { role: Role::Write, ..FileUse::reads(user, file) }
    }

    /// Describes a file that is attached to a unit.
    pub fn in_unit(unit: &str, file: impl Into<String>, role: Role) -> Self {
        let user = if role.writes() { unit.to_owned() } else { format!("in {unit}") };
        FileUse { unit: Some(unit.to_owned()), role, ..FileUse::reads(user, file) }
    }

    /// Allows the users with these names to share the file.
    pub fn goes_with(self, users: &'static [&'static str]) -> Self {
        FileUse { goes_with: users, ..self }
    }

    /// Whether this use may share the file with an earlier use: the unit or the user is the same, or the two users may
    /// share a file.
    pub(super) fn may_share_with(&self, earlier: &FileUse) -> bool {
        match (&self.unit, &earlier.unit) {
            (Some(own), Some(other)) => own == other,
            (None, None) => self.user == earlier.user || self.goes_with.contains(&&*earlier.user),
            _ => false,
        }
    }
}

//! A use of a file: the user, and what the user does with the file.

/// The users that may use the same file one after the other, on the command line and at the prompt.
pub mod user {
    /// The user of a file from which a FOCAL program was loaded or to which it was saved.
    pub const PROGRAM: &str = "a program";
    /// The user of the file to which `--save` writes the FOCAL program on exit.
    pub const SAVE_OPTION: &str = "--save";
    /// The user of a file from which a core image was restored or to which it was saved.
    pub const CORE_IMAGE: &str = "a core image";
    /// The user of the file to which `--core-image` writes the core image on exit.
    pub const CORE_IMAGE_OPTION: &str = "--core-image";
}

/// A user's access to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The user reads the file.
    Read,
    /// The user replaces the file, or adds to it.
    Write,
    /// The user reads the file and writes parts of it in place, as a drive does with its disc.
    Update,
}

impl Role {
    /// Whether the user changes the file.
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
    /// The user's access to the file.
    pub role: Role,
    /// The users that may use the file together with this user; a program, for instance, may be saved to the file from
    /// which the program came.
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

    /// Allows these users to share the file.
    pub fn goes_with(self, users: &'static [&'static str]) -> Self {
        FileUse { goes_with: users, ..self }
    }

    /// Whether this use and an earlier use belong to one user, who may name a file twice.
    pub(super) fn is_of_the_user_of(&self, earlier: &FileUse) -> bool {
        match (&self.unit, &earlier.unit) {
            (Some(own), Some(other)) => own == other,
            (None, None) => self.user == earlier.user || self.goes_with.contains(&&*earlier.user),
            _ => false,
        }
    }
}

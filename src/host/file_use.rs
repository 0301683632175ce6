//! One use of a file: by whom, and what is done with it.

/// Users whose files are read and written by turns, by the command line and by the operator.
pub mod user {
    /// A FOCAL program that was loaded or saved.
    pub const PROGRAM: &str = "a program";
    /// The file that the FOCAL program is saved to at the end.
    pub const SAVE_OPTION: &str = "--save";
    /// A core image that was restored or saved.
    pub const CORE_IMAGE: &str = "a core image";
    /// The file that the core image is saved to at the end.
    pub const CORE_IMAGE_OPTION: &str = "--core-image";
}

/// What is done with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It is read.
    Read,
    /// It is replaced, or added to.
    Write,
    /// It is read, and written in place, as a disc in its drive is.
    Update,
}

impl Role {
    /// Whether the file is changed.
    pub const fn writes(self) -> bool {
        !matches!(self, Role::Read)
    }
}

/// A use of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileUse {
    /// The user, as messages name it: an option, a command, a unit.
    pub user: String,
    /// The unit of a device that has the file, if one does.
    pub unit: Option<String>,
    /// The file's name.
    pub file: String,
    /// What is done with it.
    pub role: Role,
    /// Users whose files this one may have too, such as that of a program which is saved where it came from.
    pub goes_with: &'static [&'static str],
}

impl FileUse {
    /// A file that is read. `user` completes "which is ...": `a tape`, `--do`.
    pub fn reads(user: impl Into<String>, file: impl Into<String>) -> Self {
        FileUse { user: user.into(), unit: None, file: file.into(), role: Role::Read, goes_with: &[] }
    }

    /// A file that is written. `user` completes "... would overwrite": `save`, `--listing`.
    pub fn writes(user: impl Into<String>, file: impl Into<String>) -> Self {
        FileUse { role: Role::Write, ..FileUse::reads(user, file) }
    }

    /// A file in a unit of a device.
    pub fn in_unit(unit: &str, file: impl Into<String>, role: Role) -> Self {
        let user = if role.writes() { unit.to_owned() } else { format!("in {unit}") };
        FileUse { unit: Some(unit.to_owned()), role, ..FileUse::reads(user, file) }
    }

    /// The same use, which may have the file of these users too.
    pub fn goes_with(self, users: &'static [&'static str]) -> Self {
        FileUse { goes_with: users, ..self }
    }

    /// Whether this use and an earlier one are of one user, who may well name a file twice.
    pub(super) fn is_of_the_user_of(&self, earlier: &FileUse) -> bool {
        match (&self.unit, &earlier.unit) {
            (Some(own), Some(other)) => own == other,
            (None, None) => self.user == earlier.user || self.goes_with.contains(&&*earlier.user),
            _ => false,
        }
    }
}

//! The files of a session: who uses which, and whether another use goes together with that.
//!
//! Nothing is opened without a [`Permit`], and only the registry gives one, by [`Host::permit`](super::Host::permit).
//! Files are compared by what they are, not by their names: a link, `./a` and `a` are one.

use super::conflict::FileConflict;
use super::file_use::FileUse;

/// Leave to open a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Permit {
    name: String,
}

impl Permit {
    /// The file's name.
    pub fn name(&self) -> &str {
        &self.name
    }
}

/// Who names the files that are used now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Origin {
    /// The user, on the command line or at a prompt.
    #[default]
    User,
    /// A file that a stranger may have written.
    Untrusted,
}

/// What a unit's output does to the file that is there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Growth {
    /// The first output takes the place of what is in the file.
    #[default]
    Replaces,
    /// Output is added at the end.
    Adds,
}

/// The files in use.
#[derive(Clone, Debug, Default)]
pub struct FileRegistry {
    uses: Vec<(FileUse, Growth)>,
    /// Files that the user has named, or the session has made: a stranger may have them written.
    named: Vec<String>,
    origin: Origin,
}

impl FileRegistry {
    /// Says who names files from now on.
    pub fn set_origin(&mut self, origin: Origin) {
        self.origin = origin;
    }

    /// The uses there are.
    pub fn uses(&self) -> impl Iterator<Item = &FileUse> {
        self.uses.iter().map(|(of, _)| of)
    }

    /// Adds a use that lasts.
    pub fn keep(&mut self, file_use: FileUse) {
        self.keep_growing(file_use, Growth::Replaces);
    }

    /// Adds a use that lasts, of a file that grows so.
    pub fn keep_growing(&mut self, file_use: FileUse, growth: Growth) {
        if let Some(unit) = &file_use.unit {
            self.release_unit(unit);
        }
        if !self.uses.iter().any(|(kept, _)| *kept == file_use) {
            self.uses.push((file_use, growth));
        }
    }

    /// Ends the uses of a user.
    pub fn release(&mut self, user: &str) {
        self.uses.retain(|(kept, _)| kept.user != user);
    }

    /// Ends one use of a user.
    pub fn release_file(&mut self, user: &str, file: &str) {
        self.uses.retain(|(kept, _)| kept.user != user || kept.file != file);
    }

    /// Ends the use of a unit.
    pub fn release_unit(&mut self, unit: &str) {
        self.uses.retain(|(kept, _)| kept.unit.as_deref() != Some(unit));
    }

    /// What output of a unit does to its file.
    pub fn growth(&self, unit: &str) -> Growth {
        let found = self.uses.iter().find(|(kept, _)| kept.unit.as_deref() == Some(unit));
        found.map_or(Growth::default(), |&(_, growth)| growth)
    }

    /// Output of a unit is added to its file from now on.
    pub fn set_growing(&mut self, unit: &str) {
        for (_, growth) in self.uses.iter_mut().filter(|(kept, _)| kept.unit.as_deref() == Some(unit)) {
            *growth = Growth::Adds;
        }
    }

    /// The uses of units are these: what is attached may have changed by going back in time, or by a restored image.
    pub fn set_units(&mut self, units: impl IntoIterator<Item = FileUse>) {
        let before = std::mem::take(&mut self.uses);
        let growth = |now: &FileUse| before.iter().find(|(kept, _)| kept == now).map(|&(_, growth)| growth);
        let units = units.into_iter().map(|now| (growth(&now).unwrap_or(Growth::Adds), now));
        let units: Vec<_> = units.map(|(growth, now)| (now, growth)).collect();
        self.uses = before.into_iter().filter(|(kept, _)| kept.unit.is_none()).chain(units).collect();
    }

    /// Other names for all files, as when names begin elsewhere from now on.
    pub fn rename(&mut self, mut rename: impl FnMut(&str) -> String) {
        for (kept, _) in &mut self.uses {
            kept.file = rename(&kept.file);
        }
    }

    /// Whether a file is the user's own choice, by the whole path of its name.
    pub(super) fn is_named(&self, path: &str) -> bool {
        self.origin == Origin::User || self.named.iter().any(|named| named == path)
    }

    /// Notes that the user has named a file, or the session made it.
    pub(super) fn note_named(&mut self, path: String) {
        if !self.named.contains(&path) {
            self.named.push(path);
        }
    }

    /// The earlier uses that do not go together with `wanted`, if it is of the same file.
    pub(super) fn opposed(&self, wanted: &FileUse) -> Vec<FileUse> {
        let opposes = |kept: &&FileUse| (kept.role.writes() || wanted.role.writes()) && !wanted.is_of_the_user_of(kept);
        self.uses().filter(opposes).cloned().collect()
    }
}

/// Grants a file: [`Host::permit`](super::Host::permit) has looked whether it may.
pub(super) fn grant(wanted: &FileUse) -> Permit {
    Permit { name: wanted.file.clone() }
}

/// A conflict of two uses of one file, in the words of both.
pub(super) fn conflict(wanted: &FileUse, kept: &FileUse) -> FileConflict {
    let (by, of) = if wanted.role.writes() { (wanted, kept) } else { (kept, wanted) };
    FileConflict::new(by, of)
}

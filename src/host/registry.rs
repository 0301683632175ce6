//! The registry of the files of a session: who uses which file, and which uses conflict.
//!
//! A file is opened only with a [`Permit`], which [`Host::permit`](super::Host::permit) returns after a check of the
//! registry. Files are compared by identity, not by name: `a`, `./a` and a link to `a` are one file.

use super::conflict::FileConflict;
use super::file_use::FileUse;

/// Permission to open a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Permit {
    name: String,
}

impl Permit {
    /// Returns the name of the file.
    pub fn name(&self) -> &str {
        &self.name
    }
}

/// The origin of the file names that a session uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Origin {
    /// The user names the files, on the command line or at a prompt.
    #[default]
    User,
    /// The file names come from a script, which someone other than the user may have written.
    Untrusted,
}

/// The effect of a unit's output on an existing file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Growth {
    /// The first output replaces the contents of the file.
    #[default]
    Replaces,
    /// Output is appended to the file.
    Adds,
}

/// The files in use.
#[derive(Clone, Debug, Default)]
pub struct FileRegistry {
    uses: Vec<(FileUse, Growth)>,
    /// The full paths of files that an untrusted script may overwrite, because the user has named these files or the
    /// session has written them.
    named: Vec<String>,
    origin: Origin,
}

impl FileRegistry {
    /// Sets the origin of the file names that the session uses after this call.
    pub fn set_origin(&mut self, origin: Origin) {
        self.origin = origin;
    }

    /// Returns all registered uses.
    pub fn uses(&self) -> impl Iterator<Item = &FileUse> {
        self.uses.iter().map(|(of, _)| of)
    }

    /// Registers the use of a file until the use is released.
    pub fn keep(&mut self, file_use: FileUse) {
        self.keep_growing(file_use, Growth::Replaces);
    }

    /// Registers the use of a file until the use is released, and records whether output replaces the contents of the
    /// file or is appended.
    pub fn keep_growing(&mut self, file_use: FileUse, growth: Growth) {
        if let Some(unit) = &file_use.unit {
            self.release_unit(unit);
        }
        if !self.uses.iter().any(|(kept, _)| *kept == file_use) {
            self.uses.push((file_use, growth));
        }
    }

    /// Releases all uses by the option, command or unit `user`.
    pub fn release(&mut self, user: &str) {
        self.uses.retain(|(kept, _)| kept.user != user);
    }

    /// Releases the use of one file by the option, command or unit `user`.
    pub fn release_file(&mut self, user: &str, file: &str) {
        self.uses.retain(|(kept, _)| kept.user != user || kept.file != file);
    }

    /// Releases the file that is attached to a unit.
    pub fn release_unit(&mut self, unit: &str) {
        self.uses.retain(|(kept, _)| kept.unit.as_deref() != Some(unit));
    }

    /// Returns whether the output of a unit replaces the contents of the unit's file or is appended to the contents.
    pub fn growth(&self, unit: &str) -> Growth {
        let found = self.uses.iter().find(|(kept, _)| kept.unit.as_deref() == Some(unit));
        found.map_or(Growth::default(), |&(_, growth)| growth)
    }

    /// Records that a unit appends all further output to its file.
    pub fn set_growing(&mut self, unit: &str) {
        for (_, growth) in self.uses.iter_mut().filter(|(kept, _)| kept.unit.as_deref() == Some(unit)) {
            *growth = Growth::Adds;
        }
    }

    /// Replaces the uses of all units. Time travel and the restoring of an image may change which files are attached.
    pub fn set_units(&mut self, units: impl IntoIterator<Item = FileUse>) {
        let before = std::mem::take(&mut self.uses);
        let growth = |now: &FileUse| before.iter().find(|(kept, _)| kept == now).map(|&(_, growth)| growth);
        let units = units.into_iter().map(|now| (growth(&now).unwrap_or(Growth::Adds), now));
        let units: Vec<_> = units.map(|(growth, now)| (now, growth)).collect();
        self.uses = before.into_iter().filter(|(kept, _)| kept.unit.is_none()).chain(units).collect();
    }

    /// Applies `rename` to the names of all registered files, after a change of the current directory.
    pub fn rename(&mut self, mut rename: impl FnMut(&str) -> String) {
        for (kept, _) in &mut self.uses {
            kept.file = rename(&kept.file);
        }
    }

    /// Whether the session may write the file with this full path without the user's confirmation.
    pub(super) fn is_named(&self, path: &str) -> bool {
        self.origin == Origin::User || self.named.iter().any(|named| named == path)
    }

    /// Records that the session may write the file with this full path without the user's confirmation.
    pub(super) fn note_named(&mut self, path: String) {
        if !self.named.contains(&path) {
            self.named.push(path);
        }
    }

    /// Returns the registered uses that would conflict with `wanted` if they were uses of the same file.
    pub(super) fn opposed(&self, wanted: &FileUse) -> Vec<FileUse> {
        let opposes = |kept: &&FileUse| (kept.role.writes() || wanted.role.writes()) && !wanted.may_share_with(kept);
        self.uses().filter(opposes).cloned().collect()
    }
}

/// Returns the permit for a use that [`Host::permit`](super::Host::permit) has checked.
pub(super) fn grant(wanted: &FileUse) -> Permit {
    Permit { name: wanted.file.clone() }
}

/// Describes the conflict of two uses of one file.
pub(super) fn conflict(wanted: &FileUse, kept: &FileUse) -> FileConflict {
    let (by, of) = if wanted.role.writes() { (wanted, kept) } else { (kept, wanted) };
    FileConflict::new(by, of)
}

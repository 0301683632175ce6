//! Discs and DECtapes that are in no drive. A station with a timeline keeps them: when the machine goes to another
//! moment of its timeline, their files must get the words that they had at that moment, as the files of the media in
//! the drives do.
//!
//! A medium is identified by the name of its file. A medium that was detached before the present moment has the words
//! that it had when it was detached. If the machine has gone back to a time before a medium was first attached, the
//! medium has the words that its file had when the medium was attached.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::machine::Volume;

use super::Station;
use super::units::{AttachError, UnitId};

/// The media that are in no drive now. Each medium was in a drive earlier, or will be in a drive in the recorded
/// future.
#[derive(Clone, Debug, Default)]
pub(super) struct Shelf {
    /// Whether the shelf keeps media: true only if there is a timeline.
    pub is_kept: bool,
    /// The media, by the names of their files.
    pub media: BTreeMap<String, Volume>,
}

impl Shelf {
    /// Removes all media, because another machine replaces this machine.
    pub(crate) fn clear(&mut self) {
        self.media.clear();
    }

    /// Keeps a medium that was taken out of a drive, and completes the block that was being written.
    fn put(&mut self, taken_out: Option<(String, Volume)>) {
        if let Some((file, mut volume)) = taken_out.filter(|_| self.is_kept) {
            volume.commit();
            self.media.insert(file, volume);
        }
    }

    /// Replaces the file name of each medium by the name that `rename` returns. No file of the host is renamed.
    pub fn rename(&mut self, mut rename: impl FnMut(&str) -> String) {
        let media = std::mem::take(&mut self.media);
        self.media = media.into_iter().map(|(file, volume)| (rename(&file), volume)).collect();
    }
}

impl Station {
    /// Attaches a file to a unit. A medium that was in the unit goes to the shelf.
    pub(super) fn attach_unit(
        &mut self,
        unit: UnitId,
        file: &str,
        contents: Vec<u8>,
        read_only: bool,
    ) -> Result<(), AttachError> {
        let old = self.io_bus.file(unit).map(str::to_owned).zip(self.io_bus.volume(unit).cloned());
        self.io_bus.attach(unit, file, contents, read_only, self.machine.elapsed.time)?;
        self.shelf.put(old);
        self.shelf.media.remove(file);
        Ok(())
    }

    /// Copies the medium in a unit to the shelf, before the medium is taken out.
    pub(super) fn shelve(&mut self, unit: UnitId) {
        self.shelf.put(self.io_bus.file(unit).map(str::to_owned).zip(self.io_bus.volume(unit).cloned()));
    }

    /// Returns the file names of changed discs and DECtapes that are in no drive. The caller must write these files
    /// after the machine has gone back or forward in its timeline.
    #[doc(hidden)]
    pub fn shelved_files(&self) -> Vec<String> {
        self.shelf.media.iter().filter(|(_, volume)| volume.has_written()).map(|(file, _)| file.clone()).collect()
    }

    /// Returns a disc or DECtape that is in no drive, so that the caller can write its file.
    #[doc(hidden)]
    pub fn shelved_mut(&mut self, file: &str) -> Option<&mut Volume> {
        self.shelf.media.get_mut(file)
    }

    /// Returns the discs and DECtapes, inside and outside the drives, with the names of their files.
    pub(crate) fn volumes(&self) -> impl Iterator<Item = (&str, &Volume)> {
        let shelved = self.shelf.media.iter().map(|(file, volume)| (file.as_str(), volume));
        self.io_bus.volumes().chain(shelved)
    }

    /// Renames the files that are or were attached, for example when file names become relative to another folder.
    #[doc(hidden)]
    pub fn rename_files(&mut self, mut rename: impl FnMut(&str) -> String) {
        self.io_bus.rename_files(&mut rename);
        self.shelf.rename(&mut rename);
        if let Some(timeline) = &mut self.timeline {
            Arc::make_mut(timeline).rename_files(&mut rename);
        }
    }
}

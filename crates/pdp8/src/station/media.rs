//! Decides which file belongs to each disc or DECtape after the machine has gone back or forward in its timeline.

use std::collections::BTreeMap;

use crate::machine::Volume;

use super::input_event::{Attached, InputEvent};
use super::shelf::Shelf;
use super::timeline::TimelineEntry;
use super::{IoBus, Station};

/// All discs and DECtapes, inside and outside the drives, by the names of their files.
#[derive(Debug)]
pub(super) struct Media(BTreeMap<String, Volume>);

impl Media {
    pub(crate) fn of(station: &Station) -> Self {
        let in_drives = station.io_bus.volumes().map(|(file, volume)| (file.to_owned(), volume.clone()));
        Media(station.shelf.media.clone().into_iter().chain(in_drives).collect())
    }

    /// Assigns a file to each medium after the machine has gone back or forward in its timeline. `ahead` has the
    /// recorded input events that are later than the machine's new time.
    pub fn assign_files(self, io_bus: &mut IoBus, shelf: &mut Shelf, ahead: &[TimelineEntry]) {
        for (file, left) in self.0 {
            if let Some(volume) = io_bus.volume_of(&file) {
                volume.take_over_file(&left);
                shelf.media.remove(&file);
                continue;
            }
            let mut later = ahead.iter().filter_map(|entry| match &entry.event {
                InputEvent::Attach(Attached { file: later, contents, .. }) if *later == file => Some(contents),
                _ => None,
            });
            let later = later.next().and_then(|contents| left.with_contents(&contents.0).ok());
            let mut volume = later.or_else(|| shelf.media.remove(&file)).unwrap_or_else(|| left.clone());
            volume.take_over_file(&left);
            shelf.media.insert(file, volume);
        }
    }
}

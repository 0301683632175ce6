//! The discs and tapes of the visitor, which stay on the desk when the machine is replaced.

use focal8::machine::Volume;
use focal8::station::Station;

/// A disc or tape that is taken from one machine to the next.
pub struct Medium {
    unit: String,
    /// The name of the medium's file.
    pub name: String,
    pub image: Vec<u8>,
    is_read_only: bool,
    /// Whether a machine has changed the medium since it was saved.
    is_changed: bool,
}

/// The state of a desk's media that the machine does not store.
#[derive(Default)]
pub struct Media {
    /// The units with a medium that an earlier machine has changed.
    changed: Vec<String>,
    /// The media for which the present machine has no drive.
    aside: Vec<Medium>,
}

/// Returns the discs and tapes in the drives, each with its unit and the name of its file.
fn volumes(station: &Station) -> Vec<(&'static str, String, &Volume)> {
    let bus = station.io_bus();
    let volumes = bus.unit_ids().into_iter();
    volumes.filter_map(|id| Some((bus.unit(id).name, bus.file(id)?.to_owned(), bus.volume(id)?))).collect()
}

impl Media {
    fn is_changed(&self, unit: &str, volume: &Volume) -> bool {
        volume.has_written() || self.changed.iter().any(|changed| changed == unit)
    }

    /// Attaches a medium to a unit. Returns a remark for the visitor. The remark may be empty.
    pub fn attach(
        &mut self,
        station: &mut Station,
        unit: &str,
        name: &str,
        image: Vec<u8>,
        read_only: bool,
    ) -> Result<String, String> {
        let id = station.io_bus_mut().unit_for(unit).map_err(|error| error.to_string())?;
        station.attach(id, name, image, read_only).map_err(|error| error.to_string())?;
        self.changed.retain(|changed| changed != unit);
        Ok(station.io_bus().attach_remark(id).unwrap_or_default())
    }

    /// Takes a medium out of a unit, and forgets the medium.
    pub fn detach(&mut self, station: &mut Station, unit: &str) {
        self.changed.retain(|changed| changed != unit);
        self.aside.retain(|medium| medium.unit != unit);
        if let Some(id) = station.io_bus().find_unit(unit) {
            station.detach(id);
        }
    }

    /// Returns a line for each medium: the unit, 1 if a machine has changed the medium since it was saved, 1 if it is
    /// write-protected, and the name of its file, with tabs between them.
    pub fn lines(&self, station: &Station) -> String {
        let line = |unit: &str, is_changed, is_read_only, name: &str| {
            format!("{unit}\t{}\t{}\t{name}\n", u8::from(is_changed), u8::from(is_read_only))
        };
        let in_drives = volumes(station)
            .into_iter()
            .map(|(unit, name, volume)| line(unit, self.is_changed(unit, volume), volume.is_read_only(), &name));
        let aside =
            self.aside.iter().map(|medium| line(&medium.unit, medium.is_changed, medium.is_read_only, &medium.name));
        in_drives.chain(aside).collect()
    }

    /// Returns the image of the medium in a unit. From now on, the medium counts as saved.
    pub fn save(&mut self, station: &mut Station, unit: &str) -> Result<Vec<u8>, String> {
        let bus = station.io_bus_mut();
        if let Some(volume) = bus.find_unit(unit).and_then(|id| bus.volume_mut(id)) {
            volume.commit();
            volume.forget_written();
            self.changed.retain(|changed| changed != unit);
            return Ok(volume.image());
        }
        let medium = self.aside.iter_mut().find(|medium| medium.unit == unit);
        let medium = medium.ok_or_else(|| format!("nothing is in {unit}"))?;
        medium.is_changed = false;
        Ok(medium.image.clone())
    }

    /// Takes all media from a machine.
    pub fn take(&mut self, station: &mut Station) -> Vec<Medium> {
        for id in station.io_bus().unit_ids() {
            station.io_bus_mut().volume_mut(id).into_iter().for_each(Volume::commit);
        }
        let medium = |(unit, name, volume): (&str, String, &Volume)| Medium {
            unit: unit.to_owned(),
            name,
            image: volume.image(),
            is_read_only: volume.is_read_only(),
            is_changed: self.is_changed(unit, volume),
        };
        let in_drives: Vec<_> = volumes(station).into_iter().map(medium).collect();
        in_drives.into_iter().chain(std::mem::take(&mut self.aside)).collect()
    }

    /// Puts media into a machine. A machine from a core image gets the media with the names in the image; its other
    /// drives become empty. Returns the names of the media that are missing, each with its unit.
    pub fn put(&mut self, station: &mut Station, media: Vec<Medium>) -> Vec<String> {
        let wanted: Vec<_> = volumes(station).into_iter().map(|(unit, name, _)| (unit, name)).collect();
        let mut missing = Vec::new();
        for (unit, name) in wanted {
            let found = media.iter().find(|medium| medium.unit == unit && medium.name == name);
            let id = station.io_bus().find_unit(unit).expect("the unit has a medium");
            let is_filled = found.is_some_and(|medium| {
                station.io_bus_mut().volume_mut(id).is_some_and(|volume| volume.fill(&medium.image).is_ok())
            });
            if !is_filled {
                station.detach(id);
                missing.push(format!("{name} in {unit}"));
            }
        }
        for medium in media {
            let Medium { unit, name, image, is_read_only, is_changed } = &medium;
            let is_there = volumes(station).iter().any(|(there, _, _)| there == unit);
            if !is_there && self.attach(station, unit, name, image.clone(), *is_read_only).is_err() {
                self.aside.push(medium);
            } else if *is_changed {
                self.changed.push(unit.clone());
            }
        }
        missing
    }
}

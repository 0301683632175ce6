//! Discs and DECtapes in their drives: a file is read when it is attached, each block that is written goes to its place
//! in it between two slices of a run, and what is half written when a tape or disc is taken out goes too.

use crate::machine::device::Medium;
use crate::machine::{ChangedOutside, Volume};
use crate::station::{Station, UnitId};

use super::super::{Host, MonitorError};
use super::file_error;

/// What is to be attached.
pub(super) struct Opened {
    pub contents: Vec<u8>,
    pub read_only: bool,
    /// There is no such file yet.
    pub is_new: bool,
    /// What the user should know of it.
    pub remark: Option<String>,
}

/// Reads the file of a disc or tape.
///
/// # Errors
///
/// When it cannot be read, is in another drive, or is to be read and is not there.
pub(super) fn open(
    station: &Station,
    files: &mut dyn Host,
    unit: &str,
    file: &str,
    read_only: bool,
) -> Result<Opened, MonitorError> {
    let wrong = |reason: String| Err(file_error(file, reason));
    let bus = station.io_bus();
    let (path, own) = (files.absolute(file), bus.find_unit(unit));
    for other in bus.unit_ids().into_iter().filter(|&id| Some(id) != own && bus.unit(id).medium == Medium::Volume) {
        if bus.file(other).is_some_and(|file| files.absolute(file) == path) {
            return wrong(format!("it is in {} already, and no two drives share one", bus.unit(other).name));
        }
    }
    if !files.exists(file) {
        if read_only {
            return wrong("there is no such file, and a new one cannot be read-only".to_owned());
        }
        let remark = Some(format!("{unit}: {file} is new, and blank"));
        return Ok(Opened { contents: Vec::new(), read_only, is_new: true, remark });
    }
    let contents = files.read_volume(file).map_err(|reason| file_error(file, reason))?;
    let is_forced = !read_only && files.is_read_only(file);
    let remark = is_forced.then(|| format!("{unit}: {file} is read-only, so it is attached write protected"));
    Ok(Opened { contents, read_only: read_only || is_forced, is_new: false, remark })
}

/// The block that is being written counts as whole: nobody will write the rest of it.
pub(super) fn commit(station: &mut Station, unit: UnitId) {
    if let Some(volume) = station.io_bus_mut().volume_mut(unit) {
        volume.commit();
    }
}

/// The blocks that a unit has written go to the file that it is attached to; what cannot be written waits on.
pub(super) fn write(station: &mut Station, files: &mut dyn Host, unit: UnitId) -> Result<(), MonitorError> {
    let bus = station.io_bus();
    let is_due = bus.volume(unit).is_some_and(Volume::has_written);
    let Some(file) = bus.file(unit).filter(|_| is_due).map(str::to_owned) else { return Ok(()) };
    let Some(volume) = station.io_bus_mut().volume_mut(unit) else { return Ok(()) };
    let written = write_file(volume, files, &file);
    if let Err(Unwritten::Changed(_)) = written {
        station.detach(unit);
    }
    written.map_err(|unwritten| file_error(&file, unwritten))
}

/// The files of discs and DECtapes in no drive are brought to what they were at the time to which the machine has gone.
pub(super) fn write_shelved(station: &mut Station, files: &mut dyn Host) -> Result<(), MonitorError> {
    let shelved = station.shelved_files();
    let write = |file: String| match station.shelved_mut(&file) {
        Some(volume) => write_file(volume, files, &file).map_err(|unwritten| file_error(&file, unwritten)),
        None => Ok(()),
    };
    shelved.into_iter().map(write).fold(Ok(()), Result::and)
}

/// Why blocks are not in their file.
#[derive(Debug, thiserror::Error)]
enum Unwritten {
    #[error("{0}; what could not be written waits until it can")]
    Waits(String),
    #[error("{0}; it is left as it is, in no drive")]
    Changed(ChangedOutside),
}

/// Brings a file to what the medium is; after the machine has gone to another time it is looked at first.
fn write_file(volume: &mut Volume, files: &mut dyn Host, file: &str) -> Result<(), Unwritten> {
    if volume.must_catch_up() {
        let contents = files.read_volume(file).map_err(Unwritten::Waits)?;
        volume.catch_up(&contents).map_err(|changed| {
            volume.commit();
            volume.forget_written();
            Unwritten::Changed(changed)
        })?;
    }
    if let Some(length) = volume.cut() {
        files.cut(file, length).map_err(Unwritten::Waits)?;
    }
    let written = volume.written();
    if !written.is_empty() {
        files.write_blocks(file, &written).map_err(Unwritten::Waits)?;
    }
    volume.forget_written();
    Ok(())
}

/// All that drives have written goes to the files, half a block too: the machine's state is being written down.
pub(super) fn write_all(station: &mut Station, files: &mut dyn Host) -> Result<(), MonitorError> {
    in_drives(station).into_iter().try_for_each(|unit| {
        commit(station, unit);
        write(station, files, unit)
    })?;
    write_shelved(station, files)
}

/// The units with something in them.
fn in_drives(station: &Station) -> Vec<UnitId> {
    let bus = station.io_bus();
    bus.unit_ids().into_iter().filter(|&unit| bus.volume(unit).is_some()).collect()
}

/// After a core image was read: reads the files of the discs and tapes that it names into their drives.
///
/// # Errors
///
/// The first file that cannot be read, does not fit, or cannot be written any more; the station is of no use then.
pub fn fill_drives(station: &mut Station, files: &mut dyn Host) -> Result<(), MonitorError> {
    for unit in in_drives(station) {
        let Some(file) = station.io_bus().file(unit).map(str::to_owned) else { continue };
        let contents = files.read_volume(&file).map_err(|reason| file_error(&file, reason))?;
        let is_read_only = files.is_read_only(&file);
        let Some(volume) = station.io_bus_mut().volume_mut(unit) else { continue };
        volume.fill(&contents).map_err(|reason| file_error(&file, reason))?;
        if is_read_only && !volume.is_read_only() {
            return Err(file_error(&file, "it is read-only, and was not when the image was saved"));
        }
    }
    Ok(())
}

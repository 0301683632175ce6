//! Discs and DECtapes in their drives. The file of a disc or DECtape is read when the file is attached. Blocks that the
//! program has written are copied to the file at short intervals during a run. If a disc or DECtape is taken out while
//! a block is half written, the block counts as written.

use crate::host::{FileConflict, FileUse, Host, HostError, Permit, Role};
use crate::machine::device::Medium;
use crate::machine::{ChangedOutside, Volume};
use crate::station::{Station, UnitId};

use super::super::MonitorError;
use super::file_error;

/// The file of a disc or tape, read and ready to be attached.
pub(super) struct Opened {
    pub contents: Vec<u8>,
    pub read_only: bool,
    /// Whether the file does not exist yet.
    pub is_new: bool,
    /// A remark for the user.
    pub remark: Option<String>,
    pub permit: Permit,
    pub file_use: FileUse,
}

/// Reads the file of a disc or tape.
///
/// # Errors
///
/// When the file is in use or cannot be read, or when `read_only` is set and the file does not exist.
pub(super) fn open(
    station: &Station,
    files: &mut dyn Host,
    unit: &str,
    file: &str,
    read_only: bool,
) -> Result<Opened, MonitorError> {
    let name = station.io_bus().unit_named(unit)?.name;
    let in_role = |role| FileUse::in_unit(name, file, role);
    if !files.exists(file) {
        if read_only {
            return Err(file_error(file, "there is no such file, and a new one cannot be read-only"));
        }
        let file_use = in_role(Role::Update);
        let remark = Some(format!("{unit}: {file} is new, and blank"));
        let permit = files.permit(&file_use)?;
        return Ok(Opened { contents: Vec::new(), read_only, is_new: true, remark, permit, file_use });
    }
    let is_forced = !read_only && files.is_read_only(file);
    let mut remark = is_forced.then(|| format!("{unit}: {file} is read-only, so it is attached write protected"));
    let mut read_only = read_only || is_forced;
    if !read_only && let Err(error) = files.permit(&in_role(Role::Update)) {
        if !matches!(error, FileConflict::NotNamed { .. }) {
            return Err(error.into());
        }
        read_only = true;
        remark = Some(format!(
            "{unit}: {file} is attached write protected, since a script names it and not you; do -f lets it be written"
        ));
    }
    let file_use = in_role(if read_only { Role::Read } else { Role::Update });
    let permit = files.permit(&file_use)?;
    let contents = files.read_volume(&permit).map_err(|reason| file_error(file, reason))?;
    Ok(Opened { contents, read_only, is_new: false, remark, permit, file_use })
}

/// Returns the name of the unit's file and how the file is accessed. Returns `None` if no file is attached to the unit.
pub(super) fn use_of(station: &Station, unit: UnitId) -> Option<FileUse> {
    let bus = station.io_bus();
    let found = bus.unit(unit);
    let role = match found.medium {
        Medium::Volume if bus.volume(unit).is_some_and(Volume::is_read_only) => Role::Read,
        Medium::Volume => Role::Update,
        medium if medium.is_output() => Role::Write,
        _ => Role::Read,
    };
    Some(FileUse::in_unit(found.name, bus.file(unit)?, role))
}

/// Returns the uses of all attached files.
pub fn files_in_units(station: &Station) -> Vec<FileUse> {
    station.io_bus().unit_ids().into_iter().filter_map(|unit| use_of(station, unit)).collect()
}

/// Marks a partly written block as written. Called when the rest of the block will not follow.
pub(super) fn commit(station: &mut Station, unit: UnitId) {
    if let Some(volume) = station.io_bus_mut().volume_mut(unit) {
        volume.commit();
    }
}

/// Copies a unit's newly written blocks to the unit's file. Blocks that cannot be copied stay marked for the next call.
pub(super) fn write(station: &mut Station, files: &mut dyn Host, unit: UnitId) -> Result<(), MonitorError> {
    let is_due = station.io_bus().volume(unit).is_some_and(Volume::has_written);
    let Some(file_use) = use_of(station, unit).filter(|_| is_due) else { return Ok(()) };
    let permit = files.permit(&file_use)?;
    let Some(volume) = station.io_bus_mut().volume_mut(unit) else { return Ok(()) };
    let written = write_file(volume, files, &permit);
    if let Err(Unwritten::Changed(_)) = written {
        files.registry().release_unit(station.io_bus().unit(unit).name);
        station.detach(unit);
    }
    written.map_err(|unwritten| file_error(permit.name(), unwritten))
}

/// Returns a remark if the program has formatted the disc in a unit, which can change the length of the disc's file.
pub(super) fn formatted(station: &Station, unit: UnitId) -> Option<String> {
    let bus = station.io_bus();
    // Travel in time also changes the length of a file, but then the program has not formatted the disc.
    let length = bus.volume(unit).filter(|volume| !volume.must_catch_up())?.cut()?;
    let (name, file) = (bus.unit(unit).name, bus.file(unit)?);
    let more = bus.attach_remark(unit).map(|remark| format!("; {remark}")).unwrap_or_default();
    Some(format!("{name}: the program has formatted the disc, and {file} has {length} bytes now{more}"))
}

/// If travel in time has changed discs or DECtapes that are in no drive, writes the changes to their files.
pub(super) fn write_shelved(station: &mut Station, files: &mut dyn Host) -> Result<(), MonitorError> {
    // After travel in time the drives may hold other files.
    files.registry().set_units(files_in_units(station));
    let shelved = station.shelved_files();
    let write = |file: String| {
        let Some(volume) = station.shelved_mut(&file) else { return Ok(()) };
        let file_use = FileUse { role: Role::Update, ..FileUse::reads("a disc that was taken out", file) };
        let permit = files.permit(&file_use)?;
        write_file(volume, files, &permit).map_err(|unwritten| file_error(permit.name(), unwritten))
    };
    shelved.into_iter().map(write).fold(Ok(()), Result::and)
}

/// The reason why blocks could not be copied to their file.
#[derive(Debug, thiserror::Error)]
enum Unwritten {
    #[error("{0}; the unwritten blocks are kept until they can be written")]
    Waits(HostError),
    #[error("{0}; the file is left unchanged, and is detached")]
    Changed(ChangedOutside),
}

/// Copies a medium's changes to the medium's file. After travel in time, the function first checks that the file still
/// matches the medium.
fn write_file(volume: &mut Volume, files: &mut dyn Host, file: &Permit) -> Result<(), Unwritten> {
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

/// Copies all written blocks to the files, including half-written blocks. Called before the machine's state is saved.
pub(super) fn write_all(station: &mut Station, files: &mut dyn Host) -> Result<(), MonitorError> {
    in_drives(station).into_iter().try_for_each(|unit| {
        commit(station, unit);
        write(station, files, unit)
    })?;
    write_shelved(station, files)
}

/// Returns the units that hold a disc or tape.
fn in_drives(station: &Station) -> Vec<UnitId> {
    let bus = station.io_bus();
    bus.unit_ids().into_iter().filter(|&unit| bus.volume(unit).is_some()).collect()
}

/// Which discs and tapes of a core image are put into their drives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drives {
    /// Only the discs and tapes whose files the user has named or confirms when asked. This protects the user's files,
    /// because a core image from a stranger could contain the name of any file.
    Named,
    /// All discs and tapes that the core image names. The user trusts the image, so nobody is asked about its files.
    All,
}

/// Reads the files of the discs and tapes that a core image names. If the user does not want a file, the drive of that
/// file becomes empty. Returns remarks for the user, one per line.
///
/// # Errors
///
/// The error for the first file that cannot be read, is in use, does not fit, or can no longer be written. After an
/// error the station must not be used.
pub fn fill_drives(station: &mut Station, files: &mut dyn Host, drives: Drives) -> Result<Vec<String>, MonitorError> {
    let mut remarks = Vec::new();
    for unit in in_drives(station) {
        let Some(file_use) = use_of(station, unit) else { continue };
        let (name, file) = (station.io_bus().unit(unit).name, file_use.file.clone());
        if drives == Drives::Named && !is_wanted(files, name, &file) {
            station.detach(unit);
            // If the user has named another file for this drive, no remark is needed.
            if !files.registry().uses().any(|kept| kept.unit.as_deref() == Some(name)) {
                remarks.push(format!(
                    "{name} is empty: the image wants {file}; attach {name} {file} puts it in, and so does restore -f"
                ));
            }
            continue;
        }
        let permit = files.permit(&file_use)?;
        let contents = files.read_volume(&permit).map_err(|reason| file_error(&file, reason))?;
        let is_read_only = files.is_read_only(&file);
        station.io_bus().check_length(unit, contents.len()).map_err(|reason| file_error(&file, reason))?;
        let Some(volume) = station.io_bus_mut().volume_mut(unit) else { continue };
        volume.fill(&contents).map_err(|reason| file_error(&file, reason))?;
        if is_read_only && !volume.is_read_only() {
            return Err(file_error(&file, "it is read-only, and was not when the image was saved"));
        }
        files.registry().keep(file_use);
        remarks.push(format!("{name}: {file} is attached, as the image says"));
    }
    Ok(remarks)
}

/// Whether the user has named this file for the drive, or confirms the file when asked.
fn is_wanted(files: &mut dyn Host, unit: &str, file: &str) -> bool {
    let named: Vec<String> = files
        .registry()
        .uses()
        .filter(|kept| kept.unit.as_deref() == Some(unit))
        .map(|kept| kept.file.clone())
        .collect();
    match named.as_slice() {
        [] => files.confirm(&format!("The core image wants {file} in {unit}. Attach it?")),
        named => named.iter().any(|named| files.is_same_file(named, file)),
    }
}

//! The commands `attach`, `detach`, `save` and `restore`, and the writing of output to files during a run.
//!
//! A punched tape is written to its file as a whole when the tape is torn off. Printed output is written to its file
//! during the run; the first character replaces the file's old contents, unless the file was attached with `-a`.
//! Without output the file does not change. Attaching a file tests whether the file can be written. Discs and DECtapes
//! are in `volumes.rs`.

use crate::host::user::{CORE_IMAGE, CORE_IMAGE_OPTION};
use crate::host::{FileUse, Growth, Host, Role};
use crate::machine::Volume;
use crate::machine::device::{Medium, Unit};
use crate::station::{AttachError, Station, UnitId};
use crate::tape::text::as_tape;

use super::super::target::Target;
use super::super::{Monitor, MonitorError};
use super::call::unquoted;
use super::{Answer, Call, Drives, file_error, fill_drives, lines, programs, symbols, text, volumes};

/// The name of the trace file's entry in the file registry.
pub(super) const TRACE: &str = "trace";

/// A unit, and the file to be attached to the unit.
#[derive(Clone, Copy, Debug)]
pub struct Attachment<'a> {
    /// The unit's name.
    pub unit: &'a str,
    /// The file's name.
    pub file: &'a str,
    /// Whether the file must not be written.
    pub read_only: bool,
    /// Whether the file of a floppy disc has its sectors in logical order.
    pub is_logical: bool,
    /// Whether output replaces the file's contents or is added to the contents.
    pub growth: Growth,
}

/// The option of `attach` for a floppy disc whose file has its sectors in logical order.
const LOGICAL: &str = "--logical";

pub(super) fn attach(call: &mut Call, station: &mut Station) -> Answer {
    // SIMH's switch -v verifies writes to a disc. focal8 accepts the switch, but always writes whole blocks.
    let switches = call.switches("aenqrv")?;
    let has = |switch| switches.contains(&switch);
    let after_option = call.rest.strip_prefix(LOGICAL).filter(|rest| rest.starts_with(char::is_whitespace));
    let is_logical = after_option.is_some();
    call.rest = after_option.map_or(call.rest, str::trim_start);
    let (unit, file) = call.rest.split_once(char::is_whitespace).ok_or_else(|| call.usage())?;
    let file = unquoted(file.trim());
    if let Some(answer) = lines::attach(call, unit, file) {
        return answer;
    }
    let Unit { name, medium, .. } = station.io_bus().unit_named(unit)?;
    let is_there = call.files.exists(file);
    if has('e') && !is_there {
        return Err(file_error(file, "there is no such file, and -e makes none"));
    }
    if let Some(switch) = ['a', 'n'].into_iter().find(|&switch| has(switch) && !takes(medium, switch)) {
        let what = match medium {
            Medium::Tape => "a reader needs an existing tape",
            Medium::Cards => "a reader needs an existing deck",
            _ => "a drive writes each block in its own place",
        };
        return Err(file_error(file, format!("{what}; -{switch} is for output that is punched or printed")));
    }
    if has('n') && medium == Medium::Volume && is_there {
        return Err(file_error(file, "the file exists, and -n is for a new file"));
    }
    let growth = if has('a') { Growth::Adds } else { Growth::Replaces };
    let read_only = has('r') || call.monitor.locked.contains(name);
    let attachment = Attachment { unit, file, read_only, is_logical, growth };
    let mut remarks = attach_file(station, call.files, &attachment)?;
    if medium.is_output() && is_there && !has('a') && !has('n') {
        remarks.push(format!("{unit}: {file} exists, and is replaced once there is something to write"));
    }
    if medium == Medium::Tape {
        remarks.extend(symbols::read_beside(call, file, station));
    }
    if has('q') || remarks.is_empty() { text("") } else { call.remark(&remarks.join("\n")) }
}

/// Whether `attach` accepts the switch `-a` or `-n` for a medium.
fn takes(medium: Medium, switch: char) -> bool {
    medium.is_output() || switch == 'n' && medium == Medium::Volume
}

/// Returns true for `locked`, which write-protects a unit, and false for `writeenabled`; `None` for other settings.
pub(super) fn is_lock(value: &str) -> Option<bool> {
    match value.to_ascii_lowercase().as_str() {
        "locked" => Some(true),
        "writeenabled" => Some(false),
        _ => None,
    }
}

/// Write-protects the unit of a disc or DECtape, or ends the protection. If the unit has no file, the setting applies
/// to the next file. Returns `None` if there is no such unit.
pub(super) fn lock(call: &mut Call, station: &mut Station, name: &str, locked: bool) -> Option<Answer> {
    let unit = station.io_bus().unit_named(name).ok().filter(|unit| unit.medium == Medium::Volume)?;
    Some(lock_unit(call, station, unit.name, locked))
}

fn lock_unit(call: &mut Call, station: &mut Station, unit: &'static str, locked: bool) -> Answer {
    let bus = station.io_bus();
    let differs = |&id: &UnitId| bus.volume(id).is_some_and(|volume| volume.is_read_only() != locked);
    let found = bus.find_unit(unit).filter(differs).and_then(|id| Some((id, bus.file(id)?.to_owned())));
    let mut remarks = Vec::new();
    if let Some((id, file)) = found {
        // The file will be read again, so all changed blocks are written first.
        volumes::commit(station, id);
        volumes::write(station, call.files, id)?;
        let is_logical = station.io_bus().is_in_logical_order(id) == Some(true);
        let attachment = Attachment { unit, file: &file, read_only: locked, is_logical, growth: Growth::Replaces };
        remarks = attach_file(station, call.files, &attachment)?;
    }
    match locked {
        true => call.monitor.locked.insert(unit),
        false => call.monitor.locked.remove(unit),
    };
    if remarks.is_empty() { text("") } else { call.remark(&remarks.join("\n")) }
}

pub(super) fn detach(call: &mut Call, station: &mut Station) -> Answer {
    let name = call.something()?;
    if name.eq_ignore_ascii_case("all") {
        detach_all(station, call.files)?;
        return text("");
    }
    if let Some(answer) = lines::detach(call, name) {
        return answer;
    }
    // A device that can be added but is not in the machine has nothing attached.
    station.io_bus().unit_named(name)?;
    if let Some(unit) = station.io_bus().find_unit(name) {
        detach_unit(station, call.files, unit)?;
    }
    text("")
}

pub(super) fn save(call: &mut Call, target: &mut dyn Target) -> Answer {
    let name = call.file()?;
    if programs::is_program(name) {
        return programs::save(call, target, name);
    }
    let station = target.station_mut().ok_or_else(|| {
        let reason = "a core image needs a machine; --native has none, and saves a program to NAME.fc";
        file_error(name, reason)
    })?;
    let wanted = FileUse::writes("save", name).goes_with(&[CORE_IMAGE, CORE_IMAGE_OPTION]);
    // The permission is checked before the discs are written, so that a refused command changes nothing.
    call.files.permit(&wanted)?;
    volumes::write_all(station, call.files)?;
    let image = station.core_image();
    call.write_for(&wanted, image.as_bytes())?;
    call.files.registry().keep(FileUse::reads(CORE_IMAGE, name));
    call.monitor.has_kept_program = true;
    call.remark(&programs::whole_machine(station, name, image.len()))
}

/// Restores a core image. The tapes of the restored machine replace the current tapes, so output that is still in
/// memory is first written to the attached files.
pub(super) fn restore(call: &mut Call, station: &mut Station) -> Answer {
    let is_trusted = call.switches("f")?.contains(&'f');
    let name = call.file()?;
    let image = call.read_for(FileUse::reads(CORE_IMAGE, name).goes_with(&[CORE_IMAGE_OPTION]))?;
    let mut restored = station.clone();
    restored.restore(&String::from_utf8_lossy(&image)).map_err(|error| file_error(name, error))?;
    write_outputs(station, call.files)?;
    let drives = if is_trusted { Drives::All } else { Drives::Named };
    let remarks = fill_drives(&mut restored, call.files, drives)?;
    *station = restored;
    call.monitor.has_kept_program = true;
    text(remarks.iter().map(|remark| format!("{remark}\n")).collect::<String>())
}

/// The name of the Teletype's paper-tape reader. `attach` starts this reader if a program waits for input.
const LOW_SPEED_READER: &str = "reader";

/// Attaches a file to a unit, as the command `attach` does. Output that is still in memory is first written to the
/// unit's previous file. Returns remarks for the user, one per line.
///
/// # Errors
///
/// When the unit does not exist or rejects the file, or when the file is in use or cannot be read or written.
pub fn attach_file(
    station: &mut Station,
    files: &mut dyn Host,
    attachment: &Attachment,
) -> Result<Vec<String>, MonitorError> {
    let &Attachment { unit, file, read_only, is_logical, growth } = attachment;
    let found = station.io_bus().unit_named(unit)?;
    if found.medium == Medium::Volume {
        return attach_volume(station, files, attachment);
    }
    if is_logical {
        return Err(not_logical(unit, file));
    }
    if read_only && found.medium.is_output() {
        return Err(AttachError::ReadOnly(found.name).into());
    }
    let role = if found.medium.is_output() { Role::Write } else { Role::Read };
    let wanted = FileUse::in_unit(found.name, file, role);
    let permit = files.permit(&wanted)?;
    let contents = match found.medium {
        Medium::Tape => as_tape(files.read(&permit).map_err(|reason| file_error(file, reason))?),
        Medium::Cards => files.read(&permit).map_err(|reason| file_error(file, reason))?,
        // Before there is any output, tests whether the file can be written; a file that does not exist is created.
        _ => {
            let tried = if files.exists(file) { files.check_writable(&permit) } else { files.append(&permit, b"") };
            tried.map_err(|reason| file_error(file, reason))?;
            Vec::new()
        }
    };
    // A program requests the next frame when it reads a key. A program that waits for its first key has requested no
    // frame, so focal8 starts the reader.
    let is_awaited = station.io_bus().find_unit(LOW_SPEED_READER) == station.io_bus().find_unit(unit);
    let is_awaited = is_awaited && station.will_listen();
    let id = station.io_bus_mut().unit_for(unit)?;
    if role == Role::Write {
        tear_off(station, files, id)?;
    }
    station.attach(id, file, contents, read_only)?;
    files.registry().keep_growing(wanted, growth);
    if is_awaited {
        station.start_reader();
    }
    Ok(Vec::new())
}

/// Attaches the file of a disc or DECtape. If the file does not exist, the file is created after the drive has accepted
/// the disc or tape.
fn attach_volume(
    station: &mut Station,
    files: &mut dyn Host,
    attachment: &Attachment,
) -> Result<Vec<String>, MonitorError> {
    let &Attachment { unit, file, read_only, is_logical, .. } = attachment;
    volumes::write_shelved(station, files)?;
    let opened = volumes::open(station, files, unit, file, read_only)?;
    let was_there = station.io_bus().find_unit(unit).is_some();
    let id = station.io_bus_mut().unit_for(unit)?;
    if is_logical && station.io_bus().is_in_logical_order(id).is_none() {
        return Err(not_logical(unit, file));
    }
    volumes::commit(station, id);
    tear_off(station, files, id)?;
    station.attach(id, file, opened.contents, opened.read_only)?;
    if is_logical {
        station.io_bus_mut().take_logical_order(id);
    }
    if opened.is_new
        && let Err(reason) = files.append(&opened.permit, b"")
    {
        station.detach(id);
        return Err(file_error(file, reason));
    }
    files.registry().keep(opened.file_use);
    let warning = station.io_bus().warning(id, station.machine().config().model).filter(|_| !was_there);
    let remarks = warning.into_iter().chain(station.io_bus().attach_remark(id));
    Ok(opened.remark.into_iter().chain(remarks.map(|remark| format!("{unit}: {remark}"))).collect())
}

/// Returns the error for a unit that accepts no file with its sectors in the logical order of OS/8.
fn not_logical(unit: &str, file: &str) -> MonitorError {
    file_error(file, format!("{unit} takes no file in logical order: only the floppy disc drives do"))
}

fn detach_unit(station: &mut Station, files: &mut dyn Host, unit: UnitId) -> Result<(), MonitorError> {
    volumes::commit(station, unit);
    tear_off(station, files, unit)?;
    let synced = match station.io_bus().volume(unit).and(volumes::use_of(station, unit)) {
        Some(file_use) => files
            .permit(&file_use)
            .map(|permit| files.sync(&permit).map_err(|reason| file_error(permit.name(), reason)))?,
        None => Ok(()),
    };
    files.registry().release_unit(station.io_bus().unit(unit).name);
    station.detach(unit);
    synced
}

/// Writes all output to the attached files, and detaches the files. If a file cannot be written, the function continues
/// with the next file.
///
/// # Errors
///
/// The error for the first file that could not be written. If a unit's output could not be written, the unit's file
/// stays attached.
pub fn detach_all(station: &mut Station, files: &mut dyn Host) -> Result<(), MonitorError> {
    let attached = station.io_bus().unit_ids().into_iter().filter(|&unit| station.io_bus().file(unit).is_some());
    let attached: Vec<UnitId> = attached.collect();
    let shelved = volumes::write_shelved(station, files);
    attached.into_iter().map(|unit| detach_unit(station, files, unit)).fold(shelved, Result::and)
}

/// Writes the output of all units to their files, which stay attached. Printed paper is then removed from the station,
/// so a later call does not write the same output again.
fn write_outputs(station: &mut Station, files: &mut dyn Host) -> Result<(), MonitorError> {
    let units = station.io_bus().unit_ids();
    let write = |unit| match station.io_bus().unit(unit).medium {
        Medium::Paper => tear_off(station, files, unit),
        Medium::Volume => {
            volumes::commit(station, unit);
            tear_off(station, files, unit)
        }
        _ => write_output(station, files, unit),
    };
    let result = units.into_iter().map(write).fold(Ok(()), Result::and);
    result.and(volumes::write_shelved(station, files))
}

/// Writes a unit's output to the unit's file, if a file is attached. If there is no output, the file does not change.
/// If writing fails, the output stays in the unit.
fn write_output(station: &mut Station, files: &mut dyn Host, unit: UnitId) -> Result<(), MonitorError> {
    let bus = station.io_bus();
    let found = bus.unit(unit);
    if found.medium == Medium::Volume {
        return volumes::write(station, files, unit);
    }
    let Some(wanted) = volumes::use_of(station, unit).filter(|_| found.medium.is_output()) else { return Ok(()) };
    let output = bus.output(unit);
    if output.is_empty() {
        return Ok(());
    }
    let permit = files.permit(&wanted)?;
    match files.registry().growth(found.name) {
        Growth::Replaces => files.write(&permit, output),
        Growth::Adds => files.append(&permit, output),
    }
    .map_err(|reason| file_error(permit.name(), reason))?;
    if found.medium == Medium::Paper {
        files.registry().set_growing(found.name);
    }
    Ok(())
}

/// Writes a unit's output to its file and gives the unit a new tape or sheet of paper.
fn tear_off(station: &mut Station, files: &mut dyn Host, unit: UnitId) -> Result<(), MonitorError> {
    write_output(station, files, unit)?;
    if station.io_bus().unit(unit).medium.is_output() {
        station.take_output(unit);
    }
    Ok(())
}

/// Writes new trace lines, new printed output, and new blocks of discs and tapes to their files. Called at short
/// intervals during a run.
///
/// If a trace file cannot be written, the trace ends. If the file of printed output cannot be written, the file is
/// detached. If the file of a disc cannot be written, the disc keeps its data.
pub(in super::super) fn flush(
    monitor: &mut Monitor,
    station: &mut Station,
    files: &mut dyn Host,
) -> Result<(), MonitorError> {
    let traced = match (&mut monitor.trace_file, monitor.watch.trace_mut()) {
        (Some(file), Some(trace)) => {
            let written = file.write(trace.lines(), files).map_err(|reason| given_up(file.name(), reason));
            trace.clear();
            written
        }
        _ => Ok(()),
    };
    if traced.is_err() {
        monitor.trace_file = None;
        monitor.watch.end_trace();
        files.registry().release(TRACE);
    }
    let bus = station.io_bus();
    let has_written = |&unit: &UnitId| match bus.unit(unit).medium {
        Medium::Paper => bus.file(unit).is_some() && !bus.output(unit).is_empty(),
        Medium::Volume => bus.volume(unit).is_some_and(Volume::has_written),
        _ => false,
    };
    let written: Vec<UnitId> = bus.unit_ids().into_iter().filter(has_written).collect();
    let mut result = traced.and(volumes::write_shelved(station, files));
    for unit in written {
        let is_paper = station.io_bus().unit(unit).medium == Medium::Paper;
        let formatted = volumes::formatted(station, unit);
        let mut written = tear_off(station, files, unit);
        monitor.media_remarks.extend(formatted.filter(|_| written.is_ok()));
        if let (true, Err(MonitorError::File { name, reason })) = (is_paper, &written) {
            written = Err(given_up(name, reason));
            station.detach(unit);
        }
        result = result.and(written);
    }
    result
}

/// Returns the error for a file that cannot be written; the session writes nothing more to that file.
pub(in super::super) fn given_up(name: &str, reason: impl std::fmt::Display) -> MonitorError {
    file_error(name, format!("{reason}; nothing more is written to it"))
}

/// Ends the trace, and writes the remaining trace lines to the trace file.
pub(in super::super) fn end_trace(monitor: &mut Monitor, files: &mut dyn Host) -> Result<(), MonitorError> {
    files.registry().release(TRACE);
    match (monitor.trace_file.take(), monitor.watch.end_trace()) {
        (Some(mut file), Some(trace)) => {
            file.write(trace.lines(), files).map_err(|reason| file_error(file.name(), reason))
        }
        _ => Ok(()),
    }
}

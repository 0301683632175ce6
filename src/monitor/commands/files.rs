//! Files: attach and detach, save and restore, and what grows while the machine runs.
//!
//! A tape to be punched goes to its file whole, when it is torn off: until then the file is what it was. Paper goes to
//! its file as it is printed. That either can be written is tried when it is attached. Discs and DECtapes are in
//! `volumes.rs`.

use crate::machine::Volume;
use crate::machine::device::Medium;
use crate::station::{Station, UnitId};
use crate::tape::text::as_tape;

use super::super::{Host, Monitor, MonitorError};
use super::call::unquoted;
use super::{Answer, Call, file_error, programs, text, volumes};

pub(super) fn attach(call: &mut Call) -> Answer {
    let switches = call.switches("renq")?;
    let has = |switch| switches.contains(&switch);
    let (unit, file) = call.rest.split_once(char::is_whitespace).ok_or_else(|| call.usage())?;
    let file = unquoted(file.trim());
    let medium = call.station.io_bus().unit_named(unit)?.medium;
    if has('e') && !call.files.exists(file) {
        return Err(file_error(file, "there is no such file, and -e makes none"));
    }
    if has('n') && matches!(medium, Medium::Tape | Medium::Cards) {
        let what = if medium == Medium::Tape { "tape" } else { "deck" };
        return Err(file_error(file, format!("a reader reads a {what} that is there: -n is for what is written")));
    }
    if has('n') && medium == Medium::Volume && call.files.exists(file) {
        return Err(file_error(file, "there is such a file, and -n is for a new one"));
    }
    let remarks = attach_file(call.station, call.files, unit, file, has('r'))?;
    if has('n') && medium.is_output() {
        call.write(file, b"")?;
    }
    if has('q') || remarks.is_empty() { text("") } else { call.remark(&remarks.join("\n")) }
}

pub(super) fn detach(call: &mut Call) -> Answer {
    let name = call.something()?;
    if name.eq_ignore_ascii_case("all") {
        detach_all(call.station, call.files)?;
        return text("");
    }
    // A unit that is there only on request has nothing attached.
    call.station.io_bus().unit_named(name)?;
    if let Some(unit) = call.station.io_bus().find_unit(name) {
        detach_unit(call.station, call.files, unit)?;
    }
    text("")
}

pub(super) fn save(call: &mut Call) -> Answer {
    let name = call.file()?;
    if programs::is_program(name) {
        return programs::save(call, name);
    }
    volumes::write_all(call.station, call.files)?;
    let image = call.station.core_image();
    call.write(name, image.as_bytes())?;
    text("")
}

/// What has been written so far goes to its files first: the image brings tapes of its own.
pub(super) fn restore(call: &mut Call) -> Answer {
    let name = call.file()?;
    let image = call.read(name)?;
    let mut restored = call.station.clone();
    restored.restore(&String::from_utf8_lossy(&image)).map_err(|error| file_error(name, error))?;
    write_outputs(call.station, call.files)?;
    volumes::fill_drives(&mut restored, call.files)?;
    *call.station = restored;
    text("")
}

/// The reader that moves its tape by itself when a program listens.
const LOW_SPEED_READER: &str = "reader";

/// Attaches a file to a unit, as the command `attach` does; what was attached before is written to its file. Gives what
/// the user should know, a line each.
///
/// # Errors
///
/// When there is no such unit, the file cannot be read or written, or the unit does not take it.
pub fn attach_file(
    station: &mut Station,
    files: &mut dyn Host,
    unit: &str,
    file: &str,
    read_only: bool,
) -> Result<Vec<String>, MonitorError> {
    let medium = station.io_bus().unit_named(unit)?.medium;
    if medium == Medium::Volume {
        return attach_volume(station, files, unit, file, read_only);
    }
    let contents = match medium {
        Medium::Tape => as_tape(files.read(file).map_err(|reason| file_error(file, reason))?),
        // That it can be written is seen at once.
        Medium::Cards => files.read(file).map_err(|reason| file_error(file, reason))?,
        _ if read_only => Vec::new(),
        _ => {
            files.append(file, b"").map_err(|reason| file_error(file, reason))?;
            Vec::new()
        }
    };
    // A program that was typed to has asked for a frame with its last key; one that has just begun has not.
    let is_awaited = station.io_bus().find_unit(LOW_SPEED_READER) == station.io_bus().find_unit(unit);
    let is_awaited = is_awaited && station.will_listen();
    let id = station.io_bus_mut().unit_for(unit)?;
    if medium.is_output() && !read_only {
        tear_off(station, files, id)?;
        if medium == Medium::Paper {
            files.write(file, b"").map_err(|reason| file_error(file, reason))?;
        }
    }
    station.attach(id, file, contents, read_only)?;
    if is_awaited {
        station.start_reader();
    }
    Ok(Vec::new())
}

/// The same for a disc or DECtape. A file that is not there is made once the drive has taken it.
fn attach_volume(
    station: &mut Station,
    files: &mut dyn Host,
    unit: &str,
    file: &str,
    read_only: bool,
) -> Result<Vec<String>, MonitorError> {
    volumes::write_shelved(station, files)?;
    let opened = volumes::open(station, files, unit, file, read_only)?;
    let was_there = station.io_bus().find_unit(unit).is_some();
    let id = station.io_bus_mut().unit_for(unit)?;
    volumes::commit(station, id);
    tear_off(station, files, id)?;
    station.attach(id, file, opened.contents, opened.read_only)?;
    if opened.is_new
        && let Err(reason) = files.append(file, b"")
    {
        station.detach(id);
        return Err(file_error(file, reason));
    }
    let warning = station.io_bus().warning(id, station.machine().config().model).filter(|_| !was_there);
    Ok(opened.remark.into_iter().chain(warning.map(|warning| format!("{unit}: {warning}"))).collect())
}

fn detach_unit(station: &mut Station, files: &mut dyn Host, unit: UnitId) -> Result<(), MonitorError> {
    volumes::commit(station, unit);
    tear_off(station, files, unit)?;
    let volume = station.io_bus().volume(unit).and(station.io_bus().file(unit)).map(str::to_owned);
    station.detach(unit);
    volume.map_or(Ok(()), |file| files.settle(&file).map_err(|reason| file_error(&file, reason)))
}

/// Detaches everything; what has been written goes to the files, each whatever becomes of the others.
///
/// # Errors
///
/// The first file that could not be written; its unit stays attached.
pub fn detach_all(station: &mut Station, files: &mut dyn Host) -> Result<(), MonitorError> {
    let attached = station.io_bus().unit_ids().into_iter().filter(|&unit| station.io_bus().file(unit).is_some());
    let attached: Vec<UnitId> = attached.collect();
    let shelved = volumes::write_shelved(station, files);
    attached.into_iter().map(|unit| detach_unit(station, files, unit)).fold(shelved, Result::and)
}

/// Everything that has been written goes to its file; nothing is detached. Paper that its file has is taken off: kept,
/// it would be added once more by the next that writes it, such as after an error of another file's.
fn write_outputs(station: &mut Station, files: &mut dyn Host) -> Result<(), MonitorError> {
    let units = station.io_bus().unit_ids();
    let write = |unit| match station.io_bus().unit(unit).medium {
        Medium::Tape | Medium::Cards | Medium::PunchedTape => write_output(station, files, unit),
        Medium::Paper => tear_off(station, files, unit),
        Medium::Volume => {
            volumes::commit(station, unit);
            tear_off(station, files, unit)
        }
    };
    let result = units.into_iter().map(write).fold(Ok(()), Result::and);
    result.and(volumes::write_shelved(station, files))
}

/// What a unit has put out goes to the file attached to it, if there is one; what cannot be written stays where it is.
fn write_output(station: &mut Station, files: &mut dyn Host, unit: UnitId) -> Result<(), MonitorError> {
    let bus = station.io_bus();
    let Some(file) = bus.file(unit).map(str::to_owned) else { return Ok(()) };
    if bus.unit(unit).medium == Medium::Volume {
        return volumes::write(station, files, unit);
    }
    match bus.unit(unit).medium {
        Medium::Tape | Medium::Cards | Medium::Volume => Ok(()),
        Medium::PunchedTape => files.write(&file, bus.output(unit)),
        Medium::Paper => files.append(&file, bus.output(unit)),
    }
    .map_err(|reason| file_error(&file, reason))
}

/// The same, and the unit has a fresh tape or sheet.
fn tear_off(station: &mut Station, files: &mut dyn Host, unit: UnitId) -> Result<(), MonitorError> {
    write_output(station, files, unit)?;
    if station.io_bus().unit(unit).medium.is_output() {
        station.take_output(unit);
    }
    Ok(())
}

/// Between slices of a run: what has been traced, printed and written on discs and tapes goes to its files. A file that
/// cannot be written is given up: the trace ends, the paper is detached. What a disc cannot give away it keeps.
pub(in super::super) fn flush(
    monitor: &mut Monitor,
    station: &mut Station,
    files: &mut dyn Host,
) -> Result<(), MonitorError> {
    let traced = match (&monitor.trace_file, monitor.watch.take_trace()) {
        (Some(name), Some(lines)) if !lines.is_empty() => {
            files.append(name, lines.as_bytes()).map_err(|reason| given_up(name, reason))
        }
        _ => Ok(()),
    };
    if traced.is_err() {
        monitor.trace_file = None;
        monitor.watch.end_trace();
    }
    let bus = station.io_bus();
    let has_written = |&unit: &UnitId| match bus.unit(unit).medium {
        Medium::Tape | Medium::Cards | Medium::PunchedTape => false,
        Medium::Paper => bus.file(unit).is_some() && !bus.output(unit).is_empty(),
        Medium::Volume => bus.volume(unit).is_some_and(Volume::has_written),
    };
    let written: Vec<UnitId> = bus.unit_ids().into_iter().filter(has_written).collect();
    let mut result = traced.and(volumes::write_shelved(station, files));
    for unit in written {
        let is_paper = station.io_bus().unit(unit).medium == Medium::Paper;
        let mut written = tear_off(station, files, unit);
        if let (true, Err(MonitorError::File { name, reason })) = (is_paper, &written) {
            written = Err(given_up(name, reason));
            station.detach(unit);
        }
        result = result.and(written);
    }
    result
}

/// A file that cannot be written, and is let go.
pub(in super::super) fn given_up(name: &str, reason: impl std::fmt::Display) -> MonitorError {
    file_error(name, format!("{reason}; nothing more is written to it"))
}

/// Ends a trace; what is left of it goes to its file.
pub(in super::super) fn end_trace(monitor: &mut Monitor, files: &mut dyn Host) -> Result<(), MonitorError> {
    match (monitor.trace_file.take(), monitor.watch.end_trace()) {
        (Some(name), Some(lines)) => files.append(&name, lines.as_bytes()).map_err(|reason| file_error(&name, reason)),
        _ => Ok(()),
    }
}

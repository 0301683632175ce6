//! Commands for FOCAL programs: save, load, and explain an error.

use crate::debugger::Debuggee;
use crate::focal::explain::{explain, list_group};
use crate::focal::message::Message;
use crate::focal_machine::CoreView;
use crate::host::FileUse;
use crate::host::user::{PROGRAM, SAVE_OPTION};
use crate::quote::quote;
use crate::station::{Station, is_core_image};
use crate::tape::text::typed;

use super::super::MonitorError;
use super::super::target::Target;
use super::needs::focal;
use super::{Answer, Call, file_error, text};

/// The file extensions for which `save` writes only the FOCAL program, not the whole machine.
const ENDINGS: [&str; 2] = [".fc", ".txt"];

/// Whether `save` writes only the FOCAL program to a file with this name.
pub(super) fn is_program(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ENDINGS.iter().any(|ending| name.ends_with(ending))
}

pub(super) fn save(call: &mut Call, target: &mut dyn Target, name: &str) -> Answer {
    let listing = focal(target, "save")?.listing().map_err(|error| file_error(name, error))?;
    let wanted = FileUse::writes("save", name).goes_with(&[PROGRAM, SAVE_OPTION]);
    call.write_for(&wanted, listing.text.as_bytes())?;
    call.files.registry().keep(FileUse::reads(PROGRAM, name));
    call.monitor.has_kept_program = true;
    text(listing.report(name))
}

/// Returns the answer to the user after a core image is saved. If FOCAL is in core, the answer also says how to save
/// only the program.
pub(super) fn whole_machine(station: &Station, name: &str, bytes: usize) -> String {
    let written = format!("{}: the whole machine, {bytes} bytes; restore brings it back", quote(name));
    if CoreView::find(station.machine()).is_none() {
        return written;
    }
    let stem =
        name.rfind('.').filter(|&dot| dot > 0 && !name[dot..].contains(['/', '\\'])).map_or(name, |dot| &name[..dot]);
    format!("{written}, and save {}.fc saves the FOCAL program alone", quote(stem))
}

pub(super) fn load(call: &mut Call, target: &mut dyn Target, name: &str, bytes: &[u8]) -> Answer {
    if is_core_image(bytes) {
        let who = match target.station() {
            Some(_) => "restore reads it",
            None => "focal8 focal --resume goes on with it",
        };
        return Err(file_error(name, format!("this is a core image; {who}")));
    }
    let program = typed(bytes).map_err(|error| file_error(name, error))?;
    let loaded = focal(target, "load")?.load(&program).map_err(|error| file_error(name, error))?;
    call.monitor.has_kept_program = true;
    text(loaded.report(name))
}

/// Executes `explain`: explains an error code such as `?28.73`; without an argument, explains the error printed last.
pub(super) fn explain_error(call: &mut Call, focal: &mut dyn Debuggee) -> Answer {
    // A shell needs the quotes of '?28.73', so they are accepted here too.
    let given = call.rest.trim_matches(['\'', '"']);
    if let Some(list) = list_group(given) {
        return text(list);
    }
    let message = match given {
        "" => call.monitor.messages.last().cloned().ok_or(MonitorError::NoErrorPrinted)?,
        given => given.parse::<Message>()?,
    };
    let listing = message.line.as_ref().and_then(|_| focal.listing().ok());
    let line = message.line.as_deref().and_then(|line| listing.as_ref()?.line(line));
    explain(&message, line).map(crate::monitor::Reply::Text).map_err(MonitorError::UnknownCode)
}

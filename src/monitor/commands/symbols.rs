//! The commands `symbols` and `nosymbols`, and the symbol file beside a tape.

use std::path::Path;

use crate::host::FileUse;
use crate::station::Station;
use crate::symbols::{NotASymbol, Symbols, files_beside};

use super::super::MonitorError;
use super::{Answer, Call, file_error, text};

/// The name of a symbol file's entry in the file registry.
const SYMBOLS: &str = "symbols";

/// Executes `symbols`.
pub(super) fn symbols(call: &mut Call, station: &mut Station) -> Answer {
    if call.rest.is_empty() {
        let labels = call.monitor.symbols.labels();
        let mut lines: Vec<_> = labels.map(|(name, at)| format!("{at} {name}\n")).collect();
        lines.sort();
        return text(lines.concat());
    }
    let name = call.file()?;
    let count = read(call, name, station)?.map_err(|error| file_error(name, error))?;
    call.remark(&labels_from(count, name))
}

/// Reads the labels of a file, and returns the number of labels. If the labels belong to the FOCAL in core, FOCAL's
/// debugger can then be used.
fn read(call: &mut Call, name: &str, station: &Station) -> Result<Result<usize, NotASymbol>, MonitorError> {
    let contents = call.read_for(FileUse::reads(SYMBOLS, name))?;
    Ok(call.monitor.add_labels(&String::from_utf8_lossy(&contents), station))
}

fn labels_from(count: usize, name: &str) -> String {
    format!("{count} {} from {name}", if count == 1 { "label" } else { "labels" })
}

/// Reads the labels of a tape from the first file of [`files_beside`] that has labels. `tape` is the name of the tape,
/// which the operator has loaded or attached. Returns a remark for the user. A file without labels is ignored, since
/// the file may have nothing to do with the tape.
pub(super) fn read_beside(call: &mut Call, tape: &str, station: &Station) -> Option<String> {
    files_beside(Path::new(tape)).iter().map(|file| file.to_string_lossy()).find_map(|name| {
        let is_there = call.files.exists(&name);
        let read = is_there.then(|| read(call, &name, station));
        read.and_then(|read| read.ok()?.ok()).filter(|&count| count > 0).map(|count| labels_from(count, &name))
    })
}

/// Executes `nosymbols`.
pub(super) fn no_symbols(call: &mut Call, _: &mut Station) -> Answer {
    call.nothing_more()?;
    call.monitor.symbols = Symbols::default();
    text("")
}

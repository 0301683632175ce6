//! The remote ends of serial lines: `attach line1 telnet:2301`, and SIMH's `attach ttix PORT` and `set ttox lines=N`.

use std::collections::BTreeSet;

use crate::devices::LINES;

use super::super::{LineRequest, MonitorError};
use super::{Answer, Call, text};

/// SIMH's names for the keyboards and the printers of all serial lines. A name with a number means one line: both
/// `ttix0` and `ttox0` mean line 1.
const ALL_LINES: [&str; 2] = ["ttix", "ttox"];

/// The default number of lines, as in SIMH. The command `set ttox lines=N` changes it.
const LINES_OF_SIMH: u8 = 4;

/// The settings of the lines that `attach ttix PORT` connects.
#[derive(Clone, Debug)]
pub(in crate::monitor) struct LineSettings {
    /// The number of lines.
    count: u8,
    /// The numbers of the lines, counted from 1, that send all eight bits of each byte.
    eight_bits: BTreeSet<u8>,
}

impl Default for LineSettings {
    fn default() -> Self {
        LineSettings { count: LINES_OF_SIMH, eight_bits: BTreeSet::new() }
    }
}

/// The serial lines that a name means.
enum Named {
    /// All serial lines: SIMH's `ttix` or `ttox` without a number.
    All,
    /// The line with this number, counted from 1.
    One(u8),
}

/// Returns the serial lines that a name of SIMH means: `ttix` means all lines, and `ttox0` means line 1. Does not check
/// whether the line exists. Returns `None` if the name is not one of these names of SIMH.
fn named_by_simh(name: &str) -> Option<Named> {
    match ALL_LINES.iter().find_map(|all| name.strip_prefix(all))? {
        "" => Some(Named::All),
        digits => Some(Named::One(digits.parse::<u8>().ok()?.checked_add(1)?)),
    }
}

/// Returns the serial lines that a name means. The name `line1` means line 1; SIMH's names are accepted too. Does not
/// check whether the line exists. Returns `None` if the name is not that of a line.
fn named(name: &str) -> Option<Named> {
    let name = name.to_ascii_lowercase();
    match name.strip_prefix("line") {
        Some(digits) => digits.parse().ok().map(Named::One),
        None => named_by_simh(&name),
    }
}

/// Executes `attach line1 telnet:2301` and `attach ttix 2301`. Returns `None` if the name is not that of a line.
pub(super) fn attach(call: &mut Call, name: &str, remote_end: &str) -> Option<Answer> {
    let settings = &call.monitor.lines;
    // A port without a kind, as in SIMH, is a telnet port.
    let remote_end = match remote_end.split_once(':') {
        Some(("telnet" | "tcp", _)) => remote_end.to_owned(),
        _ if remote_end == "pty" => remote_end.to_owned(),
        _ => format!("telnet:{remote_end}"),
    };
    let numbers = match named(name)? {
        Named::All => 1..=settings.count,
        Named::One(line) => line..=line,
    };
    let with_code = |line| match settings.eight_bits.contains(&line) && !remote_end.contains(',') {
        true => (line, format!("{remote_end},8b")),
        false => (line, remote_end.clone()),
    };
    let request = LineRequest::Connect(numbers.map(with_code).collect());
    call.monitor.line_request = Some(request);
    Some(text(""))
}

/// Executes `detach line1` and `detach ttix`. Returns `None` if the name is not that of a line.
pub(super) fn detach(call: &mut Call, name: &str) -> Option<Answer> {
    let numbers = match named(name)? {
        Named::All => (1..=LINES.len() as u8).collect(),
        Named::One(line) => vec![line],
    };
    call.monitor.line_request = Some(LineRequest::Disconnect(numbers));
    Some(text(""))
}

/// Executes SIMH's settings of lines: `set ttox lines=4`, `set ttox0 8b` and the like. Returns `None` for other
/// settings. The settings apply to the next `attach`.
pub(super) fn set(call: &mut Call, name: &str, value: &str) -> Option<Answer> {
    // If a label has this name, the name means the address of the label.
    let is_label = call.monitor.symbols.address(name).is_some();
    let lines = named_by_simh(&name.to_ascii_lowercase()).filter(|_| !is_label)?;
    let value = value.to_ascii_lowercase();
    let settings = &mut call.monitor.lines;
    let numbers: Vec<u8> = match lines {
        Named::All => (1..=LINES.len() as u8).collect(),
        Named::One(line) if line <= LINES.len() as u8 => vec![line],
        Named::One(_) => return Some(Err(wrong_setting(name))),
    };
    match (lines, value.as_str()) {
        (Named::All, "enabled" | "disabled") => {}
        (_, "8b") => settings.eight_bits.extend(numbers),
        (_, "uc" | "7b" | "7p") => settings.eight_bits.retain(|line| !numbers.contains(line)),
        (Named::All, value) => {
            let count = value.strip_prefix("lines=").and_then(|count| count.parse().ok());
            match count.filter(|count| (1..=LINES.len() as u8).contains(count)) {
                Some(count) => settings.count = count,
                None => return Some(Err(wrong_setting(name))),
            }
        }
        _ => return Some(Err(wrong_setting(name))),
    }
    Some(text(""))
}

fn wrong_setting(name: &str) -> MonitorError {
    MonitorError::Usage(format!("set {name} lines=1..{}|8b|uc|enabled|disabled", LINES.len()))
}

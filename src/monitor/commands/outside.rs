//! Commands for the host: `cd`, `pwd` and `sleep`.

use std::time::Duration;

use super::super::MonitorError;
use super::super::target::Target;
use super::{Answer, Call, file_error, text};

/// The longest time that `sleep` accepts, in seconds: one day.
const MAX_SLEEP_SECONDS: f64 = 86_400.0;

pub(super) fn change_directory(call: &mut Call, target: &mut dyn Target) -> Answer {
    let name = call.file()?;
    // The names become absolute, so that the attached files stay the same in the new directory.
    let files = &mut *call.files;
    if let Some(station) = target.station_mut() {
        station.rename_files(|file| files.absolute(file));
    }
    let mut registry = files.registry().clone();
    registry.rename(|file| files.absolute(file));
    *files.registry() = registry;
    call.files.change_directory(name).map_err(|reason| file_error(name, reason))?;
    text("")
}

pub(super) fn directory(call: &mut Call) -> Answer {
    call.nothing_more()?;
    let directory = call.files.directory().map_err(|reason| file_error("pwd", reason))?;
    text(format!("{directory}\n"))
}

pub(super) fn sleep(call: &mut Call) -> Answer {
    let mut seconds = 0.0;
    for part in call.something()?.split_whitespace() {
        let (number, unit) = match part.char_indices().last() {
            Some((at, 's')) => (&part[..at], 1.0),
            Some((at, 'm')) => (&part[..at], 60.0),
            Some((at, 'h')) => (&part[..at], 3600.0),
            Some((at, 'd')) => (&part[..at], MAX_SLEEP_SECONDS),
            _ => (part, 1.0),
        };
        let number: f64 = number.parse().map_err(|_| MonitorError::NotATime(part.to_owned()))?;
        seconds += number * unit;
    }
    if !(0.0..=MAX_SLEEP_SECONDS).contains(&seconds) {
        return Err(MonitorError::NotATime(call.rest.to_owned()));
    }
    call.files.sleep(Duration::from_secs_f64(seconds));
    text("")
}

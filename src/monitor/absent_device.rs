//! Finds out whether a program has met an instruction that needs the EAE or a device that the machine does not have.

use crate::devices::CATALOG;
use crate::machine::Config;
use crate::machine::device::Medium;
use crate::station::Station;
use crate::word::{Address, Word};

/// Returns a message about the last executed instruction that needs the EAE or a device that the machine does not have.
pub fn absent_device(station: &Station) -> Option<String> {
    station.io_bus().unanswered().find_map(|(at, word)| missed(station, at, word))
}

/// Returns a message if the machine lacks the EAE or the device that this instruction needs.
fn missed(station: &Station, at: Address, word: Word) -> Option<String> {
    let (what, remedy) = match word.bits() {
        0o7000.. => ("the EAE".to_owned(), eae_of(station.machine().config())),
        bits => absent_device_of(station, (bits >> 3 & 0o77) as u8)?,
    };
    Some(format!("the instruction {word} at {at} needs {what}, and the machine has none: {remedy}\n"))
}

/// Returns the options that give the machine an EAE.
fn eae_of(config: Config) -> String {
    let other = if config.model.takes_eae() { "" } else { "--model 8i " };
    format!("{other}--eae adds it")
}

/// Returns the names of the devices with this code, and the options that add them. Returns `None` if the machine has a
/// device with this code, or if no device has the code.
fn absent_device_of(station: &Station, code: u8) -> Option<(String, String)> {
    if station.io_bus().devices().any(|device| device.codes().contains(&code)) {
        return None;
    }
    let absent = { CATALOG.iter().map(|entry| (entry.make)()) }.filter(|device| device.codes().contains(&code));
    let (names, options): (Vec<String>, Vec<String>) = absent
        .map(|device| {
            let name = device.name().to_owned();
            let disc = device.units().first().filter(|unit| unit.medium == Medium::Volume);
            let option = disc.map_or_else(|| format!("--device {name}"), |unit| format!("--attach {}=FILE", unit.name));
            (name, option)
        })
        .unzip();
    (!names.is_empty()).then(|| (names.join(" or "), format!("{} adds it", options.join(" or "))))
}

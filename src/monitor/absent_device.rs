//! Finds out whether a program has executed an instruction for which the machine lacks the device or the EAE.

use crate::devices::CATALOG;
use crate::machine::device::Medium;
use crate::machine::{Config, StopReason, Time};
use crate::station::Station;
use crate::word::{Address, Word};

/// An IOT for an absent device is taken as the cause of a later HLT only if at most this simulated time lies between
/// them. An earlier IOT may come from an operating system that only clears all devices that it knows.
const BEFORE_HALT: Time = Time::milliseconds(10);

/// An IOT for an absent device is taken as the cause of a later stop other than a HLT only if at most this simulated
/// time lies between them. The time is short because a program that waits for a device tests the device's flag in a
/// loop.
const IN_A_LOOP: Time = Time::microseconds(50);

/// Returns a message about the last executed instruction for which the machine lacks the device or the EAE. An IOT
/// counts only if it was executed shortly before the present stop. `reason` is the reason of that stop.
pub fn absent_device(station: &Station, reason: StopReason) -> Option<String> {
    let now = station.machine().elapsed.time;
    let is_iot = |word: Word| word.bits() < 0o7000;
    let recent = if reason == StopReason::Halt { BEFORE_HALT } else { IN_A_LOOP };
    let mut met = station.io_bus().unanswered().filter(|&(_, word, time)| !is_iot(word) || now - time <= recent);
    met.find_map(|(at, word, _)| missed(station, at, word))
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
/// device with this code, or if focal8 knows no device with this code.
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

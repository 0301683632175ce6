//! Finds out whether a program has stopped because it needs the EAE or a device that the machine does not have.

use crate::devices::CATALOG;
use crate::machine::device::Medium;
use crate::machine::{Machine, Time};
use crate::station::Station;
use crate::word::Address;

/// The number of past instructions that are searched after a stop.
const SEARCHED: u64 = 1000;
/// The simulated time for which a copy of a machine in an endless loop runs on, to make a record of the loop.
const LOOP: Time = Time::milliseconds(3);

/// Searches the instructions before a stop for the last one that needs an EAE or a device that the machine does not
/// have. Returns a message about this instruction. `loops` is set if the machine is in an endless loop.
pub fn absent_device(station: &Station, loops: bool) -> Option<String> {
    let recorded = match station.timeline() {
        Some(_) => station.last_instructions(SEARCHED),
        None if loops => {
            let mut copy = station.clone();
            copy.keep_timeline();
            copy.run_until(copy.machine().elapsed.time + LOOP);
            copy.last_instructions(SEARCHED)
        }
        None => return None,
    };
    let executed = recorded.ok()?.into_iter().rev().filter(|record| !record.is_entry);
    { executed }.find_map(|record| missed(station, record.at, record.word.bits()))
}

/// Returns a message if the machine lacks the EAE or the device that this instruction needs.
fn missed(station: &Station, at: Address, word: u16) -> Option<String> {
    let (what, remedy) = match word {
        0o7400..=0o7777 if needs_eae(station.machine(), word) => ("the EAE".to_owned(), "--eae adds it".to_owned()),
        0o6000..=0o6777 => absent_device_of(station, (word >> 3 & 0o77) as u8)?,
        _ => return None,
    };
    Some(format!("the instruction {word:04o} at {at} needs {what}, and the machine has none: {remedy}\n"))
}

/// Whether a group 3 instruction has no effect because the machine has no EAE.
fn needs_eae(machine: &Machine, word: u16) -> bool {
    let config = machine.config();
    // With an MQ, the bits that load, read and clear it need no EAE.
    let asks = if config.model.traits().mq { word & 0o056 } else { word & 0o176 };
    word & 0o401 == 0o401 && !config.eae && asks != 0
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

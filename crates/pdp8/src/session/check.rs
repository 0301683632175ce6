//! The state of a machine at a moment of a session, as hashes of the machine's parts.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::machine::{Machine, MajorState};
use crate::station::{Digest, Station};

/// The hashes of a machine and of its output.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Check {
    /// The hash of the registers, and of the counts of cycles, instructions and time.
    processor: String,
    /// The hash of all words of core.
    core: String,
    /// The hash of all devices, including their tapes and unfinished operations.
    devices: String,
    /// The hash of all characters printed.
    paper: String,
    /// The number of characters printed.
    length: u64,
}

impl Check {
    /// Hashes a machine and its output. The hash of the devices does not include printed characters that the host has
    /// not taken yet.
    #[doc(hidden)]
    pub fn of(station: &Station) -> Self {
        let mut core = Digest::default();
        station.machine().memory.words().for_each(|word| core.add(&word.bits().to_le_bytes()));
        let mut devices = Digest::default();
        for device in station.io_bus().without_prints().devices() {
            devices.add(device.name().as_bytes());
            devices.add(device.record().as_bytes());
        }
        let paper = station.paper();
        let registers = registers(station.machine());
        let registers: String = registers.iter().map(|(name, value)| format!("{name} {value} ")).collect();
        Check {
            processor: Digest::of(registers.as_bytes()).to_string(),
            core: core.to_string(),
            devices: devices.to_string(),
            paper: paper.digest.to_string(),
            length: paper.length,
        }
    }

    /// Returns the names of the parts that differ, for a message.
    #[doc(hidden)]
    pub fn differences(&self, other: &Check) -> Vec<&'static str> {
        let parts = [
            ("the registers", self.processor == other.processor),
            ("core", self.core == other.core),
            ("a device", self.devices == other.devices),
            ("the paper", (&self.paper, self.length) == (&other.paper, other.length)),
        ];
        parts.into_iter().filter(|&(_, is_same)| !is_same).map(|(name, _)| name).collect()
    }
}

/// Returns the registers and counts of a machine by name. Leaves out values that have no meaning in the present state
/// of the machine.
pub(super) fn registers(machine: &Machine) -> Map<String, Value> {
    let mut registers = machine.register_map();
    // The latched values have no meaning between two instructions, and the engines leave different values there.
    let is_between = machine.state == MajorState::Fetch;
    registers.retain(|name, _| match name.as_str() {
        "address" => !is_between,
        "eae" => !is_between && machine.ir == 7,
        _ => true,
    });
    registers
}

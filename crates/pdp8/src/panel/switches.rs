//! The switches and keys of all models, and their effects on the machine.

use crate::instruction::FieldKeys;
use crate::machine::Machine;
use crate::station::Station;

use super::watcher::Watcher;

/// A key that springs back when it is released.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// The LOAD ADD key.
    LoadAddress,
    /// The EXTD ADDR LOAD key of the 8/E.
    ExtendedAddressLoad,
    /// The START key. On the 8/E, which has no START key, this key does what CLEAR and then CONT do.
    Start,
    /// The CONT key.
    Continue,
    /// The STOP key.
    Stop,
    /// The EXAM key.
    Examine,
    /// The DEP key.
    Deposit,
}

/// The switches that keep their position, except the switch register, which is part of the machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Switches {
    /// The position of the data field switches, from which LOAD ADD loads DF. The 8/E does not have these switches.
    pub data_field: u8,
    /// The position of the instruction field switches, from which LOAD ADD loads IF.
    pub instruction_field: u8,
    /// Whether SING STEP is set, so that CONT runs one memory cycle.
    pub single_step: bool,
    /// Whether SING INST is set, so that CONT runs one instruction.
    pub single_instruction: bool,
}

impl Switches {
    /// Whether `machine` has switches for the data field and the instruction field.
    pub fn has_fields(machine: &Machine) -> bool {
        machine.has_extension() && machine.config().model.traits().field_keys == FieldKeys::Switches
    }

    /// Presses a key. While the machine runs, only STOP has an effect.
    pub fn press(&self, key: Key, station: &mut Station, watcher: &mut Watcher) {
        if key == Key::Stop {
            return watcher.stop(station);
        }
        if station.machine().running {
            return;
        }
        match key {
            Key::LoadAddress => {
                let extension = station.machine().extension;
                let (instruction_field, data_field) = if Switches::has_fields(station.machine()) {
                    (self.instruction_field, self.data_field)
                } else {
                    (extension.instruction_field, extension.data_field)
                };
                station.machine_mut().load_address(instruction_field, data_field);
            }
            Key::ExtendedAddressLoad => {
                let machine = station.machine();
                let has_key = machine.config().model.traits().field_keys == FieldKeys::ExtendedAddressLoad;
                if has_key && machine.has_extension() {
                    station.machine_mut().load_extended_address();
                }
            }
            Key::Examine => {
                station.machine_mut().examine();
            }
            Key::Deposit => station.machine_mut().deposit(),
            Key::Start => {
                station.start_here();
                self.step_if_single(station);
            }
            Key::Continue => {
                station.resume();
                self.step_if_single(station);
            }
            Key::Stop => {}
        }
    }

    /// Sets SING STEP and SING INST. If either switch is on, a running machine stops at the end of the instruction.
    pub fn turn_single(&mut self, step: bool, instruction: bool, station: &mut Station, watcher: &mut Watcher) {
        (self.single_step, self.single_instruction) = (step, instruction);
        if step || instruction {
            watcher.stop(station);
        }
    }

    /// Completes the action of the START or CONT key. If SING STEP is set, runs one cycle, and stops the machine.
    /// Otherwise, if SING INST is set, runs one instruction, and stops the machine. If neither switch is set, does
    /// nothing.
    pub fn step_if_single(&self, station: &mut Station) {
        if self.single_step {
            station.cycle();
        } else if self.single_instruction {
            station.step();
        } else {
            return;
        }
        station.machine_mut().running = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::{Config, Time};
    use crate::teletype::Speed;
    use crate::word::{Address, Word};

    #[test]
    fn a_single_switch_stops_and_then_goes_step_by_step() {
        let mut station = Station::new(Config::default(), Speed::Real);
        let (mut switches, mut watcher) = (Switches::default(), Watcher::default());
        // ISZ 210; NOP; JMP 200.
        for (at, bits) in [(0o200, 0o2210), (0o201, 0o7000), (0o202, 0o5200)] {
            station.deposit(Address::new(at), Word::new(bits));
        }
        station.start(Address::new(0o200));
        watcher.run_for(&mut station, Time::milliseconds(10), 10, || false);
        switches.press(Key::Deposit, &mut station, &mut watcher);
        assert!(station.machine().running, "DEP does nothing while it runs");
        switches.turn_single(false, true, &mut station, &mut watcher);
        assert!(!station.machine().running);
        let pc = |station: &Station| station.machine().pc.bits();
        let passed: Vec<u16> = (0..4)
            .map(|_| {
                switches.press(Key::Continue, &mut station, &mut watcher);
                assert!(!station.machine().running);
                pc(&station)
            })
            .collect();
        assert_eq!(passed[0], passed[3]);
        assert!(passed.contains(&0o200) && passed.contains(&0o201) && passed.contains(&0o202), "{passed:?}");
        switches.turn_single(true, false, &mut station, &mut watcher);
        let cycles = station.machine().elapsed.cycles;
        switches.press(Key::Continue, &mut station, &mut watcher);
        assert_eq!(station.machine().elapsed.cycles, cycles + 1);
    }
}

//! The units of the devices on a bus, and the files attached to them.

use crate::devices::{self, CATALOG};
use crate::instruction::Model;
use crate::machine::device::{Bootstrap, Medium, MediumError, Row, Unit};
use crate::machine::{Device, Time, Volume};
use crate::quote::quote;

use super::io_bus::{IoBus, PlugError, Slot};

/// The reason why nothing was attached or detached.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AttachError {
    /// No device has a unit of this name.
    #[error("no device is called '{}'; there are {}", quote(.name), unit_list())]
    NoSuchUnit {
        /// The name that no unit has.
        name: String,
    },
    /// No device of the catalog has this name.
    #[error("no device is called '{}'; there are {}", quote(.name), device_list())]
    NoSuchDevice {
        /// The name that no device has.
        name: String,
    },
    /// The file is read-only, but the unit is for output only.
    #[error("'{0}' is for output, and cannot be read-only")]
    ReadOnly(&'static str),
    /// The device that has the unit cannot be plugged in.
    #[error(transparent)]
    Plug(#[from] PlugError),
    /// The device refuses the medium.
    #[error("'{unit}' does not take it: {reason}")]
    Refused {
        /// The name of the unit.
        unit: &'static str,
        /// The reason that the device gives.
        reason: MediumError,
    },
}

impl AttachError {
    /// Makes the error for a name that no unit has.
    pub(crate) fn no_such_unit(name: &str) -> Self {
        AttachError::NoSuchUnit { name: name.to_owned() }
    }
}

/// A unit on the bus: the slot of the unit's device, and the number of the unit in the device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitId {
    slot: usize,
    number: usize,
}

/// Returns the names of all units of all devices in the catalog.
pub fn unit_names() -> Vec<&'static str> {
    CATALOG.iter().flat_map(|entry| (entry.make)().units().iter().map(|unit| unit.name).collect::<Vec<_>>()).collect()
}

/// Returns the names of all units, separated by commas. Three or more units of a device are listed as a range, such as
/// `rk0 to rk3`.
pub fn unit_list() -> String {
    list_of_units(|_, _| true)
}

/// Returns the names of the units from which a machine can be started, separated by commas.
pub fn boot_list() -> String {
    list_of_units(|device, number| device.bootstrap(number).is_some())
}

fn list_of_units(is_listed: fn(&dyn Device, usize) -> bool) -> String {
    let names = CATALOG.iter().flat_map(|entry| {
        let device = (entry.make)();
        let units = device.units().iter().enumerate().filter(|&(number, _)| is_listed(device.as_ref(), number));
        units.map(|(_, unit)| unit.name).collect::<Vec<_>>()
    });
    let names: Vec<&str> = names.collect();
    let runs = names.chunk_by(|one, next| number(one).is_some() && letters(one) == letters(next));
    let listed = runs.flat_map(|run| match run {
        [first, .., last] if run.len() > 2 => vec![format!("{first} to {last}")],
        run => run.iter().map(|&name| name.to_owned()).collect(),
    });
    listed.collect::<Vec<_>>().join(", ")
}

/// Returns the first unit that can start a machine and whose medium has this number of bytes.
#[doc(hidden)]
pub fn unit_for_size(bytes: usize) -> Option<&'static str> {
    CATALOG.iter().find_map(|entry| {
        let mut device = (entry.make)();
        let unit = *device.units().first().filter(|unit| unit.medium == Medium::Volume)?;
        device.bootstrap(0)?;
        device.attach(0, Vec::new(), true, Time::ZERO).ok()?;
        (device.volume(0)?.geometry().bytes() == bytes).then_some(unit.name)
    })
}

/// Returns the default model, or the 8/E for a unit whose device was never made for the default model.
#[doc(hidden)]
pub fn model_for_unit(unit: &str) -> Model {
    let made = CATALOG.iter().map(|entry| (entry.make)());
    let device = { made }.find(|device| device.units().iter().any(|own| own.name == unit));
    let usual = Model::default();
    if device.is_some_and(|device| device.warning(usual).is_some()) { Model::E } else { usual }
}

/// Returns the letters of a unit's name: `rk` of `rk0`.
fn letters(name: &str) -> &str {
    name.trim_end_matches(|letter: char| letter.is_ascii_digit())
}

/// Returns the number of a unit, if its name has one.
fn number(name: &str) -> Option<u8> {
    name[letters(name).len()..].parse().ok()
}

/// Returns the names of the optional devices, separated by commas. A machine has an optional device only on request.
pub fn device_list() -> String {
    let names: Vec<String> = on_request().map(|device| device.name().to_owned()).collect();
    names.join(", ")
}

fn on_request() -> impl Iterator<Item = Box<dyn Device>> {
    CATALOG.iter().filter(|entry| !entry.is_standard).map(|entry| (entry.make)())
}

/// Makes the optional device with this name, or with a unit of this name.
///
/// # Errors
///
/// When there is no such device. The error lists the optional devices.
pub fn device_on_request(name: &str) -> Result<Box<dyn Device>, AttachError> {
    let found = on_request().find(|device| {
        device.name().eq_ignore_ascii_case(name) || device.units().iter().any(|unit| unit.is_named(name))
    });
    let found = found.or_else(|| devices::at_other_code(name));
    found.ok_or_else(|| AttachError::NoSuchDevice { name: name.to_owned() })
}

/// Returns the unit of this name, of any device in the catalog.
///
/// # Errors
///
/// When there is no such unit. The error lists all units.
pub fn unit_named(name: &str) -> Result<Unit, AttachError> {
    device_with(name).map(|(_, unit)| unit)
}

/// Makes the device in the catalog that has a unit of this name. Returns the device and the unit.
fn device_with(name: &str) -> Result<(Box<dyn Device>, Unit), AttachError> {
    let found = CATALOG.iter().find_map(|entry| {
        let device = (entry.make)();
        let unit = device.units().iter().copied().find(|unit| unit.is_named(name))?;
        Some((device, unit))
    });
    found.ok_or_else(|| AttachError::no_such_unit(name))
}

impl IoBus {
    /// Returns the unit of this name, if its device is plugged in.
    pub fn find_unit(&self, name: &str) -> Option<UnitId> {
        let units = |slot: &Slot| slot.device.units().iter().position(|unit| unit.is_named(name));
        self.slots.iter().enumerate().find_map(|(slot, found)| Some(UnitId { slot, number: units(found)? }))
    }

    /// Returns the description of the unit of this name. The unit's device must be plugged in or in the catalog.
    ///
    /// # Errors
    ///
    /// When no unit has this name.
    pub fn unit_named(&self, name: &str) -> Result<Unit, AttachError> {
        match self.find_unit(name) {
            Some(id) => Ok(self.unit(id)),
            None => unit_named(name),
        }
    }

    /// Returns the unit of this name. If the unit's device is not plugged in yet, plugs in the device.
    ///
    /// # Errors
    ///
    /// When there is no such unit, or its device cannot be plugged in.
    pub fn unit_for(&mut self, name: &str) -> Result<UnitId, AttachError> {
        if self.find_unit(name).is_none() {
            self.plug(device_with(name)?.0)?;
        }
        self.find_unit(name).ok_or_else(|| AttachError::no_such_unit(name))
    }

    /// Plugs in the optional device that has this name, or that has a unit with this name. Does nothing if the device
    /// is already plugged in. No file is attached.
    ///
    /// # Errors
    ///
    /// When there is no such device, or when another device uses a device code of this device.
    pub fn add_device(&mut self, name: &str) -> Result<(), AttachError> {
        let device = device_on_request(name)?;
        if self.devices().all(|own| own.name() != device.name()) {
            self.plug(device)?;
        }
        Ok(())
    }

    /// Returns the description of a unit.
    pub fn unit(&self, id: UnitId) -> Unit {
        self.slots[id.slot].device.units()[id.number]
    }

    /// Returns every unit of every device.
    pub fn unit_ids(&self) -> Vec<UnitId> {
        let units = |(slot, found): (usize, &Slot)| (0..found.files.len()).map(move |number| UnitId { slot, number });
        self.slots.iter().enumerate().flat_map(units).collect()
    }

    /// Returns the name of the file attached to a unit.
    pub fn file(&self, id: UnitId) -> Option<&str> {
        self.slots[id.slot].files[id.number].as_deref()
    }

    /// Attaches the file of this name to a unit. `contents` is the contents of the file. If the unit is for output
    /// only, `contents` is empty.
    ///
    /// # Errors
    ///
    /// When the device refuses the file, or when the file is read-only and the unit is for output only. After an error,
    /// nothing is changed.
    pub fn attach(
        &mut self,
        id: UnitId,
        file: &str,
        contents: Vec<u8>,
        read_only: bool,
        now: Time,
    ) -> Result<(), AttachError> {
        let unit = self.unit(id);
        if read_only && unit.medium.is_output() {
            return Err(AttachError::ReadOnly(unit.name));
        }
        let slot = &mut self.slots[id.slot];
        let refused = |reason| AttachError::Refused { unit: unit.name, reason };
        slot.device.attach(id.number, contents, read_only, now).map_err(refused)?;
        slot.files[id.number] = Some(file.to_owned());
        self.update_lines();
        Ok(())
    }

    /// Checks that a file of this length still holds the kind of medium that is in a unit: see
    /// [`Device::check_length`].
    ///
    /// # Errors
    ///
    /// When the file holds another kind of medium.
    #[doc(hidden)]
    pub fn check_length(&self, id: UnitId, bytes: usize) -> Result<(), MediumError> {
        self.slots[id.slot].device.check_length(id.number, bytes)
    }

    /// Whether the file that is attached to a unit has its disc's sectors in the logical order of OS/8. Returns `None`
    /// if the media of the unit's device have no logical order.
    #[doc(hidden)]
    pub fn is_in_logical_order(&self, id: UnitId) -> Option<bool> {
        self.slots[id.slot].device.is_in_logical_order(id.number)
    }

    /// Treats the sectors in the file that is attached to a unit as sectors in the logical order of OS/8, until another
    /// medium is attached.
    #[doc(hidden)]
    pub fn take_logical_order(&mut self, id: UnitId) {
        self.slots[id.slot].device.take_logical_order(id.number);
    }

    /// Takes out the file or medium that is attached to a unit. The output of the unit remains available to
    /// [`IoBus::take_output`].
    pub fn detach(&mut self, id: UnitId, now: Time) {
        let slot = &mut self.slots[id.slot];
        slot.device.detach(id.number, now);
        slot.files[id.number] = None;
        self.update_lines();
    }

    /// Returns the part of a unit's output that [`IoBus::take_output`] has not returned yet. The output is empty if the
    /// machine has gone back to a moment at which the unit's device was not plugged in.
    pub fn output(&self, id: UnitId) -> &[u8] {
        self.slots.get(id.slot).map_or(&[], |slot| slot.device.output(id.number))
    }

    /// Returns the output of a unit, and removes it from the unit.
    pub fn take_output(&mut self, id: UnitId) -> Vec<u8> {
        self.slots[id.slot].device.take_output(id.number)
    }

    /// Returns the disc or tape in a unit. Returns `None` if the unit is empty, or if the machine has gone back to a
    /// moment at which the unit's device was not plugged in.
    pub fn volume(&self, id: UnitId) -> Option<&Volume> {
        self.slots.get(id.slot)?.device.volume(id.number)
    }

    /// Returns a mutable reference to the disc or tape in a unit. The caller can then read the words from the file or
    /// write blocks to the file.
    pub fn volume_mut(&mut self, id: UnitId) -> Option<&mut Volume> {
        self.slots[id.slot].device.volume_mut(id.number)
    }

    /// Returns the discs and tapes that are in drives, with the names of their files.
    pub(super) fn volumes(&self) -> impl Iterator<Item = (&str, &Volume)> {
        self.unit_ids().into_iter().filter_map(|id| Some((self.file(id)?, self.volume(id)?)))
    }

    /// Returns the disc or tape that is in a drive and whose file has this name.
    pub(super) fn volume_of(&mut self, file: &str) -> Option<&mut Volume> {
        let is_meant = |&id: &UnitId| self.file(id) == Some(file) && self.volume(id).is_some();
        let id = self.unit_ids().into_iter().find(is_meant)?;
        self.volume_mut(id)
    }

    /// Drops all blocks that wait to be written to files.
    pub(super) fn forget_written(&mut self) {
        for id in self.unit_ids() {
            self.volume_mut(id).into_iter().for_each(Volume::forget_written);
        }
    }

    /// Returns a warning if the unit's device was never made for this model.
    pub fn warning(&self, id: UnitId, model: Model) -> Option<String> {
        self.slots[id.slot].device.warning(model)
    }

    /// Returns a remark about the medium that has been attached to a unit.
    #[doc(hidden)]
    pub fn attach_remark(&self, id: UnitId) -> Option<String> {
        self.slots[id.slot].device.attach_remark(id.number)
    }

    /// Returns a remark about starting the machine from a unit, for example that the medium belongs to another control.
    #[doc(hidden)]
    pub fn boot_remark(&self, id: UnitId) -> Option<String> {
        self.slots[id.slot].device.boot_remark(id.number)
    }

    /// Renames the files that are attached, for example when file names become relative to another folder.
    pub(super) fn rename_files(&mut self, mut rename: impl FnMut(&str) -> String) {
        let files = self.slots.iter_mut().flat_map(|slot| &mut slot.files).flatten();
        files.for_each(|file| *file = rename(file));
    }

    /// Sets the name of the file of the disc or tape in a unit.
    pub(super) fn name_file(&mut self, id: UnitId, file: String) {
        self.slots[id.slot].files[id.number] = Some(file);
    }

    /// Returns a copy of the bus without printed output. The host decides when to take this output, so the output is
    /// not part of the machine's state.
    #[doc(hidden)]
    pub fn without_prints(&self) -> IoBus {
        let mut copy = self.clone();
        copy.teletype_mut().printer.take_printed();
        copy.forget_line_prints();
        for unit in copy.unit_ids().into_iter().filter(|&unit| self.unit(unit).medium == Medium::Paper) {
            copy.take_output(unit);
        }
        copy
    }

    /// Returns the bootstrap that starts the machine from a unit.
    pub fn bootstrap(&self, id: UnitId) -> Option<Bootstrap> {
        self.slots[id.slot].device.bootstrap(id.number)
    }

    /// Returns the rows of `show devices`, including the names of attached files.
    pub fn show(&self) -> Vec<Row> {
        let with_file = |slot: &Slot, mut row: Row| {
            let number = slot.device.units().iter().position(|unit| unit.name == row.name);
            if let Some(file) = number.and_then(|number| slot.files[number].as_ref()) {
                row.state = format!("{file}, {}", row.state);
            }
            row
        };
        self.slots.iter().flat_map(|slot| slot.device.show().into_iter().map(|row| with_file(slot, row))).collect()
    }
}

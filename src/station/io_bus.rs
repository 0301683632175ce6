//! The I/O bus: devices plugged together, found by their codes, and the files attached to them.
//!
//! It knows no device but by [`Device`], save that the first is the console's Teletype.

use std::any::Any;

use crate::devices::CATALOG;
use crate::machine::device::{Bootstrap, Row, Unit};
use crate::machine::{Bus, DataBreak, Device, Iot, Lines, Time};
use crate::quote::quote;
use crate::teletype::{Speed, Teletype};

/// Device codes there are.
const CODES: usize = 0o100;
/// No device answers to a code.
const NOBODY: u8 = u8::MAX;

/// Devices, plugged in.
#[derive(Clone, Debug)]
pub struct IoBus {
    slots: Vec<Slot>,
    /// By device code: which slot answers.
    owners: [u8; CODES],
    /// A bit for each device code that somebody overhears.
    overheard: u64,
    /// How often the program has looked for input without finding any.
    pub(super) keyboard_polls: u64,
    /// How often something has come to its end: a character, a frame, a tick.
    pub(super) event_count: u64,
    // What the machine asks before every instruction, worked out when it can change.
    due: Time,
    request: bool,
}

/// A device and what the bus knows of it.
#[derive(Clone, Debug)]
struct Slot {
    device: Box<dyn Device>,
    /// By unit: the file attached to it.
    files: Vec<Option<String>>,
    due: Time,
    request: bool,
}

/// Why a device cannot be plugged in.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlugError {
    /// A device with this code is there already.
    #[error("device code {code:02o} of '{new}' is taken by '{plugged}'")]
    Conflict {
        /// The code.
        code: u8,
        /// Who has it.
        plugged: String,
        /// Who wants it.
        new: String,
    },
    /// The processor keeps this code to itself: 00, and 20 to 27 for memory extension.
    #[error("device code {code:02o} of '{new}' is the processor's own")]
    Reserved {
        /// The code.
        code: u8,
        /// Who wants it.
        new: String,
    },
    /// A device of this name is there already.
    #[error("there is already a device '{0}'")]
    Twice(String),
}

/// Why nothing was attached or detached.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AttachError {
    /// No device has a unit of this name.
    #[error("no device is called '{}'; there are {}", quote(.name), units().join(", "))]
    NoSuchUnit {
        /// The name.
        name: String,
    },
    /// What is written cannot be read-only.
    #[error("'{0}' is written: it cannot be attached read-only")]
    ReadOnly(&'static str),
    /// The device that is wanted cannot be plugged in.
    #[error(transparent)]
    Plug(#[from] PlugError),
    /// The device does not take it.
    #[error("'{unit}' does not take it: {reason}")]
    Refused {
        /// The unit.
        unit: &'static str,
        /// Why.
        reason: String,
    },
}

impl AttachError {
    /// No device has a unit of this name.
    pub fn no_such_unit(name: &str) -> Self {
        AttachError::NoSuchUnit { name: name.to_owned() }
    }
}

/// Where a unit is: slot and number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitId {
    slot: usize,
    number: usize,
}

/// The names of all units that there are, of standard devices and others.
fn units() -> Vec<&'static str> {
    CATALOG.iter().flat_map(|entry| (entry.make)().units().iter().map(|unit| unit.name).collect::<Vec<_>>()).collect()
}

/// The unit of a name, of any device that there is.
///
/// # Errors
///
/// When there is no such unit; the error lists those that there are.
pub fn unit_named(name: &str) -> Result<Unit, AttachError> {
    device_with(name).map(|(_, unit)| unit)
}

/// A new device of the list that has a unit of this name, and the unit.
fn device_with(name: &str) -> Result<(Box<dyn Device>, Unit), AttachError> {
    let found = CATALOG.iter().find_map(|entry| {
        let device = (entry.make)();
        let unit = device.units().iter().copied().find(|unit| unit.is_named(name))?;
        Some((device, unit))
    });
    found.ok_or_else(|| AttachError::no_such_unit(name))
}

impl IoBus {
    /// The standard devices at rest, the Teletype this fast.
    pub fn new(speed: Speed) -> Self {
        let mut bus = IoBus {
            slots: Vec::new(),
            owners: [NOBODY; CODES],
            overheard: 0,
            keyboard_polls: 0,
            event_count: 0,
            due: Time::NEVER,
            request: false,
        };
        for entry in CATALOG.iter().filter(|entry| entry.is_standard) {
            bus.plug((entry.make)()).expect("standard devices have codes of their own");
        }
        bus.teletype_mut().set_speed(speed);
        bus
    }

    /// Plugs a device in.
    ///
    /// # Errors
    ///
    /// When one of its codes is taken, or its name.
    pub fn plug(&mut self, device: Box<dyn Device>) -> Result<(), PlugError> {
        let new = || device.name().to_owned();
        if self.slots.iter().any(|slot| slot.device.name() == device.name()) {
            return Err(PlugError::Twice(new()));
        }
        for &code in device.codes() {
            if matches!(code, 0 | 0o20..=0o27 | 0o100..) {
                return Err(PlugError::Reserved { code, new: new() });
            }
            if let Some(slot) = self.slots.get(usize::from(self.owners[usize::from(code)])) {
                return Err(PlugError::Conflict { code, plugged: slot.device.name().to_owned(), new: new() });
            }
        }
        for &code in device.codes() {
            self.owners[usize::from(code)] = self.slots.len() as u8;
        }
        self.overheard |= device.overheard_codes().iter().fold(0, |codes, &code| codes | 1 << code);
        let files = vec![None; device.units().len()];
        self.slots.push(Slot { device, files, due: Time::NEVER, request: false });
        self.update_lines();
        Ok(())
    }

    /// Every device, in the order of plugging in.
    pub fn devices(&self) -> impl Iterator<Item = &dyn Device> {
        self.slots.iter().map(|slot| slot.device.as_ref())
    }

    /// The device of a name.
    pub fn device_named(&self, name: &str) -> Option<&dyn Device> {
        self.devices().find(|device| device.name().eq_ignore_ascii_case(name))
    }

    /// The same, to change; [`IoBus::update_lines`] must be called afterwards.
    pub fn device_named_mut(&mut self, name: &str) -> Option<&mut dyn Device> {
        let slot = self.slots.iter_mut().find(|slot| slot.device.name().eq_ignore_ascii_case(name))?;
        Some(slot.device.as_mut())
    }

    /// The device that an operator means: by its name, a unit's, or that of its row in [`IoBus::show`]; to change.
    pub fn device_called(&mut self, name: &str) -> Option<&mut dyn Device> {
        let is_meant = |device: &dyn Device| {
            device.name().eq_ignore_ascii_case(name)
                || device.units().iter().any(|unit| unit.is_named(name))
                || device.show().iter().any(|row| row.name.eq_ignore_ascii_case(name))
        };
        let slot = self.slots.iter_mut().find(|slot| is_meant(slot.device.as_ref()))?;
        Some(slot.device.as_mut())
    }

    /// The first device of a kind, if there is one.
    pub fn device<D: Device>(&self) -> Option<&D> {
        self.devices().find_map(|device| (device as &dyn Any).downcast_ref())
    }

    /// The same, to change; [`IoBus::update_lines`] must be called afterwards.
    pub fn device_mut<D: Device>(&mut self) -> Option<&mut D> {
        self.slots.iter_mut().find_map(|slot| (slot.device.as_mut() as &mut dyn Any).downcast_mut())
    }

    /// The console's Teletype.
    #[inline]
    pub fn teletype(&self) -> &Teletype {
        self.device().expect("every bus begins with a Teletype")
    }

    /// The same, for hands that work it; [`IoBus::update_lines`] must be called afterwards.
    pub fn teletype_mut(&mut self) -> &mut Teletype {
        self.device_mut().expect("every bus begins with a Teletype")
    }

    /// After a device was worked by hand: what is due next, and whether one asks for an interrupt.
    pub fn update_lines(&mut self) {
        self.slots.iter_mut().for_each(Slot::update);
        self.combine();
    }

    /// The OR of the requests, and the earliest event.
    #[inline]
    fn combine(&mut self) {
        let (mut due, mut request) = (Time::NEVER, false);
        for slot in &self.slots {
            due = due.min(slot.due);
            request |= slot.request;
        }
        (self.due, self.request) = (due, request);
    }
}

/// Files and units.
impl IoBus {
    /// The unit of a name, if a device that is plugged in has it.
    pub fn find_unit(&self, name: &str) -> Option<UnitId> {
        let units = |slot: &Slot| slot.device.units().iter().position(|unit| unit.is_named(name));
        self.slots.iter().enumerate().find_map(|(slot, found)| Some(UnitId { slot, number: units(found)? }))
    }

    /// What the unit of a name is: of a device that is plugged in, or of any that there is.
    ///
    /// # Errors
    ///
    /// When there is no such unit.
    pub fn unit_named(&self, name: &str) -> Result<Unit, AttachError> {
        match self.find_unit(name) {
            Some(id) => Ok(self.unit(id)),
            None => unit_named(name),
        }
    }

    /// The unit of a name; a device that is not plugged in yet and has it is plugged in.
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

    /// What a unit is.
    pub fn unit(&self, id: UnitId) -> Unit {
        self.slots[id.slot].device.units()[id.number]
    }

    /// Every unit of every device.
    pub fn unit_ids(&self) -> Vec<UnitId> {
        let units = |(slot, found): (usize, &Slot)| (0..found.files.len()).map(move |number| UnitId { slot, number });
        self.slots.iter().enumerate().flat_map(units).collect()
    }

    /// The name of the file attached to a unit.
    pub fn file(&self, id: UnitId) -> Option<&str> {
        self.slots[id.slot].files[id.number].as_deref()
    }

    /// Attaches a file to a unit: its name, and for a medium that is read its contents.
    ///
    /// # Errors
    ///
    /// When the device refuses it, or it is to be written and is read-only; nothing is changed then.
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

    /// Takes out what is attached to a unit; what it has put out stays for [`IoBus::take_output`].
    pub fn detach(&mut self, id: UnitId, now: Time) {
        let slot = &mut self.slots[id.slot];
        slot.device.detach(id.number, now);
        slot.files[id.number] = None;
        self.update_lines();
    }

    /// What a unit has put out and nobody has taken yet.
    pub fn output(&self, id: UnitId) -> &[u8] {
        self.slots[id.slot].device.output(id.number)
    }

    /// Takes it.
    pub fn take_output(&mut self, id: UnitId) -> Vec<u8> {
        self.slots[id.slot].device.take_output(id.number)
    }

    /// What starts the machine from a unit.
    pub fn bootstrap(&self, id: UnitId) -> Option<Bootstrap> {
        self.slots[id.slot].device.bootstrap(id.number)
    }

    /// The rows of `show devices`, each with the file that is attached.
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

/// Two are equal when every device of one is in the state in which it is in the other; counts and file names do not
/// matter.
impl PartialEq for IoBus {
    fn eq(&self, other: &IoBus) -> bool {
        let mut pairs = self.slots.iter().zip(&other.slots);
        self.slots.len() == other.slots.len()
            && pairs.all(|(own, other)| own.device.has_state_of(other.device.as_ref()))
    }
}

impl Slot {
    /// After something was done to the device.
    #[inline]
    fn update(&mut self) {
        self.due = self.device.next_event();
        self.request = self.device.interrupt_request();
    }
}

impl Bus for IoBus {
    fn iot(&mut self, iot: Iot, lines: &mut Lines) {
        let Some(slot) = self.slots.get_mut(usize::from(self.owners[usize::from(iot.device)])) else { return };
        self.keyboard_polls += u64::from(slot.device.is_poll(iot));
        slot.device.iot(iot, lines);
        slot.update();
        if self.overheard & 1 << iot.device != 0 {
            for slot in self.slots.iter_mut().filter(|slot| slot.device.overheard_codes().contains(&iot.device)) {
                slot.device.overhear(iot);
                slot.update();
            }
        }
        self.combine();
    }

    #[inline]
    fn interrupt_request(&self) -> bool {
        self.request
    }

    #[inline]
    fn next_event(&self) -> Time {
        self.due
    }

    fn advance(&mut self, now: Time, core: &mut DataBreak<'_>) {
        self.event_count += 1;
        for slot in self.slots.iter_mut().filter(|slot| slot.due <= now) {
            slot.device.advance(now, core);
            slot.update();
        }
        self.combine();
    }

    fn clear(&mut self, now: Time) {
        self.slots.iter_mut().for_each(|slot| slot.device.clear(now));
        self.update_lines();
    }
}

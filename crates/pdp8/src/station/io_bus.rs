//! The I/O bus, which connects the devices and finds a device by its code. The module `units` manages the files that
//! are attached to the devices.
//!
//! The bus uses devices only through the trait [`Device`], except for the first device, the console's Teletype.

use std::any::Any;

use crate::devices::{CATALOG, CHOICES, Line, PointPlot};
use crate::instruction::is_code_of_processor;
use crate::machine::device::{Medium, RestoreContext, RestoreError};
use crate::machine::{Bus, DataBreak, Device, Iot, IotReply, Time};
use crate::teletype::{Speed, Teletype};
use crate::word::{Address, Word};

/// The number of device codes.
const CODES: usize = 0o100;
/// The value in `owners` for a device code that no device answers.
const UNOWNED: u8 = u8::MAX;

/// The bus, with the devices that are plugged in.
#[derive(Clone, Debug)]
pub struct IoBus {
    pub(super) slots: Vec<Slot>,
    /// For each device code, the slot of the device that answers the code.
    owners: [u8; CODES],
    /// The device codes that are in [`Device::overheard_codes`] of at least one device, as one bit for each code.
    overheard: u64,
    /// The number of times that the program has polled the console without finding input.
    pub(super) keyboard_polls: u64,
    /// The number of times that the program has polled Teletype lines other than the console without finding input.
    pub(super) line_polls: u64,
    /// The number of device events so far, such as a character, a frame or a clock tick.
    pub(super) event_count: u64,
    /// The executed instructions that need an absent device or the absent EAE, in the order of their last execution.
    /// Each instruction word is in the list once, with the address and the time of its last execution.
    unanswered: Vec<(Address, Word, Time)>,
    // The machine reads `due` and `request` before every instruction, so the bus computes them only after a change.
    due: Time,
    request: bool,
}

/// A device and the files attached to it.
#[derive(Clone, Debug)]
pub(super) struct Slot {
    pub(super) device: Box<dyn Device>,
    /// The file attached to each unit.
    pub(super) files: Vec<Option<String>>,
    due: Time,
    request: bool,
}

/// The reason why a device cannot be plugged in.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlugError {
    /// Another device already answers this code.
    #[error("device code {code:02o} of '{new}' is taken by '{plugged}'")]
    Conflict {
        /// The device code.
        code: u8,
        /// The name of the device that has the code.
        plugged: String,
        /// The name of the device that is to be plugged in.
        new: String,
    },
    /// Another device already has a unit of this name.
    #[error("'{new}' has the unit '{unit}', and another device has a unit of this name")]
    TwiceUnit {
        /// The name of the unit.
        unit: &'static str,
        /// The name of the device that is to be plugged in.
        new: String,
    },
    /// No device can have the code: it belongs to the processor (00, or 20 to 27 for memory extension) or is above 77.
    #[error("device code {code:02o} of '{new}' is the processor's own")]
    Reserved {
        /// The device code.
        code: u8,
        /// The name of the device that is to be plugged in.
        new: String,
    },
    /// A device of this name is plugged in already.
    #[error("there is already a device '{0}'")]
    Twice(String),
}

impl IoBus {
    /// Makes a bus with the standard devices, which are idle. `speed` is the speed of the Teletype.
    pub fn new(speed: Speed) -> Self {
        let mut bus = IoBus {
            slots: Vec::new(),
            owners: [UNOWNED; CODES],
            overheard: 0,
            keyboard_polls: 0,
            line_polls: 0,
            event_count: 0,
            unanswered: Vec::new(),
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
    /// When the name, a code or a unit name of the device is already in use, or when one of its codes belongs to the
    /// processor or is above 77.
    pub fn plug(&mut self, device: Box<dyn Device>) -> Result<(), PlugError> {
        let new = || device.name().to_owned();
        if self.slots.iter().any(|slot| slot.device.name() == device.name()) {
            return Err(PlugError::Twice(new()));
        }
        for &code in device.codes() {
            if is_code_of_processor(code) || usize::from(code) >= CODES {
                return Err(PlugError::Reserved { code, new: new() });
            }
            if let Some(slot) = self.slots.get(usize::from(self.owners[usize::from(code)])) {
                return Err(PlugError::Conflict { code, plugged: slot.device.name().to_owned(), new: new() });
            }
        }
        if let Some(unit) = device.units().iter().find(|unit| self.find_unit(unit.name).is_some()) {
            return Err(PlugError::TwiceUnit { unit: unit.name, new: new() });
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

    /// Takes an optional device out of the machine, if the device consists of drives and all these drives are empty.
    /// Otherwise, changes nothing and returns false. `name` is the name of the device or of one of its units.
    #[doc(hidden)]
    pub fn unplug(&mut self, name: &str) -> bool {
        let Some(position) = self.slots.iter().position(|slot| slot.is_called(name)) else { return false };
        if !self.slots[position].has_only_empty_drives() {
            return false;
        }
        self.slots.remove(position);
        (self.owners, self.overheard) = ([UNOWNED; CODES], 0);
        for (number, slot) in (0..).zip(&self.slots) {
            slot.device.codes().iter().for_each(|&code| self.owners[usize::from(code)] = number);
            self.overheard |= slot.device.overheard_codes().iter().fold(0, |codes, &code| codes | 1 << code);
        }
        self.combine();
        true
    }

    /// Replaces the device that has the same name and codes as `device`. Returns false if there is no such device.
    pub fn replace(&mut self, device: Box<dyn Device>) -> bool {
        let is_meant = |slot: &&mut Slot| slot.device.name() == device.name() && slot.device.codes() == device.codes();
        let Some(slot) = self.slots.iter_mut().find(is_meant) else { return false };
        slot.device = device;
        self.update_lines();
        true
    }

    /// Returns a mutable reference to the Teletype line with this number. Call [`IoBus::update_lines`] after a change.
    pub fn line_mut(&mut self, number: u8) -> Option<&mut Line> {
        let devices = self.slots.iter_mut().map(|slot| slot.device.as_mut() as &mut dyn Any);
        { devices }.filter_map(|device| device.downcast_mut::<Line>()).find(|line| line.number() == number)
    }

    /// Drops the printed characters of all Teletype lines except the console.
    pub(super) fn forget_line_prints(&mut self) {
        let devices = self.slots.iter_mut().map(|slot| slot.device.as_mut() as &mut dyn Any);
        devices.filter_map(|device| device.downcast_mut::<Line>()).for_each(|line| drop(line.take_printed()));
    }

    /// Whether the machine has a Teletype line besides the console's.
    pub(crate) fn has_lines(&self) -> bool {
        self.device::<Line>().is_some()
    }

    /// Whether a display glows.
    pub(super) fn is_glowing(&self) -> bool {
        self.device::<PointPlot>().is_some_and(|display| display.next_event() != Time::NEVER)
    }

    /// Whether all scheduled events are ticks of a clock or the fading of a display. Returns false if no event is
    /// scheduled.
    pub(super) fn only_ticks(&self) -> bool {
        let mut due = self.slots.iter().filter(|slot| slot.due != Time::NEVER);
        self.due != Time::NEVER && due.all(|slot| slot.device.is_ticking())
    }

    /// Returns all devices, in the order in which they were plugged in.
    pub fn devices(&self) -> impl Iterator<Item = &dyn Device> {
        self.slots.iter().map(|slot| slot.device.as_ref())
    }

    /// Returns a mutable reference to the device of this name. Call [`IoBus::update_lines`] after a change.
    pub(super) fn device_named_mut(&mut self, name: &str) -> Option<&mut dyn Device> {
        let slot = self.slots.iter_mut().find(|slot| slot.device.name().eq_ignore_ascii_case(name))?;
        Some(slot.device.as_mut())
    }

    /// Restores the device of this name from the saved state `record`. If `record` is the state of an alternative
    /// device, such as another clock, the alternative replaces the device. The media in the drives keep their words.
    pub(super) fn restore_device(&mut self, name: &str, record: &str, at: RestoreContext) -> Result<(), RestoreError> {
        let is_meant = |slot: &&Slot| slot.device.name().eq_ignore_ascii_case(name);
        let before = self.slots.iter().find(is_meant).map(|slot| slot.device.clone_device());
        self.restore_record(name, record, at)?;
        let Some((before, device)) = before.zip(self.device_named_mut(name)) else { return Ok(()) };
        for unit in 0..device.units().len() {
            if let Some((old, volume)) = before.volume(unit).zip(device.volume_mut(unit)) {
                volume.take_words(old);
            }
        }
        Ok(())
    }

    fn restore_record(&mut self, name: &str, record: &str, at: RestoreContext) -> Result<(), RestoreError> {
        let device = self.device_named_mut(name).ok_or_else(|| RestoreError::NoSuchDevice(name.to_owned()))?;
        let Err(reason) = device.restore(record, at) else { return Ok(()) };
        let mut choices = CHOICES.iter().filter(|choice| choice.names.0 == name).map(|choice| (choice.make)());
        let restored = choices.find_map(|mut device| device.restore(record, at).ok().map(|()| device));
        self.replace(restored.ok_or(reason)?);
        Ok(())
    }

    /// Returns a mutable reference to a device. `name` is the name of the device, of one of the device's units, or of
    /// one of the device's rows in [`IoBus::show`].
    pub fn device_called(&mut self, name: &str) -> Option<&mut dyn Device> {
        let slot = self.slots.iter_mut().find(|slot| slot.is_called(name))?;
        Some(slot.device.as_mut())
    }

    /// Returns the executed instructions that had no effect because no device has their code, or because the machine
    /// has no EAE. The most recently executed instruction comes first. Each instruction word comes once, with the
    /// address and the time of its last execution.
    #[doc(hidden)]
    pub fn unanswered(&self) -> impl Iterator<Item = (Address, Word, Time)> {
        self.unanswered.iter().rev().copied()
    }

    #[cold]
    fn note_unanswered(&mut self, at: Address, word: Word, now: Time) {
        self.unanswered.retain(|&(_, noted, _)| noted != word);
        self.unanswered.push((at, word, now));
    }

    /// Returns the codes of the device that [`IoBus::device_called`] returns.
    #[doc(hidden)]
    pub fn codes_of(&self, name: &str) -> Option<&[u8]> {
        self.slots.iter().find(|slot| slot.is_called(name)).map(|slot| slot.device.codes())
    }

    /// Returns the first device of a type, if there is one.
    pub fn device<D: Device>(&self) -> Option<&D> {
        self.devices().find_map(|device| (device as &dyn Any).downcast_ref())
    }

    /// Returns a mutable reference to the first device of a type. Call [`IoBus::update_lines`] after a change.
    pub fn device_mut<D: Device>(&mut self) -> Option<&mut D> {
        self.slots.iter_mut().find_map(|slot| (slot.device.as_mut() as &mut dyn Any).downcast_mut())
    }

    /// Returns the console's Teletype.
    #[inline]
    pub fn teletype(&self) -> &Teletype {
        self.device().expect("every bus begins with a Teletype")
    }

    /// Returns a mutable reference to the console's Teletype. Call [`IoBus::update_lines`] after a change.
    pub fn teletype_mut(&mut self) -> &mut Teletype {
        self.device_mut().expect("every bus begins with a Teletype")
    }

    /// Computes the interrupt request and the time of the next event again, after a device has changed.
    pub fn update_lines(&mut self) {
        self.slots.iter_mut().for_each(|slot| _ = slot.update());
        self.combine();
    }

    /// Computes the OR of all interrupt requests, and the time of the earliest event.
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

/// Two buses are equal when their devices have equal states. The comparison ignores the names of files, the counts of
/// polls and events, and the list of executed instructions that need absent devices.
impl PartialEq for IoBus {
    fn eq(&self, other: &IoBus) -> bool {
        let mut pairs = self.slots.iter().zip(&other.slots);
        self.slots.len() == other.slots.len()
            && pairs.all(|(own, other)| own.device.has_state_of(other.device.as_ref()))
    }
}

impl Slot {
    /// Whether `name` is the name of the device, of one of its units, or of one of its rows in [`IoBus::show`].
    fn is_called(&self, name: &str) -> bool {
        let device = self.device.as_ref();
        device.name().eq_ignore_ascii_case(name)
            || device.units().iter().any(|unit| unit.is_named(name))
            || device.show().iter().any(|row| row.name.eq_ignore_ascii_case(name))
    }

    fn has_only_empty_drives(&self) -> bool {
        let mut units = self.device.units().iter().enumerate().peekable();
        units.peek().is_some()
            && units.all(|(number, unit)| {
                unit.medium == Medium::Volume && self.files[number].is_none() && self.device.volume(number).is_none()
            })
    }

    /// Updates the time of the device's next event and its interrupt request. Returns whether either has changed.
    #[inline]
    fn update(&mut self) -> bool {
        let before = (self.due, self.request);
        (self.due, self.request) = (self.device.next_event(), self.device.interrupt_request());
        before != (self.due, self.request)
    }
}

impl Bus for IoBus {
    fn iot(&mut self, iot: Iot, reply: &mut IotReply) {
        let owner = usize::from(self.owners[usize::from(iot.device)]);
        let Some(slot) = self.slots.get_mut(owner) else {
            self.note_unanswered(iot.at, iot.word(), iot.now);
            return;
        };
        if slot.device.is_poll(iot) {
            // The first device is the console.
            *(if owner == 0 { &mut self.keyboard_polls } else { &mut self.line_polls }) += 1;
        }
        slot.device.iot(iot, reply);
        let mut has_changed = slot.update();
        if self.overheard & 1 << iot.device != 0 {
            for slot in self.slots.iter_mut().filter(|slot| slot.device.overheard_codes().contains(&iot.device)) {
                slot.device.overhear(iot);
                has_changed |= slot.update();
            }
        }
        if has_changed {
            self.combine();
        }
    }

    fn test(&self, iot: Iot) -> Option<bool> {
        let slot = self.slots.get(usize::from(self.owners[usize::from(iot.device)]))?;
        slot.device.test(iot).filter(|_| self.overheard & 1 << iot.device == 0 && !slot.device.is_poll(iot))
    }

    fn note_absent_eae(&mut self, word: Word, at: Address, now: Time) {
        self.note_unanswered(at, word, now);
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

//! All input of a machine from outside, as plain data: keys, switches, tapes, media and settings.
//!
//! A machine is deterministic: its initial state and its input events, each with its cycle, are enough to repeat its
//! run. Every change of a [`Station`] from outside is therefore an input event. Most methods that change the station
//! record one event. After a change through [`Station::machine_mut`] or [`Station::io_bus_mut`], the station compares
//! the new state with the old state, and records the differences as events, so that no change is left out.
//!
//! In a session's file an input event is a name and a value as JSON: `key "T"`, `start "00200"`, `continue`.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

use crate::ascii::marked;
use crate::devices::{HighSpeedReader, other_device};
use crate::machine::device::RestoreContext;
use crate::machine::{Config, Machine};
use crate::tape::Tape;
use crate::teletype::Speed;
use crate::word::{Address, Word, octal};

use super::Station;
use super::digest::Digest;
use super::error::InputError;

/// A change of a machine from outside.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum InputEvent {
    /// The key with this seven-bit code is pressed, and its character begins to arrive.
    Key(char),
    /// A BIN or RIM tape is read into core.
    Load(Contents),
    /// Words are put into core, one after another.
    #[serde(rename_all = "kebab-case")]
    Deposit {
        /// The address of the first word.
        at: Address,
        /// The words.
        words: Vec<Word>,
    },
    /// Registers are set. Their names are the same as in a core image.
    Registers(Map<String, Value>),
    /// The operator presses LOAD ADDRESS with this address in the switches, and then START.
    Start(Address),
    /// The operator presses START alone: the machine starts from PC.
    StartHere,
    /// The operator presses CONTINUE.
    Continue,
    /// The operator presses STOP.
    Stop,
    /// AC, link, flags and the interrupt system are cleared, and the machine is stopped.
    Reset,
    /// The machine does one memory cycle: SING STEP.
    Cycle,
    /// The machine executes one instruction: SING INST.
    Step,
    /// The configuration of the machine is changed before its first run.
    Refit(Config),
    /// The whole machine is replaced by the machine in a core image.
    Restore(String),
    /// The device with this name in the catalog is plugged in.
    Plug(String),
    /// The device with this name, whose drives are empty, is taken out.
    Unplug(String),
    /// A file is attached to a unit.
    Attach(Attached),
    /// The file or medium attached to a unit is taken out.
    Detach(String),
    /// The tape of a punch is torn off.
    TearOff(String),
    /// A tape is put into the low-speed reader.
    Mount(Contents),
    /// The low-speed reader reads the first frame of its tape.
    StartReader,
    /// A tape is put into the high-speed reader.
    MountHighSpeed(Contents),
    /// An event at the far end of a Teletype line that is not the console's.
    Line {
        /// The number of the Teletype line.
        number: u8,
        /// The event.
        #[serde(rename = "act")]
        event: LineEvent,
    },
    /// The speed of the Teletype is changed.
    Teletype(Speed),
    /// A device changes in a way for which there is no other event.
    Device {
        /// The name of the device.
        name: String,
        /// The new state of the device, as a [`Device::record`](crate::machine::Device::record).
        record: String,
    },
}

/// An event at the far end of a Teletype line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum LineEvent {
    /// A person connects.
    Connect,
    /// The person hangs up.
    HangUp,
    /// Keys with these codes are struck. The machine receives the codes unchanged.
    Keys(#[serde(with = "octal::frames")] Vec<u8>),
}

/// A file attached to a unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Attached {
    /// The name of the unit.
    pub unit: String,
    /// The name of the file.
    pub file: String,
    /// Whether the medium is write-protected.
    pub read_only: bool,
    /// The contents of the file.
    pub contents: Contents,
}

/// The frames of a tape, or the bytes of another medium. A session file contains them and their hash.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contents(pub Vec<u8>);

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenContents {
    hash: String,
    #[serde(with = "octal::frames")]
    frames: Vec<u8>,
}

impl Serialize for Contents {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        WrittenContents { hash: Digest::of(&self.0).to_string(), frames: self.0.clone() }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Contents {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let WrittenContents { hash, frames } = WrittenContents::deserialize(deserializer)?;
        let own = Digest::of(&frames).to_string();
        if own != hash {
            return Err(D::Error::custom(format!("the tape's hash is {own}, and {hash} is written")));
        }
        Ok(Contents(frames))
    }
}

impl InputEvent {
    /// Whether the event is SING STEP or SING INST. Such an event runs the machine.
    pub(super) const fn is_step(&self) -> bool {
        matches!(self, InputEvent::Cycle | InputEvent::Step)
    }

    /// Whether the event plugs in a device that is not in the catalog. Such an event cannot be repeated.
    pub(super) fn is_custom(&self) -> bool {
        matches!(self, InputEvent::Plug(name) if other_device(name).is_none())
    }

    /// Returns the input events that change the registers and core of `before` to the registers and core of `after`.
    pub(super) fn difference(before: &Machine, after: &Machine) -> Vec<InputEvent> {
        if before.config() != after.config() {
            return vec![InputEvent::Refit(after.config())]
                .into_iter()
                .chain(InputEvent::difference(&before.refitted(after.config()), after))
                .collect();
        }
        let mut events = Vec::new();
        let words = before.memory.words().zip(after.memory.words());
        let mut run: Option<(u16, Vec<Word>)> = None;
        for (at, (old, new)) in (0..).zip(words) {
            if old != new {
                run.get_or_insert_with(|| (at, Vec::new())).1.push(new);
            } else if let Some((at, words)) = run.take() {
                events.push(InputEvent::Deposit { at: Address::new(at), words });
            }
        }
        events.extend(run.map(|(at, words)| InputEvent::Deposit { at: Address::new(at), words }));
        let mut registers = after.register_map();
        let old = before.register_map();
        registers.retain(|name, value| old.get(name) != Some(value));
        let only_running = registers.len() == 1 && registers.contains_key("running");
        match (registers.is_empty(), only_running, after.running) {
            (true, ..) => {}
            (_, true, true) => events.push(InputEvent::Continue),
            (_, true, false) => events.push(InputEvent::Stop),
            _ => events.push(InputEvent::Registers(registers)),
        }
        events
    }
}

impl Station {
    /// Applies an event to the machine in its present state. After an error, nothing is changed.
    pub(super) fn perform(&mut self, event: &InputEvent) -> Result<(), InputError> {
        self.invalidate();
        let now = self.machine.elapsed.time;
        match event {
            InputEvent::Key(code) => {
                self.io_bus.teletype_mut().press(marked(*code as u8), now);
            }
            InputEvent::Load(Contents(frames)) => {
                self.engine.invalidate();
                self.read_into_core(&Tape::new(frames.clone()))?;
            }
            InputEvent::Deposit { at, words } => {
                self.engine.invalidate();
                let places = std::iter::successors(Some(at.bits()), |at| at.checked_add(1));
                for (at, &word) in places.zip(words) {
                    self.machine.memory.put_back(Address::new(at), word);
                }
            }
            InputEvent::Registers(changed) => {
                self.engine.invalidate();
                self.machine.set_register_map(changed).map_err(InputError::Registers)?;
            }
            InputEvent::Start(address) => self.machine.start_at(*address, &mut self.io_bus),
            InputEvent::StartHere => self.machine.start(&mut self.io_bus),
            InputEvent::Continue => self.machine.resume(),
            InputEvent::Stop => self.machine.running = false,
            InputEvent::Reset => {
                self.machine.start(&mut self.io_bus);
                self.machine.running = false;
            }
            InputEvent::Cycle => self.machine.cycle(&mut self.io_bus),
            InputEvent::Step => self.machine.step(&mut self.io_bus),
            InputEvent::Refit(config) => {
                self.machine = self.machine.refitted(*config);
                self.engine = super::Engine::default();
            }
            InputEvent::Restore(image) => {
                self.take_image(image).map_err(|error| InputError::Image(error.to_string()))?
            }
            InputEvent::Plug(name) => {
                let device = other_device(name).ok_or_else(|| InputError::NoSuchDevice(name.clone()))?;
                self.io_bus.plug(device)?;
            }
            InputEvent::Unplug(name) => {
                if !self.io_bus.unplug(name) {
                    return Err(InputError::NoSuchDevice(name.clone()));
                }
            }
            InputEvent::Attach(Attached { unit, file, read_only, contents }) => {
                let id = self.io_bus.unit_for(unit)?;
                let contents = contents.0.clone();
                self.attach_unit(id, file, contents, *read_only)?;
            }
            InputEvent::Detach(unit) => {
                let id = self.io_bus.unit_for(unit)?;
                self.shelve(id);
                self.io_bus.detach(id, now);
            }
            InputEvent::TearOff(unit) => {
                let id = self.io_bus.unit_for(unit)?;
                self.io_bus.take_output(id);
            }
            InputEvent::Mount(Contents(frames)) => self.io_bus.teletype_mut().mount(frames.clone(), now),
            InputEvent::StartReader => self.io_bus.teletype_mut().start_reader(now),
            InputEvent::MountHighSpeed(Contents(frames)) => {
                if let Some(reader) = self.io_bus.device_mut::<HighSpeedReader>() {
                    reader.mount(frames.clone());
                }
            }
            InputEvent::Line { number, event } => {
                if let Some(line) = self.io_bus.line_mut(*number) {
                    match event {
                        LineEvent::Connect => line.connect(true),
                        LineEvent::HangUp => line.connect(false),
                        LineEvent::Keys(keys) => line.receive(keys, now),
                    }
                }
            }
            InputEvent::Teletype(speed) => self.io_bus.teletype_mut().set_speed(*speed),
            InputEvent::Device { name, record } => {
                let at = RestoreContext { now, model: self.machine.config().model };
                self.io_bus.restore_device(name, record, at)?;
            }
        }
        self.io_bus.update_lines();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_session_files_are_those_of_the_first_version() {
        let event = InputEvent::Line { number: 3, event: LineEvent::HangUp };
        let written = r#"{"line":{"number":3,"act":"hang-up"}}"#;
        assert_eq!(serde_json::to_string(&event).unwrap(), written);
        assert_eq!(serde_json::from_str::<InputEvent>(written).unwrap(), event);
    }
}

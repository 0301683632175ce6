//! The trait of a device: the methods that the bus, the operator's commands and the core image use.
//!
//! A device answers its device codes, raises its interrupt request, says when its next event is due, and carries out
//! that event and the event's data breaks. It also says what can be attached to it, how it is shown to the operator,
//! and what part of its state goes into a core image. A bus plugs devices together: see
//! [`IoBus`](crate::station::IoBus).
//!
//! ```text
//!   processor --- Bus --- IoBus ---+--- Device  teletype      03 04
//!                                  +--- Device  line printer  66
//!                                  '--- ...
//! ```

use std::any::Any;
use std::fmt;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};

pub use super::device_error::{MediumError, RestoreError};
use super::{DataBreak, Iot, IotReply, Time, Volume};
use crate::instruction::Model;

/// A device. It carries out the IOTs with its device codes.
///
/// A type that implements this trait must also implement `Clone` and `PartialEq`. Two equal devices must always behave
/// alike.
pub trait Device: DynDevice + fmt::Debug + Send + Sync {
    /// Returns the name of the device in messages, in `show devices` and in core images. The name contains no spaces.
    fn name(&self) -> &str;

    /// Returns the device codes that the device answers, 01 to 77 octal. No two devices on a bus share a code.
    fn codes(&self) -> &[u8];

    /// Carries out an IOT with one of the device's codes.
    fn iot(&mut self, iot: Iot, reply: &mut IotReply);

    /// For an IOT that only tests a flag, returns whether the IOT skips. Returns `None` for any other IOT. The engine
    /// uses the result to skip the iterations of a loop that waits for the flag.
    fn test(&self, iot: Iot) -> Option<bool> {
        let _ = iot;
        None
    }

    /// Returns the codes of other devices whose IOTs this device watches: see [`Device::overhear`].
    fn overheard_codes(&self) -> &[u8] {
        &[]
    }

    /// Watches an IOT with one of [`Device::overheard_codes`]. The device with that code has already carried out the
    /// IOT.
    fn overhear(&mut self, iot: Iot) {
        let _ = iot;
    }

    /// Whether an IOT tests for input, and no input has arrived. A program that waits for a key executes such an IOT.
    fn is_poll(&self, iot: Iot) -> bool {
        let _ = iot;
        false
    }

    /// Whether the device pulls the interrupt request line.
    fn interrupt_request(&self) -> bool {
        false
    }

    /// Returns the time of the next event; [`Time::NEVER`] when nothing is due.
    ///
    /// The time may change only in a call that takes `&mut self`.
    fn next_event(&self) -> Time {
        Time::NEVER
    }

    /// Whether the next event is a tick that does not depend on the program, like the tick of a clock. A device that
    /// ticks has a next event even while the program waits for a key.
    fn is_ticking(&self) -> bool {
        false
    }

    /// Carries out all events that are due at `now` or before. Afterwards [`Device::next_event`] is later than `now`.
    ///
    /// A device may use data breaks only in this function.
    fn advance(&mut self, now: Time, core: &mut DataBreak<'_>) {
        let _ = (now, core);
    }

    /// Carries out INITIALIZE, which the START key and CAF send: clears the flags and the enable bits, and stops all
    /// motion.
    fn clear(&mut self, now: Time);

    /// Returns the units of the device, to which files can be attached.
    fn units(&self) -> &[Unit] {
        &[]
    }

    /// Attaches a medium to a unit. `contents` is the contents of the file if the medium can be read. `contents` is
    /// empty if the medium is only written. `read_only` is the position of the WRITE PROTECT switch, if the unit has
    /// this switch.
    ///
    /// # Errors
    ///
    /// When the medium does not fit the unit. In this case, the unit does not change.
    fn attach(&mut self, unit: usize, contents: Vec<u8>, read_only: bool, now: Time) -> Result<(), MediumError> {
        let _ = (unit, contents, read_only, now);
        Ok(())
    }

    /// Checks that a file of `bytes` bytes can hold the medium in a unit. Some devices recognise the kind of a medium,
    /// such as RL01 or RL02, by the length of its file.
    ///
    /// # Errors
    ///
    /// When a file of this length holds another kind of medium.
    #[doc(hidden)]
    fn check_length(&self, unit: usize, bytes: usize) -> Result<(), MediumError> {
        let _ = (unit, bytes);
        Ok(())
    }

    /// Whether the file of a unit's medium has its sectors in the logical order of OS/8 instead of their order on the
    /// disc. Returns `None` if the media of the device have no logical order.
    #[doc(hidden)]
    fn is_in_logical_order(&self, unit: usize) -> Option<bool> {
        let _ = unit;
        None
    }

    /// Treats the sectors in the file of a unit's medium as being in logical order, until another medium is attached.
    #[doc(hidden)]
    fn take_logical_order(&mut self, unit: usize) {
        let _ = unit;
    }

    /// Removes the medium from a unit.
    fn detach(&mut self, unit: usize, now: Time) {
        let _ = (unit, now);
    }

    /// Returns the medium in a unit that takes [`Medium::Volume`].
    fn volume(&self, unit: usize) -> Option<&Volume> {
        let _ = unit;
        None
    }

    /// Returns the medium in a unit that takes [`Medium::Volume`]. The caller writes the changed blocks of the medium
    /// to the file.
    fn volume_mut(&mut self, unit: usize) -> Option<&mut Volume> {
        let _ = unit;
        None
    }

    /// Returns a warning if DEC never made the device for the model `model`.
    fn warning(&self, model: Model) -> Option<String> {
        let _ = model;
        None
    }

    /// Returns the output of a unit since the last call of [`Device::take_output`].
    fn output(&self, unit: usize) -> &[u8] {
        let _ = unit;
        &[]
    }

    /// Removes and returns the output of a unit.
    fn take_output(&mut self, unit: usize) -> Vec<u8> {
        let _ = unit;
        Vec::new()
    }

    /// Returns a remark about the medium in a unit, for the user who has attached the medium.
    #[doc(hidden)]
    fn attach_remark(&self, unit: usize) -> Option<String> {
        let _ = unit;
        None
    }

    /// Returns a remark about starting the machine from a unit, for example that the medium belongs to another control.
    #[doc(hidden)]
    fn boot_remark(&self, unit: usize) -> Option<String> {
        let _ = unit;
        None
    }

    /// Returns the bootstrap of a unit, if a machine can be started from the unit.
    fn bootstrap(&self, unit: usize) -> Option<Bootstrap> {
        let _ = unit;
        None
    }

    /// Returns the rows of `show devices`: a row for the device if the device has anything to show, then a row for each
    /// unit.
    fn show(&self) -> Vec<Row>;

    /// Returns the values that `set NAME VALUE` takes, as the usage line shows them: `real|fast`. The string is empty
    /// if the device has no settings.
    fn settings(&self) -> &'static str {
        ""
    }

    /// Sets one of the values of [`Device::settings`]; returns false when there is no such value.
    fn set(&mut self, value: &str) -> bool {
        let _ = value;
        false
    }

    /// Returns the state of the device for the core image: one line of JSON, made by [`to_record`].
    fn record(&self) -> String;

    /// Sets the state of the device to the state in a record.
    ///
    /// # Errors
    ///
    /// When the record is wrong. In this case the device is unchanged.
    fn restore(&mut self, record: &str, at: RestoreContext) -> Result<(), RestoreError>;
}

/// The machine's time and model. A device checks its record against them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RestoreContext {
    /// The simulated time.
    pub now: Time,
    /// The machine's model.
    pub model: Model,
}

/// A part of a device, such as a drive, to which a file can be attached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The name that `attach` and `--attach` take.
    pub name: &'static str,
    /// Other names that `attach` and `--attach` take, such as the names in SIMH.
    pub aliases: &'static [&'static str],
    /// The medium that the unit takes.
    pub medium: Medium,
}

impl Unit {
    /// Makes the unit of a disc or tape drive.
    pub(crate) const fn drive(name: &'static str, aliases: &'static [&'static str]) -> Self {
        Unit { name, aliases, medium: Medium::Volume }
    }

    /// Whether `name` is one of the unit's names, in capitals or small letters.
    pub(crate) fn is_named(&self, name: &str) -> bool {
        [self.name].iter().chain(self.aliases).any(|own| own.eq_ignore_ascii_case(name))
    }
}

/// A short program in field 0 that the operator toggles in. The program loads another program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bootstrap {
    /// The address of the first word.
    pub origin: u16,
    /// The address at which the program starts.
    pub start: u16,
    /// The words of the program.
    pub words: &'static [u16],
}

/// A row of `show devices`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The name of the device or unit.
    pub name: &'static str,
    /// The device codes, in octal.
    pub codes: String,
    /// A description of the state.
    pub state: String,
}

impl Row {
    /// Makes a row of `show devices`. The device codes are written as `03 04`.
    pub fn new(name: &'static str, codes: &[u8], state: impl Into<String>) -> Self {
        let codes: Vec<String> = codes.iter().map(|code| format!("{code:02o}")).collect();
        Row { name, codes: codes.join(" "), state: state.into() }
    }
}

/// The medium of a unit. It determines how the attached file is read or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Medium {
    /// Paper tape that is read. `attach` reads the whole file, and the file is never written.
    Tape,
    /// Cards that are read. `attach` reads the whole file, which is a text, and the file is never written.
    Cards,
    /// Paper tape that is punched. The whole file is written when the tape is torn off: at `detach`, and when the
    /// emulator ends.
    PunchedTape,
    /// Paper that is printed on. Each printed character is appended to the file while the machine runs.
    Paper,
    /// A disc or a DECtape. `attach` reads the whole file. Each block that the machine writes is written to the file
    /// while the machine runs.
    Volume,
}

impl Medium {
    /// Whether the file of a unit with this medium is only written, and never read.
    pub const fn is_output(self) -> bool {
        matches!(self, Medium::PunchedTape | Medium::Paper)
    }
}

/// The methods that copy and compare devices. Every [`Device`] that is `Clone` and `PartialEq` has these methods.
#[doc(hidden)]
pub trait DynDevice: Any {
    /// Returns a copy of the device.
    fn clone_device(&self) -> Box<dyn Device>;

    /// Whether `other` is a device of the same kind in the same state.
    fn has_state_of(&self, other: &dyn Device) -> bool;
}

impl<D: Device + Clone + PartialEq + 'static> DynDevice for D {
    fn clone_device(&self) -> Box<dyn Device> {
        Box::new(self.clone())
    }

    fn has_state_of(&self, other: &dyn Device) -> bool {
        (other as &dyn Any).downcast_ref::<D>().is_some_and(|other| other == self)
    }
}

impl Clone for Box<dyn Device> {
    fn clone(&self) -> Self {
        self.as_ref().clone_device()
    }
}

/// Writes a state as the JSON of a [`Device::record`].
pub fn to_record(state: &impl Serialize) -> String {
    serde_json::to_string(state).expect("a device's state is numbers, names and tapes")
}

/// Reads the state in a [`Device::record`].
///
/// # Errors
///
/// When the JSON is wrong.
pub fn from_record<T: DeserializeOwned>(record: &str) -> Result<T, RestoreError> {
    serde_json::from_str(record).map_err(|error| RestoreError::Record(error.to_string()))
}

/// Reads the state in a [`Device::record`], and checks that the device can be in that state.
///
/// # Errors
///
/// When the JSON is wrong, or the state is impossible.
pub fn from_valid_record<T: DeserializeOwned>(
    record: &str,
    is_valid: impl FnOnce(&T) -> bool,
) -> Result<T, RestoreError> {
    let state = from_record(record)?;
    if is_valid(&state) { Ok(state) } else { Err(RestoreError::InvalidState) }
}

/// Reads an optional value of a record, and refuses `null`: a record omits an absent value. Used as `#[serde(default,
/// skip_serializing_if = "Option::is_none", deserialize_with = "some")]`.
///
/// # Errors
///
/// When the record has a value of another type.
pub(crate) fn some<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

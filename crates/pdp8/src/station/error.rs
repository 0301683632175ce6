//! The errors of loading a tape into a station, and of applying an input event.

use super::io_bus::PlugError;
use super::units::AttachError;
use crate::machine::device::RestoreError;
use crate::tape::TapeError;
use crate::word::Address;

/// The reason why a tape is not loaded. Core is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StationError {
    /// The tape is damaged, or has no program.
    #[error(transparent)]
    Tape(#[from] TapeError),
    /// The tape loads into core that the machine does not have.
    #[error("it needs core at {address}, and the machine has {}K", fields * 4)]
    NoCore {
        /// The first address that is missing.
        address: Address,
        /// The number of fields that the machine has.
        fields: u8,
    },
}

/// The reason why an input event cannot be applied. The machine is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InputError {
    /// The tape cannot be loaded.
    #[error(transparent)]
    Load(#[from] StationError),
    /// The file cannot be attached, or there is no such unit.
    #[error(transparent)]
    Attach(#[from] AttachError),
    /// The device cannot be plugged in.
    #[error(transparent)]
    Plug(#[from] PlugError),
    /// The device cannot be in this state.
    #[error(transparent)]
    Device(#[from] RestoreError),
    /// The registers cannot have these values.
    #[error("{0}")]
    Registers(String),
    /// The text is not a core image of a machine.
    #[error("{0}")]
    Image(String),
    /// The catalog has no device of this name.
    #[error("there is no device '{0}' in this focal8")]
    NoSuchDevice(String),
}

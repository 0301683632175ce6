//! Errors of tapes that a station loads.

use crate::tape::TapeError;
use crate::word::Address;

/// Why a tape is not loaded. Nothing of it is in core then.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StationError {
    /// The tape is damaged, or no program.
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

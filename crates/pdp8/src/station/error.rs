//! What can be wrong with material for a station.

use crate::tape::TapeError;
use crate::word::Address;

/// Why a tape is not loaded. Nothing of it is in core then.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StationError {
    /// The tape itself.
    #[error(transparent)]
    Tape(#[from] TapeError),
    /// The tape wants core that is not there.
    #[error("it needs core at {address}, and the machine has {}K", fields * 4)]
    NoCore {
        /// The first address that is missing.
        address: Address,
        /// How many fields there are.
        fields: u8,
    },
}

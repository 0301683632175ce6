//! How long a disc or a tape takes: as it did, or not worth waiting for.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The times of a device that moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Pace {
    /// Those of the machine.
    #[default]
    Real,
    /// Some hundred cycles, so that programs see that it takes time at all.
    Fast,
}

impl Pace {
    /// The values of `set`.
    pub(crate) const SETTINGS: &'static str = "real|fast";

    /// Takes one of these values; whether it is one.
    pub(crate) fn set(&mut self, name: &str) -> bool {
        let is_named = |pace: &Pace| pace.to_string().split_whitespace().next() == Some(name);
        match [Pace::Real, Pace::Fast].into_iter().find(is_named) {
            Some(pace) => *self = pace,
            None => return false,
        }
        true
    }
}

impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Pace::Real => "real times",
            Pace::Fast => "fast",
        })
    }
}

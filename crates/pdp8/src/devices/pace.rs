//! The timing of discs and tapes: `real`, or `fast`.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The timing of a device with moving parts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Pace {
    /// The times of the real device.
    #[default]
    Real,
    /// Short times, of a few hundred cycles. The program still executes instructions while an operation is under way.
    Fast,
}

impl Pace {
    /// The arguments of the command `set` that select the pace.
    pub(crate) const SETTINGS: &'static str = "real|fast";

    /// Sets the pace of this name; returns false when no pace has this name.
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

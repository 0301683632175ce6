//! The speed that the operator sets. The program that runs the session paces the machine by this speed.

use std::fmt;
use std::str::FromStr;

use crate::quote::quote;

/// The ratio of simulated time to wall time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Speed {
    /// The real machine's speed. The Teletype prints 10 characters per second.
    Real,
    /// No speed limit: as fast as the host allows.
    #[default]
    Max,
    /// A multiple of the real machine's speed, greater than 0.
    Times(f64),
}

/// The error for a text that is not a speed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the speed is real, max or a factor such as 10 or 0.5, not '{}'", quote(.0))]
pub struct SpeedError(String);

impl Speed {
    /// Returns the speed as a multiple of the real machine's speed. [`Speed::Max`] is infinite.
    pub const fn factor(self) -> f64 {
        match self {
            Speed::Real => 1.0,
            Speed::Max => f64::INFINITY,
            Speed::Times(times) => times,
        }
    }
}

/// The accepted multiples of the real machine's speed. The lowest is about one memory cycle in fifteen seconds. The
/// highest is faster than any host.
const TIMES: std::ops::RangeInclusive<f64> = 1e-7..=1e7;

impl FromStr for Speed {
    type Err = SpeedError;

    fn from_str(text: &str) -> Result<Self, SpeedError> {
        match text.to_ascii_lowercase().as_str() {
            "real" => Ok(Speed::Real),
            "max" => Ok(Speed::Max),
            number => match number.parse() {
                Ok(times) if TIMES.contains(&times) => Ok(Speed::Times(times)),
                _ => Err(SpeedError(text.to_owned())),
            },
        }
    }
}

impl fmt::Display for Speed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Speed::Real => f.write_str("real"),
            Speed::Max => f.write_str("max"),
            Speed::Times(times) => write!(f, "{times}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Speed;

    #[test]
    fn a_speed_is_a_word_or_a_number() {
        for text in ["real", "max", "10", "0.5"] {
            assert_eq!(text.parse::<Speed>().expect(text).to_string(), text);
        }
        assert_eq!("MAX".parse(), Ok(Speed::Max));
        for text in ["", "0", "-1", "nan", "inf", "1e9", "fast", "10x"] {
            assert!(text.parse::<Speed>().is_err(), "{text}");
        }
    }
}

//! Small registers and tapes as octal text, for whoever writes them down: `"37"`, `"215 212"`.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

pub fn serialize<S: Serializer>(bits: &u8, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_args!("{bits:o}"))
}

pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    number(&String::deserialize(deserializer)?)
}

fn number<E: Error>(text: &str) -> Result<u8, E> {
    u8::from_str_radix(text, 8).map_err(|_| E::custom(format!("'{text}' is not an octal number up to 377")))
}

/// The frames of a tape.
pub mod frames {
    use super::*;

    pub fn serialize<S: Serializer>(frames: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        written(frames).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
        read(&String::deserialize(deserializer)?)
    }

    fn written(frames: &[u8]) -> String {
        frames.iter().map(|frame| format!("{frame:03o}")).collect::<Vec<_>>().join(" ")
    }

    fn read<E: Error>(text: &str) -> Result<Vec<u8>, E> {
        text.split_whitespace().map(number).collect()
    }

    /// A tape that may not be there.
    pub mod mounted {
        use super::*;

        pub fn serialize<S: Serializer>(tape: &Option<Vec<u8>>, serializer: S) -> Result<S::Ok, S::Error> {
            tape.as_deref().map(written).serialize(serializer)
        }

        pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Vec<u8>>, D::Error> {
            Option::<String>::deserialize(deserializer)?.as_deref().map(read).transpose()
        }
    }
}

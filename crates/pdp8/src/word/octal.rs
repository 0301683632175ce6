//! Serialization of small registers and tapes as octal text, in core images and sessions: `"37"`, `"215 212"`.

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

/// The frames of a tape as octal text.
pub mod frames {
    use super::*;

    pub fn serialize<S: Serializer>(frames: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        written(frames).serialize(serializer)
    }

    pub fn deserialize<'de, T: From<Vec<u8>>, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
        read(&String::deserialize(deserializer)?).map(T::from)
    }

    fn written(frames: &[u8]) -> String {
        frames.iter().map(|frame| format!("{frame:03o}")).collect::<Vec<_>>().join(" ")
    }

    fn read<E: Error>(text: &str) -> Result<Vec<u8>, E> {
        text.split_whitespace().map(number).collect()
    }

    /// A tape that may be absent, as octal text.
    pub mod mounted {
        use super::*;

        pub fn serialize<T: AsRef<[u8]>, S: Serializer>(tape: &Option<T>, serializer: S) -> Result<S::Ok, S::Error> {
            tape.as_ref().map(|tape| written(tape.as_ref())).serialize(serializer)
        }

        pub fn deserialize<'de, T: From<Vec<u8>>, D: Deserializer<'de>>(
            deserializer: D,
        ) -> Result<Option<T>, D::Error> {
            let text = Option::<String>::deserialize(deserializer)?;
            text.as_deref().map(|text| read(text).map(T::from)).transpose()
        }
    }
}

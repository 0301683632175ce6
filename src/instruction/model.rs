//! The members of the family that this machine can be, and sets of them.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A member of the PDP-8 family.
///
/// ```
/// use focal8::instruction::Model;
/// assert_eq!("8/e".parse(), Ok(Model::E));
/// assert_eq!(Model::default().to_string(), "8i");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Model {
    /// PDP-8/I of 1968: integrated circuits, 1.5 µs; the machine of the book, and the default.
    #[default]
    I,
    /// PDP-8/E of 1970: the Omnibus, 1.2 and 1.4 µs, IOT codes instead of pulses.
    E,
    /// PDP-8/L of 1968: the cheaper 8/I, 1.6 µs, no MQ.
    L,
    /// PDP-8/S of 1966: one bit at a time, the first computer for under 10,000 dollars.
    S,
}

impl Model {
    /// All of them.
    pub const ALL: [Model; 4] = [Model::I, Model::E, Model::L, Model::S];

    /// As the command line says it: `8i`.
    pub const fn name(self) -> &'static str {
        match self {
            Model::I => "8i",
            Model::E => "8e",
            Model::L => "8l",
            Model::S => "8s",
        }
    }

    /// The most core that could be bought for it, in fields of 4096 words.
    pub const fn most_fields(self) -> u8 {
        match self {
            Model::I | Model::E => 8,
            Model::L | Model::S => 2,
        }
    }

    /// Whether an IOT's three low bits are one code to a device, and not three pulses.
    pub const fn iot_is_code(self) -> bool {
        matches!(self, Model::E)
    }

    /// Whether the Extended Arithmetic Element was made for it.
    pub const fn takes_eae(self) -> bool {
        matches!(self, Model::I | Model::E)
    }
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// No member of the family that we know.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no model; they are 8i, 8e, 8l and 8s")]
pub struct UnknownModel(pub String);

impl FromStr for Model {
    type Err = UnknownModel;

    fn from_str(text: &str) -> Result<Self, UnknownModel> {
        let plain = text.to_ascii_lowercase().replace('/', "");
        let plain = plain.strip_prefix("pdp-").or(plain.strip_prefix("pdp")).unwrap_or(&plain);
        Model::ALL.into_iter().find(|model| model.name() == plain).ok_or_else(|| UnknownModel(text.to_owned()))
    }
}

impl From<Model> for String {
    fn from(model: Model) -> String {
        model.to_string()
    }
}

impl TryFrom<String> for Model {
    type Error = UnknownModel;

    fn try_from(text: String) -> Result<Self, UnknownModel> {
        text.parse()
    }
}

/// A set of models: where a mnemonic means something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Models(u8);

impl Models {
    /// Every model.
    pub const ALL: Models = Models(0b1111);
    /// The 8/E alone.
    pub const E: Models = Models::only(&[Model::E]);
    /// Those with an MQ: 8/I (with its EAE) and 8/E.
    pub const I_E: Models = Models::only(&[Model::I, Model::E]);

    /// The set of these models.
    pub const fn only(models: &[Model]) -> Models {
        let mut set = 0;
        let mut at = 0;
        while at < models.len() {
            set |= 1 << models[at] as u8;
            at += 1;
        }
        Models(set)
    }

    /// Whether `model` is one of them.
    pub const fn contains(self, model: Model) -> bool {
        self.0 & 1 << model as u8 != 0
    }
}

//! The models of the PDP-8 family that can be simulated, the properties of each model, and sets of models.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::timing::{KE8_E, KE8_I, Timing};

use super::group3 as g3;
use crate::quote::quote;
use crate::word::Word;

/// A member of the PDP-8 family.
///
/// ```
/// use pdp8::instruction::Model;
/// assert_eq!("8/e".parse(), Ok(Model::E));
/// assert_eq!(Model::default().to_string(), "8i");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
#[non_exhaustive]
pub enum Model {
    /// PDP-8/I of 1968: integrated circuits, memory cycles of 1.5 µs; the default model.
    #[default]
    I,
    /// PDP-8/E of 1970: the Omnibus, memory cycles of 1.2 and 1.4 µs, IOT codes instead of pulses.
    E,
    /// PDP-8/L of 1968: a cheaper 8/I, with memory cycles of 1.6 µs and without an MQ.
    L,
    /// PDP-8/S of 1966: a bit-serial machine, and the first computer for under 10,000 dollars.
    S,
}

/// The properties of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Traits {
    /// The name on the command line: `8i`.
    pub name: &'static str,
    /// The largest core that was sold for the model, in fields of 4096 words.
    pub most_fields: u8,
    /// The Extended Arithmetic Element that was made for the model.
    pub eae: Option<Eae>,
    /// Whether the model has an MQ even without an EAE.
    pub mq: bool,
    /// The meaning of the last three bits of an IOT.
    pub(crate) iot: IotStyle,
    /// Whether the processor has the GT flag, and has SKON, SRQ, GTF, RTF, SGT and CAF in addition to ION and IOF.
    pub flag_iots: bool,
    /// Whether 6101 is SMP, skip on no memory parity error; on other models 6101 does nothing.
    pub skips_on_no_parity_error: bool,
    /// Whether 7002 is BSW, which swaps the halves of AC; on other models 7002 does nothing.
    pub bsw: bool,
    /// The result of RAL and RAR, or of RTL and RTR, in one instruction.
    pub(crate) both_rotates: BothRotates,
    /// Whether CMA suppresses a rotate in the same instruction.
    pub cma_bars_rotates: bool,
    /// The word that the machine reads from a pair of fields if both fields of the pair are absent. Core comes in pairs
    /// of fields.
    pub absent_pair: u16,
    /// Whether CDF and CIF do nothing if the field does not exist.
    pub wires_for_own_fields_only: bool,
    /// Whether time sharing was sold as an option of the memory extension control.
    pub time_share: bool,
    /// Whether the memory extension control of the model always includes time sharing, as the KM8-E does.
    pub extension_shares_time: bool,
    /// The keys or switches with which the operator sets the fields.
    pub field_keys: FieldKeys,
    /// Whether the model has a MEM PROT switch for the last page of field 0.
    pub memory_protect: bool,
    /// The times of memory cycles and instructions.
    pub timing: Timing,
    /// Whether the times of all instructions are documented.
    pub times_are_known: bool,
    /// Bits 9-11 of the switch register, from which diagnostics recognise the model.
    pub diagnostics_code: u8,
}

/// An Extended Arithmetic Element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eae {
    /// The KE8/I: mode A only.
    Ke8I,
    /// The KE8-E: modes A and B, and SWAB and SWBA, which change the mode.
    Ke8E,
}

/// The meaning of the last three bits of an IOT to a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IotStyle {
    /// Each of the last three bits of the IOT sends one of the pulses IOP1, IOP2 and IOP4. The pulses are sent in this
    /// order.
    Pulses,
    /// The last three bits of the IOT are one code, 0 to 7.
    Codes,
}

/// The result of RAL and RAR, or of RTL and RTR, in one instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BothRotates {
    /// The AND of the results of both rotates.
    And,
    /// RAL RAR sets the AC to the AND of the AC and the instruction word. RTL RTR sets the AC to an address on the page
    /// of the instruction; the offset in the page is the low seven bits of the instruction word. The link does not
    /// change.
    Instruction,
}

/// The way in which the operator sets the field registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldKeys {
    /// Three switches for DF and three for IF; LOAD ADD takes the fields from these switches.
    Switches,
    /// The key EXTD ADDR LOAD, which takes the fields from the switch register.
    ExtendedAddressLoad,
}

const MODEL_I: Traits = Traits {
    name: "8i",
    most_fields: 8,
    eae: Some(Eae::Ke8I),
    mq: false,
    iot: IotStyle::Pulses,
    flag_iots: false,
    skips_on_no_parity_error: false,
    bsw: false,
    both_rotates: BothRotates::And,
    cma_bars_rotates: false,
    absent_pair: 0o7777,
    wires_for_own_fields_only: false,
    time_share: true,
    extension_shares_time: false,
    field_keys: FieldKeys::Switches,
    memory_protect: false,
    timing: Timing { read_cycle: 1_500, write_cycle: 1_500, device_iot: 4_250, eae: KE8_I },
    times_are_known: true,
    diagnostics_code: 0,
};

const MODEL_E: Traits = Traits {
    name: "8e",
    eae: Some(Eae::Ke8E),
    mq: true,
    iot: IotStyle::Codes,
    flag_iots: true,
    bsw: true,
    both_rotates: BothRotates::Instruction,
    absent_pair: 0,
    extension_shares_time: true,
    field_keys: FieldKeys::ExtendedAddressLoad,
    timing: Timing { read_cycle: 1_200, write_cycle: 1_400, device_iot: 1_200, eae: KE8_E },
    diagnostics_code: 1,
    ..MODEL_I
};

const MODEL_L: Traits = Traits {
    name: "8l",
    most_fields: 2,
    eae: None,
    absent_pair: 0,
    wires_for_own_fields_only: true,
    memory_protect: true,
    timing: Timing { read_cycle: 1_600, write_cycle: 1_600, ..MODEL_I.timing },
    diagnostics_code: 2,
    ..MODEL_I
};

const MODEL_S: Traits = Traits {
    name: "8s",
    most_fields: 2,
    eae: None,
    skips_on_no_parity_error: true,
    cma_bars_rotates: true,
    absent_pair: 0,
    time_share: false,
    // The core cycle is 8 µs, but the adder takes the word a bit at a time, so a direct TAD takes 36 µs.
    timing: Timing { read_cycle: 18_000, write_cycle: 18_000, device_iot: 18_000, ..MODEL_I.timing },
    times_are_known: false,
    diagnostics_code: 3,
    ..MODEL_I
};

impl Model {
    /// All models.
    pub const ALL: [Model; 4] = [Model::I, Model::E, Model::L, Model::S];

    /// Returns the properties of the model.
    #[inline]
    pub const fn traits(self) -> &'static Traits {
        match self {
            Model::I => &MODEL_I,
            Model::E => &MODEL_E,
            Model::L => &MODEL_L,
            Model::S => &MODEL_S,
        }
    }

    /// Returns the name on the command line: `8i`.
    pub const fn name(self) -> &'static str {
        self.traits().name
    }

    /// Returns the names of all models, separated by commas: `8i, 8e, 8l, 8s`.
    pub fn names() -> String {
        Model::ALL.map(Model::name).join(", ")
    }

    /// Returns the largest core that was sold for the model, in fields of 4096 words.
    pub const fn most_fields(self) -> u8 {
        self.traits().most_fields
    }

    /// Whether an Extended Arithmetic Element was made for the model.
    pub const fn takes_eae(self) -> bool {
        self.traits().eae.is_some()
    }

    /// Whether a group 3 word, or a part of it, has no effect without the EAE.
    pub(crate) const fn needs_eae(self, word: Word) -> bool {
        // With an MQ, the bits that load, read and clear it need no EAE.
        let bits = if self.traits().mq { g3::SCA | g3::FUNCTION } else { g3::MQA | g3::MQL | g3::SCA | g3::FUNCTION };
        word.bits() & bits != 0
    }

    /// Whether the last three bits of an IOT are a code, and not pulses.
    #[inline]
    pub const fn iot_is_code(self) -> bool {
        matches!(self.traits().iot, IotStyle::Codes)
    }
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error for a name that no model has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{}' is not a model; there are {names}", quote(.0), names = Model::names())]
#[non_exhaustive]
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

/// A set of models, such as the models that have an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Models(u8);

impl Models {
    /// Every model.
    pub(crate) const ALL: Models = Models::only(&Model::ALL);
    /// The 8/E only.
    pub(crate) const E: Models = Models::only(&[Model::E]);
    /// The models with an MQ: 8/I (with its EAE) and 8/E.
    pub(crate) const I_E: Models = Models::only(&[Model::I, Model::E]);
    /// All models but the 8/S.
    pub(crate) const BUT_S: Models = Models(Models::ALL.0 & !Models::only(&[Model::S]).0);

    /// Returns the set of these models.
    pub(crate) const fn only(models: &[Model]) -> Models {
        let mut set = 0;
        let mut at = 0;
        while at < models.len() {
            set |= 1 << models[at] as u8;
            at += 1;
        }
        Models(set)
    }

    /// Whether `model` is in the set.
    pub(crate) const fn contains(self, model: Model) -> bool {
        self.0 & 1 << model as u8 != 0
    }
}

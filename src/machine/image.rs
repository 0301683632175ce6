//! Whether registers that were written down are those of a machine: of its model, its options and its core.

use super::eae::waits_for_operand;
use super::{Machine, MajorState, Memory};
use crate::instruction::Eae;
use crate::word::Word;

/// More than any run will count, and far from where a count would overflow: 146 years of nanoseconds.
pub(crate) const MAX_COUNT: u64 = 1 << 62;

impl Machine {
    /// The machine whose registers these are, its core all 0; or what of them it cannot have.
    pub(crate) fn rebuilt(self) -> Result<Machine, String> {
        let config = self.config;
        let model = config.model;
        let traits = model.traits();
        if Machine::new(config).config != config || self.memory.fields() != config.fields {
            return Err(format!(
                "a PDP-{model} cannot be had with {}K and these options",
                u32::from(config.fields) * 4
            ));
        }
        for (wrong, what) in [
            (
                self.elapsed.cycles.max(self.elapsed.instructions).max(self.elapsed.time.as_nanoseconds()) > MAX_COUNT,
                "elapsed",
            ),
            (self.ir > 7, "ir"),
            (self.sc > if config.eae { 0o37 } else { 0 }, "sc"),
            (self.mq != Word::ZERO && !self.has_mq(), "mq"),
            (self.gt && !traits.flag_iots, "gt"),
            (self.mode_b && self.eae() != Some(Eae::Ke8E), "mode_b"),
            (self.memory.is_protected() && !traits.memory_protect, "protected"),
            (!self.extension_is_possible(), "extension"),
            (!self.state_is_possible(), "state"),
        ] {
            if wrong {
                return Err(format!("'{what}' is not what this machine can have"));
            }
        }
        let mut memory = Memory::new(config.fields);
        memory.protect_last_page(self.memory.is_protected());
        Ok(Machine { memory, timing: traits.timing, ..self })
    }

    /// Without a control there are no field registers; an 8/L has wires for the fields that it has, the others for
    /// all eight.
    fn extension_is_possible(&self) -> bool {
        let extension = &self.extension;
        let traits = self.config.model.traits();
        let most = match self.has_extension() {
            false => 0,
            true if traits.wires_for_own_fields_only => self.config.fields - 1,
            true => 7,
        };
        let saved = [extension.save_field >> 3, extension.save_field & 7];
        [extension.instruction_field, extension.instruction_buffer, extension.data_field, saved[0], saved[1]]
            .iter()
            .all(|&field| field <= most)
            // RTF inhibits interrupts also where there is no control.
            && (!extension.inhibit || self.has_extension() || traits.flag_iots)
    }

    /// Whether the instruction in IR has the cycle that comes next.
    fn state_is_possible(&self) -> bool {
        match (self.state, self.ir) {
            (MajorState::Fetch, _) | (MajorState::Defer, 0..=5) | (MajorState::Execute, 0..=4) => true,
            (state, 7) => self.config.eae && waits_for_operand(self.eae, self.mode_b, state),
            _ => false,
        }
    }
}

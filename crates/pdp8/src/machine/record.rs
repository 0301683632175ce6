//! Writes the state of the processor into a core image, and reads the state back. A record is refused unless a machine
//! with the recorded model, options and core can be in the recorded state.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::device::{from_record, to_record};
use super::eae::waits_for_operand;
use super::extension::USER;
use super::{BreakCycles, Config, Elapsed, Extension, Machine, MajorState, Time, is_false};
use crate::instruction::Eae;
use crate::word::{Address, Word, octal};

/// The largest count in a record. No run reaches this count: in nanoseconds, the count is 146 years.
pub(crate) const MAX_COUNT: u64 = 1 << 62;

/// The form of all registers in a core image; the words of core are written separately.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Record {
    elapsed: Counts,
    memory: Core,
    sr: Word,
    ac: Word,
    mq: Word,
    pc: Word,
    ir: u8,
    #[serde(with = "octal")]
    sc: u8,
    ma: Address,
    link: bool,
    state: MajorState,
    mb: Word,
    running: bool,
    ion: bool,
    address: Address,
    ion_delay: bool,
    extension: Fields,
    gt: bool,
    mode_b: bool,
    #[serde(with = "octal")]
    eae: u8,
    #[serde(rename = "desc")]
    config: Config,
}

#[derive(Serialize, Deserialize)]
struct Counts {
    cycles: u64,
    instructions: u64,
    time: Time,
}

#[derive(Serialize, Deserialize)]
struct Core {
    fields: u8,
    protected: bool,
}

#[derive(Serialize, Deserialize)]
struct Fields {
    instruction_field: u8,
    instruction_buffer: u8,
    data_field: u8,
    #[serde(with = "octal")]
    save_field: u8,
    inhibit: bool,
    #[serde(default, skip_serializing_if = "is_false")]
    user_mode: bool,
    #[serde(default, skip_serializing_if = "is_false")]
    user_buffer: bool,
    #[serde(default, skip_serializing_if = "is_false")]
    user_interrupt: bool,
}

impl Machine {
    /// Writes the registers as one line of JSON, without the words of core.
    pub(crate) fn record(&self) -> String {
        let (elapsed, extension) = (self.elapsed, self.extension);
        to_record(&Record {
            elapsed: Counts { cycles: elapsed.cycles, instructions: elapsed.instructions, time: elapsed.time },
            memory: Core { fields: self.memory.fields(), protected: self.memory.is_protected() },
            sr: self.sr,
            ac: self.ac,
            mq: self.mq,
            pc: self.pc,
            ir: self.ir,
            sc: self.sc,
            ma: self.ma,
            link: self.link,
            state: self.state,
            mb: self.mb,
            running: self.running,
            ion: self.ion,
            address: self.address,
            ion_delay: self.ion_delay,
            extension: Fields {
                instruction_field: extension.instruction_field,
                instruction_buffer: extension.instruction_buffer,
                data_field: extension.data_field,
                save_field: extension.save_field,
                inhibit: extension.inhibit,
                user_mode: extension.user_mode,
                user_buffer: extension.user_buffer,
                user_interrupt: extension.user_interrupt,
            },
            gt: self.gt,
            mode_b: self.mode_b,
            eae: self.eae,
            config: self.config,
        })
    }

    /// Makes a machine with the registers of a record. All words of core are 0. Returns a description of the error if
    /// the record is wrong.
    pub(crate) fn from_record(record: &str) -> Result<Machine, String> {
        let record: Record = from_record(record).map_err(|error| error.to_string())?;
        let Config { model, fields, .. } = record.config;
        let machine = Machine::new(record.config);
        if machine.config != record.config || record.memory.fields != fields {
            return Err(format!("a PDP-{model} does not support {}K and these options", u32::from(fields) * 4));
        }
        let machine = record.into_machine(machine);
        match machine.invalid_register() {
            Some(register) => Err(format!("invalid machine state: '{register}'")),
            None => Ok(machine),
        }
    }

    /// Returns the registers as a map from name to value, as in a core image.
    pub(crate) fn register_map(&self) -> Map<String, Value> {
        serde_json::from_str(&self.record()).expect("it was written so")
    }

    /// Sets the registers that are keys of `changed` to the values in the map; core does not change.
    ///
    /// # Errors
    ///
    /// When there is no such register, or this machine cannot have these values. After an error, nothing is changed.
    pub(crate) fn set_register_map(&mut self, changed: &Map<String, Value>) -> Result<(), String> {
        let mut map = self.register_map();
        for (name, value) in changed {
            *map.get_mut(name).ok_or_else(|| format!("there is no register '{name}'"))? = value.clone();
        }
        self.set_registers(&to_record(&map))
    }

    /// Sets the registers to the values in a record; core does not change.
    ///
    /// # Errors
    ///
    /// When this machine cannot have these values. After an error, nothing is changed.
    pub(crate) fn set_registers(&mut self, record: &str) -> Result<(), String> {
        let machine = Machine::from_record(record)?;
        if machine.config != self.config {
            return Err("it is another machine's".to_owned());
        }
        let protected = machine.memory.is_protected();
        let before = std::mem::replace(self, machine);
        self.memory = before.memory;
        self.memory.protect_last_page(protected);
        Ok(())
    }

    /// Makes a machine with another configuration. Copies this machine's core into the new machine, except the words
    /// for which the new machine has no core. The registers of the new machine are 0.
    pub(crate) fn refitted(&self, config: Config) -> Machine {
        let mut machine = Machine::new(config);
        for (address, word) in (0..).map(Address::new).zip(self.memory.words()) {
            machine.memory.write(address, word);
        }
        machine
    }

    /// Returns the name of the first register with a value that this machine cannot have, such as a flag of another
    /// model.
    #[doc(hidden)]
    pub fn invalid_register(&self) -> Option<&'static str> {
        let Config { model, eae, .. } = self.config;
        let traits = model.traits();
        let checks = [
            ("elapsed", !self.elapsed_is_possible()),
            ("ir", self.ir > 7),
            ("sc", self.sc > if eae { 0o37 } else { 0 }),
            ("mq", self.mq != Word::ZERO && !self.has_mq()),
            ("gt", self.gt && !traits.flag_iots),
            ("mode_b", self.mode_b && self.eae() != Some(Eae::Ke8E)),
            ("protected", self.memory.is_protected() && !traits.memory_protect),
            ("extension", !self.extension_is_possible()),
            ("state", !self.state_is_possible()),
        ];
        checks.iter().find_map(|&(register, wrong)| wrong.then_some(register))
    }

    /// Whether the counts are possible: each instruction takes at least one cycle, and each cycle takes at least the
    /// shortest cycle time of the model.
    fn elapsed_is_possible(&self) -> bool {
        let Elapsed { cycles, instructions, time } = self.elapsed;
        let time = time.as_nanoseconds();
        let shortest = self.timing.read_cycle.min(self.timing.write_cycle);
        cycles.max(time) <= MAX_COUNT && instructions <= cycles && cycles <= time / shortest
    }

    /// Whether the values of the field registers are possible. Without an extension control, only 0 is possible. On an
    /// 8/L, only existing fields are possible. On other models, 0 to 7 are possible.
    fn extension_is_possible(&self) -> bool {
        let extension = &self.extension;
        let traits = self.config.model.traits();
        let most = match self.has_extension() {
            false => 0,
            true if traits.wires_for_own_fields_only => self.config.fields - 1,
            true => 7,
        };
        let user =
            [extension.user_mode, extension.user_buffer, extension.user_interrupt, extension.save_field & USER != 0];
        let saved = [extension.save_field >> 3 & 7, extension.save_field & 7];
        [extension.instruction_field, extension.instruction_buffer, extension.data_field, saved[0], saved[1]]
            .iter()
            .all(|&field| field <= most)
            && extension.save_field < 2 * USER
            && (self.config.time_share || !user.contains(&true))
            // RTF inhibits interrupts even without an extension control.
            && (!extension.inhibit || self.has_extension() || traits.flag_iots)
    }

    /// Whether the major state of the next cycle is possible for the instruction in IR.
    fn state_is_possible(&self) -> bool {
        match (self.state, self.ir) {
            (MajorState::Fetch, _) | (MajorState::Defer, 0..=5) | (MajorState::Execute, 0..=4) => true,
            (state, 7) => self.config.eae && waits_for_operand(self.eae, self.mode_b, state),
            _ => false,
        }
    }
}

impl Record {
    /// Puts the registers of the record into `fresh`, a machine of the recorded configuration. Returns the machine.
    fn into_machine(self, fresh: Machine) -> Machine {
        let Record { elapsed, extension, .. } = self;
        let mut memory = fresh.memory;
        memory.protect_last_page(self.memory.protected);
        Machine {
            break_cycles: BreakCycles::default(),
            elapsed: Elapsed { cycles: elapsed.cycles, instructions: elapsed.instructions, time: elapsed.time },
            memory,
            timing: fresh.timing,
            sr: self.sr,
            ac: self.ac,
            mq: self.mq,
            pc: self.pc,
            ir: self.ir,
            sc: self.sc,
            ma: self.ma,
            link: self.link,
            state: self.state,
            mb: self.mb,
            running: self.running,
            ion: self.ion,
            address: self.address,
            ion_delay: self.ion_delay,
            extension: Extension {
                instruction_field: extension.instruction_field,
                instruction_buffer: extension.instruction_buffer,
                data_field: extension.data_field,
                save_field: extension.save_field,
                inhibit: extension.inhibit,
                user_mode: extension.user_mode,
                user_buffer: extension.user_buffer,
                user_interrupt: extension.user_interrupt,
            },
            gt: self.gt,
            mode_b: self.mode_b,
            eae: self.eae,
            config: fresh.config,
        }
    }
}

//! The table of the registers that the operator can name.

use crate::instruction::Eae;
use crate::machine::{Config, Machine, MajorState};
use crate::word::{Address, Word};

use super::MonitorError;

/// A register that the operator's commands can show and set.
#[derive(Debug)]
pub struct Register {
    /// The register's name.
    pub name: &'static str,
    /// The largest value of the register. It determines the number of octal digits shown.
    pub largest: u16,
    /// Returns the register's bits.
    pub get: fn(&Machine) -> u16,
    set: fn(&mut Machine, u16),
    /// Whether a machine with this configuration has the register.
    is_in: fn(Config) -> bool,
}

const fn register(name: &'static str, largest: u16, get: fn(&Machine) -> u16, set: fn(&mut Machine, u16)) -> Register {
    Register { name, largest, get, set, is_in: |_| true }
}

/// All registers, in the order in which `examine state` shows them.
#[rustfmt::skip]
pub static REGISTERS: [Register; 18] = [
    register("PC", 0o77777, |m| m.pc_address().bits(), |m, bits| point(m, Address::new(bits))),
    register("AC", 0o7777, |m| m.ac.bits(), |m, bits| m.ac = Word::new(bits)),
    register("L", 1, |m| m.link.into(), |m, bits| m.link = bits == 1),
    register("MQ", 0o7777, |m| m.mq.bits(), |m, bits| m.mq = Word::new(bits)),
    register("SC", 0o37, |m| m.sc.into(), |m, bits| m.sc = bits as u8),
    register("SR", 0o7777, |m| m.sr.bits(), |m, bits| m.sr = Word::new(bits)),
    register("MA", 0o77777, |m| m.ma.bits(), |m, bits| m.ma = Address::new(bits)),
    register("MB", 0o7777, |m| m.mb.bits(), |m, bits| m.mb = Word::new(bits)),
    register("IR", 7, |m| m.ir.into(), |m, bits| m.ir = bits as u8),
    register("IF", 7, |m| m.extension.instruction_field.into(), |m, bits| m.extension.set_instruction_field(bits as u8)),
    register("IB", 7, |m| m.extension.instruction_buffer.into(), |m, bits| m.extension.instruction_buffer = bits as u8),
    register("DF", 7, |m| m.extension.data_field.into(), |m, bits| m.extension.data_field = bits as u8),
    register("SF", 0o77, |m| m.extension.save_field.into(), |m, bits| m.extension.save_field = bits as u8),
    Register { is_in: |config| config.time_share, ..register("UF", 1, |m| m.extension.user_mode.into(), |m, bits| m.extension.user_mode = bits == 1) },
    Register { is_in: |config| config.time_share, ..register("UB", 1, |m| m.extension.user_buffer.into(), |m, bits| m.extension.user_buffer = bits == 1) },
    register("ION", 1, |m| m.ion.into(), |m, bits| m.ion = bits == 1),
    Register { is_in: |config| config.model.traits().flag_iots, ..register("GTF", 1, |m| m.gt.into(), |m, bits| m.gt = bits == 1) },
    Register { is_in: |config| config.model.traits().eae == Some(Eae::Ke8E), ..register("EMODE", 1, |m| m.mode_b.into(), |m, bits| m.mode_b = bits == 1) },
];

/// Compares registers by their names, which are unique.
impl PartialEq for Register {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Register {}

impl Register {
    /// Returns the register with this name, in upper or lower case.
    pub fn named(name: &str) -> Option<&'static Register> {
        REGISTERS.iter().find(|register| register.name.eq_ignore_ascii_case(name))
    }

    /// Returns the registers of `range`: one register, or a range such as `AC-MQ` in the order of `examine state`.
    /// Returns `None` if `range` names no registers.
    pub fn between(range: &str, machine: &Machine) -> Option<Vec<&'static Register>> {
        let Some((first, last)) = range.split_once(['-', ':']) else {
            return Register::named(range).map(|one| vec![one]);
        };
        let (first, last) = (Register::named(first.trim())?, Register::named(last.trim())?);
        let all: Vec<_> = Register::all_of(machine).collect();
        let place = |wanted| all.iter().position(|&register| register == wanted);
        Some(all.get(place(first)?..=place(last)?)?.to_vec())
    }

    /// Returns the registers of this machine, in the order in which `examine state` shows them.
    pub fn all_of(machine: &Machine) -> impl Iterator<Item = &'static Register> + use<> {
        let config = machine.config();
        REGISTERS.iter().filter(move |register| (register.is_in)(config))
    }

    /// Whether the register holds an address of fifteen bits.
    pub const fn holds_address(&self) -> bool {
        self.largest > 0o7777
    }

    /// Sets the register's bits. If the register is the PC, the machine next fetches the instruction at the new
    /// address.
    ///
    /// # Errors
    ///
    /// When the value is above the register's largest value, or when this machine cannot have the value in the
    /// register: for example, a field that the machine does not have. After an error, the machine is unchanged.
    pub fn set(&self, machine: &mut Machine, bits: u16) -> Result<(), MonitorError> {
        let largest = self.largest;
        if bits > largest {
            return Err(MonitorError::TooLarge { what: self.name.to_owned(), largest });
        }
        let mut changed = machine.clone();
        (self.set)(&mut changed, bits);
        if machine.invalid_register().is_none() && changed.invalid_register().is_some() {
            return Err(MonitorError::NotInThisMachine { what: self.name.to_owned(), bits });
        }
        *machine = changed;
        Ok(())
    }

    /// Returns the register's bits in octal with leading zeros, such as `00200`.
    pub fn value(&self, machine: &Machine) -> String {
        let digits = (u16::BITS - self.largest.leading_zeros()).div_ceil(3) as usize;
        format!("{:0digits$o}", (self.get)(machine))
    }

    /// Returns the register's name and value in SIMH's form, such as `PC:     00200`.
    pub fn show(&self, machine: &Machine) -> String {
        format!("{}:\t{}", self.name, self.value(machine))
    }
}

/// Sets each register to its value in `before`. If the machine cannot hold the value, the register does not change.
pub fn keep_registers(machine: &mut Machine, before: &Machine) {
    for register in Register::all_of(before) {
        let _ = register.set(machine, (register.get)(before));
    }
}

/// Sets the program counter and the instruction field. The data field does not change.
pub fn point(machine: &mut Machine, address: Address) {
    machine.pc = address.offset();
    if address.field() != machine.extension.instruction_field {
        machine.extension.set_instruction_field(address.field());
    }
    machine.state = MajorState::Fetch;
}

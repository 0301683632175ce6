//! What the operator names: registers, places in core, ranges of them.
//!
//! ```text
//! 200   10200   200-210   200/10   pc   ac,l,mq   state   all
//! ```

use std::fmt;

use crate::instruction::Model;
use crate::machine::{Machine, MajorState};
use crate::word::{Address, Word};

use super::MonitorError;

/// A register by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Register {
    /// Program counter with the instruction field.
    Pc,
    /// Accumulator.
    Ac,
    /// Link.
    Link,
    /// Multiplier quotient.
    Mq,
    /// Step counter.
    Sc,
    /// Switches.
    Sr,
    /// Memory address.
    Ma,
    /// Memory buffer.
    Mb,
    /// Instruction register.
    Ir,
    /// Instruction field.
    If,
    /// Instruction buffer.
    Ib,
    /// Data field.
    Df,
    /// Save field.
    Sf,
    /// Interrupt system.
    Ion,
    /// Greater-than flag of the 8/E.
    Gtf,
    /// EAE mode of the 8/E: 0 is A, 1 is B.
    Emode,
}

impl Register {
    /// All, in the order in which `examine state` shows them.
    pub const ALL: [Register; 16] = [
        Register::Pc,
        Register::Ac,
        Register::Link,
        Register::Mq,
        Register::Sc,
        Register::Sr,
        Register::Ma,
        Register::Mb,
        Register::Ir,
        Register::If,
        Register::Ib,
        Register::Df,
        Register::Sf,
        Register::Ion,
        Register::Gtf,
        Register::Emode,
    ];

    /// Whether `examine state` shows it: not what only an 8/E has, on another model.
    fn is_in(self, machine: &Machine) -> bool {
        machine.config().model == Model::E || !matches!(self, Register::Gtf | Register::Emode)
    }

    /// As the operator calls it.
    pub const fn name(self) -> &'static str {
        match self {
            Register::Pc => "PC",
            Register::Ac => "AC",
            Register::Link => "L",
            Register::Mq => "MQ",
            Register::Sc => "SC",
            Register::Sr => "SR",
            Register::Ma => "MA",
            Register::Mb => "MB",
            Register::Ir => "IR",
            Register::If => "IF",
            Register::Ib => "IB",
            Register::Df => "DF",
            Register::Sf => "SF",
            Register::Ion => "ION",
            Register::Gtf => "GTF",
            Register::Emode => "EMODE",
        }
    }

    /// How many octal digits show it.
    const fn digits(self) -> usize {
        match self {
            Register::Pc | Register::Ma => 5,
            Register::Ac | Register::Mq | Register::Sr | Register::Mb => 4,
            Register::Sc | Register::Sf => 2,
            Register::Link | Register::Ir | Register::If | Register::Ib | Register::Df => 1,
            Register::Ion | Register::Gtf | Register::Emode => 1,
        }
    }

    fn named(text: &str) -> Option<Register> {
        let upper = text.to_ascii_uppercase();
        Register::ALL.into_iter().find(|register| register.name() == upper)
    }

    /// Its bits.
    pub const fn get(self, machine: &Machine) -> u16 {
        match self {
            Register::Pc => machine.pc_address().bits(),
            Register::Ac => machine.ac.bits(),
            Register::Link => machine.link as u16,
            Register::Mq => machine.mq.bits(),
            Register::Sc => machine.sc as u16,
            Register::Sr => machine.sr.bits(),
            Register::Ma => machine.ma.bits(),
            Register::Mb => machine.mb.bits(),
            Register::Ir => machine.ir as u16,
            Register::If => machine.extension.instruction_field as u16,
            Register::Ib => machine.extension.instruction_buffer as u16,
            Register::Df => machine.extension.data_field as u16,
            Register::Sf => machine.extension.save_field as u16,
            Register::Ion => machine.ion as u16,
            Register::Gtf => machine.gt as u16,
            Register::Emode => machine.mode_b as u16,
        }
    }

    /// Puts bits into it. A new PC begins a new instruction.
    pub fn set(self, machine: &mut Machine, bits: u16) -> Result<(), MonitorError> {
        let largest = match self {
            Register::Pc | Register::Ma => 0o77777,
            Register::Sc => 0o37,
            Register::Sf => 0o77,
            Register::Ir | Register::If | Register::Ib | Register::Df => 7,
            Register::Link | Register::Ion | Register::Gtf | Register::Emode => 1,
            Register::Ac | Register::Mq | Register::Sr | Register::Mb => 0o7777,
        };
        if bits > largest {
            return Err(MonitorError::TooLarge { what: self.name().to_owned(), largest });
        }
        match self {
            Register::Pc => point(machine, Address::new(bits)),
            Register::Ac => machine.ac = Word::new(bits),
            Register::Link => machine.link = bits == 1,
            Register::Mq => machine.mq = Word::new(bits),
            Register::Sc => machine.sc = bits as u8,
            Register::Sr => machine.sr = Word::new(bits),
            Register::Ma => machine.ma = Address::new(bits),
            Register::Mb => machine.mb = Word::new(bits),
            Register::Ir => machine.ir = bits as u8,
            Register::If => machine.extension.set_instruction_field(bits as u8),
            Register::Ib => machine.extension.instruction_buffer = bits as u8,
            Register::Df => machine.extension.data_field = bits as u8,
            Register::Sf => machine.extension.save_field = bits as u8,
            Register::Ion => machine.ion = bits == 1,
            Register::Gtf => machine.gt = bits == 1,
            Register::Emode => machine.mode_b = bits == 1,
        }
        Ok(())
    }

    /// `PC:     00200`, as SIMH shows it.
    pub fn show(self, machine: &Machine) -> String {
        format!("{}:\t{:0width$o}", self.name(), self.get(machine), width = self.digits())
    }
}

/// The next instruction is at `address`; the data field stays.
pub fn point(machine: &mut Machine, address: Address) {
    machine.pc = address.offset();
    if address.field() != machine.extension.instruction_field {
        machine.extension.set_instruction_field(address.field());
    }
    machine.state = MajorState::Fetch;
}

/// A stretch of core, both ends in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The first place.
    pub first: Address,
    /// The last.
    pub last: Address,
}

impl Range {
    /// Whether `address` is in it.
    pub const fn contains(&self, address: Address) -> bool {
        self.first.bits() <= address.bits() && address.bits() <= self.last.bits()
    }

    /// Its places, from the first on.
    pub fn addresses(self) -> impl Iterator<Item = Address> {
        (self.first.bits()..=self.last.bits()).map(Address::new)
    }

    /// `200`, `200-210` or `200/10`; inside the core there is.
    pub fn parse(text: &str, machine: &Machine) -> Result<Self, MonitorError> {
        let range = if let Some((first, last)) = text.split_once('-') {
            Range { first: address(first)?, last: address(last)? }
        } else if let Some((first, count)) = text.split_once('/') {
            let (first, count) = (address(first)?, address(count)?.bits());
            let last = first.bits().saturating_add(count.max(1) - 1);
            Range { first, last: Address::new(last.min(0o77777)) }
        } else {
            let only = address(text)?;
            Range { first: only, last: only }
        };
        if range.first > range.last {
            return Err(MonitorError::Backwards(text.to_owned()));
        }
        if !machine.memory.is_present(range.last) {
            return Err(MonitorError::NoCore { address: range.last, fields: machine.memory.fields() });
        }
        Ok(range)
    }
}

fn address(text: &str) -> Result<Address, MonitorError> {
    text.parse().map_err(MonitorError::from)
}

/// `200`, or `200-210`.
impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.first == self.last { write!(f, "{}", self.first) } else { write!(f, "{}-{}", self.first, self.last) }
    }
}

/// One item of a list of places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A register.
    Register(Register),
    /// A stretch of core.
    Core(Range),
}

/// Lines that one order shows or keeps at most, and words that it reads.
pub const MOST_LINES: u64 = 100_000;

/// A list of places, commas between them; [`MOST_LINES`] in all, since `all,all,all` is typed easily.
pub fn places(text: &str, machine: &Machine) -> Result<Vec<Place>, MonitorError> {
    let places = listed(text, machine)?;
    let words = places.iter().map(|place| match place {
        Place::Register(_) => 1,
        Place::Core(range) => u64::from(range.last.bits() - range.first.bits()) + 1,
    });
    if words.sum::<u64>() > MOST_LINES { Err(MonitorError::TooMany(MOST_LINES)) } else { Ok(places) }
}

fn listed(text: &str, machine: &Machine) -> Result<Vec<Place>, MonitorError> {
    let mut places = Vec::new();
    for item in text.split(',') {
        match item.to_ascii_lowercase().as_str() {
            "state" => {
                let shown = Register::ALL.into_iter().filter(|register| register.is_in(machine));
                places.extend(shown.map(Place::Register));
            }
            "all" => {
                let last = Address::new((machine.memory.size() - 1) as u16);
                places.push(Place::Core(Range { first: Address::default(), last }));
            }
            _ => places.push(match Register::named(item) {
                Some(register) => Place::Register(register),
                None if item.starts_with(|first: char| first.is_ascii_digit()) => {
                    Place::Core(Range::parse(item, machine)?)
                }
                None => return Err(MonitorError::NoSuchPlace(item.to_owned())),
            }),
        }
    }
    Ok(places)
}

//! The operator's names for registers, core addresses and ranges of addresses.
//!
//! ```text
//! 200   10200   200-210   200/10   pc   ac,l,mq   ac-mq   state   all   LOOP   LOOP+3   START-LOOP
//! ```

use std::fmt;

use crate::machine::Machine;
use crate::symbols::Symbols;
use crate::word::Address;

use super::MonitorError;
use super::register::Register;

/// The machine and the labels to which the operator's names refer.
#[derive(Clone, Copy, Debug)]
pub struct Scope<'a> {
    /// The machine with its registers and its core.
    pub machine: &'a Machine,
    /// The labels of the programs in core.
    pub symbols: &'a Symbols,
}

impl Scope<'_> {
    /// Parses an octal address, a label, or a label and an octal distance, such as `LOOP+3`.
    fn address(self, text: &str) -> Result<Address, MonitorError> {
        let text = text.trim();
        if !text.starts_with(|first: char| first.is_ascii_alphabetic()) {
            return text.parse().map_err(MonitorError::from);
        }
        let (name, distance) = match text.split_once('+') {
            Some((name, distance)) => (name.trim(), distance.trim().parse::<Address>()?.bits()),
            None => (text, 0),
        };
        let label = self.symbols.address(name).ok_or_else(|| MonitorError::NoSuchPlace(text.to_owned()))?;
        Ok(Address::new((label.bits() + distance).min(0o77777)))
    }
}

/// A range of core addresses, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The first address.
    pub first: Address,
    /// The last address.
    pub last: Address,
}

impl Range {
    /// Returns the range's addresses in ascending order.
    pub fn addresses(self) -> impl Iterator<Item = Address> {
        (self.first.bits()..=self.last.bits()).map(Address::new)
    }

    /// Parses `200`, `200-210`, `200/10`, or a range with labels, such as `START-LOOP`. The range must lie inside the
    /// machine's core.
    pub fn parse(text: &str, scope: Scope<'_>) -> Result<Self, MonitorError> {
        let machine = scope.machine;
        let range = if let Some((first, last)) = text.split_once(['-', ':']) {
            Range { first: scope.address(first)?, last: scope.address(last)? }
        } else if let Some((first, count)) = text.split_once('/') {
            let (first, count) = (scope.address(first)?, count.parse::<Address>()?.bits());
            let last = first.bits().saturating_add(count.max(1) - 1);
            Range { first, last: Address::new(last.min(0o77777)) }
        } else {
            let only = scope.address(text)?;
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

impl Range {
    /// Returns the range as text, with the label at or before its first address if there is one: `00203 LOOP+3`.
    pub fn shown(self, symbols: &Symbols) -> String {
        symbols.place(self.first).map_or_else(|| self.to_string(), |place| format!("{self} {place}"))
    }
}

/// Writes `200` for one address, `200-210` for more.
impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.first == self.last { write!(f, "{}", self.first) } else { write!(f, "{}-{}", self.first, self.last) }
    }
}

/// One item of a list such as `200-210,ac`: a register or a range of core.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A register of the processor.
    Register(&'static Register),
    /// A range of core.
    Core(Range),
}

impl Place {
    /// Returns the range into which a command stores `count` words. If this place is a single address, the range begins
    /// at that address. If this place is a range, the range must have exactly `count` addresses. For a register,
    /// returns an error.
    pub fn for_words(self, count: usize, machine: &Machine) -> Result<Range, MonitorError> {
        let misfit = |place: String| Err(MonitorError::ListMisfit { count, place });
        match self {
            Place::Register(register) => misfit(register.name.to_owned()),
            Place::Core(Range { first, last }) if first == last => {
                let last = usize::from(first.bits()) + count - 1;
                match u16::try_from(last).ok().filter(|&last| last <= 0o77777).map(Address::new) {
                    Some(last) if machine.memory.is_present(last) => Ok(Range { first, last }),
                    _ => misfit(first.to_string()),
                }
            }
            Place::Core(range) if range.addresses().count() == count => Ok(range),
            Place::Core(range) => misfit(range.to_string()),
        }
    }
}

/// The maximum number of lines that a command shows. Also the maximum number of registers and core words that a list
/// such as `200-210,ac` names.
pub const MAX_LINES: u64 = 100_000;

/// Parses a list of registers and core ranges, separated by commas. The list may name at most [`MAX_LINES`] registers
/// and words, since a short text such as `all,all,all` can name very many words.
pub fn places(text: &str, scope: Scope<'_>) -> Result<Vec<Place>, MonitorError> {
    let places = listed(text, scope)?;
    let words = places.iter().map(|place| match place {
        Place::Register(_) => 1,
        Place::Core(range) => u64::from(range.last.bits() - range.first.bits()) + 1,
    });
    if words.sum::<u64>() > MAX_LINES { Err(MonitorError::TooMany(MAX_LINES)) } else { Ok(places) }
}

fn listed(text: &str, scope: Scope<'_>) -> Result<Vec<Place>, MonitorError> {
    let machine = scope.machine;
    let mut places = Vec::new();
    for item in text.split(',') {
        match item.to_ascii_lowercase().as_str() {
            "state" => places.extend(Register::all_of(machine).map(Place::Register)),
            "all" => {
                let last = Address::new((machine.memory.size() - 1) as u16);
                places.push(Place::Core(Range { first: Address::default(), last }));
            }
            _ => places.extend(match Register::between(item, machine) {
                Some(registers) => registers.into_iter().map(Place::Register).collect(),
                None if item.starts_with(|first: char| first.is_ascii_alphanumeric()) => {
                    vec![Place::Core(Range::parse(item, scope)?)]
                }
                None => return Err(MonitorError::NoSuchPlace(item.to_owned())),
            }),
        }
    }
    Ok(places)
}

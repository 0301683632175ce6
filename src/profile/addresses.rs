//! Any program's time, by addresses and by the labels of its symbol file.

use std::collections::BTreeMap;

use super::Cost;
use crate::machine::Elapsed;
use crate::station::Station;
use crate::word::Address;

/// The labels of a program, as `focal8 asm --symbols` writes them: a line each, the address in five octal digits, the name.
/// Constants, which have four, are passed over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Symbols(BTreeMap<Address, String>);

/// A line of a symbol file that is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} is no symbol: expected an octal value and a name, as focal8 asm --symbols writes them")]
pub struct NotASymbol {
    /// Which, from 1.
    line: usize,
}

impl Symbols {
    /// Reads a symbol file.
    pub fn parse(text: &str) -> Result<Self, NotASymbol> {
        let mut labels = BTreeMap::new();
        for (line, text) in (1..).zip(text.lines()).filter(|(_, text)| !text.trim().is_empty()) {
            let (value, name) = text.trim().split_once(' ').ok_or(NotASymbol { line })?;
            let bits = u16::from_str_radix(value, 8).map_err(|_| NotASymbol { line })?;
            if value.len() == 5 {
                labels.entry(Address::new(bits)).or_insert_with(|| name.trim().to_owned());
            }
        }
        Ok(Symbols(labels))
    }

    /// The last label at or before an address of its field, and how far behind it the address is.
    pub fn label(&self, at: Address) -> Option<(&str, u16)> {
        let (label, name) = self.0.range(..=at).next_back().filter(|(label, _)| label.field() == at.field())?;
        Some((name, at.bits() - label.bits()))
    }
}

/// Counts what the instructions at each address take.
#[derive(Clone, Debug)]
pub struct AddressProfile {
    costs: Vec<Cost>,
    counts: Vec<u64>,
    /// What interrupt entries took, which stand at no address.
    pub entries: Cost,
    /// All of it.
    pub total: Cost,
}

impl Default for AddressProfile {
    fn default() -> Self {
        AddressProfile {
            costs: vec![Cost::default(); 0o100000],
            counts: vec![0; 0o100000],
            entries: Cost::default(),
            total: Cost::default(),
        }
    }
}

/// An instruction, or an interrupt entry, that is about to be done.
#[derive(Clone, Copy, Debug)]
pub struct Begun {
    /// Where it is; none for an interrupt entry.
    at: Option<Address>,
    elapsed: Elapsed,
}

impl Begun {
    /// What the machine does next.
    pub fn of(station: &Station) -> Self {
        let machine = station.machine();
        let enters = machine.enters_interrupt(station.io_bus());
        Begun { at: (!enters).then(|| machine.pc_address()), elapsed: machine.elapsed }
    }
}

impl AddressProfile {
    /// It has been done.
    pub fn add(&mut self, begun: Begun, station: &Station) {
        let cost = Cost::between(&begun.elapsed, &station.machine().elapsed);
        self.total += cost;
        match begun.at {
            Some(at) => {
                self.costs[usize::from(at.bits())] += cost;
                self.counts[usize::from(at.bits())] += cost.instructions;
            }
            None => self.entries += cost,
        }
    }

    /// The addresses at which something was done, in order: how often, and what it took.
    pub fn addresses(&self) -> impl Iterator<Item = (Address, u64, Cost)> + '_ {
        let rows = (0..).map(Address::new).zip(self.counts.iter().zip(&self.costs));
        rows.map(|(at, (&count, &cost))| (at, count, cost)).filter(|(_, _, cost)| cost.cycles > 0)
    }

    /// The same by labels, the dearest first; what no label is before is under its page.
    pub fn labels(&self, symbols: &Symbols) -> Vec<(String, Cost)> {
        let mut labels: BTreeMap<String, Cost> = BTreeMap::new();
        for (at, _, cost) in self.addresses() {
            let name = match symbols.label(at) {
                Some((name, _)) => name.to_owned(),
                None => format!("page {:05o}", at.bits() & !0o177),
            };
            *labels.entry(name).or_default() += cost;
        }
        if self.entries.cycles > 0 {
            labels.insert("(interrupt entry)".to_owned(), self.entries);
        }
        let mut labels: Vec<_> = labels.into_iter().collect();
        labels.sort_by(|one, other| other.1.cycles.cmp(&one.1.cycles).then_with(|| one.0.cmp(&other.0)));
        labels
    }
}

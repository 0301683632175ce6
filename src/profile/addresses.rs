//! The time of any program, by address and by the labels in its symbol file.

use std::collections::BTreeMap;

use super::Cost;
use crate::machine::Elapsed;
use crate::station::Station;
use crate::symbols::Symbols;
use crate::word::Address;

/// A profile of the time that instructions take at each address.
#[derive(Clone, Debug)]
pub struct AddressProfile {
    costs: Vec<Cost>,
    counts: Vec<u64>,
    /// The time of interrupt entries, which belong to no address.
    pub entries: Cost,
    /// The total time.
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

/// The next instruction or interrupt entry, and the machine's counters before it.
#[derive(Clone, Copy, Debug)]
pub struct Begun {
    /// The address of the instruction; `None` for an interrupt entry.
    at: Option<Address>,
    elapsed: Elapsed,
}

impl Begun {
    /// Returns the next instruction or interrupt entry of a machine.
    pub fn of(station: &Station) -> Self {
        let machine = station.machine();
        let enters = machine.enters_interrupt(station.io_bus());
        Begun { at: (!enters).then(|| machine.pc_address()), elapsed: machine.elapsed }
    }
}

impl AddressProfile {
    /// Adds the time of the instruction or interrupt entry that has just been executed.
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

    /// Returns the executed addresses in ascending order, each with its execution count and its time.
    pub fn addresses(&self) -> impl Iterator<Item = (Address, u64, Cost)> + '_ {
        let rows = (0..).map(Address::new).zip(self.counts.iter().zip(&self.costs));
        rows.map(|(at, (&count, &cost))| (at, count, cost)).filter(|(_, _, cost)| cost.cycles > 0)
    }

    /// Returns the time by label, the most expensive label first. Time at an address before the first label is assigned
    /// to the page of that address.
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

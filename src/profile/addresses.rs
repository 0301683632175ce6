//! A profile of any program in machine code: the time by address, and by label if the program has a symbol file.

use std::collections::BTreeMap;

use super::Cost;
use crate::machine::Elapsed;
use crate::symbols::Symbols;
use crate::word::Address;

/// A profile that counts the time of the instructions at each address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddressProfile {
    costs: Vec<Cost>,
    /// The time of interrupt entries, which have no address.
    pub entries: Cost,
    /// The number of instructions that the FPP8-A has executed, and the number of memory cycles that these instructions
    /// took. Each of these cycles is also counted in the time of the PDP-8 instruction that was being executed.
    pub fpp: (u64, u64),
    /// The total time.
    pub total: Cost,
}

impl Default for AddressProfile {
    fn default() -> Self {
        let (entries, total) = (Cost::default(), Cost::default());
        AddressProfile { costs: vec![Cost::default(); 0o100000], entries, fpp: (0, 0), total }
    }
}

impl AddressProfile {
    /// Adds time that has passed at the address `at`. If `at` is `None`, the time has passed in interrupt entries.
    pub fn add(&mut self, at: Option<Address>, elapsed: Elapsed) {
        let cost = Cost::between(&Elapsed::default(), &elapsed);
        self.total += cost;
        match at {
            Some(at) => self.costs[usize::from(at.bits())] += cost,
            None => self.entries += cost,
        }
    }

    /// Adds a number of instructions that the FPP8-A has executed, and the number of memory cycles that these
    /// instructions took.
    pub fn add_fpp(&mut self, instructions: u64, cycles: u64) {
        self.fpp = (self.fpp.0 + instructions, self.fpp.1 + cycles);
    }

    /// Returns the addresses of all executed instructions in ascending order. With each address, returns how often the
    /// instruction was executed, and the time of these executions.
    pub fn addresses(&self) -> impl Iterator<Item = (Address, u64, Cost)> + '_ {
        let rows = (0..).map(Address::new).zip(&self.costs);
        rows.map(|(at, &cost)| (at, cost.instructions, cost)).filter(|(_, _, cost)| cost.cycles > 0)
    }

    /// Returns the time of each label, the label with the most memory cycles first. If no label precedes an address in
    /// its field, the time of the address is counted under its page.
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

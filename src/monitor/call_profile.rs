//! A profile of machine code by its calls: the time spent at each address, separately for each chain of calls. A call
//! is a JMS instruction or an interrupt entry.
//!
//! The machine runs at full speed up to the next instruction that may change the chain of calls. The time of this run
//! is added to the time of the current chain.

use std::collections::BTreeMap;

use super::calls::{self, Call, Chain};
use crate::machine::{Elapsed, TraceRecord};
use crate::profile::{AccountNumbers, CallTree, OTHER, Position};
use crate::station::Station;
use crate::symbols::Symbols;
use crate::word::Address;

/// An account: the time of a subroutine in one chain of calls.
#[derive(Clone, Debug, Default)]
struct Account {
    /// The number of calls.
    calls: u64,
    /// The memory cycles by address. The cycles of interrupt entries and data breaks have no address and are under
    /// `None`.
    cycles: BTreeMap<Option<Address>, u64>,
    /// The calls that this subroutine makes.
    children: BTreeMap<(Address, Address), (Call, usize)>,
}

/// A profile by calls, while it is measured.
#[derive(Clone, Debug)]
pub struct CallProfile {
    /// The accounts of all chains of calls; the first account is that of the main program.
    accounts: Vec<Account>,
    current: usize,
    chain: Chain,
    /// The numbers that the station uses for the accounts.
    numbers: AccountNumbers,
    /// The next instruction, if it may change the chain of calls.
    next: Option<TraceRecord>,
    /// The address of the first instruction of the profile.
    begin: Option<Address>,
    /// The machine's counters and the PC at the end of the last run.
    end: Option<(Elapsed, Address)>,
}

impl Default for CallProfile {
    fn default() -> Self {
        let accounts = vec![Account::default()];
        CallProfile {
            accounts,
            current: 0,
            chain: Chain::default(),
            numbers: AccountNumbers::default(),
            next: None,
            begin: None,
            end: None,
        }
    }
}

impl CallProfile {
    /// Begins a run. If the machine's counters or the PC have changed since the last run, discards the chain of calls.
    pub fn begin_run(&mut self, station: &Station) {
        let now = (station.machine().elapsed, station.machine().pc_address());
        self.begin.get_or_insert(now.1);
        if self.end.is_some_and(|end| end != now) {
            self.chain = Chain::default();
            self.current = 0;
        }
    }

    /// Makes the station add time to the account of the current chain of calls. Returns whether the next instruction
    /// must be executed alone, because it may change the chain of calls.
    pub fn before_run(&mut self, station: &mut Station) -> bool {
        if self.numbers.are_full_for(self.current) {
            self.take_counts(station);
        }
        station.count_into(self.numbers.of(self.current));
        let record = station.next_record();
        let changes = record.is_entry || calls::may_change(record.word);
        self.next = changes.then_some(record);
        changes
    }

    /// If the run consisted of one instruction that may change the chain of calls, updates the chain of calls.
    pub fn after_run(&mut self, station: &Station) {
        let Some(record) = self.next.take() else { return };
        if station.machine().elapsed == record.elapsed {
            return;
        }
        self.chain.add(&record);
        self.current = 0;
        for call in self.chain.calls() {
            let next = self.accounts.len();
            let key = (call.from, call.entry);
            self.current = self.accounts[self.current].children.entry(key).or_insert((*call, next)).1;
            if self.current == next {
                self.accounts.push(Account::default());
            }
        }
        if calls::called(&record).is_some() {
            self.accounts[self.current].calls += 1;
        }
    }

    /// Ends a run: adds to each account of this profile the time that the station has counted for the account.
    pub fn end_run(&mut self, station: &mut Station) {
        self.take_counts(station);
        station.count_into(OTHER);
        self.end = Some((station.machine().elapsed, station.machine().pc_address()));
    }

    fn take_counts(&mut self, station: &mut Station) {
        for (number, account) in self.numbers.take() {
            let account = &mut self.accounts[account];
            station.count_into(number);
            station.take_counts(|at, elapsed| *account.cycles.entry(at).or_default() += elapsed.cycles);
        }
    }

    /// Returns the profile as a tree, in which the functions have the names of labels.
    pub fn tree(&self, symbols: &Symbols) -> CallTree {
        let name = |at: Address| symbols.place(at).unwrap_or_else(|| at.to_string());
        let root = CallTree { name: self.begin.map(name).unwrap_or_default(), ..CallTree::default() };
        self.fill(0, root, symbols)
    }

    fn fill(&self, account: usize, mut tree: CallTree, symbols: &Symbols) -> CallTree {
        let position = |at: Address| {
            let line = symbols.line(at).and_then(|line| line.split_once('\t')?.0.trim().parse().ok());
            Position { address: at.bits(), line: line.unwrap_or_default() }
        };
        let account = &self.accounts[account];
        for (at, cycles) in &account.cycles {
            *tree.costs.entry(at.map(position).unwrap_or_default()).or_default() += cycles;
        }
        for (call, child) in account.children.values() {
            let name = match call.is_interrupt {
                true => "interrupt".to_owned(),
                false => symbols.place(call.entry).unwrap_or_else(|| call.entry.to_string()),
            };
            let (from, calls) = (position(call.from), self.accounts[*child].calls);
            let begun = CallTree { name, from, calls, ..CallTree::default() };
            tree.children.push(self.fill(*child, begun, symbols));
        }
        tree
    }
}

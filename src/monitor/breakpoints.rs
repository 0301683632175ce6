//! Where and why the operator wants the machine to stop: places, kinds of instruction, stores.

use std::fmt;

use crate::instruction::{Instruction, Operation};
use crate::machine::{Machine, is_auto_index};
use crate::station::Station;
use crate::word::{Address, Word};

use super::MonitorError;
use super::addresses::Range;
use super::instructions::assembled;

/// A reason to stop that the operator has set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breakpoint {
    /// Before an instruction at one of these places.
    At(Range),
    /// Before an instruction with these bits where the mask has ones.
    Like {
        /// The bits.
        word: Word,
        /// Where they count.
        mask: Word,
    },
    /// Before an instruction that stores something there.
    Store(Range),
}

impl Breakpoint {
    /// `200-210`, `200,300`, `=7402`, `=TAD I 10`, `=6000&7000`, `w 1234`; no count and no commands.
    pub fn parse(text: &str, machine: &Machine) -> Result<Vec<Self>, MonitorError> {
        if let Some(kind) = text.strip_prefix('=') {
            let (word, mask) = kind.split_once('&').unwrap_or((kind, "7777"));
            let word = assembled(Address::default(), word.trim())?;
            return Ok(vec![Breakpoint::Like { word, mask: mask.trim().parse()? }]);
        }
        let (kind, places): (fn(Range) -> Self, &str) = match text.strip_prefix(['w', 'W']) {
            Some(places) => (Breakpoint::Store, places),
            None => (Breakpoint::At, text),
        };
        places.split(',').map(|range| Range::parse(range.trim(), machine).map(kind)).collect()
    }

    /// Whether the machine's next instruction is such a one, or the interrupt entry that comes before it.
    fn meets(&self, station: &Station) -> bool {
        let machine = station.machine();
        if machine.enters_interrupt(station.io_bus()) {
            return matches!(self, Breakpoint::Store(range) if range.contains(Address::default()));
        }
        let at = machine.pc_address();
        match self {
            Breakpoint::At(range) => range.contains(at),
            Breakpoint::Like { word, mask } => (machine.memory.read(at).bits() ^ word.bits()) & mask.bits() == 0,
            Breakpoint::Store(range) => stores(machine).into_iter().flatten().any(|address| range.contains(address)),
        }
    }
}

/// Where the next instruction stores: its operand, and the auto-index word through which it goes.
fn stores(machine: &Machine) -> [Option<Address>; 3] {
    let at = machine.pc_address();
    let reference = match Instruction::decode(machine.memory.read(at)) {
        Instruction::Memory(reference) => reference,
        _ => return machine.eae_stores(at),
    };
    let writes = matches!(reference.operation, Operation::Isz | Operation::Dca | Operation::Jms);
    let operand = writes.then(|| machine.effective_address(at, reference));
    let pointer = reference.address(at.offset());
    let counts_on = reference.indirect && is_auto_index(pointer);
    [operand, counts_on.then(|| Address::in_field(at.field(), pointer)), None]
}

impl fmt::Display for Breakpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Breakpoint::At(range) => write!(f, "at {range}"),
            Breakpoint::Like { word, mask } if *mask == Word::ONES => write!(f, "at every {word}"),
            Breakpoint::Like { word, mask } => write!(f, "at every {word} under the mask {mask}"),
            Breakpoint::Store(range) => write!(f, "before a store in {range}"),
        }
    }
}

/// A breakpoint that has been set.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Set {
    breakpoint: Breakpoint,
    /// The how manieth time it stops the machine; from then on each time.
    count: u64,
    /// What to do then.
    commands: Vec<String>,
}

/// All that are set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Breakpoints(Vec<Set>);

impl Breakpoints {
    /// Sets one; twice is once, with the count and the commands that were given last.
    pub fn set(&mut self, breakpoint: Breakpoint, count: u64, commands: Vec<String>) {
        let new = Set { breakpoint, count, commands };
        match self.0.iter_mut().find(|set| set.breakpoint == breakpoint) {
            Some(set) => *set = new,
            None => self.0.push(new),
        }
    }

    /// Takes one away; whether it was there.
    pub fn clear(&mut self, breakpoint: Breakpoint) -> bool {
        let before = self.0.len();
        self.0.retain(|set| set.breakpoint != breakpoint);
        self.0.len() < before
    }

    /// Takes all away.
    pub fn clear_all(&mut self) {
        self.0.clear();
    }

    /// Whether none is set.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Those that are set, in the order of setting, a line each.
    pub fn show(&self) -> String {
        let line = |set: &Set| {
            let count = if set.count > 1 { format!(" [{}]", set.count) } else { String::new() };
            let commands: String = set.commands.iter().map(|command| format!("; {command}")).collect();
            format!("break\t{}{count}{commands}\n", set.breakpoint)
        };
        self.0.iter().map(line).collect()
    }

    /// Whether one of them would stop the machine before its next instruction, whatever its count.
    pub fn would_stop(&self, station: &Station) -> bool {
        self.0.iter().any(|set| set.breakpoint.meets(station))
    }

    /// Whether one of them stops the machine before its next instruction, and what is to be done then.
    pub fn meet(&mut self, station: &Station) -> Option<Vec<String>> {
        let mut commands = None;
        for set in self.0.iter_mut().filter(|set| set.breakpoint.meets(station)) {
            if set.count > 1 {
                set.count -= 1;
            } else if commands.is_none() {
                commands = Some(set.commands.clone());
            }
        }
        commands
    }
}

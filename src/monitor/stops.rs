//! Where and why the operator wants the machine to stop: places, kinds of instruction, stores.

use crate::machine::Machine;
use crate::word::Word;

use super::MonitorError;
use super::places::Range;

/// A reason to stop that the operator has set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopper {
    /// Before an instruction at one of these places.
    At(Range),
    /// Before an instruction with these bits where the mask has ones.
    Like {
        /// The bits.
        word: Word,
        /// Where they count.
        mask: Word,
    },
    /// After an instruction that stored something there.
    Store(Range),
}

impl Stopper {
    /// `200-210`, `=7402`, `=6000&7000`, `w 1234`.
    pub fn parse(text: &str, machine: &Machine) -> Result<Self, MonitorError> {
        if let Some(kind) = text.strip_prefix('=') {
            let (word, mask) = kind.split_once('&').unwrap_or((kind, "7777"));
            return Ok(Stopper::Like { word: word.parse()?, mask: mask.parse()? });
        }
        match text.strip_prefix(['w', 'W']) {
            Some(places) => Ok(Stopper::Store(Range::parse(places.trim(), machine)?)),
            None => Ok(Stopper::At(Range::parse(text, machine)?)),
        }
    }
}

impl std::fmt::Display for Stopper {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Stopper::At(range) => write!(f, "at {range}"),
            Stopper::Like { word, mask } if *mask == Word::ONES => write!(f, "at every {word}"),
            Stopper::Like { word, mask } => write!(f, "at every {word} under the mask {mask}"),
            Stopper::Store(range) => write!(f, "after a store in {range}"),
        }
    }
}

/// All that are set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stops(Vec<Stopper>);

impl Stops {
    /// Sets one; twice is once.
    pub fn set(&mut self, stopper: Stopper) {
        if !self.0.contains(&stopper) {
            self.0.push(stopper);
        }
    }

    /// Takes one away; whether it was there.
    pub fn clear(&mut self, stopper: Stopper) -> bool {
        let before = self.0.len();
        self.0.retain(|&set| set != stopper);
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

    /// Those that are set, in the order of setting.
    pub fn iter(&self) -> impl Iterator<Item = &Stopper> {
        self.0.iter()
    }

    /// The one that stops the machine before its next instruction.
    pub fn before(&self, machine: &Machine) -> Option<Stopper> {
        let at = machine.pc_address();
        let instruction = machine.memory.read(at);
        self.0.iter().copied().find(|stopper| match stopper {
            Stopper::At(range) => range.contains(at),
            Stopper::Like { word, mask } => (instruction.bits() ^ word.bits()) & mask.bits() == 0,
            Stopper::Store(_) => false,
        })
    }

    /// The one that stops the machine after an instruction that has stored at these places.
    pub fn after(&self, machine: &Machine, stores_before: u64) -> Option<Stopper> {
        self.0.iter().copied().find(|stopper| match stopper {
            Stopper::Store(range) => machine.memory.stores_since(stores_before).any(|address| range.contains(address)),
            _ => false,
        })
    }
}

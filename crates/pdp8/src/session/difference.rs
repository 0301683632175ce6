//! The differences between two machines: registers, core, paper and media.

use serde_json::{Map, Value};

use super::check::registers;
use crate::ascii::{LINE_FEED, RETURN, unmarked};
use crate::machine::device::Medium;
use crate::machine::{Machine, Volume};
use crate::station::{Station, UnitId};
use crate::word::{Address, Word};

/// A part of two machines that differs, with its value in each machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// A register, a count, or another value of the processor.
    Register {
        /// The name of the register, as in a core image.
        name: String,
        /// The value in each machine.
        values: [String; 2],
    },
    /// A word of core.
    Word {
        /// The address of the word.
        at: Address,
        /// The word in each machine.
        words: [Word; 2],
    },
    /// The output of the Teletype, a punch or a printer.
    Paper {
        /// The name of the unit.
        unit: &'static str,
        /// The position of the first character that differs.
        at: Carriage,
        /// The character of each machine at this position, with all eight bits. `None` if the output of the machine has
        /// ended before the position.
        frames: [Option<u8>; 2],
    },
    /// A word in a block of a disc or tape.
    Block {
        /// The name of the unit.
        unit: &'static str,
        /// The number of the block.
        block: usize,
        /// The number of the word in the block.
        word: usize,
        /// The word in each machine: 12 bits, or two bytes if the medium holds bytes.
        words: [u16; 2],
    },
    /// A disc or tape that only one machine has, or media that differ in size or in write protection.
    Medium {
        /// The name of the unit.
        unit: &'static str,
        /// For each of the two machines, whether it has a medium in the unit.
        present: [bool; 2],
    },
}

/// The position of the next character on a paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Carriage {
    /// The number of characters before the position.
    pub frames: u64,
    /// The line, counted from 1.
    pub line: u64,
    /// The column, counted from 1.
    pub column: u64,
}

impl Default for Carriage {
    /// Returns the position of the first character on a paper.
    fn default() -> Self {
        Carriage { frames: 0, line: 1, column: 1 }
    }
}

impl Carriage {
    /// Moves the position as the Teletype does when it prints this character.
    pub fn print(&mut self, frame: u8) {
        self.frames += 1;
        match unmarked(frame) {
            RETURN => self.column = 1,
            LINE_FEED => self.line += 1,
            b' '..=b'~' => self.column += 1,
            _ => {}
        }
    }

    /// Moves the position over the characters that are equal at the beginning of both papers. Returns the next
    /// character of each paper, or `None` if the papers are equal.
    pub fn print_equal(&mut self, papers: [&[u8]; 2]) -> Option<[Option<u8>; 2]> {
        let [one, other] = papers;
        let equal = one.iter().zip(other).take_while(|(one, other)| one == other).count();
        one[..equal].iter().for_each(|&frame| self.print(frame));
        (one.len() != other.len() || equal < one.len()).then(|| papers.map(|paper| paper.get(equal).copied()))
    }
}

/// Returns the differences in registers, core, punched tapes, printers and media, but not in the Teletype's paper.
pub fn differences(one: &Station, other: &Station) -> Vec<Difference> {
    let mut found = Vec::new();
    let machines = [one.machine(), other.machine()];
    if machines[0].registers() != machines[1].registers() || !is_same_processor(machines) {
        differing_registers(machines.map(registers), &mut found);
    }
    if machines[0].memory != machines[1].memory {
        let [words, others] = machines.map(|machine| machine.memory.words());
        let pairs = (0..).map(Address::new).zip(words.zip(others)).filter(|(_, (own, other))| own != other);
        found.extend(pairs.map(|(at, (own, other))| Difference::Word { at, words: [own, other] }));
    }
    found.extend(differing_units(one, other));
    found
}

fn is_same_processor([one, other]: [&Machine; 2]) -> bool {
    one.elapsed == other.elapsed && one.config() == other.config()
}

/// Adds the registers that differ to `found`. If the value of a register is a JSON object, each member of the object is
/// treated as a separate register.
fn differing_registers([one, other]: [Map<String, Value>; 2], found: &mut Vec<Difference>) {
    for (name, value) in one {
        match (value, other.get(&name).cloned().unwrap_or_default()) {
            (Value::Object(one), Value::Object(other)) => differing_registers([one, other], found),
            (one, other) if one != other => {
                let values = [one, other].map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned));
                found.push(Difference::Register { name, values });
            }
            _ => {}
        }
    }
}

/// Returns the differences in the output of the punches and printers, and in the discs and tapes.
pub(super) fn differing_units(one: &Station, other: &Station) -> Vec<Difference> {
    let (bus, others) = (one.io_bus(), other.io_bus());
    let mut found = Vec::new();
    for id in bus.unit_ids() {
        let unit = bus.unit(id);
        let same = others.find_unit(unit.name);
        if unit.medium.is_output() {
            let papers = [bus.output(id), same.map_or(&[][..], |same| others.output(same))];
            let mut at = Carriage::default();
            if papers[0] != papers[1]
                && let Some(frames) = at.print_equal(papers)
            {
                found.push(Difference::Paper { unit: unit.name, at, frames });
            }
        } else if unit.medium == Medium::Volume {
            let volumes = [bus.volume(id), same.and_then(|same: UnitId| others.volume(same))];
            found.extend(differing_volumes(unit.name, volumes));
        }
    }
    found
}

fn differing_volumes(unit: &'static str, volumes: [Option<&Volume>; 2]) -> Option<Difference> {
    let medium = Difference::Medium { unit, present: volumes.map(|volume| volume.is_some()) };
    let [Some(one), Some(other)] = volumes else {
        return volumes.iter().any(Option::is_some).then_some(medium);
    };
    if (one.geometry(), one.is_read_only()) != (other.geometry(), other.is_read_only()) {
        return Some(medium);
    }
    let (block, word) = one.first_difference(other)?;
    let at = block * one.geometry().block_words + word;
    Some(Difference::Block { unit, block, word, words: [one.bits(at), other.bits(at)] })
}

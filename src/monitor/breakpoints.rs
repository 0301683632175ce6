//! The breakpoints: addresses, kinds of instruction, reads, stores and interrupt entries before which the machine
//! stops, and output after which it stops.

use crate::machine::BreakpointSet;
use crate::machine::device::{Medium, Unit};
use crate::station::{IoBus, Output, Station, unit_named};
use crate::symbols::Symbols;
use crate::word::{Address, Word};

use super::MonitorError;
use super::addresses::{Range, Scope};
use super::expression::value_of;
use super::instructions::assembled;

/// An event at which the machine stops because the operator has set a breakpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breakpoint {
    /// Stops before an instruction at one of these addresses.
    At(Range),
    /// Stops before an instruction that equals `word` in the bits of `mask`.
    Like {
        /// The bits that the instruction must have.
        word: Word,
        /// The mask of the bits that are compared.
        mask: Word,
    },
    /// Stops before an instruction that stores a word at one of these addresses.
    Store(Range),
    /// Stops before an instruction that changes a word at one of these addresses.
    Change(Range),
    /// Stops before an instruction that reads a word at one of these addresses.
    Read(Range),
    /// Stops before an interrupt entry.
    Interrupt,
    /// Stops after a change of the paper, tape or disc in the unit with this name. The names `paper` and `disc` stand
    /// for several units.
    Output(&'static str),
}

/// The word that stands for all printed paper and all punched tape in `break change paper`.
const PAPER: &str = "paper";
/// The word that stands for all discs and DECtapes in `break change disc`.
const DISC: &str = "disc";
/// The mask of the bits that are the same in all IOTs of a device: the operation code and the device code.
const DEVICE: Word = Word::new(0o7770);

impl Breakpoint {
    /// Parses the places of breakpoints: `200-210`, `200,300`, `=7402`, `=TAD I 10`, `=6000&7000`, `w 1234`,
    /// `change 1234`, `change rk0`, `read 1234`, `iot 03`, `interrupt` or labels. The text has no count, condition or
    /// commands.
    pub fn parse(text: &str, station: &Station, symbols: &Symbols) -> Result<Vec<Self>, MonitorError> {
        let scope = Scope { machine: station.machine(), symbols };
        if let Some(kind) = text.strip_prefix('=') {
            let (word, mask) = kind.split_once('&').unwrap_or((kind, "7777"));
            let word = assembled(Address::default(), word.trim(), symbols)?;
            return Ok(vec![Breakpoint::Like { word, mask: mask.trim().parse()? }]);
        }
        if text.eq_ignore_ascii_case("interrupt") && symbols.address(text).is_none() {
            return Ok(vec![Breakpoint::Interrupt]);
        }
        let ranges = |kind: fn(Range) -> Self, places: &str| {
            places.split(',').map(|range| Range::parse(range.trim(), scope).map(kind)).collect()
        };
        let (word, places) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        match word.to_ascii_lowercase().as_str() {
            "iot" if !places.is_empty() => iots(places.trim(), station),
            "change" if !places.is_empty() => changes(places, scope),
            "read" if !places.is_empty() => ranges(Breakpoint::Read, places),
            _ => match text.strip_prefix(['w', 'W']).filter(|rest| {
                let label = text.split(['+', '-', ',']).next().unwrap_or_default().trim();
                let is_label =
                    rest.starts_with(|next: char| next.is_ascii_alphabetic()) || symbols.address(label).is_some();
                !rest.is_empty() && !is_label
            }) {
                Some(places) => ranges(Breakpoint::Store, places),
                None => ranges(Breakpoint::At, text),
            },
        }
    }

    fn add_to(&self, set: &mut BreakpointSet) {
        match *self {
            Breakpoint::At(Range { first, last }) => set.stop_at(first..=last),
            Breakpoint::Like { word, mask } => set.stop_at_instruction(word, mask),
            Breakpoint::Store(Range { first, last }) => set.stop_before_store(first..=last),
            Breakpoint::Change(Range { first, last }) => set.stop_before_change(first..=last),
            Breakpoint::Read(Range { first, last }) => set.stop_before_read(first..=last),
            Breakpoint::Interrupt => set.stop_at_interrupts(),
            Breakpoint::Output(_) => {}
        }
    }

    /// Returns the outputs whose changes make this breakpoint stop the machine.
    fn outputs(&self, bus: &IoBus) -> Vec<Output> {
        let Breakpoint::Output(name) = *self else { return Vec::new() };
        let is_meant = |unit: Unit| match name {
            PAPER => unit.medium.is_output(),
            DISC => unit.medium == Medium::Volume,
            name => unit.name == name,
        };
        let units = bus.unit_ids().into_iter().filter(|&id| is_meant(bus.unit(id))).map(Output::Unit);
        (name == PAPER).then_some(Output::Console).into_iter().chain(units).collect()
    }

    /// Returns the breakpoint as text, such as `at 00203 LOOP+3`.
    pub fn shown(&self, symbols: &Symbols) -> String {
        match self {
            Breakpoint::At(range) => format!("at {}", range.shown(symbols)),
            Breakpoint::Like { word, mask } if *mask == Word::ONES => format!("at every {word}"),
            Breakpoint::Like { word, mask } if *mask == DEVICE && word.bits() & 0o7000 == 0o6000 => {
                format!("at every IOT of device {:02o}", word.bits() >> 3 & 0o77)
            }
            Breakpoint::Like { word, mask } => format!("at every {word} under the mask {mask}"),
            Breakpoint::Store(range) => format!("before a store in {}", range.shown(symbols)),
            Breakpoint::Change(range) => format!("before a change in {}", range.shown(symbols)),
            Breakpoint::Read(range) => format!("before a read of {}", range.shown(symbols)),
            Breakpoint::Interrupt => "before an interrupt".to_owned(),
            Breakpoint::Output(name) => format!("after a change of {name}"),
        }
    }
}

/// Parses the places after `change`: words of core, units, `paper` or `disc`. If a label has the name of a unit, the
/// name means the label.
fn changes(places: &str, scope: Scope<'_>) -> Result<Vec<Breakpoint>, MonitorError> {
    let parse = |place: &str| {
        let name = place.to_ascii_lowercase();
        let range = || Range::parse(place, scope).map(Breakpoint::Change);
        match name.as_str() {
            _ if scope.symbols.address(place).is_some() => range(),
            PAPER => Ok(Breakpoint::Output(PAPER)),
            DISC => Ok(Breakpoint::Output(DISC)),
            name => unit_named(name).map_or_else(|_| range(), |unit| Ok(Breakpoint::Output(unit.name))),
        }
    };
    places.split(',').map(|place| parse(place.trim())).collect()
}

/// Returns breakpoints at the IOTs of a device. The device is given by its code, its name or the name of one of its
/// units.
fn iots(name: &str, station: &Station) -> Result<Vec<Breakpoint>, MonitorError> {
    let of = |code: u8| Breakpoint::Like { word: Word::new(0o6000 | u16::from(code) << 3), mask: DEVICE };
    if let Some(code) = u8::from_str_radix(name, 8).ok().filter(|&code| code <= 0o77) {
        return Ok(vec![of(code)]);
    }
    let codes = station.io_bus().codes_of(name).ok_or_else(|| MonitorError::NoSuchDevice(name.to_owned()))?;
    Ok(codes.iter().map(|&code| of(code)).collect())
}

/// The condition and the count of a breakpoint. They determine the matches at which the breakpoint stops the machine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct When {
    condition: Option<String>,
    /// The number of matches up to and including the first stop; 0 means the same as 1.
    count: u64,
}

impl When {
    /// Splits a text such as `200[3] if AC==5` into the places, here `200`, and the count and condition, here 3 and
    /// `AC==5`. This breakpoint stops the machine when AC is 5 at address 200 for the third time, and at each later
    /// time.
    ///
    /// # Errors
    ///
    /// When the count is not a number, or the condition cannot be tested.
    pub fn parse<'t>(text: &'t str, scope: Scope<'_>) -> Result<(&'t str, Self), MonitorError> {
        let (places, condition) = text.split_once(" if ").map_or((text, None), |(places, test)| (places, Some(test)));
        let condition = condition.map(str::trim);
        condition.map(|condition| holds(condition, scope)).transpose()?;
        let (places, count) = match places.trim().strip_suffix(']').and_then(|places| places.rsplit_once('[')) {
            Some((places, digits)) => {
                let not_a_count = |_| MonitorError::NotACount(digits.to_owned());
                (places, digits.trim().parse::<u64>().map_err(not_a_count)?.max(1))
            }
            None => (places, 1),
        };
        Ok((places.trim(), When { condition: condition.map(str::to_owned), count }))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Set {
    breakpoint: Breakpoint,
    /// The breakpoint in the form that the machine checks.
    places: BreakpointSet,
    /// The condition, as the operator has written it. The breakpoint matches only where the condition is true.
    condition: Option<String>,
    /// The remaining number of matches up to and including the first stop. Later matches also stop the machine.
    count: u64,
    /// The commands to be executed at a stop.
    commands: Vec<String>,
    /// For each output that the breakpoint watches: the amount of output at the last check.
    amounts: Vec<u64>,
}

impl Set {
    fn amounts(&self, bus: &IoBus) -> Vec<u64> {
        self.breakpoint.outputs(bus).into_iter().map(|output| bus.amount(output)).collect()
    }

    /// Whether the breakpoint matches the machine's next instruction, or an interrupt entry that precedes this
    /// instruction. A change of an output that the breakpoint watches is also a match. `has_changed` tells whether
    /// there is such a change.
    fn is_met(&self, has_changed: bool, station: &Station, symbols: &Symbols) -> bool {
        // A condition that cannot be tested, for instance because a label no longer exists, counts as true.
        (has_changed || self.places.meets(station.machine(), station.io_bus()))
            && self
                .condition
                .as_ref()
                .is_none_or(|condition| holds(condition, Scope { machine: station.machine(), symbols }).unwrap_or(true))
    }
}

/// Whether a condition, an expression such as `AC==5 && M[COUNT]`, is true.
///
/// # Errors
///
/// When the text is not an expression, or names something other than registers, core and labels.
pub fn holds(condition: &str, scope: Scope<'_>) -> Result<bool, MonitorError> {
    value_of(condition, scope)?.is_true()
}

/// All breakpoints, in the order in which they were set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Breakpoints(Vec<Set>);

impl Breakpoints {
    /// Sets a breakpoint. If the breakpoint is already set, its condition, count and commands are replaced.
    pub fn set(&mut self, breakpoint: Breakpoint, when: &When, commands: Vec<String>) {
        let mut places = BreakpointSet::default();
        breakpoint.add_to(&mut places);
        let new = Set {
            breakpoint,
            places,
            condition: when.condition.clone(),
            count: when.count,
            commands,
            amounts: Vec::new(),
        };
        match self.0.iter_mut().find(|set| set.breakpoint == breakpoint) {
            Some(set) => *set = new,
            None => self.0.push(new),
        }
    }

    /// Removes a breakpoint. Returns false if there was no such breakpoint.
    pub fn clear(&mut self, breakpoint: Breakpoint) -> bool {
        let before = self.0.len();
        self.0.retain(|set| set.breakpoint != breakpoint);
        self.0.len() < before
    }

    /// Removes all breakpoints.
    pub fn clear_all(&mut self) {
        self.0.clear();
    }

    /// Adds all breakpoints to `set`; their counts are ignored.
    pub fn add_to(&self, set: &mut BreakpointSet) {
        self.0.iter().for_each(|own| own.breakpoint.add_to(set));
    }

    /// Returns the outputs whose changes make a breakpoint stop the machine.
    pub fn outputs(&self, bus: &IoBus) -> Vec<Output> {
        self.0.iter().flat_map(|set| set.breakpoint.outputs(bus)).collect()
    }

    /// Records the present amount of each output that a breakpoint watches. Only later changes of this amount match the
    /// breakpoint.
    pub fn look_at_output(&mut self, bus: &IoBus) {
        self.0.iter_mut().for_each(|set| set.amounts = set.amounts(bus));
    }

    /// Whether no breakpoint is set.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Lists the breakpoints in the order in which they were set, a line each.
    pub fn show(&self, symbols: &Symbols) -> String {
        let line = |set: &Set| {
            let count = if set.count > 1 { format!(" [{}]", set.count) } else { String::new() };
            let condition = set.condition.as_ref().map_or_else(String::new, |condition| format!(" if {condition}"));
            let commands: String = set.commands.iter().map(|command| format!("; {command}")).collect();
            format!("break\t{}{count}{condition}{commands}\n", set.breakpoint.shown(symbols))
        };
        self.0.iter().map(line).collect()
    }

    /// Returns the indices of the breakpoints that match now. A breakpoint can match the machine's next instruction, or
    /// an output that has just changed; `changed` contains these outputs. The counts of the breakpoints are ignored.
    pub fn met(&self, station: &Station, changed: &[Output], symbols: &Symbols) -> impl Iterator<Item = usize> {
        let has_changed = |set: &Set| {
            !changed.is_empty()
                && set.breakpoint.outputs(station.io_bus()).iter().any(|output| changed.contains(output))
        };
        let met = move |at: &usize| self.0[*at].is_met(has_changed(&self.0[*at]), station, symbols);
        (0..self.0.len()).filter(met)
    }

    /// Returns the counts of the breakpoints.
    pub fn counts(&self) -> impl Iterator<Item = u64> {
        self.0.iter().map(|set| set.count)
    }

    /// Replaces the counts of the breakpoints. Called after a run backwards, which changes the counts.
    pub fn set_counts(&mut self, counts: &[u64]) {
        self.0.iter_mut().zip(counts).for_each(|(set, &count)| set.count = count);
    }

    /// Counts a match for every breakpoint that matches the next instruction. If a breakpoint stops the machine,
    /// returns the commands of that breakpoint.
    pub fn meet(&mut self, station: &Station, symbols: &Symbols) -> Option<Vec<String>> {
        let mut commands = None;
        for set in &mut self.0 {
            let amounts = set.amounts(station.io_bus());
            if !set.is_met(amounts != set.amounts, station, symbols) {
                continue;
            }
            set.amounts = amounts;
            if set.count > 1 {
                set.count -= 1;
            } else if commands.is_none() {
                commands = Some(set.commands.clone());
            }
        }
        commands
    }
}

//! The breakpoints: addresses, kinds of instruction and stores before which the machine stops.

use crate::machine::BreakpointSet;
use crate::station::Station;
use crate::symbols::Symbols;
use crate::word::{Address, Word};

use super::MonitorError;
use super::addresses::{Range, Scope};
use super::expression::value_of;
use super::instructions::assembled;

/// An operator's reason to stop the machine.
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
}

impl Breakpoint {
    /// Parses `200-210`, `200,300`, `=7402`, `=TAD I 10`, `=6000&7000`, `w 1234`, or labels, without count and commands.
    pub fn parse(text: &str, scope: Scope<'_>) -> Result<Vec<Self>, MonitorError> {
        if let Some(kind) = text.strip_prefix('=') {
            let (word, mask) = kind.split_once('&').unwrap_or((kind, "7777"));
            let word = assembled(Address::default(), word.trim(), scope.symbols)?;
            return Ok(vec![Breakpoint::Like { word, mask: mask.trim().parse()? }]);
        }
        let (kind, places): (fn(Range) -> Self, &str) = match text
            .strip_prefix(['w', 'W'])
            .filter(|rest| !rest.starts_with(|next: char| next.is_ascii_alphabetic()))
        {
            Some(places) => (Breakpoint::Store, places),
            None => (Breakpoint::At, text),
        };
        places.split(',').map(|range| Range::parse(range.trim(), scope).map(kind)).collect()
    }

    fn add_to(&self, set: &mut BreakpointSet) {
        match *self {
            Breakpoint::At(Range { first, last }) => set.stop_at(first..=last),
            Breakpoint::Like { word, mask } => set.stop_at_instruction(word, mask),
            Breakpoint::Store(Range { first, last }) => set.stop_before_store(first..=last),
        }
    }
}

impl Breakpoint {
    /// Returns the breakpoint in words: `at 00203 LOOP+3`.
    pub fn shown(&self, symbols: &Symbols) -> String {
        match self {
            Breakpoint::At(range) => format!("at {}", range.shown(symbols)),
            Breakpoint::Like { word, mask } if *mask == Word::ONES => format!("at every {word}"),
            Breakpoint::Like { word, mask } => format!("at every {word} under the mask {mask}"),
            Breakpoint::Store(range) => format!("before a store in {}", range.shown(symbols)),
        }
    }
}

/// The matches at which a breakpoint stops the machine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct When {
    condition: Option<String>,
    /// The number of matches up to and including the first stop; 0 means the same as 1.
    count: u64,
}

impl When {
    /// Splits `200[3] if AC==5` into the places and the rest: the machine stops at the third match at which AC is 5.
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
}

impl Set {
    /// Whether the breakpoint matches the machine's next instruction, or an interrupt entry that precedes this
    /// instruction.
    fn is_met(&self, station: &Station, symbols: &Symbols) -> bool {
        // A condition that cannot be tested, for instance because a label is forgotten, counts as true.
        self.places.meets(station.machine(), station.io_bus())
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
fn holds(condition: &str, scope: Scope<'_>) -> Result<bool, MonitorError> {
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
        let new = Set { breakpoint, places, condition: when.condition.clone(), count: when.count, commands };
        match self.0.iter_mut().find(|set| set.breakpoint == breakpoint) {
            Some(set) => *set = new,
            None => self.0.push(new),
        }
    }

    /// Removes a breakpoint; returns whether the breakpoint was set.
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

    /// Whether a breakpoint matches the machine's next instruction. The counts of the breakpoints are ignored.
    pub fn would_stop(&self, station: &Station, symbols: &Symbols) -> bool {
        self.0.iter().any(|set| set.is_met(station, symbols))
    }

    /// Counts a match for every breakpoint that matches the next instruction. If a breakpoint stops the machine,
    /// returns the commands of that breakpoint.
    pub fn meet(&mut self, station: &Station, symbols: &Symbols) -> Option<Vec<String>> {
        let mut commands = None;
        for set in self.0.iter_mut().filter(|set| set.is_met(station, symbols)) {
            if set.count > 1 {
                set.count -= 1;
            } else if commands.is_none() {
                commands = Some(set.commands.clone());
            }
        }
        commands
    }
}

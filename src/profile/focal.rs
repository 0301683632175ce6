//! The time of a FOCAL program by its lines, by the calls that led to them, and by the interpreter's routines.

use std::collections::{BTreeMap, HashMap};

use super::Cost;
use super::routines::{Routine, Routines};
use crate::focal::LineNumber;
use crate::focal::inspect::{Inspect, Level, command_at};
use crate::focal_machine::{Boundary, CommandBoundaries, CoreView};
use crate::machine::StopReason;
use crate::station::Station;
use crate::word::Word;

/// The line of the FOCAL program that the interpreter was executing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Where {
    /// No line: FOCAL was at its prompt `*` and read a line from the keyboard.
    Prompt,
    /// A line that was typed without a number.
    Direct,
    /// A line of the program.
    Line(LineNumber),
}

impl std::fmt::Display for Where {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Where::Prompt => f.write_str("at *"),
            Where::Direct => f.write_str("direct"),
            Where::Line(number) => number.fmt(f),
        }
    }
}

const ROUTINES: usize = Routine::ALL.len();

/// The time spent in each routine at one place in the program, for one chain of calls that leads there.
#[derive(Clone, Debug)]
struct Account {
    place: Where,
    /// The DO and FOR commands that led to the place, the outermost first, followed by the place itself.
    way: String,
    costs: [Cost; ROUTINES],
}

/// A profiler for a FOCAL program. It runs the machine and measures the time.
#[derive(Clone, Debug)]
pub struct FocalProfiler {
    boundaries: CommandBoundaries,
    routines: Routines,
    accounts: Vec<Account>,
    by_way: HashMap<String, usize>,
    current: usize,
    counts: BTreeMap<Where, u64>,
    /// The address in FOCAL's text pointer when it was last checked.
    word: Word,
    /// The lines found so far, by address in the program text.
    lines: HashMap<Word, Where>,
    at_prompt: bool,
    texts: Vec<(LineNumber, Vec<u8>)>,
}

impl FocalProfiler {
    /// Begins to measure the FOCAL in a station. Returns `None` if core does not contain this package's FOCAL.
    pub fn of(station: &Station) -> Option<Self> {
        let machine = station.machine();
        let view = CoreView::find(machine)?;
        let mut profiler = FocalProfiler {
            boundaries: CommandBoundaries::of(machine)?,
            routines: Routines::of(view.rom()),
            accounts: Vec::new(),
            by_way: HashMap::new(),
            current: 0,
            counts: BTreeMap::new(),
            word: view.text_word(),
            lines: HashMap::new(),
            at_prompt: view.place().is_none(),
            texts: view.lines().collect(),
        };
        profiler.enter(view);
        Some(profiler)
    }

    /// Runs for at most `budget` memory cycles. The time of each instruction is added to the current account.
    pub fn run(&mut self, station: &mut Station, budget: u64) -> StopReason {
        let end = station.machine().elapsed.cycles.saturating_add(budget);
        while station.machine().elapsed.cycles < end {
            let routine = self.next_routine(station);
            let before = station.machine().elapsed;
            let reason = station.run(1);
            self.accounts[self.current].costs[routine as usize] += Cost::between(&before, &station.machine().elapsed);
            if reason != StopReason::Budget {
                return reason;
            }
        }
        StopReason::Budget
    }

    /// Selects the account for the time of the next instruction. Returns the routine that contains this instruction.
    #[inline]
    fn next_routine(&mut self, station: &Station) -> Routine {
        let machine = station.machine();
        if machine.enters_interrupt(station.io_bus()) {
            return Routine::Interrupts;
        }
        let at = machine.pc_address();
        let view = self.boundaries.view(machine);
        match self.boundaries.at(at) {
            Some(Boundary::Command) => {
                self.at_prompt = false;
                self.enter(view);
                self.count(view);
            }
            Some(Boundary::Prompt) => {
                self.at_prompt = true;
                // The next line may change the program's text.
                self.lines.clear();
                self.enter(view);
            }
            Some(Boundary::Operation | Boundary::ForBodyEnd | Boundary::Error) | None => {
                let word = view.text_word();
                if word != self.word && !self.at_prompt {
                    let before = self.place_of(self.word, view);
                    if self.place_of(word, view) != before {
                        self.enter(view);
                    }
                    self.word = word;
                }
            }
        }
        self.routines.at(at, &machine.memory)
    }

    fn place_of(&mut self, word: Word, view: CoreView) -> Where {
        *self.lines.entry(word).or_insert_with(|| view.line_at(word).map_or(Where::Direct, Where::Line))
    }

    /// Selects the account of the current place in the program and of its chain of calls.
    fn enter(&mut self, view: CoreView) {
        self.word = view.text_word();
        let place = if self.at_prompt { Where::Prompt } else { self.place_of(self.word, view) };
        let mut way = String::new();
        if !self.at_prompt {
            for level in view.levels().iter().rev() {
                let word = if matches!(level, Level::Do { .. }) { "DO" } else { "FOR" };
                let line = level.place().line.map_or(Where::Direct, Where::Line);
                way += &format!("{line} {word};");
            }
        }
        way += &place.to_string();
        self.current = match self.by_way.get(&way) {
            Some(&account) => account,
            None => {
                self.accounts.push(Account { place, way: way.clone(), costs: [Cost::default(); ROUTINES] });
                self.by_way.insert(way, self.accounts.len() - 1);
                self.accounts.len() - 1
            }
        };
    }

    /// Counts the execution of a line when the first command of the line begins. Repetitions by a FOR in the line are
    /// not counted.
    fn count(&mut self, view: CoreView) {
        let Some(place) = view.place() else { return };
        let text = view.text(place.line).unwrap_or_default();
        if command_at(&text, 0) == Some(place.column) {
            *self.counts.entry(place.line.map_or(Where::Direct, Where::Line)).or_default() += 1;
        }
        if self.texts.is_empty() {
            self.texts = view.lines().collect();
        }
    }

    /// Ends the measurement, and returns the profile.
    pub fn finish(self) -> FocalProfile {
        let mut lines: BTreeMap<Where, LineCost> = BTreeMap::new();
        for (number, text) in &self.texts {
            let place = Where::Line(*number);
            lines.insert(place, LineCost { text: String::from_utf8_lossy(text).into_owned(), ..LineCost::new(place) });
        }
        for account in &self.accounts {
            let line = lines.entry(account.place).or_insert_with(|| LineCost::new(account.place));
            line.routines.iter_mut().zip(account.costs).for_each(|(sum, cost)| *sum += cost);
        }
        for line in lines.values_mut() {
            line.count = self.counts.get(&line.place).copied().unwrap_or_default();
            line.cost = line.routines.iter().copied().sum();
        }
        let mut folded = Vec::new();
        for account in &self.accounts {
            for (routine, cost) in Routine::ALL.into_iter().zip(account.costs) {
                if cost.cycles > 0 {
                    folded.push((format!("{};{}", account.way, routine.name()), cost.cycles));
                }
            }
        }
        folded.sort();
        let lines: Vec<LineCost> = lines.into_values().filter(|line| line.is_shown()).collect();
        FocalProfile { total: lines.iter().map(|line| line.cost).sum(), lines, folded }
    }
}

/// The time of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineCost {
    /// The line.
    pub place: Where,
    /// The text of the line; empty for typed lines.
    pub text: String,
    /// The number of times that the line was begun.
    pub count: u64,
    /// The time of the line, without the time of the lines that it calls.
    pub cost: Cost,
    /// The time of the line, by routine.
    routines: [Cost; ROUTINES],
}

impl LineCost {
    fn new(place: Where) -> Self {
        LineCost { place, text: String::new(), count: 0, cost: Cost::default(), routines: [Cost::default(); ROUTINES] }
    }

    fn is_shown(&self) -> bool {
        self.cost.cycles > 0 || matches!(self.place, Where::Line(_))
    }
}

// The program and the tests use this function, which is not part of the documented interface.
#[doc(hidden)]
impl LineCost {
    /// Returns the time of the line by routine, the most expensive routine first. Routines that took no time are
    /// omitted.
    pub fn routines(&self) -> Vec<(Routine, Cost)> {
        dearest_first(self.routines)
    }
}

fn dearest_first(costs: [Cost; ROUTINES]) -> Vec<(Routine, Cost)> {
    let mut costs: Vec<_> = Routine::ALL.into_iter().zip(costs).filter(|(_, cost)| cost.cycles > 0).collect();
    costs.sort_by_key(|&(routine, cost)| (std::cmp::Reverse(cost.cycles), routine));
    costs
}

/// The time of a FOCAL program, by lines and by calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FocalProfile {
    /// The total time.
    pub total: Cost,
    /// The time of each line, in the order of the program. Typed lines come first.
    pub lines: Vec<LineCost>,
    /// The memory cycles of each chain of calls, in the input format of flame graphs: the calls and the routine,
    /// separated by semicolons.
    pub folded: Vec<(String, u64)>,
}

// The program and the tests use this function, which is not part of the documented interface.
#[doc(hidden)]
impl FocalProfile {
    /// Returns the time of each routine, the most expensive routine first.
    pub fn routines(&self) -> Vec<(Routine, Cost)> {
        let mut sums = [Cost::default(); ROUTINES];
        for line in &self.lines {
            sums.iter_mut().zip(line.routines).for_each(|(sum, cost)| *sum += cost);
        }
        dearest_first(sums)
    }
}

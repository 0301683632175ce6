//! The time of a FOCAL program, divided in three ways: by the lines of the program, by the chains of DO and FOR
//! commands that led to each line, and by the routines of the interpreter.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use super::Cost;
use super::accounts::{AccountNumbers, OTHER};
use super::routines::{LOOPS, MAX_LOOP_WORDS, Part, Routine, Routines, TEST};
use crate::debugger::command_columns;
use crate::focal::LineNumber;
use crate::focal::inspect::{Inspect, Level};
use crate::focal_machine::{Boundary, CommandBoundaries, CoreView};
use crate::machine::{BreakpointSet, Elapsed, Machine, StopReason};
use crate::station::Station;
use crate::word::{Address, Word};

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
    /// The chain of calls as text: the DO and FOR commands that led to this place in the program, the outermost first,
    /// and then the place itself.
    way: String,
    costs: [Cost; ROUTINES],
    /// The machine may stop in the middle of a waiting iteration of a wait loop. `begun[l][t]` is the number of such
    /// stops in the wait loop `l` at which the iteration had already executed the instruction with index `t`.
    begun: [[u64; TEST]; LOOPS],
    /// The number of times that the line was begun, or that a FOR in the line began an iteration.
    calls: u64,
    /// The number of DO commands, and the number of FOR commands, that were begun at this place in the program.
    levels: [u64; LEVELS.len()],
}

/// The commands that run other commands. The profile's chains of calls contain these names.
const LEVELS: [&str; 2] = ["DO", "FOR"];

/// A command of the program, as the profiler counts it.
#[derive(Clone, Copy, Debug)]
struct Command {
    place: Where,
    /// Whether this command is the first command of its line.
    is_first: bool,
    /// Whether this command is the first command of the body of a FOR.
    is_turn: bool,
    /// The index in [`LEVELS`], if the command is a DO or a FOR.
    level: Option<usize>,
}

/// The number of the station's account for instructions that the profiler executes one by one. The profiler measures
/// the time of these instructions itself, and ignores the time in this account.
const STEPPED: usize = OTHER;

/// The maximum number of entries in [`FocalProfiler::known`].
const MAX_KNOWN: usize = 4096;

/// The address of FOCAL's interrupt service.
const SERVICE: Address = Address::new(1);

/// A profiler for a FOCAL program. It runs the machine and measures the time.
#[derive(Clone, Debug)]
pub struct FocalProfiler {
    boundaries: CommandBoundaries,
    routines: Routines,
    accounts: Vec<Account>,
    by_way: HashMap<String, usize>,
    current: usize,
    counts: BTreeMap<Where, u64>,
    /// The address in FOCAL's text pointer when the profiler last checked the pointer.
    word: Word,
    /// The lines found so far, by address in the program text.
    lines: HashMap<Word, Where>,
    at_prompt: bool,
    texts: Vec<(LineNumber, Vec<u8>)>,
    /// The addresses at which the profiler may have to select another account.
    stops: Arc<BreakpointSet>,
    /// Whether the next instruction is executed as a single step.
    steps: bool,
    /// Whether a command is changing the program's text.
    changes_text: bool,
    /// For each instruction that moves FOCAL's text pointer to another place, the address after the instruction.
    moves: Vec<Address>,
    /// The address of the first word in the part of the program text that FOCAL is reading. The profiler still has to
    /// add the words of this part to `lines`. `None` at the prompt, and while the profiler executes single
    /// instructions.
    reads_from: Option<Word>,
    /// Addresses of words in the program text. From each of these words to the end of its line, `lines` already has all
    /// words.
    read: HashSet<Word>,
    /// For each [`Account`] whose time the station counts, the number under which the station counts it.
    numbers: AccountNumbers,
    /// The indexes in `accounts` that have already been found. The key is the address in FOCAL's text pointer, followed
    /// by the words of the push-down list. At the prompt, the key is empty.
    known: HashMap<Vec<Word>, usize>,
    /// The command at each position in the text.
    commands: HashMap<[Word; 3], Command>,
}

impl FocalProfiler {
    /// Begins to measure the FOCAL in a station. Returns `None` if core does not contain our FOCAL.
    pub fn of(station: &Station) -> Option<Self> {
        let machine = station.machine();
        let view = CoreView::find(machine)?;
        let boundaries = CommandBoundaries::of(machine)?;
        let mut stops = BreakpointSet::default();
        let [command, prompt] = [Boundary::Command, Boundary::Prompt].map(|boundary| boundaries.address(boundary));
        let places = [command, prompt, SERVICE, boundaries.erases()];
        for at in places.into_iter().chain(boundaries.after_moves_in_text()) {
            stops.stop_at(at..=at);
        }
        let mut profiler = FocalProfiler {
            boundaries,
            routines: Routines::of(view.rom())?,
            accounts: Vec::new(),
            by_way: HashMap::new(),
            current: 0,
            counts: BTreeMap::new(),
            word: view.text_word(),
            lines: HashMap::new(),
            at_prompt: view.place().is_none(),
            texts: view.lines().collect(),
            stops: Arc::new(stops),
            // The machine may be in a wait loop, or in the interrupt service.
            steps: true,
            changes_text: false,
            moves: boundaries.after_moves_in_text().collect(),
            reads_from: None,
            read: HashSet::new(),
            numbers: AccountNumbers::default(),
            known: HashMap::new(),
            commands: HashMap::new(),
        };
        profiler.enter(view);
        Some(profiler)
    }

    /// Runs for at most `budget` cycles, and adds the time of each instruction to the profile. After the run, the
    /// station goes on counting the time of the instructions it executes, which makes the station slower by a tenth.
    pub fn run(&mut self, station: &mut Station, budget: u64) -> StopReason {
        let end = station.machine().elapsed.cycles.saturating_add(budget);
        station.count_addresses(true);
        let mut reason = StopReason::Budget;
        while reason == StopReason::Budget && station.machine().elapsed.cycles < end {
            reason = match self.steps {
                true => self.step(station),
                false => self.run_to_stop(station, end),
            };
        }
        self.take_counts(station);
        reason
    }

    /// Does the same as [`FocalProfiler::run`], but executes each instruction as a single step. The tests compare the
    /// results of the two functions.
    #[doc(hidden)]
    pub fn run_stepped(&mut self, station: &mut Station, budget: u64) -> StopReason {
        let end = station.machine().elapsed.cycles.saturating_add(budget);
        let mut reason = StopReason::Budget;
        while reason == StopReason::Budget && station.machine().elapsed.cycles < end {
            reason = self.step(station);
        }
        reason
    }

    /// Runs at full speed to the next of the addresses in `stops`, or to the cycle `end`. The station counts the time
    /// of this run for the current account.
    fn run_to_stop(&mut self, station: &mut Station, end: u64) -> StopReason {
        if !station.machine().enters_interrupt(station.io_bus()) {
            self.note_words(station.machine());
            self.select(station.machine());
        }
        if self.changes_text {
            self.steps = true;
            return StopReason::Budget;
        }
        if self.numbers.are_full_for(self.current) {
            self.take_counts(station);
        }
        station.count_into(self.numbers.of(self.current));
        let left = end.saturating_sub(station.machine().elapsed.cycles);
        let reason = station.run_to_breakpoint(left, &self.stops);
        self.look_for_loop(station.machine());
        if reason == StopReason::Breakpoint { StopReason::Budget } else { reason }
    }

    /// Finds out whether the machine is in the middle of an iteration of a wait loop, or has left the iteration for an
    /// interrupt. If so, the machine runs in single steps to the end of the iteration, because the end of the iteration
    /// may belong to another account of the profile, such as another line of the program.
    fn look_for_loop(&mut self, machine: &Machine) {
        let pc = machine.pc_address();
        let is_interrupted = pc == SERVICE && !machine.ion;
        let at = if is_interrupted { Address::in_field(0, machine.memory.read(Address::default())) } else { pc };
        if let Part::Loop(number, place @ 1..) = self.routines.part(at) {
            self.steps = true;
            self.note_words_read(self.boundaries.view(machine));
            if self.routines.resume(number, place, machine.ac) && place <= self.routines.turn(number) {
                let begun = &mut self.accounts[self.current].begun[number];
                begun.iter_mut().take(place).for_each(|count| *count += 1);
            }
        }
    }

    /// Runs one instruction, and adds its time to an account of the profile, such as the account of a FOCAL line.
    fn step(&mut self, station: &mut Station) -> StopReason {
        let routine = self.next_routine(station);
        station.count_into(STEPPED);
        let before = station.machine().elapsed;
        let reason = station.run(1);
        let machine = station.machine();
        self.accounts[self.current].costs[routine as usize] += Cost::between(&before, &machine.elapsed);
        let is_between = match self.routines.part(machine.pc_address()) {
            Part::Loop(_, place) => place == 0,
            Part::Routine(routine) => routine != Routine::Interrupts,
        };
        self.steps = !machine.ion || !is_between || self.changes_text;
        self.reads_from = (!self.steps && !self.at_prompt).then(|| self.boundaries.view(machine).text_word());
        reason
    }

    /// Selects the account for the time of the next instruction. Returns the routine that contains this instruction.
    #[inline]
    fn next_routine(&mut self, station: &Station) -> Routine {
        let machine = station.machine();
        if machine.enters_interrupt(station.io_bus()) {
            return Routine::Interrupts;
        }
        self.select(machine);
        self.routines.at(machine.pc_address(), &machine.memory)
    }

    /// Selects the account for the time of the next instruction. The machine must not be about to enter an interrupt.
    fn select(&mut self, machine: &Machine) {
        let view = self.boundaries.view(machine);
        match self.boundaries.at(machine.pc_address()) {
            Some(Boundary::Command) => {
                self.at_prompt = false;
                if std::mem::take(&mut self.changes_text) {
                    self.forget_calls();
                }
                self.enter(view);
                self.count(view);
            }
            Some(Boundary::Prompt) => {
                (self.at_prompt, self.changes_text) = (true, false);
                // The next typed line may change the program's text.
                self.lines.clear();
                self.read.clear();
                self.forget_calls();
                self.enter(view);
                self.accounts[self.current].calls += 1;
            }
            Some(Boundary::Operation | Boundary::ForBodyEnd | Boundary::Error) | None => {
                if machine.pc_address() == self.boundaries.erases() && !self.at_prompt {
                    self.changes_text = true;
                }
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
    }

    /// Discards the remembered accounts and commands, because they depend on the program's text.
    fn forget_calls(&mut self) {
        self.known.clear();
        self.commands.clear();
    }

    /// Adds to each account the time that the station has counted for the account.
    fn take_counts(&mut self, station: &mut Station) {
        for (number, account) in self.numbers.take() {
            let account = &mut self.accounts[account];
            let mut loops = [[Cost::default(); MAX_LOOP_WORDS]; LOOPS];
            station.count_into(number);
            station.take_counts(|at, elapsed| {
                let cost = Cost::between(&Elapsed::default(), &elapsed);
                match at.map_or(Part::Routine(Routine::Interrupts), |at| self.routines.part(at)) {
                    Part::Routine(routine) => account.costs[routine as usize] += cost,
                    Part::Loop(number, place) => loops[number][place] += cost,
                }
            });
            for (number, (costs, begun)) in loops.iter().zip(&mut account.begun).enumerate() {
                let turn = self.routines.turn(number);
                let turns = costs[turn].instructions;
                for (place, &cost) in costs.iter().enumerate() {
                    let waits = match begun.get_mut(place) {
                        Some(begun) => turns + std::mem::take(begun),
                        None if place >= turn => cost.instructions,
                        None => 0,
                    };
                    let waiting = cost.part(waits);
                    account.costs[Routine::Waiting as usize] += waiting;
                    account.costs[Routine::Typing as usize] += cost.minus(waiting);
                }
            }
        }
        station.count_into(STEPPED);
    }

    /// For each word of the program text that FOCAL has read since the machine last stopped, records the line to which
    /// the word belongs. FOCAL may change the text when the machine continues, so the caller must call this function
    /// before that.
    fn note_words(&mut self, machine: &Machine) {
        let view = self.boundaries.view(machine);
        if self.at_prompt {
            self.reads_from = None;
        } else if self.moves.contains(&machine.pc_address()) {
            // FOCAL has usually read the previous line to its end, so all words up to that end are recorded.
            let from = self.reads_from.replace(view.text_word());
            if let Some(from) = from.filter(|&from| self.read.insert(from)) {
                self.note_line(from, Word::new(0o7777), view);
            }
        } else if machine.pc_address() == self.boundaries.erases() {
            self.note_words_read(view);
        }
    }

    /// Records to which line the recently read words of the program text belong. These are the words that FOCAL has
    /// read since the text pointer was last set to another line or another place in a line.
    fn note_words_read(&mut self, view: CoreView) {
        if let Some(from) = self.reads_from.take().filter(|_| !self.at_prompt) {
            self.note_line(from, view.text_word(), view);
        }
    }

    /// Records that the words from `from` to `to` belong to the line that contains `from`. If the line's RETURN comes
    /// before `to`, the RETURN is the last of these words.
    fn note_line(&mut self, from: Word, to: Word, view: CoreView) {
        let place @ Where::Line(line) = self.place_of(from, view) else { return };
        // After the RETURN, another line may begin.
        let words = view.words_to_return(from).take_while(|&word| word <= to && view.line_at(word) == Some(line));
        words.for_each(|word| {
            self.lines.entry(word).or_insert(place);
        });
    }

    fn place_of(&mut self, word: Word, view: CoreView) -> Where {
        *self.lines.entry(word).or_insert_with(|| view.line_at(word).map_or(Where::Direct, Where::Line))
    }

    /// Selects the account for the current place in the program and the current chain of calls.
    fn enter(&mut self, view: CoreView) {
        self.word = view.text_word();
        let key: Vec<Word> = match self.at_prompt {
            true => Vec::new(),
            false => [self.word].into_iter().chain(view.push_down_list()).collect(),
        };
        if let Some(&account) = self.known.get(&key).filter(|_| !self.changes_text) {
            self.current = account;
            return;
        }
        let place = if self.at_prompt { Where::Prompt } else { self.place_of(self.word, view) };
        let mut way = String::new();
        if !self.at_prompt {
            for level in view.levels().iter().rev() {
                let word = LEVELS[usize::from(matches!(level, Level::For { .. }))];
                let line = level.place().line.map_or(Where::Direct, Where::Line);
                way += &format!("{line} {word};");
            }
        }
        way += &place.to_string();
        self.current = match self.by_way.get(&way) {
            Some(&account) => account,
            None => {
                let costs = [Cost::default(); ROUTINES];
                let begun = [[0; TEST]; LOOPS];
                let levels = [0; LEVELS.len()];
                self.accounts.push(Account { place, way: way.clone(), costs, begun, calls: 0, levels });
                self.by_way.insert(way, self.accounts.len() - 1);
                self.accounts.len() - 1
            }
        };
        if self.known.len() == MAX_KNOWN {
            self.known.clear();
        }
        if !self.changes_text {
            self.known.insert(key, self.current);
        }
    }

    /// Counts a command that begins. A line is counted when its first command begins. A repetition by a FOR does not
    /// count as a new beginning of the line.
    fn count(&mut self, view: CoreView) {
        let key = view.position();
        let command = match self.commands.get(&key) {
            Some(&command) => command,
            None => {
                let Some(command) = Command::at_work(view) else { return };
                self.commands.insert(key, command);
                command
            }
        };
        if command.is_first {
            *self.counts.entry(command.place).or_default() += 1;
        }
        let account = &mut self.accounts[self.current];
        account.calls += u64::from(command.is_first || command.is_turn);
        if let Some(level) = command.level {
            account.levels[level] += 1;
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
        let mut calls: BTreeMap<String, u64> = BTreeMap::new();
        for Account { place, way, calls: begun, levels, .. } in &self.accounts {
            *calls.entry(way.clone()).or_default() += begun;
            let outer = way.strip_suffix(&place.to_string()).unwrap_or_default();
            for (level, &begun) in LEVELS.iter().zip(levels).filter(|&(_, &begun)| begun > 0) {
                *calls.entry(format!("{outer}{place} {level}")).or_default() += begun;
            }
        }
        for account in &self.accounts {
            for (routine, cost) in Routine::ALL.into_iter().zip(account.costs) {
                if cost.cycles > 0 {
                    folded.push((format!("{};{}", account.way, routine.name()), cost.cycles));
                }
            }
        }
        folded.sort();
        let lines: Vec<LineCost> = lines.into_values().filter(|line| line.is_shown()).collect();
        FocalProfile { total: lines.iter().map(|line| line.cost).sum(), lines, folded, calls }
    }
}

impl Command {
    /// Returns the command that FOCAL is about to carry out.
    fn at_work(view: CoreView) -> Option<Self> {
        let place = view.place()?;
        let text = view.text(place.line).unwrap_or_default();
        let columns = command_columns(&text);
        let index = columns.iter().position(|&column| column == place.column);
        let letter = |index: usize| text[columns[index]].to_ascii_uppercase();
        Some(Command {
            place: place.line.map_or(Where::Direct, Where::Line),
            is_first: index == Some(0),
            is_turn: index.and_then(|index| index.checked_sub(1)).is_some_and(|before| letter(before) == b'F'),
            level: index.and_then(|index| LEVELS.iter().position(|level| level.as_bytes()[0] == letter(index))),
        })
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
    /// The memory cycles of each routine of the interpreter in each chain of calls. The text is in the input format of
    /// flame graphs: the calls and then the routine, separated by semicolons.
    pub folded: Vec<(String, u64)>,
    /// For each chain of calls, the number of times that the program has entered the chain. The text of a chain names
    /// the active DO and FOR commands, the outermost first. The chain ends with a line, a DO or a FOR. A chain that
    /// ends with a line is entered when the line begins, and when a FOR in the line begins an iteration.
    pub calls: BTreeMap<String, u64>,
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

//! A machine program under the debugger: its source lines, its breakpoints, its registers and its core.

mod lines;
mod load;
mod memory;
mod stops;
mod travel;
mod values;

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use serde_json::{Value, json};

use super::breakpoints::{Breakpoints, Group, Met, Wanted};
use super::keys::keys;
use super::launch::Launch;
use super::program::{
    Back, Begin, Context, Disassembly, Evaluated, Exception, Frame, Granularity, Outcome, Output, Position, Program,
    Stopped,
};
use super::sources::Sources;
use crate::ascii::unmarked;
use crate::debugger::Step;
use crate::machine::StopReason;
use crate::monitor::{Watch, chain};
use crate::station::Station;
use crate::symbols::Symbols;
use crate::word::Address;

use lines::LineTable;
pub use load::{LoadFailure, Loaded};
use stops::Stepping;
use values::Values;

/// The ID of the exception filter for HLT.
pub const HALTS: &str = "halts";

/// The length of a slice in machine cycles. The adapter reads the client's messages between slices.
const SLICE_CYCLES: u64 = 200_000;

/// A machine program with its breakpoints.
#[derive(Debug)]
pub struct PalProgram {
    station: Box<Station>,
    watch: Watch,
    symbols: Symbols,
    sources: Sources,
    lines: LineTable,
    start: Address,
    /// The keys to type when the program asks.
    keys: Vec<u8>,
    breakpoints: Breakpoints<Address>,
    /// The addresses of the watched words. The program stops before an instruction that stores into one of these words.
    watched: Vec<Address>,
    stepping: Option<Stepping>,
    /// The messages of log points that the caller has not taken yet.
    logged: Vec<Output>,
    /// Whether a HLT pauses the program, as a breakpoint does. If false, a HLT ends the program.
    stops_at_halts: bool,
    begin: Option<Begin>,
    pauses: bool,
    /// The address of the HLT that has stopped the program.
    halted: Option<Address>,
    /// The time at which the program began, in cycles.
    begun: u64,
}

impl PalProgram {
    /// Creates the debugged program from a program in core.
    ///
    /// # Errors
    ///
    /// When the lines of input contain a character for which the Teletype has no key.
    pub fn new(loaded: Loaded, launch: &Launch) -> Result<Self, String> {
        let Loaded { station, symbols, sources, lines, start } = loaded;
        Ok(PalProgram {
            station,
            watch: Watch::default(),
            symbols,
            sources,
            lines,
            start,
            keys: launch.keys()?,
            breakpoints: Breakpoints::default(),
            watched: Vec::new(),
            stepping: None,
            logged: Vec::new(),
            stops_at_halts: true,
            begin: None,
            pauses: false,
            halted: None,
            begun: 0,
        })
    }

    fn pc(&self) -> Address {
        self.station.machine().pc_address()
    }

    fn values(&self) -> Values<'_> {
        Values { station: &self.station, symbols: &self.symbols }
    }

    /// Whether the machine's next action is an interrupt entry.
    fn enters_interrupt(&self) -> bool {
        self.station.machine().enters_interrupt(self.station.io_bus())
    }
}

impl Program for PalProgram {
    fn language(&self) -> &'static str {
        "PDP-8"
    }

    fn capabilities(&self) -> Value {
        json!({ "supportsStepBack": true, "exceptionBreakpointFilters": [exception_filter()] })
    }

    fn sources(&self) -> &Sources {
        &self.sources
    }

    fn start(&mut self, begin: Begin) {
        self.station.start(self.start);
        self.begun = self.station.machine().elapsed.cycles;
        self.station.type_ahead(std::mem::take(&mut self.keys));
        match begin {
            Begin::Undebugged => {
                self.breakpoints = Breakpoints::default();
                self.watched.clear();
                self.place_stops();
            }
            Begin::Runs => self.watch.begin(),
            Begin::Stops => {}
        }
        self.begin = Some(begin);
    }

    fn run(&mut self) -> Outcome {
        if self.begin == Some(Begin::Stops) {
            self.begin = Some(Begin::Runs);
            let met = self.meet();
            let place = self.symbols.shown(self.pc());
            return Outcome::Stopped(Stopped {
                breakpoints: met.stops,
                ..Stopped::new("entry", format!("at the start, {place}"))
            });
        }
        if std::mem::take(&mut self.pauses) {
            return Outcome::Stopped(Stopped::new("pause", "paused"));
        }
        let end = self.station.machine().elapsed.cycles.saturating_add(SLICE_CYCLES);
        loop {
            let left = end.saturating_sub(self.station.machine().elapsed.cycles);
            if left == 0 {
                return Outcome::Runs;
            }
            let reason = self.watch.run(&mut self.station, left, &self.symbols);
            match reason {
                StopReason::Budget => {}
                StopReason::Breakpoint | StopReason::Stepped => {
                    if let Some(stopped) = self.arrive(reason == StopReason::Stepped) {
                        return Outcome::Stopped(stopped);
                    }
                }
                StopReason::Waiting => return Outcome::Awaits,
                StopReason::Halt => return self.halt(),
                StopReason::EndlessLoop if self.begin != Some(Begin::Undebugged) => {
                    let place = self.symbols.shown(self.pc());
                    let description = format!("endless loop at {place}: no key and no device ends it");
                    return Outcome::Stopped(Stopped::new("pause", description));
                }
                _ => return Outcome::Ended,
            }
        }
    }

    fn take_output(&mut self) -> Vec<Output> {
        let printed: Vec<u8> = self.station.take_frames().into_iter().map(unmarked).collect();
        Output::of_paper(&printed).into_iter().chain(std::mem::take(&mut self.logged)).collect()
    }

    fn exit_code(&self) -> i32 {
        0
    }

    fn type_line(&mut self, line: &str) -> Result<(), String> {
        self.station.type_ahead(keys(line)?);
        Ok(())
    }

    fn pause(&mut self) {
        self.pauses = true;
    }

    fn go_on(&mut self, step: Option<Step>, granularity: Granularity) -> Result<(), String> {
        self.watch.forget_step();
        (self.stepping, self.halted, self.pauses) = (None, None, false);
        if !self.station.machine().running {
            self.station.resume();
        }
        // A device may request an interrupt now.
        self.station.sync();
        if let Some(step) = step {
            self.begin_step(Stepping { step, granularity, line: self.line(), is_interrupted: false });
        }
        Ok(())
    }

    fn go_back(&mut self, back: Back) -> Result<Stopped, String> {
        let travelled = match back {
            Back::Step => travel::step_back(&mut self.station, self.begun),
            Back::Into => travel::previous(&self.station, self.begun).and_then(|cycle| self.station.go_to_cycle(cycle)),
            Back::Breakpoint => {
                let found = self.last_stop()?;
                self.station.go_to_cycle(found.unwrap_or(self.begun))
            }
        };
        travelled.map_err(|error| error.to_string())?;
        self.watch.forget_step();
        (self.stepping, self.halted) = (None, None);
        if self.station.machine().elapsed.cycles <= self.begun {
            return Ok(Stopped::new("entry", "at the start"));
        }
        if back != Back::Breakpoint {
            return Ok(Stopped::new("step", "back"));
        }
        let stops = self.breakpoints.would_stop(self.pc(), &self.values());
        match self.stored_next().filter(|_| stops.is_empty()) {
            Some(at) => {
                let description = format!("the next instruction stores into {}", self.symbols.shown(at));
                Ok(Stopped::new("data breakpoint", description))
            }
            None => Ok(self.at_breakpoint(Met { stops, ..Met::default() })),
        }
    }

    fn set_breakpoints(&mut self, source: usize, wanted: &[Wanted]) -> Vec<Result<Position, String>> {
        let place = |wanted: &Wanted| {
            let found = self.lines.word_at(source, wanted.line, wanted.column);
            found.ok_or_else(|| "no word of the program comes from this line or a later line".to_owned())
        };
        let placed: Vec<_> = wanted.iter().map(|wanted| (wanted, place(wanted))).collect();
        let PalProgram { station, symbols, breakpoints, .. } = self;
        let answers = breakpoints.replace(Group::Source(source), placed, &Values { station, symbols });
        self.place_stops();
        answers
    }

    fn breakpoint_locations(&mut self, source: usize, lines: RangeInclusive<usize>) -> Vec<Position> {
        lines.flat_map(|line| self.lines.statements(source, line)).collect()
    }

    fn set_instruction_breakpoints(&mut self, wanted: &[Wanted]) -> Result<Vec<Result<String, String>>, String> {
        let core = &self.station.machine().memory;
        let place = |wanted: &Wanted| {
            let at = memory::address(&wanted.instruction, wanted.offset)?;
            if core.is_present(at) { Ok((at, at)) } else { Err(format!("there is no core at {at}")) }
        };
        let placed: Vec<_> = wanted.iter().map(|wanted| (wanted, place(wanted))).collect();
        let PalProgram { station, symbols, breakpoints, .. } = self;
        let answers = breakpoints.replace(Group::Instructions, placed, &Values { station, symbols });
        self.place_stops();
        Ok(answers.into_iter().map(|answer| answer.map(memory::reference)).collect())
    }

    fn watch(&mut self, names: &[String]) -> Vec<Result<(), String>> {
        let found: Vec<Result<Address, String>> = names.iter().map(|name| memory::address(name, 0)).collect();
        self.watched = found.iter().flatten().copied().collect();
        self.place_stops();
        found.into_iter().map(|found| found.map(|_| ())).collect()
    }

    fn watchable(&mut self, name: &str) -> Result<(String, String), String> {
        let at = self.symbols.address(name).or_else(|| memory::address(name, 0).ok());
        let at = at.ok_or_else(|| "only a label or a word of core can be watched".to_owned())?;
        Ok((memory::reference(at), format!("a store into {}", self.symbols.shown(at))))
    }

    fn stop_at_exceptions(&mut self, filters: &[String]) {
        self.stops_at_halts = filters.iter().any(|filter| filter == HALTS);
    }

    fn exception(&mut self) -> Option<Exception> {
        let place = self.symbols.shown(self.halted?);
        let description =
            format!("The program has executed the HLT at {place}. To continue is to press CONTINUE at the console.");
        Some(Exception { id: "HLT".to_owned(), description })
    }

    fn stack(&mut self) -> Vec<Frame> {
        let chain = chain(&self.station).unwrap_or_default();
        let calls = chain.calls();
        let names = calls.iter().map(|call| match call.is_interrupt {
            true => "interrupt".to_owned(),
            false => self.symbols.name(call.entry).map_or_else(|| call.entry.to_string(), str::to_owned),
        });
        let names: Vec<String> = std::iter::once("program".to_owned()).chain(names).collect();
        let places = calls.iter().map(|call| call.from).chain([self.pc()]);
        let frame = |(name, at): (String, Address)| Frame {
            name: format!("{name}: {}", self.symbols.shown(at)),
            position: self.lines.position(at),
            instruction: Some(memory::reference(at)),
        };
        let mut frames: Vec<Frame> = names.into_iter().zip(places).map(frame).collect();
        frames.reverse();
        frames
    }

    fn scopes(&mut self) -> Vec<Value> {
        self.values().scopes()
    }

    fn variables(&mut self, reference: i64) -> Result<Vec<Value>, String> {
        self.values().variables(reference)
    }

    fn set_variable(&mut self, _: i64, name: &str, value: &str) -> Result<Evaluated, String> {
        self.set(name, value)
    }

    fn set(&mut self, variable: &str, expression: &str) -> Result<Evaluated, String> {
        values::set(&mut self.station, &self.symbols, variable, expression)
    }

    fn evaluate(&mut self, expression: &str, context: Context) -> Result<Evaluated, String> {
        match values::assignment(expression).filter(|_| context == Context::Console) {
            Some((name, value)) => self.set(name, value),
            None => self.values().evaluate(expression, context),
        }
    }

    fn names(&mut self) -> BTreeMap<String, &'static str> {
        self.values().names()
    }

    fn disassemble(&mut self, wanted: Disassembly<'_>) -> Result<Vec<Value>, String> {
        let line = |at: Address, row: &mut Value| {
            if let Some(position) = self.lines.position(at) {
                row["location"] = self.sources.described(position.source);
                row["line"] = position.line.into();
            }
        };
        memory::disassemble(self.station.machine(), &self.symbols, wanted, line)
    }

    fn read_memory(&mut self, reference: &str, offset: i64, count: usize) -> Result<(String, Vec<u8>), String> {
        memory::read(self.station.machine(), reference, offset, count)
    }

    fn write_memory(&mut self, reference: &str, offset: i64, bytes: &[u8]) -> Result<usize, String> {
        let words = memory::written(self.station.machine(), reference, offset, bytes)?;
        words.into_iter().for_each(|(at, word)| self.station.deposit(at, word));
        Ok(bytes.len())
    }
}

/// Returns the protocol's exception filter for HLT.
pub fn exception_filter() -> Value {
    json!({ "filter": HALTS, "label": "HLT: stop instead of ending the session", "default": true })
}

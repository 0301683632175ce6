//! The stops and steps of a machine program.

use super::super::breakpoints::Met;
use super::super::program::{Begin, Granularity, Outcome, Output, Stopped};
use super::PalProgram;
use super::values::Values;
use crate::debugger::Step;
use crate::machine::BreakpointSet;
use crate::monitor::{Breakpoint, Range, When, chain};
use crate::station::Station;
use crate::word::Address;

/// A step that the client has asked for and that is not complete.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stepping {
    pub(super) step: Step,
    pub(super) granularity: Granularity,
    /// The position at which the step began: the index of the source text, and the line.
    pub(super) line: Option<(usize, usize)>,
    /// Whether an interrupt has come before the step. If so, the step begins when the interrupt routine has returned.
    pub(super) is_interrupted: bool,
}

impl PalProgram {
    /// Returns the position of the next instruction: the index of its source text, and its line.
    pub(super) fn line(&self) -> Option<(usize, usize)> {
        self.lines.position(self.pc()).map(|at| (at.source, at.line))
    }

    /// Sets the stops of the run: the addresses of all breakpoints, and the watched words.
    pub(super) fn place_stops(&mut self) {
        self.watch.breakpoints.clear_all();
        let one = |at: Address| Range { first: at, last: at };
        let places = self.breakpoints.places().map(|at| Breakpoint::At(one(at)));
        for stop in places.chain(self.watched.iter().map(|&at| Breakpoint::Store(one(at)))) {
            self.watch.breakpoints.set(stop, &When::default(), Vec::new());
        }
    }

    /// Counts one visit to each breakpoint at the next instruction, and shows the messages of log points.
    pub(super) fn meet(&mut self) -> Met {
        if self.enters_interrupt() {
            return Met::default();
        }
        let at = self.pc();
        let PalProgram { station, symbols, breakpoints, .. } = self;
        let mut met = breakpoints.meet(at, &Values { station, symbols });
        let position = self.lines.position(at);
        let output = |text| Output { category: "console", text: text + "\n", position };
        self.logged.extend(std::mem::take(&mut met.messages).into_iter().map(output));
        met
    }

    /// Returns the watched word into which the next instruction stores.
    pub(super) fn stored_next(&self) -> Option<Address> {
        let is_stored = |&&at: &&Address| {
            let mut store = BreakpointSet::default();
            store.stop_before_store(at..=at);
            store.meets(self.station.machine(), self.station.io_bus())
        };
        self.watched.iter().find(is_stored).copied()
    }

    /// Handles a stop at a breakpoint or a watched word or, if `has_stepped` is true, the end of a step. Returns `None`
    /// if the program must continue.
    pub(super) fn arrive(&mut self, has_stepped: bool) -> Option<Stopped> {
        let met = self.meet();
        if !met.stops.is_empty() {
            return Some(self.at_breakpoint(met));
        }
        if let Some(at) = self.stored_next() {
            let description = format!("the next instruction stores into {}", self.symbols.shown(at));
            return Some(Stopped::new("data breakpoint", description));
        }
        let stepping = self.stepping.filter(|_| has_stepped)?;
        let is_in_line = stepping.line.is_some() && stepping.line == self.line();
        let goes_on = stepping.is_interrupted
            || stepping.step != Step::Out && stepping.granularity == Granularity::Line && is_in_line;
        if goes_on {
            self.begin_step(stepping);
            return None;
        }
        Some(Stopped::new("step", "stepped"))
    }

    /// Returns the stop for the breakpoints that the program has reached.
    pub(super) fn at_breakpoint(&self, met: Met) -> Stopped {
        let remark = met.remark.map_or_else(String::new, |remark| format!(", {remark}"));
        let description = format!("breakpoint at {}{remark}", self.symbols.shown(self.pc()));
        Stopped { breakpoints: met.stops, ..Stopped::new("breakpoint", description) }
    }

    /// Begins a step. If an interrupt comes before the next instruction, [`Step::Into`] stops in the interrupt routine,
    /// and any other step begins when the routine has returned.
    pub(super) fn begin_step(&mut self, stepping: Stepping) {
        let is_interrupted = stepping.step != Step::Into && self.enters_interrupt();
        self.stepping = Some(Stepping { is_interrupted, ..stepping });
        match stepping.step {
            _ if is_interrupted => self.watch.step_out(&self.station, Address::default()),
            Step::Into => self.watch.step(&self.station, 1),
            Step::Next => self.watch.step_over(&self.station),
            Step::Out => match chain(&self.station).ok().and_then(|chain| chain.innermost()) {
                Some(call) => self.watch.step_out(&self.station, call.entry),
                // There is nothing to step out of, so the program just runs on.
                None => self.stepping = None,
            },
        }
    }

    /// Handles a HLT, which either stops the program or ends it.
    pub(super) fn halt(&mut self) -> Outcome {
        if !self.stops_at_halts || self.begin == Some(Begin::Undebugged) {
            return Outcome::Ended;
        }
        // The PC is already at the next instruction.
        let at = self.station.last_instructions(1).ok().and_then(|mut last| last.pop()).map(|record| record.at);
        let at = at.unwrap_or_else(|| self.pc());
        self.halted = Some(at);
        Outcome::Stopped(Stopped::new("exception", format!("HLT at {}", self.symbols.shown(at))))
    }

    /// Returns the cycle of the last moment at which a breakpoint or a watched word would have stopped the program.
    pub(super) fn last_stop(&self) -> Result<Option<u64>, String> {
        let mut stores = BreakpointSet::default();
        self.watched.iter().for_each(|&at| stores.stop_before_store(at..=at));
        let mut stops = stores.clone();
        self.breakpoints.places().for_each(|at| stops.stop_at(at..=at));
        let begun = self.begun;
        let is_meant = |station: &Station| {
            let machine = station.machine();
            let values = Values { station, symbols: &self.symbols };
            machine.elapsed.cycles >= begun
                && (stores.meets(machine, station.io_bus())
                    || !self.breakpoints.would_stop(machine.pc_address(), &values).is_empty())
        };
        self.station.last_stop_while(stops, is_meant, &mut |_| true).map_err(|error| error.to_string())
    }
}

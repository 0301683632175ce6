//! Machine code for the traces that run most often.
//!
//! ```text
//!   entry ---> slot: machine code ---> slots of other traces, threaded code or machine code
//!                     |
//!                     '--> slots of the same trace in threaded code: an operation that has no machine code, or one
//!                          that meets a rare case (a store into a decoded word, a pointer that leads elsewhere)
//! ```
//!
//! A trace in machine code is a `Routine` like any other, in its own slot. So another trace may jump to the slot
//! without knowing that the slot holds machine code. The same trace is kept in threaded code too, and an operation that
//! has changed nothing yet may continue in the threaded code. So machine code handles only frequent cases, and calls
//! nothing.
//!
//! The traces that run most often are found by sampling. Whenever a slice of cycles ends (see `threads.rs`), the engine
//! chooses the trace that is about to run. The chosen traces are compiled in batches, because the host allocates memory
//! in pages.

mod assemble;
mod executable;

use std::sync::Arc;

use super::code::Code;
use super::guard::Guard;
use super::operations::Kind;
use super::plan::Planned;
use super::state::ROOM;
use super::traces::Traces;
use assemble::Assembler;
use executable::Executable;

/// The longest trace, in instructions.
pub(super) const MAX_TRACE_INSTRUCTIONS: usize = super::translate::MAX_TRACE_INSTRUCTIONS;

/// The number of traces that fill a batch.
const BATCH_TRACES: usize = 16;
/// The number of slices after which a batch that is not full is compiled.
const BATCH_SLICES: u32 = 16;

/// The number of mappings of executable memory after which all traces are dropped. The host limits the number of
/// mappings.
const MAX_MAPPINGS: usize = 4096;

/// The traces in machine code, and those that wait to be compiled.
#[derive(Clone, Debug)]
pub(super) struct Compiler {
    traces: Traces,
    mappings: Vec<Arc<Executable>>,
    /// For each slot, a bit that is set if the trace in that slot is machine code or has been passed to
    /// [`Compiler::take`].
    done: Vec<u64>,
    waiting: Vec<Waiting>,
    /// The number of slices that have ended since the batch received its first trace.
    slices: u32,
    /// Whether the host has refused executable memory.
    refused: bool,
}

/// A trace that waits to be compiled with its batch.
#[derive(Clone, Debug)]
struct Waiting {
    start: u16,
    /// The first slot of the trace in threaded code.
    first: u16,
    plan: Vec<Planned>,
}

impl Compiler {
    pub(crate) fn new(traces: Traces) -> Self {
        let done = vec![0; ROOM / 64];
        Compiler { traces, mappings: Vec::new(), done, waiting: Vec::new(), slices: 0, refused: false }
    }

    /// Removes all traces.
    pub(crate) fn clear(&mut self) {
        *self = Compiler { refused: self.refused, ..Compiler::new(self.traces) };
    }

    /// Whether the number of mappings has reached [`MAX_MAPPINGS`].
    pub fn is_full(&self) -> bool {
        self.mappings.len() >= MAX_MAPPINGS
    }

    /// Whether a trace should be compiled as soon as it has been made.
    pub fn wants_new(&self) -> bool {
        self.traces == Traces::MachineCode
    }

    /// Whether the trace at slot `at` should be compiled.
    pub fn wants(&self, at: u16) -> bool {
        let is_done = self.done[usize::from(at) / 64] >> (at % 64) & 1 != 0;
        self.traces != Traces::Threaded && !self.refused && !is_done
    }

    /// Adds a trace to the batch that is compiled next. The trace begins at the address `start` and at the slot
    /// `first`.
    pub fn take(&mut self, start: u16, first: u16, plan: Vec<Planned>) {
        self.note(first);
        // A trace that begins with a delay stays in threaded code, which does many iterations of the delay in one step.
        if plan[0].op.kind != Kind::Delay {
            self.waiting.push(Waiting { start, first, plan });
        }
    }

    /// Counts a slice that has ended. Compiles the batch if the batch is full or old enough.
    pub fn end_slice(&mut self, code: &mut Code, guard: &mut Guard) {
        if self.waiting.is_empty() {
            return;
        }
        self.slices += 1;
        if self.traces == Traces::MachineCode || self.slices >= BATCH_SLICES || self.waiting.len() >= BATCH_TRACES {
            self.slices = 0;
            self.make(code, guard);
        }
    }

    fn note(&mut self, at: u16) {
        self.done[usize::from(at) / 64] |= 1 << (at % 64);
    }

    fn make(&mut self, code: &mut Code, guard: &mut Guard) {
        let mut assembler = Assembler::new(self.traces == Traces::MachineCode, code.counted.is_some());
        let mut waiting = std::mem::take(&mut self.waiting);
        // Keep only traces that have not been dropped since they were taken.
        waiting.retain(|trace| guard.replace(trace.start, trace.first, trace.first));
        if waiting.is_empty() {
            return;
        }
        let begins: Vec<_> =
            waiting.iter().map(|trace| assembler.trace(trace.start, trace.first, &trace.plan)).collect();
        let Ok(piece) = Executable::new(&assembler.finish()) else {
            self.refused = true;
            return;
        };
        for (trace, begin) in waiting.iter().zip(begins) {
            let Some(begin) = begin else { continue };
            // The threaded code is kept, because the machine code goes on there in rare cases.
            let at = code.add(piece.routine(begin));
            self.note(at);
            guard.replace(trace.start, trace.first, at);
        }
        self.mappings.push(Arc::new(piece));
    }
}

#[cfg(test)]
mod tests {
    use super::super::TranslatedEngine;
    use super::*;
    use crate::machine::{Config, Limits, Machine, NoDevices};
    use crate::word::{Address, Word};

    /// Makes a machine with this program at 0200: TAD 300; ISZ 301; JMP 200; JMP 200.
    fn machine() -> Machine {
        let mut machine = Machine::new(Config::default());
        for (at, bits) in [(0o200, 0o1300), (0o201, 0o2301), (0o202, 0o5200), (0o203, 0o5200), (0o300, 5)] {
            machine.memory.write(Address::new(at), Word::new(bits));
        }
        machine.start_at(Address::new(0o200), &mut NoDevices);
        machine
    }

    fn run(engine: &mut TranslatedEngine, machine: &mut Machine, instructions: u64) {
        let limits = Limits { instructions: machine.elapsed.instructions + instructions, ..Limits::NONE };
        engine.run(machine, &mut NoDevices, limits);
    }

    fn mappings(engine: &TranslatedEngine) -> usize {
        engine.decoded.as_ref().map_or(0, |decoded| decoded.compiler.mappings.len())
    }

    #[test]
    fn a_trace_is_made_machine_code_when_it_has_run_long() {
        let (mut machine, mut engine) = (machine(), TranslatedEngine::new());
        run(&mut engine, &mut machine, 1_000);
        assert_eq!(mappings(&engine), 0);
        run(&mut engine, &mut machine, 1_000_000);
        assert_ne!(mappings(&engine), 0);
        let mut threaded = TranslatedEngine::with(Traces::Threaded);
        run(&mut threaded, &mut machine, 1_000_000);
        assert_eq!(mappings(&threaded), 0);
    }

    #[test]
    fn copies_of_an_engine_share_machine_code_and_outlive_each_other() {
        let (mut one, mut first) = (machine(), TranslatedEngine::with(Traces::MachineCode));
        run(&mut first, &mut one, 10_000);
        let (mut two, mut second) = (one.clone(), first.clone());
        run(&mut first, &mut one, 10_000);
        drop(first);
        // The second engine compiles nothing: it runs the machine code that the first has made.
        let before = mappings(&second);
        let in_machine_code = second.machine_code_instructions();
        run(&mut second, &mut two, 10_000);
        assert_eq!((mappings(&second), &two), (before, &one));
        assert!(second.machine_code_instructions() > in_machine_code + 9_000);
    }

    #[test]
    fn without_memory_that_can_be_executed_there_is_threaded_code() {
        let (mut one, mut engine) = (machine(), TranslatedEngine::with(Traces::MachineCode));
        run(&mut engine, &mut one, 1);
        let mut two = one.clone();
        if let Some(decoded) = &mut engine.decoded {
            decoded.compiler.refused = true;
        }
        run(&mut engine, &mut one, 10_000);
        run(&mut TranslatedEngine::new(), &mut two, 10_000);
        assert_eq!((engine.machine_code_instructions(), &two), (0, &one));
    }
}

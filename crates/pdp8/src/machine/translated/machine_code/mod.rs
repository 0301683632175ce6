//! Machine code for the traces that run most often.
//!
//! ```text
//!   entry ---> slot: machine code ---> slots of other traces, threaded code or machine code
//!                     |
//!                     '--> slots of the same trace in threaded code: an operation that has no machine code, or one
//!                          that meets a rare case (a store into a decoded word, a pointer that leads elsewhere)
//!                             |
//!                             '--> slot of the next operation: machine code of the rest of the trace (x86-64)
//! ```
//!
//! A trace in machine code is a `Routine` like any other, in its own slot. So another trace may jump to the slot
//! without knowing that the slot holds machine code. The same trace is kept in threaded code too, and an operation that
//! has changed nothing yet may continue in the threaded code. So machine code handles only frequent cases, and calls
//! nothing. On x86-64, the threaded code returns to the machine code at the next operation, whose slot holds a routine
//! that enters the machine code in the middle of the trace.
//!
//! The traces that run most often are found by sampling. Whenever a slice of cycles ends (see `threads.rs`), the engine
//! counts a sample of the trace that is about to run. A trace with enough samples is compiled in a batch with others.
//! How large a batch should be depends on the host.

mod batch;
mod parts;
#[cfg(target_arch = "wasm32")]
mod wasm32;
#[cfg(target_arch = "x86_64")]
mod x86_64;

use std::sync::Arc;

use super::code::Code;
use super::guard::Guard;
use super::operations::Kind;
use super::plan::Planned;
use super::state::ROOM;
use super::traces::Traces;
use crate::instruction::Timing;
use batch::{Counting, Waiting};
#[cfg(target_arch = "wasm32")]
use wasm32 as host;
#[cfg(target_arch = "x86_64")]
use x86_64 as host;

use host::{BATCH_TRACES, Executable, SAMPLES, assemble, batch_slices};

/// The longest trace, in instructions.
pub(super) const MAX_TRACE_INSTRUCTIONS: usize = super::translate::MAX_TRACE_INSTRUCTIONS;

/// The number of mappings of executable memory at which all traces are dropped, because the host limits the number of
/// mappings. Traces are compiled in batches, and each batch has its own mapping.
const MAX_MAPPINGS: usize = 4096;

/// The value of [`Compiler::samples`] for a trace that needs no more samples, because it has been compiled, or has been
/// passed to [`Compiler::take`].
const DONE: u8 = u8::MAX;

/// The traces in machine code, and those that wait to be compiled.
#[derive(Clone, Debug)]
pub(super) struct Compiler {
    traces: Traces,
    mappings: Vec<Arc<Executable>>,
    /// For each slot, the number of samples that found the trace in that slot about to run, or [`DONE`]. The engine
    /// takes a sample every 4096 memory cycles.
    samples: Vec<u8>,
    waiting: Vec<Waiting>,
    /// The number of slices that have ended since the next batch received its first trace. A slice is a period of
    /// 4096 memory cycles.
    slices: u64,
    /// The number of slices at whose end a trace was waiting to be compiled. A slice is a period of 4096 memory cycles.
    /// Unlike `slices`, this number is not reset when a batch is compiled.
    all_slices: u64,
    /// Whether the host has refused to make a batch of traces executable. After that, no trace is compiled.
    refused: bool,
}

impl Compiler {
    pub(crate) fn new(traces: Traces) -> Self {
        Compiler {
            traces,
            mappings: Vec::new(),
            samples: vec![0; ROOM],
            waiting: Vec::new(),
            slices: 0,
            all_slices: 0,
            refused: false,
        }
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

    /// Increments the number of samples that found the trace at slot `at` about to run. Returns whether the trace
    /// should be compiled.
    pub fn wants(&mut self, at: u16) -> bool {
        let samples = &mut self.samples[usize::from(at)];
        if self.traces == Traces::Threaded || self.refused || *samples == DONE {
            return false;
        }
        *samples += 1;
        *samples >= SAMPLES || self.wants_new()
    }

    /// Adds a trace to the batch that is compiled next. The trace begins at the address `start` and at the slot
    /// `first`.
    pub fn take(&mut self, start: u16, first: u16, plan: Vec<Planned>) {
        self.samples[usize::from(first)] = DONE;
        // A trace that begins with a delay stays in threaded code, which does many iterations of the delay in one step.
        if plan[0].op.kind != Kind::Delay {
            self.waiting.push(Waiting { start, first, plan });
        }
    }

    /// Counts the end of a slice, which is a period of 4096 memory cycles. Compiles the batch of waiting traces if the
    /// batch is full or old enough. `timing` contains the times of the machine's model.
    pub fn end_slice(&mut self, code: &mut Code, guard: &mut Guard, timing: Timing) {
        if self.waiting.is_empty() {
            return;
        }
        self.slices += 1;
        self.all_slices += 1;
        let is_old = self.slices >= batch_slices(self.all_slices);
        if self.traces == Traces::MachineCode || is_old || self.waiting.len() >= BATCH_TRACES {
            self.slices = 0;
            self.make(code, guard, timing);
        }
    }

    fn make(&mut self, code: &mut Code, guard: &mut Guard, timing: Timing) {
        let mut waiting = std::mem::take(&mut self.waiting);
        // Keep only traces that have not been dropped since they were taken.
        waiting.retain(|trace| guard.replace(trace.start, trace.first, trace.first));
        if waiting.is_empty() || !code.has_room(waiting.len()) {
            return;
        }
        let counting = Counting { cost: self.traces == Traces::MachineCode, passes: code.counted.is_some() };
        let assembled = assemble(&waiting, code.next(), counting, timing);
        let Ok(piece) = Executable::new(&assembled) else {
            self.refused = true;
            return;
        };
        for (trace, routines) in waiting.iter().zip(piece.routines(&assembled)) {
            code.enter(trace.first, &trace.plan, &routines.entries);
            let Some(routine) = routines.begin else { continue };
            // The threaded code is kept, because the machine code continues there in rare cases.
            let at = code.add(routine);
            self.samples[usize::from(at)] = DONE;
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

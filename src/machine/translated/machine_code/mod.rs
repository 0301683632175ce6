//! Machine code for the traces that run most, where the host is one that it is written for.
//!
//! ```text
//!   entry ---> slot: machine code ---> slots of other traces, threaded code or machine code
//!                     |
//!                     '--> slots of the same trace in threaded code: an operation that has no machine code, or one
//!                          that meets what is rare (a store into a decoded word, a pointer that leads elsewhere)
//! ```
//!
//! A trace in machine code is one [`Routine`](super::threads::Routine) more, in a slot of its own: whoever comes to it, from threaded code or from
//! machine code, need not know. The same trace stands beside it in threaded code, and any operation may go on there, as
//! it stands before it; so machine code needs to do only what is frequent, and calls nothing.
//!
//! Which traces run most is found by looking which one is about to run whenever a slice ends. They are made in batches,
//! since memory is had from the host in pages.

mod assemble;
mod executable;

use std::sync::Arc;

use super::code::Code;
use super::guard::Guard;
use super::operations::Kind;
use super::plan::Planned;
use super::when::MachineCode;
use assemble::Assembler;
use executable::Executable;

/// Instructions in a trace.
pub(super) const LONGEST: usize = super::translate::LONGEST;

/// Traces in a batch,
const BATCH: usize = 16;
/// and slices after which a smaller batch is made.
const PATIENCE: u32 = 16;

/// Pieces of memory after which all is forgotten: the host has no more than some ten thousand for everybody.
const MOST_PIECES: usize = 4096;

/// The traces that stand in machine code, and those that soon will.
#[derive(Clone, Debug, Default)]
pub(super) struct Compiler {
    when: MachineCode,
    pieces: Vec<Arc<Executable>>,
    /// Slots of traces in machine code and of those for which there is none, ascending.
    done: Vec<u16>,
    waiting: Vec<Waiting>,
    /// Slices since the first of those that wait came.
    slices: u32,
    /// The host gives no memory that can be executed.
    refused: bool,
}

/// A trace that waits for its batch.
#[derive(Clone, Debug)]
struct Waiting {
    start: u16,
    /// Where it stands in threaded code.
    first: u16,
    plan: Vec<Planned>,
}

impl Compiler {
    pub fn new(when: MachineCode) -> Self {
        Compiler { when, ..Compiler::default() }
    }

    /// Forgets all traces.
    pub fn clear(&mut self) {
        *self = Compiler { when: self.when, refused: self.refused, ..Compiler::default() };
    }

    /// Whether another trace may not fit.
    pub fn is_full(&self) -> bool {
        self.pieces.len() >= MOST_PIECES
    }

    /// Whether a trace should be had as soon as it has been made.
    pub fn wants_new(&self) -> bool {
        self.when == MachineCode::Always
    }

    /// Whether the trace at slot `at` should be had.
    pub fn wants(&self, at: u16) -> bool {
        self.when != MachineCode::Never && !self.refused && self.done.binary_search(&at).is_err()
    }

    /// Takes the trace that begins at the address `start` and stands at the slot `first`.
    pub fn take(&mut self, start: u16, first: u16, plan: Vec<Planned>) {
        // Slots are given away in ascending order.
        self.done.push(first);
        // Turns of a delay are counted through only where a trace begins with it.
        if !matches!(plan[0].op.kind, Kind::Delay) && assemble::is_known(plan[0].op.kind) {
            self.waiting.push(Waiting { start, first, plan });
        }
    }

    /// Another slice has ended: makes machine code of those that wait, if it is time.
    pub fn look(&mut self, code: &mut Code, guard: &mut Guard) {
        if self.waiting.is_empty() {
            return;
        }
        self.slices += 1;
        if self.when == MachineCode::Always || self.slices >= PATIENCE || self.waiting.len() >= BATCH {
            self.slices = 0;
            self.make(code, guard);
        }
    }

    fn make(&mut self, code: &mut Code, guard: &mut Guard) {
        let mut assembler = Assembler::new(self.when == MachineCode::Always);
        let mut waiting = std::mem::take(&mut self.waiting);
        // Those that are still there.
        waiting.retain(|trace| guard.entry[usize::from(trace.start)] == trace.first);
        let begins: Vec<_> =
            waiting.iter().map(|trace| assembler.trace(trace.start, trace.first, &trace.plan)).collect();
        let Ok(piece) = Executable::new(&assembler.finish()) else {
            self.refused = true;
            return;
        };
        for (trace, begin) in waiting.iter().zip(begins) {
            let at = code.add(piece.routine(begin));
            self.done.push(at);
            guard.entry[usize::from(trace.start)] = at;
        }
        self.pieces.push(Arc::new(piece));
    }
}

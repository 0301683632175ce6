//! The slots of all traces, one after another. A slot holds the routine of an operation: see `threads.rs`.

use super::branches::jump_taken;
use super::counts::{CountedTraces, Instruction};
use super::operations::{ALONE, Kind};
use super::plan::Planned;
use super::sequences::routine_for;
use super::state::{ROOM, SPARE, State};
use super::threads::{Slot, Slots};

/// The maximum number of slots that one trace needs.
pub(super) const MAX_TRACE_SLOTS: usize = 256;

/// The slots of all traces, one after another. A slot holds the routine that carries out an operation of a trace.
#[derive(Clone, Debug)]
pub(super) struct Code {
    pub slots: Box<Slots>,
    used: usize,
    /// The traces, if the engine counts how often each operation is executed; otherwise `None`.
    pub counted: Option<CountedTraces>,
}

impl Code {
    pub(crate) fn new() -> Self {
        let empty = Slot { routine: ALONE[Kind::Core as usize].that(false) };
        let slots = vec![empty; ROOM + SPARE].into_boxed_slice();
        // Entry 0 means that there is no trace, so slot 0 is not used.
        Code { slots: slots.try_into().expect("made of this length"), used: 1, counted: None }
    }

    /// Removes all traces.
    pub(crate) fn clear(&mut self) {
        self.used = 1;
        if let Some(counted) = &mut self.counted {
            counted.clear();
        }
    }

    /// Whether there may be too few free slots for another trace.
    pub fn is_full(&self) -> bool {
        self.used + MAX_TRACE_SLOTS > ROOM
    }

    /// Whether `count` more slots can be added.
    #[cfg(machine_code)]
    pub(crate) fn has_room(&self, count: usize) -> bool {
        self.used + count <= ROOM
    }

    /// Returns the number of the slot that will be added next.
    #[cfg(machine_code)]
    pub(crate) fn next(&self) -> u16 {
        self.used as u16
    }

    /// Adds a slot with a routine and without operands. Returns the number of the slot.
    #[cfg(machine_code)]
    pub(crate) fn add(&mut self, routine: super::threads::Routine) -> u16 {
        let at = self.used;
        self.slots[at] = Slot { routine };
        self.used += 1;
        at as u16
    }

    /// Makes the threaded code of a trace enter the trace's machine code at some operations. The threaded code of the
    /// trace is at the slot `first`. `entries` are the indexes of these operations in ascending order, each with the
    /// routine that enters the machine code.
    #[cfg(machine_code)]
    pub(crate) fn enter(&mut self, first: u16, plan: &[Planned], entries: &[(usize, super::threads::Routine)]) {
        let counts = self.counted.is_some();
        let kinds: Vec<Kind> = plan.iter().map(|planned| planned.op.kind).collect();
        let slots = &mut self.slots[usize::from(first)..];
        let mut from = 0;
        for &(entry, routine) in entries {
            // A sequence of operations in one routine must end before the machine code.
            (from..entry).for_each(|at| slots[at] = Slot { routine: routine_for(&kinds[at..entry], counts) });
            slots[entry] = Slot { routine };
            from = entry + 1;
        }
    }

    /// Writes a trace into slots, and returns the number of the first slot. `instructions` are the instructions of the
    /// trace. They are used only if `counted` is set.
    pub fn install(&mut self, state: &mut State, trace: &[Planned], instructions: &[Instruction]) -> u16 {
        let first = self.used;
        if let Some(counted) = &mut self.counted {
            counted.add(first, trace, instructions);
        }
        let counts = self.counted.is_some();
        let kinds: Vec<Kind> = trace.iter().map(|planned| planned.op.kind).collect();
        for (offset, &Planned { op, cost, next }) in trace.iter().enumerate() {
            self.slots[first + offset] = Slot { routine: routine_for(&kinds[offset..], counts) };
            state.operands[first + offset] = op.operands(next);
            state.costs[first + offset] = cost.plus(jump_taken(op));
        }
        self.used += trace.len();
        first as u16
    }
}

//! Runs two stations in step. Their processors and core are in the same state, but their devices differ.
//!
//! Such machines behave the same until one of their devices acts: at an IOT, at an event of a device, or at an
//! interrupt. So the two machines run at full speed from one of these moments to the next, and the caller compares the
//! machines only at these moments.

use std::sync::Arc;

use super::time_travel::MAX_INSTRUCTION_CYCLES;
use super::{Station, serve_between_instructions};
use crate::machine::{BreakpointSet, Bus, Limits, MajorState, TraceRecord};

impl Station {
    /// Lets the devices handle all due events, if the machine is running and no instruction is unfinished. Returns
    /// whether a device has handled an event.
    pub(crate) fn serve_due(&mut self) -> bool {
        let count = self.io_bus.event_count;
        serve_between_instructions(&mut self.machine, &mut self.io_bus);
        self.io_bus.event_count != count
    }

    /// Returns the record of the next instruction or interrupt entry.
    #[doc(hidden)]
    pub fn next_record(&self) -> TraceRecord {
        let is_entry = self.machine.state == MajorState::Fetch && self.machine.enters_interrupt(&self.io_bus);
        TraceRecord { is_entry, ..TraceRecord::of(&self.machine) }
    }

    /// Executes an instruction or an interrupt entry, but no memory cycle after the cycle `end`.
    pub(crate) fn step_up_to(&mut self, end: u64) {
        self.interrupts |= self.machine.ion;
        if self.machine.state == MajorState::Fetch && self.machine.elapsed.cycles + MAX_INSTRUCTION_CYCLES < end {
            self.machine.step(&mut self.io_bus);
            return;
        }
        loop {
            self.machine.cycle(&mut self.io_bus);
            if self.machine.state == MajorState::Fetch || self.machine.elapsed.cycles >= end {
                return;
            }
        }
    }

    /// Runs two machines in step to the next instruction that meets a breakpoint of `iots`, to the next event of a
    /// device, or to a moment shortly before the cycle `end`. Does nothing and returns false if the next instruction
    /// already meets a breakpoint, if the cycle `end` is near, if an instruction is unfinished, or if interrupts are on
    /// and only one machine has an interrupt request.
    pub(crate) fn run_both(one: &mut Station, other: &mut Station, iots: &Arc<BreakpointSet>, end: u64) -> bool {
        let machine = &one.machine;
        let end = end.saturating_sub(MAX_INSTRUCTION_CYCLES);
        let is_alike = !machine.ion || one.io_bus.interrupt_request() == other.io_bus.interrupt_request();
        let begun = machine.elapsed.cycles;
        if begun >= end || machine.state != MajorState::Fetch || !is_alike || iots.meets(machine, &one.io_bus) {
            return false;
        }
        let due = one.snapshot_due.min(other.snapshot_due).max(begun + 1);
        let time = one.io_bus.next_event().min(other.io_bus.next_event());
        let limits = Limits { cycles: end.min(due), time, ..Limits::NONE };
        for station in [one, other] {
            station.engine.run(&mut station.machine, &mut station.io_bus, limits, iots);
            if station.machine.elapsed.cycles >= station.snapshot_due {
                station.take_snapshot();
            }
        }
        true
    }

    /// Whether the registers, the counts of cycles, instructions and time, or a word of core differ. For each machine,
    /// `stores` is the number of stores that `Memory::stores` returned at a moment at which core was equal in the two
    /// machines.
    pub(crate) fn differs_since(&self, other: &Station, stores: [u64; 2]) -> bool {
        let [own, others] = [&self.machine, &other.machine];
        if own.elapsed != others.elapsed || own.registers() != others.registers() {
            return true;
        }
        [own, others].into_iter().zip(stores).any(|(machine, before)| match machine.memory.stored_since(before) {
            Some(mut stored) => stored.any(|(at, _)| own.memory.read(at) != others.memory.read(at)),
            None => own.memory != others.memory,
        })
    }
}

//! The choice between single-stepping and the translated engine, made for each part of a run. Both leave the machine in
//! the same state, so the choice affects only the speed.

use std::sync::Arc;

use crate::machine::{BreakpointSet, Elapsed, Limits, Machine, MajorState, TranslatedEngine};
use crate::word::Address;

use super::io_bus::IoBus;

/// The minimum number of cycles of a run in the translated engine. The cycle-stepped machine executes shorter runs.
const MIN_CYCLES: u64 = 64;
/// After a change from outside the machine, such as a deposit by the operator, the cycle limits of the next runs are
/// added up. While their sum is below this number, the cycle-stepped machine executes the runs. After a change, the
/// translated engine must compare its decoded program with core before it runs, which takes too long for a short run.
const MIN_CYCLES_AFTER_CHANGE: u64 = 4_000;

/// The translated engine, which is made when it is first used. Copies of a station share the decoded program until one
/// of these copies runs.
#[derive(Debug, Default)]
pub struct Engine {
    translated: Option<Arc<TranslatedEngine>>,
    /// Whether only the machine's own runs have changed the machine since the last run in the translated engine. False
    /// after a change from outside, for example by the operator.
    same: bool,
    /// The sum of the maximum lengths of the runs since the last change from outside, such as a deposit by the
    /// operator. The maximum length of a run is the number of cycles that its limits allow. Runs that begin while
    /// `same` is true are not added.
    stepped: u64,
    /// Whether the time of the instructions at each address is counted.
    counts: bool,
    /// Whether time may have been counted since the last call of [`Engine::take_counts`].
    has_counted: bool,
}

impl Clone for Engine {
    fn clone(&self) -> Self {
        Engine { translated: self.translated.clone(), same: false, stepped: 0, counts: self.counts, has_counted: true }
    }
}

impl Engine {
    /// Makes the next run compare the decoded program with core. The caller must call this function after it has
    /// changed or replaced the machine.
    pub fn invalidate(&mut self) {
        (self.same, self.stepped) = (false, 0);
    }

    /// Runs `machine` until a HLT, a limit or a breakpoint. The run also stops after an instruction that changes the
    /// time of the next device event.
    pub(crate) fn run(
        &mut self,
        machine: &mut Machine,
        io_bus: &mut IoBus,
        limits: Limits,
        breakpoints: &Arc<BreakpointSet>,
    ) {
        let elapsed = &machine.elapsed;
        // A memory cycle takes at least a microsecond, and an instruction at least a cycle.
        let cycles = (limits.cycles.saturating_sub(elapsed.cycles))
            .min(limits.instructions.saturating_sub(elapsed.instructions))
            .min((limits.time - elapsed.time).as_nanoseconds() / 1_000);
        if !self.same {
            self.stepped = self.stepped.saturating_add(cycles);
        }
        let is_short = if self.same { cycles < MIN_CYCLES } else { self.stepped < MIN_CYCLES_AFTER_CHANGE };
        if self.counts {
            self.has_counted = true;
            if is_short {
                self.counting().step_to_change(machine, io_bus, limits, breakpoints);
                return;
            }
        }
        if is_short {
            machine.run_to_change(io_bus, limits, breakpoints);
            return;
        }
        let translated = Arc::make_mut(self.translated.get_or_insert_default());
        let is_same = std::mem::replace(&mut self.same, true);
        translated.run_to_change(machine, io_bus, limits, breakpoints, is_same);
    }

    /// Starts or stops counting the time of the instructions at each address of `machine`.
    pub(crate) fn count_addresses(&mut self, machine: &Machine, on: bool) {
        if on != self.counts {
            self.counts = on;
            self.counting().count_addresses(machine, on);
        }
    }

    /// From now on, adds the time of the instructions to the account with this number: see
    /// [`TranslatedEngine::count_into`].
    pub(crate) fn count_into(&mut self, machine: &Machine, account: usize) {
        if self.counts {
            self.has_counted = true;
            self.counting().count_into(machine, account);
        }
    }

    /// Takes the time that has been counted since the last call: see [`TranslatedEngine::take_counts`].
    pub(crate) fn take_counts(&mut self, each: impl FnMut(Option<Address>, Elapsed)) {
        if self.counts && std::mem::take(&mut self.has_counted) {
            self.counting().take_counts(each);
        }
    }

    /// Executes one instruction, and counts its time if times are counted.
    #[inline]
    pub(crate) fn step(&mut self, machine: &mut Machine, io_bus: &mut IoBus) {
        if self.counts {
            self.step_and_count(machine, io_bus);
        } else {
            machine.step(io_bus);
        }
    }

    #[cold]
    #[inline(never)]
    fn step_and_count(&mut self, machine: &mut Machine, io_bus: &mut IoBus) {
        self.has_counted = true;
        self.counting().step(machine, io_bus);
    }

    /// Lets the devices handle all due events, if the machine is running and no instruction is unfinished. If times are
    /// counted, counts the time of the data breaks.
    pub(crate) fn serve_between_instructions(&mut self, machine: &mut Machine, io_bus: &mut IoBus) {
        if !machine.running || machine.state != MajorState::Fetch {
            return;
        }
        let before = machine.elapsed;
        machine.serve_devices(io_bus);
        if self.counts && machine.elapsed != before {
            self.has_counted = true;
            self.counting().count_stolen(&before, &machine.elapsed);
        }
    }

    fn counting(&mut self) -> &mut TranslatedEngine {
        Arc::make_mut(self.translated.get_or_insert_default())
    }
}

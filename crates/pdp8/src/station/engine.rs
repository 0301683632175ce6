//! Which of the two engines runs a stretch: they give the same machine, so only speed decides.

use std::sync::Arc;

use crate::machine::{Limits, Machine, TranslatedEngine};

use super::io_bus::IoBus;

/// Runs of fewer cycles are stepped: the translated engine is not worth entering.
const MIN_CYCLES: u64 = 64;
/// After a change from outside the first so many cycles are stepped, since the translated engine would first compare all
/// of core. They are counted over several runs: a program that prints without pause is run a character's time at once.
const MIN_CYCLES_AFTER_CHANGE: u64 = 4_000;

/// The translated engine, made when it is first used. It holds no state of the machine; copies of a station share what
/// was decoded until one of them runs, so that games that begin from one station need not decode FOCAL again.
#[derive(Debug, Default)]
pub struct Engine {
    translated: Option<Arc<TranslatedEngine>>,
    /// Whether the machine has been changed by nothing but its own runs since the last one.
    same: bool,
    /// Cycles stepped since the last change from outside.
    stepped: u64,
}

impl Clone for Engine {
    fn clone(&self) -> Self {
        Engine { translated: self.translated.clone(), same: false, stepped: 0 }
    }
}

impl Engine {
    /// Makes the next run compare all of core: the machine may have been changed, or exchanged for another.
    pub fn invalidate(&mut self) {
        (self.same, self.stepped) = (false, 0);
    }

    /// Runs `machine` until a HLT, a limit, or an instruction that changes the time of the devices' next event, so that what
    /// is found between two runs does not depend on how a run is cut.
    pub(crate) fn run(&mut self, machine: &mut Machine, io_bus: &mut IoBus, limits: Limits) {
        let elapsed = &machine.elapsed;
        // A memory cycle is at least a microsecond, an instruction at least a cycle.
        let cycles = (limits.cycles.saturating_sub(elapsed.cycles))
            .min(limits.instructions.saturating_sub(elapsed.instructions))
            .min((limits.time - elapsed.time).as_nanoseconds() / 1_000);
        if !self.same {
            self.stepped = self.stepped.saturating_add(cycles);
        }
        let is_short = if self.same { cycles < MIN_CYCLES } else { self.stepped < MIN_CYCLES_AFTER_CHANGE };
        if is_short {
            machine.run_to_change(io_bus, limits);
            return;
        }
        let translated = Arc::make_mut(self.translated.get_or_insert_default());
        let is_same = std::mem::replace(&mut self.same, true);
        translated.run_to_change(machine, io_bus, limits, is_same);
    }
}

//! Which of the two engines runs a stretch: they give the same machine, so only speed decides.

use std::sync::Arc;

use crate::machine::{Limits, Machine, TranslatedEngine};

use super::io_bus::IoBus;

/// Cycles below which the translated engine is not worth beginning with,
const MIN_CYCLES: u64 = 64;
/// and cycles that are stepped rather than look at all of core for changes: together, since a program that prints without
/// pause is run for a character's time each.
const MIN_CYCLES_AFTER_CHANGE: u64 = 4_000;

/// The translated engine, made when it is first of use. It holds nothing of the machine; copies of a station share what
/// was decoded until one of them runs, so that games that begin from one station need not decode FOCAL again.
#[derive(Debug, Default)]
pub struct Engine {
    translated: Option<Arc<TranslatedEngine>>,
    /// Nobody but the machine itself has worked on it since the last run.
    same: bool,
    /// Cycles stepped since somebody has.
    stepped: u64,
}

impl Clone for Engine {
    fn clone(&self) -> Self {
        Engine { translated: self.translated.clone(), same: false, stepped: 0 }
    }
}

impl Engine {
    /// Somebody may have changed anything of the machine, or have put another one in its place.
    pub fn invalidate(&mut self) {
        (self.same, self.stepped) = (false, 0);
    }

    /// Runs `machine` until a HLT or a limit, or to the instruction that changes when the devices' next event is: so what
    /// is found out between two runs does not depend on how a run is cut.
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

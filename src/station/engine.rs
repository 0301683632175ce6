//! Which of the two engines runs a stretch: they give the same machine, so only speed decides.

use crate::machine::{Limits, Machine, StopReason, TranslatedEngine};

use super::io_bus::IoBus;

/// Cycles below which the translated engine is not worth its look at all of core for changes.
const SHORT: u64 = 4_000;

/// The translated engine, made when it is first of use. It holds nothing of the machine, so a copy begins without one.
#[derive(Debug, Default)]
pub struct Engine(Option<Box<TranslatedEngine>>);

impl Clone for Engine {
    fn clone(&self) -> Self {
        Engine(None)
    }
}

impl Engine {
    /// Runs `machine` until a HLT or a limit.
    pub fn run(&mut self, machine: &mut Machine, io_bus: &mut IoBus, limits: Limits) -> StopReason {
        let elapsed = &machine.elapsed;
        // A memory cycle is at least a microsecond, an instruction at least a cycle.
        let cycles = (limits.cycles.saturating_sub(elapsed.cycles))
            .min(limits.instructions.saturating_sub(elapsed.instructions))
            .min((limits.time - elapsed.time).as_nanoseconds() / 1_000);
        if cycles < SHORT {
            return machine.run(io_bus, limits);
        }
        self.0.get_or_insert_default().run(machine, io_bus, limits)
    }
}

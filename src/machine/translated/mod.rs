//! The translated engine: whole stretches of program decoded once, and run without counting every step.
//!
//! ```text
//!   core ---- translate ----> traces of operations ---- execute ----> registers, core, cost
//!     ^                            |
//!     +---- guard: a store into a decoded word forgets the traces that it is in
//! ```
//!
//! One truth: whatever touches a device or the interrupt system, and everything rare, is done by [`Machine::step`]
//! itself. Traces are run only while no event, no limit and no interrupt can fall among them; the last few instructions
//! before one are stepped. So the machine is equal, in every register and every word, to one that was stepped
//! all the way, whenever [`TranslatedEngine::run`] returns.

mod execute;
mod guard;
mod op;
mod translate;

use execute::{Leave, Registers};
use guard::Guard;
use op::Cost;
use translate::{Code, MOST_CYCLES, Target};

use super::{Bus, Limits, Machine, MajorState, StopReason, Time};
use crate::word::{Address, Word};

/// Cycles after which all is forgotten, so that a word that changed often long ago may be decoded again.
const MEMORY_OF_CHANGES: u64 = 1 << 27;

/// Decoded program, kept beside a machine that it makes fast. Holds nothing of the machine's state: it may be
/// dropped, or used with another machine, at any time.
///
/// ```
/// use focal8::machine::{Config, TranslatedEngine, Limits, Machine, NoDevices};
/// use focal8::word::{Address, Word};
///
/// let mut stepped = Machine::new(Config::default());
/// for (at, bits) in [(0o200, 0o2300), (0o201, 0o5200), (0o202, 0o7402)] {
///     stepped.memory.write(Address::new(at), Word::new(bits)); // ISZ 300; JMP .-1; HLT
/// }
/// stepped.start_at(Address::new(0o200), &mut NoDevices);
/// let mut fast = stepped.clone();
/// TranslatedEngine::new().run(&mut fast, &mut NoDevices, Limits::NONE);
/// stepped.run(&mut NoDevices, Limits::NONE);
/// assert_eq!(fast, stepped);
/// ```
#[derive(Clone, Debug)]
pub struct TranslatedEngine {
    code: Code,
    guard: Guard,
    target: Option<Target>,
    forget_at: u64,
    traced: u64,
}

impl Default for TranslatedEngine {
    fn default() -> Self {
        TranslatedEngine::new()
    }
}

impl TranslatedEngine {
    /// Nothing decoded yet.
    pub fn new() -> Self {
        TranslatedEngine { code: Code::new(), guard: Guard::new(), target: None, forget_at: 0, traced: 0 }
    }

    /// Runs `machine` until a HLT or a limit: the same as [`Machine::run`], sooner.
    pub fn run<B: Bus>(&mut self, machine: &mut Machine, bus: &mut B, limits: Limits) -> StopReason {
        self.compare(machine);
        while machine.running {
            if machine.state == MajorState::Fetch {
                if let Some(stop) = limits.reached(&machine.elapsed) {
                    return stop;
                }
                let cycles = undisturbed(machine, bus, limits);
                if cycles > MOST_CYCLES {
                    // Counted here: in `run_traces` it would cost the loop over operations a register.
                    let before = machine.elapsed.instructions;
                    let leave = self.run_traces(machine, cycles - MOST_CYCLES);
                    self.traced += machine.elapsed.instructions - before;
                    if leave != Leave::Core {
                        continue;
                    }
                }
            }
            self.step(machine, bus);
        }
        StopReason::Halt
    }

    /// How many of the instructions were run in traces, and not on the cycle-stepped machine.
    pub const fn traced_instructions(&self) -> u64 {
        self.traced
    }

    /// Forgets what was decoded of another program.
    fn compare(&mut self, machine: &Machine) {
        let target = Target { model: machine.config.model, fields: machine.memory.fields() };
        let cycles = machine.elapsed.cycles;
        let expired = !(self.forget_at.saturating_sub(MEMORY_OF_CHANGES)..self.forget_at).contains(&cycles);
        if self.target != Some(target) || self.code.is_full() || expired {
            self.target = Some(target);
            self.forget_at = cycles + MEMORY_OF_CHANGES;
            self.code.clear();
            self.guard.clear();
        } else {
            self.guard.compare(machine.memory.all());
        }
    }

    /// One instruction on the cycle-stepped machine, its stores watched.
    fn step<B: Bus>(&mut self, machine: &mut Machine, bus: &mut B) {
        let before = machine.memory.stores();
        machine.step(bus);
        match machine.memory.stored_since(before) {
            Some(stored) => {
                for (address, word) in stored {
                    if self.guard.decoded[usize::from(address.bits())] != 0 {
                        self.guard.store(address.bits(), word.bits());
                    }
                }
            }
            None => self.guard.compare(machine.memory.all()),
        }
    }

    /// Runs traces for at most so many cycles and a trace; at least one must be left when this returns.
    fn run_traces(&mut self, machine: &mut Machine, cycles: u64) -> Leave {
        let target = Target { model: machine.config.model, fields: machine.memory.fields() };
        let mut registers = Registers {
            lac: u32::from(machine.link) << 12 | u32::from(machine.ac.bits()),
            pc: machine.pc_address().bits(),
            data_field: u16::from(machine.extension.data_field) << 12,
            spent: Cost::default(),
        };
        let words = machine.memory.all_mut();
        let limit = Cost::limit(cycles);
        let leave = loop {
            let leave = execute::execute(&mut self.code, &mut self.guard, words, target, &mut registers, limit);
            if leave != Leave::Missing {
                break leave;
            }
            if self.code.is_full() {
                self.code.clear();
                self.guard.clear();
            }
            translate::translate(&mut self.code, &mut self.guard, words, target, registers.pc);
        };
        machine.link = registers.lac & 0o10000 != 0;
        machine.ac = Word::new(registers.lac as u16);
        machine.pc = Address::new(registers.pc).offset();
        machine.extension.data_field = Address::new(registers.data_field).field();
        let spent = registers.spent;
        let (reads, writes) = (spent.cycles() - spent.writes(), spent.writes());
        let time = reads * machine.timing.read_cycle + writes * machine.timing.write_cycle;
        machine.elapsed.instructions += spent.instructions();
        machine.elapsed.cycles += spent.cycles();
        machine.elapsed.time = machine.elapsed.time + Time::nanoseconds(time);
        leave
    }
}

/// How many cycles the machine can run by itself, whatever they are: no event, limit or interrupt before their end.
fn undisturbed<B: Bus>(machine: &Machine, bus: &B, limits: Limits) -> u64 {
    let extension = machine.extension;
    let plain = !machine.ion_delay
        && !extension.inhibit
        && extension.instruction_buffer == extension.instruction_field
        && extension.instruction_field < machine.memory.fields()
        && extension.data_field < machine.memory.fields()
        && !machine.memory.is_protected()
        && !(machine.ion && bus.interrupt_request());
    if !plain {
        return 0;
    }
    let elapsed = &machine.elapsed;
    let time = bus.next_event().min(limits.time) - elapsed.time;
    (limits.cycles - elapsed.cycles)
        .min(limits.instructions - elapsed.instructions)
        .min(time.as_nanoseconds() / machine.timing.write_cycle)
        .min(Cost::MAX_COUNT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instruction::Model;
    use crate::machine::{Config, NoDevices};

    /// JMP 200 at 0200 of a machine with two fields, an engine that has run it, and the place where its trace begins.
    fn run() -> (Machine, TranslatedEngine) {
        let mut machine = Machine::new(Config { fields: 2, ..Config::default() });
        machine.memory.write(Address::new(0o200), Word::new(0o5200));
        machine.start_at(Address::new(0o200), &mut NoDevices);
        machine.elapsed.cycles = 5;
        let mut engine = TranslatedEngine::new();
        engine.run(&mut machine, &mut NoDevices, Limits { instructions: 1_000, ..Limits::NONE });
        assert!(knows(&engine));
        (machine, engine)
    }

    fn knows(engine: &TranslatedEngine) -> bool {
        engine.guard.entry[0o200] != 0
    }

    #[test]
    fn what_was_decoded_is_kept_from_run_to_run() {
        let (machine, mut engine) = run();
        engine.compare(&machine);
        assert!(knows(&engine));
    }

    #[test]
    fn it_is_forgotten_in_time_and_with_another_machine() {
        for cycles in [4, 5 + MEMORY_OF_CHANGES] {
            let (mut machine, mut engine) = run();
            machine.elapsed.cycles = cycles;
            engine.compare(&machine);
            assert!(!knows(&engine), "{cycles}");
        }
        for config in [Config { fields: 3, ..Config::default() }, Config { model: Model::E, ..Config::default() }] {
            let (_, mut engine) = run();
            let mut other = Machine::new(config);
            other.memory.write(Address::new(0o200), Word::new(0o5200));
            other.elapsed.cycles = 100;
            engine.compare(&other);
            assert!(!knows(&engine), "{config:?}");
        }
    }

    #[test]
    fn most_of_a_plain_program_is_run_in_traces() {
        let (machine, engine) = run();
        // All but what is left when no more trace is sure to fit.
        assert!(engine.traced_instructions() >= 1_000 - 2 * MOST_CYCLES, "{}", engine.traced_instructions());
        assert_eq!(machine.elapsed.instructions, 1_000);
    }

    #[test]
    fn whatever_is_not_plain_is_left_to_the_stepped_machine() {
        let cycles = |machine: &Machine| undisturbed(machine, &NoDevices, Limits::NONE);
        let (machine, _) = run();
        assert_eq!(cycles(&machine), Cost::MAX_COUNT);
        let in_both_fields = |machine: &mut Machine, field| {
            machine.extension.set_instruction_field(field);
            machine.extension.data_field = field;
        };
        let mut in_field_1 = machine.clone();
        in_both_fields(&mut in_field_1, 1);
        assert_eq!(cycles(&in_field_1), Cost::MAX_COUNT);
        let changes: [fn(&mut Machine); 6] = [
            |machine| machine.ion_delay = true,
            |machine| machine.extension.inhibit = true,
            |machine| machine.extension.instruction_buffer = 1,
            |machine| machine.extension.set_instruction_field(2),
            |machine| machine.extension.data_field = 2,
            |machine| machine.memory.protect_last_page(true),
        ];
        for (count, change) in changes.into_iter().enumerate() {
            let mut machine = machine.clone();
            change(&mut machine);
            assert_eq!(cycles(&machine), 0, "change {count}");
        }
    }
}

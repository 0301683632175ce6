//! The fast engine: whole stretches of program decoded once, and run without counting every step.
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
//! all the way, whenever [`Fast::run`] returns.

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
/// use focal8::machine::{Config, Fast, Limits, Machine, NoDevices};
/// use focal8::word::{Address, Word};
///
/// let mut stepped = Machine::new(Config::default());
/// for (at, bits) in [(0o200, 0o2300), (0o201, 0o5200), (0o202, 0o7402)] {
///     stepped.memory.write(Address::new(at), Word::new(bits)); // ISZ 300; JMP .-1; HLT
/// }
/// stepped.start_at(Address::new(0o200), &mut NoDevices);
/// let mut fast = stepped.clone();
/// Fast::new().run(&mut fast, &mut NoDevices, Limits::NONE);
/// stepped.run(&mut NoDevices, Limits::NONE);
/// assert_eq!(fast, stepped);
/// ```
#[derive(Clone, Debug)]
pub struct Fast {
    code: Code,
    guard: Guard,
    target: Option<Target>,
    forget_at: u64,
}

impl Default for Fast {
    fn default() -> Self {
        Fast::new()
    }
}

impl Fast {
    /// Nothing decoded yet.
    pub fn new() -> Self {
        Fast { code: Code::new(), guard: Guard::new(), target: None, forget_at: 0 }
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
                if cycles > MOST_CYCLES && self.run_traces(machine, cycles - MOST_CYCLES) != Leave::Core {
                    continue;
                }
            }
            self.step(machine, bus);
        }
        StopReason::Halt
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

//! The state of the machine while traces run, apart from core and from the values in the host's registers.

use super::cost::{Cost, INDIRECT_JMP};
use super::guard::{Guard, zeros};
use super::op::{Operands, following, preceding};
use super::tallies::{LEFT, Pass, SKIPPED, Tallies};
use crate::instruction::{Model, Timing};
use crate::machine::arithmetic::Arithmetic;
use crate::machine::{Bus, Machine};
use crate::word::{Address, Word};

/// The number of usable slots. A slot number has 16 bits.
pub(super) const ROOM: usize = 1 << 16;

/// The number of unused slots after the `ROOM` usable slots. A sequence of operations may read them, so a sequence
/// needs no test for the end of the slots.
pub(super) const SPARE: usize = 8;

/// For each slot, how often the trace was left after the operation in the slot, and how often this operation skipped
/// the next operation.
pub(super) type Passes = [Pass; ROOM + SPARE];

/// The reason why the traces were left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leave {
    /// The cycles are used up.
    Budget,
    /// No trace begins at the PC.
    Missing,
    /// The cycle-stepped machine must execute the instruction at the PC.
    Core,
}

/// The end of a run of traces: the registers, the cost of the whole run, and the reason for leaving the traces.
#[derive(Clone, Copy, Debug)]
pub(super) struct End {
    /// L and AC.
    pub lac: u32,
    pub spent: Cost,
    /// The PC with its field.
    pub pc: u16,
    pub leave: Leave,
}

/// The registers of the machine that traces rarely use, and the data of the traces except the routines of their
/// operations.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub guard: Guard,
    /// For each slot, the operands of the operation.
    pub operands: Box<[Operands; ROOM + SPARE]>,
    /// For each slot, the cost of the trace up to and including the operation of the slot. For a jump, this is the cost
    /// when the jump is taken.
    pub costs: Box<[Cost; ROOM + SPARE]>,
    /// The traces return to the engine when the cost spent reaches this value. The engine divides a run into slices,
    /// and sets the value to the end of the present slice, or to `budget` if that is lower.
    pub limit: Cost,
    /// While the cost spent is below this value, any trace fits into the remaining cycles of this run.
    pub budget: Cost,
    pub end: End,
    /// The slot of the operation after which the traces were left.
    pub left_at: u16,

    pub model: Model,
    /// The data field, as the high bits of an address.
    pub data_field: u16,
    /// Whether the machine is in user mode (UF).
    pub user_mode: bool,
    /// The user buffer (UB), which the next JMP or JMS copies to UF.
    pub user_buffer: bool,
    /// Whether the user interrupt flag is up.
    pub user_interrupt: bool,
    /// The first address after the machine's core: the number of fields times 4096.
    pub fields_end: u16,
    /// Whether the machine has time sharing.
    pub time_share: bool,
    /// The save field (SF), as RIB reads it.
    pub save_field: u16,
    /// The switch register.
    pub sr: u16,
    /// The field that the next JMP or JMS makes the instruction field, and the value that `limit` then gets back. The
    /// field is in the high bits of an address. Until the JMP or JMS, `limit` is zero, so that no other trace begins.
    /// `None` if no change of field is pending.
    pub waiting_field: Option<(u16, Cost)>,
    /// Whether the interrupt system is on.
    pub ion: bool,
    /// Whether a device requests an interrupt. The request cannot change while traces run.
    pub device_request: bool,
    /// The cost spent up to the end of the last ION; `None` if no trace has executed an ION in this run.
    pub ion_at: Option<Cost>,
    /// The EAE's registers, apart from L and AC.
    pub arithmetic: Arithmetic,
    /// The waiting time of the EAE in addition to its memory cycles, in nanoseconds.
    pub paused: u64,
    /// The number of memory cycles that the cost of the run includes for the waiting time `paused`.
    pub paused_cycles: u64,
    /// The duration of a memory cycle that only reads, in nanoseconds.
    pub read_cycle: u64,
    /// The part of the cost that was spent in the host's machine code; 0 if this part is not counted.
    pub in_machine_code: Cost,
    /// The part of the cost that was spent in instructions that belong to no trace.
    pub interpreted: Cost,

    /// The counts of the operation in each slot; `None` if times are not counted.
    pub passes: Option<Box<Passes>>,
    /// The time of the instructions at each address; `None` if times are not counted.
    pub tallies: Option<Box<Tallies>>,
}

impl State {
    /// Makes the state before the first run.
    pub(crate) fn new(machine: &Machine) -> Self {
        State {
            guard: Guard::new(),
            operands: zeros(),
            costs: zeros(),
            limit: Cost::default(),
            budget: Cost::default(),
            end: End { lac: 0, spent: Cost::default(), pc: 0, leave: Leave::Budget },
            left_at: 0,
            model: machine.config.model,
            data_field: 0,
            user_mode: false,
            user_buffer: false,
            user_interrupt: false,
            fields_end: 0,
            time_share: false,
            save_field: 0,
            sr: 0,
            waiting_field: None,
            ion: false,
            device_request: false,
            ion_at: None,
            arithmetic: machine.arithmetic(),
            paused: 0,
            paused_cycles: 0,
            read_cycle: machine.timing.read_cycle,
            in_machine_code: Cost::default(),
            interpreted: Cost::default(),
            passes: None,
            tallies: None,
        }
    }

    /// Copies the registers of `machine`. No CIF, SUF or ION may be waiting to take effect.
    pub fn take<B: Bus>(&mut self, machine: &Machine, bus: &B) {
        let lac = u32::from(machine.link) << 12 | u32::from(machine.ac.bits());
        self.end = End { lac, spent: Cost::default(), pc: machine.pc_address().bits(), leave: Leave::Budget };
        self.model = machine.config.model;
        (self.user_mode, self.user_buffer) = (machine.extension.user_mode, machine.extension.user_mode);
        self.guard.set_mode(self.user_mode);
        self.user_interrupt = machine.extension.user_interrupt;
        self.fields_end = u16::from(machine.config.fields) << 12;
        self.time_share = machine.config.time_share;
        self.data_field = u16::from(machine.extension.data_field) << 12;
        self.save_field = u16::from(machine.extension.save_field);
        self.sr = machine.sr.bits();
        self.waiting_field = None;
        self.ion = machine.ion;
        self.device_request = bus.interrupt_request();
        self.ion_at = None;
        self.arithmetic = machine.arithmetic();
        (self.paused, self.paused_cycles) = (0, 0);
        self.read_cycle = machine.timing.read_cycle;
        (self.in_machine_code, self.interpreted) = (Cost::default(), Cost::default());
    }

    /// Sets `budget` so that the traces run for at most `cycles` cycles.
    #[inline(always)]
    pub fn set_budget(&mut self, cycles: u64) {
        self.budget = Cost::limit(cycles.saturating_sub(self.guard.longest));
    }

    /// Undoes the JMP I that has led from the traces to a breakpoint. The cycle-stepped machine then executes the JMP I
    /// again.
    pub fn undo_jump(&mut self) {
        self.end.pc = preceding(self.operands[usize::from(self.left_at)].next);
        self.end.spent = self.end.spent.minus(INDIRECT_JMP);
        if let Some(tallies) = &mut self.tallies {
            tallies.take_off(self.end.pc, INDIRECT_JMP);
        }
    }

    /// Writes the registers back to the machine, and adds the instructions, the cycles and the time of this run to the
    /// machine's counts.
    pub fn give(&self, machine: &mut Machine) {
        let End { lac, spent, pc, .. } = self.end;
        machine.set_arithmetic(Arithmetic { link: lac & 0o10000 != 0, ac: Word::new(lac as u16), ..self.arithmetic });
        let pc = Address::new(pc);
        machine.pc = pc.offset();
        machine.extension.set_instruction_field(pc.field());
        machine.extension.data_field = Address::new(self.data_field).field();
        machine.extension.save_field = self.save_field as u8;
        machine.extension.user_mode = self.user_mode;
        machine.extension.user_buffer = self.user_buffer;
        machine.extension.user_interrupt = self.user_interrupt;
        if let Some((field, _)) = self.waiting_field {
            machine.extension.instruction_buffer = Address::new(field).field();
            machine.extension.inhibit = true;
        }
        machine.ion = self.ion;
        machine.ion_delay = self.ion_at == Some(spent);
        machine.elapsed.instructions += spent.instructions();
        machine.elapsed.cycles += spent.cycles() - self.paused_cycles;
        machine.elapsed.time.pass(self.time(spent, &machine.timing));
    }

    /// Returns the simulated time that the machine needed in this run, in nanoseconds. `spent` is the cost spent in the
    /// run.
    pub fn time(&self, spent: Cost, timing: &Timing) -> u64 {
        let (cycles, writes) = (spent.cycles() - self.paused_cycles, spent.writes());
        (cycles - writes) * timing.read_cycle + writes * timing.write_cycle + self.paused
    }
}

// The functions with which the routines update the counts of their slots: see `threads.rs`.
impl State {
    #[inline(always)]
    pub(crate) fn count_left(&mut self, at: usize) {
        if let Some(passes) = &mut self.passes {
            passes[at][LEFT] = passes[at][LEFT].wrapping_add(1);
        }
    }

    #[inline(always)]
    pub(crate) fn count_skip(&mut self, at: usize) {
        if let Some(passes) = &mut self.passes {
            passes[at][SKIPPED] = passes[at][SKIPPED].wrapping_add(1);
        }
    }

    #[inline(never)]
    pub(crate) fn add(&mut self, at: u16, cost: Cost) {
        if let Some(tallies) = &mut self.tallies {
            tallies.add_times(at, cost, 1);
        }
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn take_off(&mut self, at: u16, cost: Cost) {
        if let Some(tallies) = &mut self.tallies {
            tallies.take_off(at, cost);
        }
    }

    /// Adds the times of the ISZ and of the JMP in a delay loop, ISZ; JMP .-1, that was executed `iterations` times.
    /// The ISZ is at `at`.
    #[inline(never)]
    pub(crate) fn add_delay(&mut self, at: u16, iterations: u64) {
        if let Some(tallies) = &mut self.tallies {
            tallies.add_times(at, Cost::instruction(2, 1), iterations);
            tallies.add_times(following(at), Cost::instruction(1, 0), iterations);
        }
    }

    #[inline(never)]
    pub(crate) fn add_pause(&mut self, at: u16, nanoseconds: u64) {
        if let Some(tallies) = &mut self.tallies {
            tallies.add_pause(at, nanoseconds);
        }
    }
}

/// The binary logarithm of 1024. Every memory cycle takes more than 1024 nanoseconds.
pub(super) const SHORT_CYCLE_BITS: u32 = 10;

/// Returns a number of memory cycles that together take at least `nanoseconds`. A shift replaces the division by the
/// cycle time.
pub(super) const fn cycles_of(nanoseconds: u64) -> u64 {
    (nanoseconds >> SHORT_CYCLE_BITS) + (nanoseconds != 0) as u64
}
